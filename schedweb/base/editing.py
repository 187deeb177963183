"""Changes to stored things by people who may have an old page open.

A form has, beside each field, the fingerprint of the value that it was rendered with. From what is
stored, what was sent and these fingerprints follows what a person changed, which alone is stored,
and what another user changed meanwhile, which is refused instead of overwritten.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.db import models, transaction
from django.shortcuts import get_object_or_404

from schedweb.base.errors import RefusedError

Seen = Mapping[str, str]
"""Fingerprints of fields as their sender saw them; a field without one is not compared."""
NOTHING: Seen = MappingProxyType({})


def plain_lines(text: str) -> str:
    """Return a text as it is stored, whatever ends lines: browsers send CR LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def fingerprint(value: Any) -> str:
    """Return a short text that differs where values differ, stored ones as well as typed ones.

    Examples
    --------
    >>> fingerprint("a\\r\\nb ") == fingerprint("a\\nb"), fingerprint("a") == fingerprint("b")
    (True, False)
    """
    plain = plain_lines(str(value)) if isinstance(value, str | float | int) else value
    content = json.dumps(plain, sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def fingerprints(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the fingerprint of each value."""
    return {name: fingerprint(value) for name, value in values.items()}


@dataclass(frozen=True)
class Edit:
    """What was `sent` for fields that are `stored` otherwise, and what its sender had `seen`."""

    stored: Mapping[str, Any]
    sent: Mapping[str, Any]
    seen: Seen = field(default_factory=dict)

    @property
    def changed(self) -> dict[str, Any]:
        """What the sender changed."""
        return {
            name: value
            for name, value in self.sent.items()
            if fingerprint(value) != self.seen.get(name, fingerprint(self.stored[name]))
        }

    @property
    def stale(self) -> list[str]:
        """Fields that the sender and another user both changed, to different values."""
        return [
            name
            for name, value in self.changed.items()
            if name in self.seen
            and fingerprint(self.stored[name]) not in (self.seen[name], fingerprint(value))
        ]

    @property
    def merged(self) -> dict[str, Any]:
        """What is stored, with the changes of the sender."""
        return {**self.stored, **self.changed}

    def refuse_stale(self) -> None:
        """Raise `StaleError` where a value would be overwritten that its sender has not seen."""
        if self.stale:
            raise StaleError(self)


class StaleError(RefusedError):
    """Another user changed fields since the sender saw them; nothing is stored."""

    def __init__(self, edit: Edit) -> None:
        self.edit = edit
        names = " and ".join(edit.stale)
        super().__init__(f"{names} changed meanwhile; nothing was stored")


def editable(row: models.Model, names: Collection[str]) -> dict[str, Any]:
    """Return the values of fields of a row."""
    return {name: getattr(row, name) for name in names}


@transaction.atomic
def store(row: models.Model, sent: Mapping[str, Any], seen: Seen) -> None:
    """Store what was changed of a row, on which others wait meanwhile; raises `StaleError`, and
    `Http404` where the row is gone."""
    locked = held(row)
    edit = Edit(editable(locked, sent), sent, seen)
    edit.refuse_stale()
    write(locked, edit.changed)
    for name, value in editable(locked, sent).items():
        setattr(row, name, value)


def held(row: models.Model) -> Any:
    """Return a row as it is now, locked until the transaction ends; raises `Http404`."""
    rows: models.QuerySet[Any] = type(row)._base_manager.select_for_update()
    return get_object_or_404(rows, pk=row.pk)


def write(row: models.Model, values: Mapping[str, Any]) -> None:
    """Store values of fields, and no others."""
    for name, value in values.items():
        setattr(row, name, value)
    if values:
        row.save(update_fields=list(values))
