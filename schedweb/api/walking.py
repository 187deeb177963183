"""Walks through lists that change meanwhile: a cursor names the row that was read last, by what the
list is sorted by and by its key, so that the next page begins behind it, however many rows came or
went before. Rows that tie are told apart by their keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.core import signing
from django.db.models import F, Q, QuerySet
from rest_framework.exceptions import ValidationError

SALT = "schedweb.api.walking"


@dataclass(frozen=True)
class Cursor:
    """A place in a list: behind or, going `back`, before the row with this value and key."""

    order: str
    value: Any
    pk: str
    back: bool

    def __str__(self) -> str:
        value = self.value.isoformat() if isinstance(self.value, datetime) else self.value
        return signing.dumps([self.order, value, self.pk, self.back], salt=SALT)

    @classmethod
    def of(cls, text: str, rows: QuerySet[Any], order: str) -> Self:
        """Read a cursor of a list; raises `ValidationError`."""
        try:
            own, value, pk, back = signing.loads(text, salt=SALT)
        except signing.BadSignature:
            sentence = "cursor must be taken from next or previous of an answer, as it is"
            raise ValidationError({"cursor": [sentence]}) from None
        if own != order:
            sentence = f"cursor is of a list in the order {own}; this one is in the order {order}"
            raise ValidationError({"cursor": [sentence]})
        field = rows.model._meta.get_field(order.removeprefix("-"))
        return cls(order, field.to_python(value), pk, back)


@dataclass(frozen=True)
class Walk:
    """A list in an order: a field, with a minus downwards; rows without a value are below all."""

    rows: QuerySet[Any]
    order: str

    @property
    def name(self) -> str:
        """The field that it is sorted by."""
        return self.order.removeprefix("-")

    def ordered(self, *, back: bool = False) -> QuerySet[Any]:
        """Return the rows in order, or in the opposite one."""
        field = F(self.name)
        if self._is_down(back=back):
            return self.rows.order_by(field.desc(nulls_last=True), "-pk" if back else "pk")
        return self.rows.order_by(field.asc(nulls_first=True), "-pk" if back else "pk")

    def beyond(self, cursor: Cursor) -> QuerySet[Any]:
        """Return the rows behind a place, the nearest first."""
        name, is_down = self.name, self._is_down(back=cursor.back)
        ties = Q(**{"pk__lt" if cursor.back else "pk__gt": cursor.pk})
        if cursor.value is None:
            place = Q(**{f"{name}__isnull": True}) & ties
            if not is_down:
                place |= Q(**{f"{name}__isnull": False})
        else:
            place = Q(**{name: cursor.value}) & ties
            place |= Q(**{f"{name}__{'lt' if is_down else 'gt'}": cursor.value})
            if is_down:
                place |= Q(**{f"{name}__isnull": True})
        return self.ordered(back=cursor.back).filter(place)

    def page(self, cursor: Cursor, size: int) -> list[Any]:
        """Return so many rows behind or before a place, in the order of the list."""
        rows = list(self.beyond(cursor)[:size])
        return rows[::-1] if cursor.back else rows

    def around(self, page: Sequence[Any]) -> tuple[Cursor | None, Cursor | None]:
        """Return the places before and behind a page, None where there are no more rows."""
        if not page:
            return None, None
        before, behind = self._at(page[0], back=True), self._at(page[-1], back=False)
        return self._with_rows(before), self._with_rows(behind)

    def _with_rows(self, cursor: Cursor) -> Cursor | None:
        return cursor if self.beyond(cursor).exists() else None

    def _at(self, row: Any, *, back: bool) -> Cursor:
        return Cursor(self.order, getattr(row, self.name), row.pk, back)

    def _is_down(self, *, back: bool) -> bool:
        return self.order.startswith("-") != back
