"""Which columns name blobs: the field itself says so, and tidy, check and backup ask the models."""

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import models

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class BlobRole(Enum):
    """What a blob is to the row that names it."""

    ORIGINAL = "original"
    """Nothing else knows what is in it."""
    DERIVED = "derived"
    """Computed again from originals where it is missing or damaged."""
    DISPOSABLE = "disposable"
    """Kept as long as a row names it; without it work is only done again."""


class BlobField(Text):
    """The digest of a blob, or nothing. To migrations it is text of 64 characters."""

    def __init__(self, role: BlobRole = BlobRole.ORIGINAL, **options: Any) -> None:
        self.role = role
        super().__init__(**{"max_length": 64, **options})

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


Reference = tuple[type[models.Model], BlobField]


def references(*roles: BlobRole) -> list[Reference]:
    """Return every column that names blobs with one of the roles; without any, all of them."""
    return [
        (model, field)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, BlobField) and (not roles or field.role in roles)
    ]


def is_named(digest: str) -> bool:
    """Tell whether some row names a blob."""
    named = (model._base_manager.filter(**{field.name: digest}) for model, field in references())
    return any(rows.exists() for rows in named)


def digests(*roles: BlobRole) -> Iterator[str]:
    """Yield the digests that rows name, some more than once."""
    for model, field in references(*roles):
        named = model._base_manager.exclude(**{field.name: ""})
        yield from named.values_list(field.name, flat=True).iterator()
