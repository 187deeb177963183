"""Which part of a trace is taken: where it begins on the trace's own clock, and how long it is."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import time as day_time

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params, choice, real
from parsched.model.problem import calendar

DAY = 86_400.0
"""Seconds."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTEST, _LONGEST = 0.0001, 36_500.0
_LARGEST_OFFSET = 86_399


@dataclass(frozen=True, kw_only=True)
class TraceWindow(Params):
    """The part of a trace that begins at the first `align` at least `after_days` into it."""

    align: str = choice(
        "monday",
        ("start", "midnight", *WEEKDAYS),
        "Where the window begins: at once, at the next midnight, or at midnight of a day of the "
        "week.",
    )
    after_days: float = real(
        30.0, "How far into the trace it begins at least.", low=0.0, high=_LONGEST, unit="d"
    )
    days: float = real(182.0, "How long it is.", low=_SHORTEST, high=_LONGEST, unit="d")

    @property
    def length(self) -> float:
        """Length in seconds."""
        return self.days * DAY

    def begin(self, unix_start: float | None, zone: tzinfo | None) -> float:
        """Return where the window begins, in seconds after time 0 of the trace.

        Parameters
        ----------
        unix_start
            Unix time of time 0; None when unknown.
        zone
            Time zone of the clock that has the midnights; None when unknown.

        Raises
        ------
        ParameterError
            When the alignment needs what is unknown.
        """
        after = self.after_days * DAY
        if self.align == "start":
            return after
        if unix_start is None:
            rule = "must be start where the time of the trace's begin (UnixStartTime) is unknown"
            raise ParameterError({"align": f"align {rule}, got {self.align!r}"})
        if zone is None:
            rule = "must be given, the trace has no TimeZoneString"
            raise ParameterError({"zone": f"zone {rule}, got ''"})
        earliest = datetime.fromtimestamp(unix_start, UTC) + timedelta(seconds=after)
        local = earliest.astimezone(zone)
        day = local.date()
        if local.timetz().replace(tzinfo=None) > day_time():
            day += timedelta(days=1)
        while self.align != "midnight" and WEEKDAYS[day.weekday()] != self.align:
            day += timedelta(days=1)
        return datetime.combine(day, day_time(), zone).timestamp() - unix_start


def zone_of(name: str) -> tzinfo | None:
    """Return a time zone, see `parsched.model.problem.calendar.zone_of`; None for "".

    Raises
    ------
    ParameterError
        When there is no such time zone.
    """
    zone = calendar.zone_of(name)
    if zone is None and name:
        rule = "must be a time zone such as Europe/Stockholm, or seconds east of Greenwich"
        if name.lstrip("+-").isdecimal():
            rule = f"must be an offset from −{_LARGEST_OFFSET:,} to {_LARGEST_OFFSET:,} seconds"
        raise ParameterError({"zone": f"zone {rule}, got {name!r}"})
    return zone
