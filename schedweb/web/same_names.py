"""Things that lists of choices would show alike, told apart by when they were added."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from schedweb.models import Owned

FORMATS = ("%-d %b %Y", "%-d %b %Y, %H:%M UTC", "%-d %b %Y, %H:%M:%S UTC")

T = TypeVar("T", bound=Owned)


def distinguished(things: Sequence[T], shown: Callable[[T], str]) -> list[tuple[T, str]]:
    """Return each thing with what tells it from those that show the same: nothing where there are
    none, the day, the minute or the second when it was added, or else which of them it is."""
    more: dict[str, str] = {}
    for _, group in groupby(sorted(things, key=lambda t: (shown(t), t.created)), key=shown):
        alike = list(group)
        if len(alike) > 1:
            marks = _marks([thing.created for thing in alike])
            more |= {thing.pk: mark for thing, mark in zip(alike, marks, strict=True)}
    return [(thing, more.get(thing.pk, "")) for thing in things]


def _marks(added: Sequence[datetime]) -> list[str]:
    """Return different texts, as short as can be."""
    for form in FORMATS:
        marks = [f"added {moment:{form}}" for moment in added]
        if len(set(marks)) == len(marks):
            return marks
    return [f"{number} of {len(added)}" for number in range(1, len(added) + 1)]
