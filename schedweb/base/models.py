"""What all stored things have in common."""

import secrets
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


def new_id() -> str:
    """Return 11 random characters that fit into an address: things cannot be found by counting."""
    return secrets.token_urlsafe(8)


class KeyField(_Text):
    """A key that comes from addresses and forms: no row has one with NUL, which PostgreSQL refuses
    to look for."""

    def get_db_prep_value(
        self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> Any:
        """Return the key for the database; raises `EmptyResultSet`, for which nothing is found."""
        if isinstance(value, str) and "\0" in value:
            raise EmptyResultSet
        return super().get_db_prep_value(value, connection, prepared)

    def deconstruct(self) -> Any:
        """Return it as a plain column for migrations."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class Keyed(models.Model):
    """A row under a random key."""

    id = KeyField(primary_key=True, max_length=11, default=new_id, editable=False)

    class Meta:
        abstract = True


class Owned(Keyed):
    """A row that belongs to one person."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(class)ss"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("-created",)
