"""Instants as dates: those in sentences about broken rules, and those in columns of tables."""

import re
from dataclasses import dataclass, replace

from parsched.model.problem.calendar import Calendar
from parsched.report.table import Cell, Column

_INSTANT = re.compile(
    r"(?:\b(?:starts|release|busy) at|at the same time,|, before) (-?[0-9][0-9.e+-]*) s\b"
)
"""As the checker writes them (`parsched.model.schedules.checker`); other seconds are durations."""


@dataclass(frozen=True)
class SentencePart:
    """A part of a sentence; `date` is what it says as a date, blank for what is no instant."""

    text: str
    date: str = ""


def dated(sentence: str, calendar: Calendar | None) -> list[SentencePart]:
    """Cut a sentence into what is an instant, with its date where the calendar has one, and the
    rest.

    Examples
    --------
    >>> from parsched.model.problem.calendar import Calendar
    >>> dated("job 7 starts at 60 s and runs 5 s", Calendar(1_774_742_400, "Europe/Berlin"))[1]
    SentencePart(text='60 s', date='2026-03-29 01:01:00 CET')
    """
    parts: list[SentencePart] = []
    done = 0
    for match in _INSTANT.finditer(sentence) if calendar is not None else ():
        begin, end = match.start(1), match.end()
        parts += [SentencePart(sentence[done:begin])]
        parts += [
            SentencePart(sentence[begin:end], calendar.text(float(match[1])) if calendar else "")
        ]
        done = end
    return [*parts, SentencePart(sentence[done:])]


def dated_column(column: Column) -> Column:
    """Return a column of seconds after time 0 as one of dates, which say their zone themselves."""
    return replace(column, unit="", is_number=False)


def dated_cell(seconds: float, calendar: Calendar) -> Cell:
    """Return the cell of an instant: people read its date, programs its seconds.

    Examples
    --------
    >>> from parsched.model.problem.calendar import Calendar
    >>> dated_cell(60.0, Calendar(1_774_742_400, "Europe/Berlin")).text
    '2026-03-29 01:01:00 CET'
    """
    return Cell(calendar.text(seconds), seconds)
