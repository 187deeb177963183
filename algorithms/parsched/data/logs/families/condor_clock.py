"""Dates that name no year, as older event logs of HTCondor have them."""

from datetime import datetime

_LATE = 15
"""Days by which a date may come too late, after dates that follow it."""
_LEAP_DAY = 60
"""Place of 29 February among the days of a leap year."""
_DAY = 86_400.0


class YearlessClock:
    """Seconds from the first of some dates, which come nearly in order.

    A year has passed where dates go back by more than 15 days. It has a 29 February if a date is
    on it, as have those four years before and after.

    Examples
    --------
    >>> clock = YearlessClock()
    >>> [clock.seconds(*date) for date in (("12", "31", "23:59:00"), ("01", "01", "00:01:00"))]
    [0.0, 120.0]
    """

    def __init__(self) -> None:
        self._year, self._days = 0, 0
        """The year, counted from 0, and the days of those before."""
        self._furthest: int | None = None
        """The place of the furthest day of this year, as counted in leap years."""
        self._leap: int | None = None
        self._first: float | None = None
        self.lacks_a_day = False
        """Whether a 29 February came after later dates: those before it are a day too near."""

    @property
    def has_begun(self) -> bool:
        """Whether there was a date."""
        return self._first is not None

    def seconds(self, month: str, day: str, clock: str) -> float | str:
        """Return the seconds from the first date to another; the date itself if it is none."""
        try:
            date = datetime.fromisoformat(f"2000-{month}-{day} {clock.rstrip('Z')}")
        except ValueError:
            return f"{month}/{day} {clock}"
        days = self._day(date.timetuple().tm_yday)
        of_day = date.hour * 3_600 + date.minute * 60 + date.second + date.microsecond * 1e-6
        told = days * _DAY + of_day
        self._first = told if self._first is None else self._first
        return told - self._first

    def _day(self, place: int) -> int:
        """Return the day at a place of a leap year, counted over the years."""
        furthest = place if self._furthest is None else self._furthest
        if place > furthest + 365 - _LATE:
            return self._days - self._length(self._year - 1) + self._within(self._year - 1, place)
        if place < furthest - _LATE:
            self._days += self._length(self._year)
            self._year += 1
            furthest = place
        if place == _LEAP_DAY and not self._is_leap(self._year):
            self._leap = self._year
            if furthest > place:
                self._days -= 1
                self.lacks_a_day = True
        self._furthest = max(furthest, place)
        return self._days + self._within(self._year, place)

    def _is_leap(self, year: int) -> bool:
        return self._leap is not None and (year - self._leap) % 4 == 0

    def _length(self, year: int) -> int:
        return 366 if self._is_leap(year) else 365

    def _within(self, year: int, place: int) -> int:
        """Return the day of a year that stands at a place of a leap year."""
        return place - (place > _LEAP_DAY and not self._is_leap(year))
