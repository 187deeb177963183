"""Putting things in order: tags, archive, and a trash from which they come back.

No search finds what is in the trash, but its rows and files stay for `trash.GRACE`.
"""

import re
from collections.abc import Iterable
from typing import Any, TypeVar
from unicodedata import category, normalize

from django.apps import apps
from django.db import models, transaction
from django.db.models import ProtectedError, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from parsched.base import naming
from schedweb.base.errors import RefusedError
from schedweb.base.folding import FoldedField, FoldedRows, with_folded
from schedweb.store import known, trash

MAX_TAG, MAX_TAGS = 30, 10
IN_USE_FIRST = models.F("trashed").asc(nulls_first=True)
"""Order in which what is in the trash comes last."""
_BETWEEN = re.compile("[-_.]")
_SPELT = frozenset("LMN")
"""Unicode categories of letters, marks and numbers, by their first letter."""
_SIGNS = frozenset(("So", "Sk", "Cf"))
"""Characters of emoji, their colours, and what joins letters and emoji."""


Row = TypeVar("Row", bound=models.Model)


class Everything(models.Manager[Row]):
    """All rows, also those in the trash."""

    def get_queryset(self) -> QuerySet[Row]:
        return FoldedRows(self.model, using=self._db)


class Live(Everything[Row]):
    """Rows that are not in the trash."""

    def get_queryset(self) -> QuerySet[Row]:
        return super().get_queryset().filter(trashed=None)


class Filed(models.Model):
    """Something that people find in a list, and put away; `tags` has words between spaces. Each
    kind has a column `folded` of the texts in which words are looked for."""

    tags = models.CharField(max_length=400, blank=True)
    folded_tags = FoldedField("tags")
    archived = models.DateTimeField(null=True)
    trashed = models.DateTimeField(null=True, db_index=True)

    objects = Live()
    everything = Everything()

    class Meta:
        abstract = True

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Store the row; of some columns, also what is folded of them."""
        fields = None if update_fields is None else with_folded(type(self), update_fields)
        super().save(update_fields=fields, **options)

    @property
    def tag_list(self) -> list[str]:
        """Its tags."""
        return self.tags.split()

    def goes_along(self) -> Iterable[models.Model]:
        """Return the rows that name files and are deleted with it."""
        return ()

    def needs(self) -> Iterable["Filed"]:
        """Return what it is of no use without, which comes back with it."""
        return ()


def tag_of(text: str) -> str:
    """Return a tag as it is kept; raises `RefusedError`."""
    tag = _as_kept(text)
    rule = f"A tag must have 1 to {MAX_TAG} letters and digits, with - _ . or spaces between them"
    if fault := naming.hidden(tag):
        raise RefusedError(f"{rule}, without {fault}.")
    if not tag or len(tag) > MAX_TAG or not all(map(_is_word, _BETWEEN.split(tag))):
        raise RefusedError(f"{rule}, got {naming.quoted(text)}.")
    return tag


def _is_word(text: str) -> bool:
    """Tell whether a text has letters, digits, what belongs to these, and emoji."""
    kinds = [category(character) for character in text]
    return bool(kinds) and all(kind[0] in _SPELT or kind in _SIGNS for kind in kinds)


def _as_kept(text: str) -> str:
    return normalize("NFC", text.strip().lower()).replace(" ", "-")


@transaction.atomic
def add_tag(rows: QuerySet[Any], text: str) -> None:
    """Add a tag; raises `RefusedError` for what is no tag, and where there are too many."""
    tag = tag_of(text)
    for row in _locked(rows):
        tags = sorted({*row.tag_list, tag})
        if len(tags) > MAX_TAGS:
            raise RefusedError(f"{row} has {MAX_TAGS} tags, the limit: take one off first.")
        _write_tags(row, tags)


@transaction.atomic
def remove_tag(rows: QuerySet[Any], text: str) -> None:
    """Take a tag off; raises `RefusedError` for what is no tag."""
    tag = tag_of(text)
    for row in _locked(rows):
        _write_tags(row, [one for one in row.tag_list if one != tag])


def tagged(rows: QuerySet[Any], tag: str) -> QuerySet[Any]:
    """Return the rows that have a tag."""
    return rows.filter(tags__contains=f" {_as_kept(tag)} ")


def tags_of(rows: QuerySet[Any]) -> list[str]:
    """Return all tags that rows have."""
    texts = rows.exclude(tags="").order_by().values_list("tags", flat=True).distinct()
    return sorted({tag for text in texts for tag in text.split()})


def archive(rows: QuerySet[Any]) -> None:
    """Put rows away, where lists do not show them unless they are asked to."""
    rows.filter(archived=None).update(archived=Now())


def unarchive(rows: QuerySet[Any]) -> None:
    """Take rows back from the archive."""
    rows.update(archived=None)


def throw_away(row: Filed) -> None:
    """Put a row into the trash."""
    type(row).everything.filter(pk=row.pk, trashed=None).update(trashed=Now())


@transaction.atomic
def restore(rows: QuerySet[Any]) -> None:
    """Take rows back from the trash, with what they need."""
    for row in rows:
        for one in row.needs():
            type(one).everything.filter(pk=one.pk).update(trashed=None)
    rows.update(trashed=None)


def empty_trash() -> int:
    """Delete what has been in the trash for too long, and return how many rows these were."""
    old = timezone.now() - trash.GRACE
    deleted = 0
    for model in apps.get_models():
        if issubclass(model, Filed):
            deleted += delete_for_good(model.everything.filter(trashed__lt=old))
    return deleted


def delete_for_good(rows: QuerySet[Any]) -> int:
    """Delete rows that are in the trash, and return how many; what something else needs that is
    there, too, stays until that is gone."""
    return sum(_delete(rows.model, pk) for pk in list(rows.values_list("pk", flat=True)))


@transaction.atomic
def _delete(model: type[Any], pk: Any) -> bool:
    """Delete a row of the trash for good; False where it is not there any more, since its owner has
    taken it back, and where something still needs it, which goes first."""
    row = model.everything.select_for_update().exclude(trashed=None).filter(pk=pk).first()
    if row is None:
        return False
    known.release(row, *row.goes_along())
    try:
        row.delete()
    except ProtectedError:
        return False
    return True


def _locked(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return rows as they are now, so that two who change tags at once lose none; databases lock
    no rows with sums of others."""
    found = list(rows.values_list("pk", flat=True))
    everything: QuerySet[Any] = rows.model.everything.all()
    return everything.select_for_update().filter(pk__in=found).order_by("pk")


def _write_tags(row: Any, tags: list[str]) -> None:
    text = f" {' '.join(tags)} " if tags else ""
    type(row).everything.filter(pk=row.pk).update(tags=text)
