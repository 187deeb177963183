"""Distinguish options with the same text in lists of choices by the time they were added."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from schedweb.base.models import Owned

FORMATS = ("%-d %b %Y", "%-d %b %Y, %H:%M UTC", "%-d %b %Y, %H:%M:%S UTC")

T = TypeVar("T", bound=Owned)


def distinguished(choices: Sequence[T], text_of: Callable[[T], str]) -> list[tuple[T, str]]:
    """Return each choice with a text that tells it apart from choices of the same `text_of`: blank
    if there are none; else the day, minute or second when it was added, or its number."""
    more: dict[str, str] = {}
    for _, group in groupby(sorted(choices, key=lambda t: (text_of(t), t.created)), key=text_of):
        equal = list(group)
        if len(equal) > 1:
            marks = _marks([choice.created for choice in equal])
            more |= {choice.pk: mark for choice, mark in zip(equal, marks, strict=True)}
    return [(choice, more.get(choice.pk, "")) for choice in choices]


def _marks(added: Sequence[datetime]) -> list[str]:
    """Return the shortest texts of these times that are all different."""
    for form in FORMATS:
        marks = [f"added {moment:{form}}" for moment in added]
        if len(set(marks)) == len(marks):
            return marks
    return [f"{number} of {len(added)}" for number in range(1, len(added) + 1)]
