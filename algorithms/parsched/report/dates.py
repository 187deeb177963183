"""Ticks of axes of dates: at seconds, minutes, hours, midnights, Mondays, months and years that
people count in. `static/js/calendar.js` does the same for axes that can be zoomed."""

import math
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from parsched.model.problem.calendar import LAST, Calendar, Offset

MINUTE, HOUR, DAY = 60, 3_600, 86_400
PARTS = tuple(part / 1_000 for part in (1, 2, 5, 10, 20, 50, 100, 200, 500))
SECONDS = (
    *(*PARTS, 1, 2, 5, 10, 15, 30),
    *(n * MINUTE for n in (1, 2, 5, 10, 15, 30)),
    *(n * HOUR for n in (1, 2, 3, 6, 12)),
)
"""Steps within a day."""
DAYS = (1, 2, 7, 14)
MONTHS = (1, 2, 3, 6, *(12 * n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)))
MONTH = 30 * DAY
"""About as long as the shortest one."""
_MONDAY = 3
"""What to add to days since 1970 so that weeks begin on a Monday."""
_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def date_ticks(
    calendar: Calendar, begin: float, end: float, most: int
) -> tuple[list[float], list[str]]:
    """Return about `most` seconds after time 0 at which a clock or a calendar turns, and what to
    write there: below the hour or the day, where it is another one than at the tick before, the
    date or the year.

    Examples
    --------
    >>> from parsched.model.problem.calendar import Calendar
    >>> date_ticks(Calendar(1_774_742_400, "Europe/Berlin"), 0, 86_400, 3)
    ([36000, 79200], ['12:00\\n29 Mar 2026', '00:00\\n30 Mar 2026'])
    """
    offsets = calendar.offsets(end)
    clock = _Clock(calendar.unix_start, offsets)
    span = max(end - begin, 1e-9)
    for step in SECONDS:
        if span / step <= most:
            return _said(clock, list(clock.within(begin, end, step)), _hour(step))
    for days in DAYS:
        if span / (days * DAY) <= most:
            return _said(clock, list(clock.midnights(begin, end, days)), _DAY_WORDS)
    months = next((n for n in MONTHS if span / (n * MONTH) <= most), MONTHS[-1])
    words = _MONTH_WORDS if months < 12 else _YEAR_WORDS
    return _said(clock, list(clock.firsts(begin, end, months)), words)


class _Clock:
    """Clocks on the wall: local seconds since 1970 of seconds after time 0, and back."""

    def __init__(self, start: float, offsets: tuple[Offset, ...]) -> None:
        self.start = start
        edges = [-math.inf, *(offset.begin for offset in offsets[1:]), math.inf]
        self.pieces = [
            (low, high, start + offset.seconds)
            for (low, high), offset in zip(pairwise(edges), offsets, strict=True)
        ]

    def local(self, at: float) -> float:
        """Return what the clock shows at a second after time 0."""
        return at + next(ahead for _, high, ahead in self.pieces if at < high)

    def first(self, local: float) -> float:
        """Return the first second at which the clock shows this or more: where it jumps over it,
        the jump."""
        return next(
            max(local - ahead, low) for low, high, ahead in self.pieces if local - ahead < high
        )

    def within(self, begin: float, end: float, step: float) -> Iterator[float]:
        """Yield multiples of a step that divides days; hours that come twice come twice."""
        for low, high, ahead in self.pieces:
            first, last = max(begin, low), min(end, high)
            number = math.ceil((first + ahead) / step - 1e-6)
            while number * step - ahead <= last and number * step - ahead < high:
                yield number * step - ahead
                number += 1

    def midnights(self, begin: float, end: float, days: int) -> Iterator[float]:
        """Yield the beginnings of each such day, of 7 days on Mondays."""
        shift = _MONDAY if days % 7 == 0 else 0
        day = -(-math.floor(self.local(begin) / DAY) - shift) // days * days
        while (at := self.first((day - shift) * DAY)) <= end:
            if at >= begin:
                yield at
            day += days

    def firsts(self, begin: float, end: float, months: int) -> Iterator[float]:
        """Yield the beginnings of each such month."""
        moment = _moment(self.local(begin))
        number = (moment.year * 12 + moment.month - 1) // months * months
        while number < 12 * 10_000:
            first = date(max(number // 12, 1), number % 12 + 1, 1)
            at = self.first((first - date(1970, 1, 1)).days * DAY)
            if at > end:
                return
            if at >= begin:
                yield at
            number += months


def _moment(local: float) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=min(max(local, 0.0), LAST))


_Words = tuple[str, str]
_DATE = "{day} {month} {year}"
_DAY_WORDS: _Words = ("{day} {month}", "{year}")
_MONTH_WORDS: _Words = ("{month}", "{year}")
_YEAR_WORDS: _Words = ("{year}", "")


def _hour(step: float) -> _Words:
    if step < 1:
        return "{hour}:{minute}:{second}.{part}", _DATE
    return ("{hour}:{minute}:{second}" if step < MINUTE else "{hour}:{minute}"), _DATE


def _said(clock: _Clock, ticks: list[float], words: _Words) -> tuple[list[float], list[str]]:
    """Write ticks, each with what is below it where that changes."""
    texts, before = [], ""
    for tick in ticks:
        upper, lower = (form.format(**_fields(clock.local(tick))) for form in words)
        texts.append(f"{upper}\n{lower}" if lower and lower != before else upper)
        before = lower
    return ticks, texts


def _fields(local: float) -> dict[str, str]:
    moment = _moment(round(local * 1_000) / 1_000)
    return {
        "year": f"{moment.year}",
        "month": _NAMES[moment.month - 1],
        "day": f"{moment.day}",
        "hour": f"{moment.hour:02}",
        "minute": f"{moment.minute:02}",
        "second": f"{moment.second:02}",
        "part": f"{round(moment.microsecond / 1_000):03}",
    }
