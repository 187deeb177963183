"""One text for all spellings of the same words, by which people search.

Capitals and small letters meet, as do the forms of Unicode: é of one character or two, ﬁ and fi,
full and half width. ß is ss. The four letters i of Turkish are one, since a reader who searches
cannot know in which language a title is: istanbul finds İstanbul and ISTANBUL. Invisible
characters, such as joiners, are left out. Letters with different marks stay different: resume does
not find résumé.
"""

import re
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import normalize

from django.db import models

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:
    _Text = models.TextField

_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""What Unicode says to ignore where texts are compared."""
Row = TypeVar("Row", bound=models.Model)
CHUNK = 500
"""Rows that a migration folds at a time."""


def folded(text: str) -> str:
    """Return the text by which it is searched, and in which words are looked for.

    >>> folded("RE\u0301SUME\u0301") == folded("résumé")
    True
    >>> folded("Straße"), folded("İSTANBUL")
    ('strasse', 'istanbul')
    """
    plain = normalize("NFKC", _IGNORED.sub("", normalize("NFKC", text)).casefold())
    return plain.replace("i\u0307", "i").replace("\u0131", "i")


class FoldedField(_Text):
    """The folded text of other columns of the row, one a line. It is written with these by `save`,
    `bulk_create` and, of rows with `FoldedRows`, `update`."""

    def __init__(self, *of: str, **options: Any) -> None:
        self.of = of
        super().__init__(**{"default": "", "editable": False, **options})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return what is stored."""
        text = "\n".join(folded(getattr(model_instance, name)) for name in self.of)
        setattr(model_instance, self.attname, text)
        return text

    def deconstruct(self) -> Any:
        """Return it as a plain column for migrations."""
        name, _, _, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", [], kwargs


def folded_fields(model: type[models.Model]) -> list[FoldedField]:
    """Return the folded columns of a model."""
    return [field for field in model._meta.concrete_fields if isinstance(field, FoldedField)]


def with_folded(model: type[models.Model], names: Any) -> list[str]:
    """Return names of columns, with the names of the folded columns that are made from them."""
    own = set(names)
    return [*names, *(f.name for f in folded_fields(model) if own.intersection(f.of))]


class FoldedRows(models.QuerySet[Row]):
    """Rows whose folded columns follow each change of those that they are made of."""

    def update(self, **values: Any) -> int:
        """Change columns, and what is folded of them."""
        changed = with_folded(self.model, values)
        if len(changed) == len(values):
            return super().update(**values)
        keys = list(self.values_list("pk", flat=True))
        count = super().update(**values)
        for row in self.model._base_manager.filter(pk__in=keys):
            row.save(update_fields=changed[len(values) :])
        return count


def fill(model: type[models.Model], **columns: tuple[str, ...]) -> None:
    """Fill the folded columns of existing rows, in a migration: `columns` maps each folded column
    to its sources."""
    rows = model._base_manager
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), CHUNK):
        for row in rows.filter(pk__in=keys[first : first + CHUNK]):
            texts = {
                column: "\n".join(folded(getattr(row, name)) for name in of)
                for column, of in columns.items()
            }
            rows.filter(pk=row.pk).update(**texts)
