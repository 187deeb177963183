"""Things that lists of choices would show alike, told apart by when they were added."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from schedweb.models import Owned

FORMATS = ("%-d %b %Y", "%-d %b %Y, %H:%M UTC", "%-d %b %Y, %H:%M:%S UTC")

T = TypeVar("T", bound=Owned)


def distinguished(choices: Sequence[T], text_of: Callable[[T], str]) -> list[tuple[T, str]]:
    """Return each thing with what tells it from those that show the same: nothing where there are
    none, the day, the minute or the second when it was added, or else which of them it is."""
    more: dict[str, str] = {}
    for _, group in groupby(sorted(choices, key=lambda t: (text_of(t), t.created)), key=text_of):
        equal = list(group)
        if len(equal) > 1:
            marks = _marks([choice.created for choice in equal])
            more |= {choice.pk: mark for choice, mark in zip(equal, marks, strict=True)}
    return [(choice, more.get(choice.pk, "")) for choice in choices]


def _marks(added: Sequence[datetime]) -> list[str]:
    """Return different texts, as short as can be."""
    for form in FORMATS:
        marks = [f"added {moment:{form}}" for moment in added]
        if len(set(marks)) == len(marks):
            return marks
    return [f"{number} of {len(added)}" for number in range(1, len(added) + 1)]
