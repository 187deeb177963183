"""Dates that name no year, as older event logs of HTCondor have them."""

from datetime import datetime

_HALF, _NEARLY_WHOLE = 183, 350
"""Days by which a date goes back when a new year has begun, or ahead when it is of the last one."""
_DAY = 86_400.0


class YearlessClock:
    """Seconds from the first of some dates, which come nearly in order.

    A year has passed where dates go back by half a year. It has a 29 February if a date is on it,
    as have those four years before and after.

    Examples
    --------
    >>> clock = YearlessClock()
    >>> [clock.seconds(*date) for date in (("12", "31", "23:59:00"), ("01", "01", "00:01:00"))]
    [0.0, 120.0]
    """

    def __init__(self) -> None:
        self._year, self._days, self._last = 0, 0, 0
        """The year, counted from 0, the days of those before, and the day of the last date."""
        self._leap: int | None = None
        self._first: float | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there was a date."""
        return self._first is not None

    def seconds(self, month: str, day: str, clock: str) -> float | str:
        """Return the seconds from the first date to another; the date itself if it is none."""
        text = f"{month}-{day} {clock.rstrip('Z')}"
        if (month, day) == ("02", "29"):
            self._leap = self._year
        date = self._date(text)
        if date is None:
            return f"{month}/{day} {clock}"
        passed = date.timetuple().tm_yday
        if passed < self._last - _HALF:
            self._days += 366 if self._is_leap else 365
            self._year += 1
            date = self._date(text) or date
            passed = date.timetuple().tm_yday
        is_of_last = self._year > 0 and passed > self._last + _NEARLY_WHOLE
        self._last = self._last if is_of_last else passed
        days = self._days + passed - (365 if is_of_last else 0)
        of_day = date.hour * 3_600 + date.minute * 60 + date.second + date.microsecond * 1e-6
        told = days * _DAY + of_day
        self._first = told if self._first is None else self._first
        return told - self._first

    @property
    def _is_leap(self) -> bool:
        return self._leap is not None and (self._year - self._leap) % 4 == 0

    def _date(self, text: str) -> datetime | None:
        """Return a date in a year with as many days; None where it is none."""
        try:
            return datetime.fromisoformat(f"{2000 if self._is_leap else 2001}-{text}")
        except ValueError:
            return None
