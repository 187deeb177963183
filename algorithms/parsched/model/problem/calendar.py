"""The calendar of a workload: which date and hour each second after its time 0 was."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from re import fullmatch
from typing import Any, Protocol, Self
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import ParameterError

Floats = NDArray[np.float64]

EARLIEST, LATEST = 1.0, 221_845_392_000.0
"""Unix times that may be time 0 of a workload: from 1970 to the year 9000, since calendars of
programs end not long after it."""

LAST = 253_402_214_400.0
"""Unix time of the last day of the year 9999: whatever is later has no date."""

_DAY = 86_400
_MOST_STEPS = 40_000
"""Days that are looked at for changes of the offset; of longer times every second day or so."""


class Dated(Protocol):
    """What a workload says of its calendar."""

    @property
    def unix_start(self) -> float | None: ...

    @property
    def zone(self) -> str: ...


def zone_of(name: str) -> tzinfo | None:
    """Return a time zone by its name, by its distance from UTC, such as "+01:00", or by the seconds
    that it is east of Greenwich; None for a name that no zone has.

    Examples
    --------
    >>> zone_of("+01:00"), zone_of("3600"), zone_of("Mars")
    (datetime.timezone(datetime.timedelta(seconds=3600)), \
datetime.timezone(datetime.timedelta(seconds=3600)), None)
    """
    if match := fullmatch(r"([+-])(\d\d):(\d\d)", name):
        sign, hours, minutes = match.groups()
        return _fixed(int(f"{sign}1") * (int(hours) * 3_600 + int(minutes) * 60))
    if fullmatch(r"[+-]?\d{1,6}", name):
        return _fixed(int(name))
    return ZoneInfo(name) if name in _names() else None


def _fixed(seconds: int) -> timezone | None:
    return timezone(timedelta(seconds=seconds)) if abs(seconds) < _DAY else None


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    # The zone of whichever machine reads it is none of a log.
    return frozenset(available_timezones() - {"localtime", "Factory"})


def is_start(unix_time: float) -> bool:
    """Tell whether a Unix time may be time 0 of a workload."""
    return bool(EARLIEST <= unix_time <= LATEST)


@dataclass(frozen=True)
class Offset:
    """From `begin` on, seconds after time 0, clocks are `seconds` ahead of UTC, and the time there
    is called `name`."""

    begin: float
    seconds: int
    name: str


@dataclass(frozen=True)
class Calendar:
    """Dates and hours of seconds after time 0.

    Parameters
    ----------
    unix_start
        Unix time of time 0, seconds, from `EARLIEST` to `LATEST`.
    zone
        Time zone, as `zone_of` takes it; with "", or a name that no zone has, dates are in UTC, and
        `note` says so.

    Raises
    ------
    ParameterError
        For a time that has no date.

    Examples
    --------
    >>> spring = Calendar(1_774_742_400, "Europe/Berlin")
    >>> spring.text(0), spring.text(3_600)
    ('2026-03-29 01:00:00 CET', '2026-03-29 03:00:00 CEST')
    """

    unix_start: float
    zone: str = ""

    def __post_init__(self) -> None:
        if not is_start(self.unix_start):
            rule = f"must be from {EARLIEST:.0f} to {LATEST:.0f}, the years 1970 to 9000"
            raise ParameterError({"unix_start": f"unix_start {rule}, got {self.unix_start:g}"})

    @classmethod
    def of(cls, workload: Dated) -> Self | None:
        """Return the calendar of a workload; None where its time 0 is unknown or has no date."""
        start = workload.unix_start
        return cls(start, workload.zone) if start is not None and is_start(start) else None

    @classmethod
    def from_json(cls, values: Mapping[str, Any] | None) -> Self | None:
        """Build from what `as_json` returned, or from null."""
        return None if values is None else cls(values["unix_start"], values["zone"])

    def as_json(self) -> dict[str, Any]:
        """Return plain values that build the same."""
        return {"unix_start": plain(self.unix_start), "zone": self.zone}

    @property
    def tzinfo(self) -> tzinfo:
        """The zone whose dates are shown."""
        return zone_of(self.zone) or UTC

    @property
    def place(self) -> str:
        """What people call the zone that is shown."""
        zone = zone_of(self.zone)
        if zone is None:
            return "UTC"
        if isinstance(zone, timezone):
            return f"UTC{away(int(zone.utcoffset(None).total_seconds()))}"
        return self.zone

    @property
    def note(self) -> str:
        """Say whose dates are shown."""
        if zone_of(self.zone) is None:
            return "UTC; no time zone was named"
        return self.place

    def table(self, end: float) -> dict[str, Any]:
        """Return plain values for programs that know no time zones: Unix time of time 0, `note`,
        and the offsets up to `end` seconds, each as when it begins, seconds and name."""
        offsets = [[plain(o.begin), o.seconds, o.name] for o in self.offsets(end)]
        return {"unix_start": plain(self.unix_start), "note": self.note, "offsets": offsets}

    def moment(self, seconds: float) -> datetime | None:
        """Return date and hour of a second after time 0; None where there is none."""
        at = self.unix_start + seconds
        if not 0 <= at <= LAST:
            return None
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at)).astimezone(self.tzinfo)

    def text(self, seconds: float) -> str:
        """Write date and hour with the name of the zone's time, to the second; "" for none."""
        moment = self.moment(float(np.floor(seconds))) if np.isfinite(seconds) else None
        return "" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} {name_at(moment)}"

    def iso(self, seconds: Floats) -> list[str]:
        """Write dates as ISO 8601 with the offset from UTC, to the microsecond where times are no
        whole seconds; "" for what has no date.

        Examples
        --------
        >>> Calendar(1_774_742_400, "Europe/Berlin").iso(np.array([0.0, 3_600.0, np.nan]))
        ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00', '']
        """
        times = np.asarray(seconds, np.float64) + self.unix_start
        known = (times >= 0) & (times <= LAST)
        offsets = self.offsets(float(np.max(times[known], initial=0.0)) - self.unix_start)
        begins = np.array([offset.begin for offset in offsets[1:]]) + self.unix_start
        which = np.searchsorted(begins, np.where(known, times, 0.0), side="right")
        ahead = np.array([offset.seconds for offset in offsets])[which]
        micro = np.rint(np.where(known, times, 0.0) * 1e6).astype(np.int64) + ahead * 1_000_000
        unit = "us" if np.any(micro % 1_000_000) else "s"
        texts = np.datetime_as_string(micro.astype("datetime64[us]").astype(f"datetime64[{unit}]"))
        ends = [away(offset.seconds) for offset in offsets]
        pairs = zip(texts.tolist(), which.tolist(), known.tolist(), strict=True)
        return [f"{text}{ends[offset]}" if is_known else "" for text, offset, is_known in pairs]

    def seconds_of(self, moment: datetime) -> float:
        """Return the second after time 0 at which something was; a date without a zone is one of
        the calendar."""
        known = moment if moment.tzinfo else moment.replace(tzinfo=self.tzinfo)
        return known.timestamp() - self.unix_start

    def offsets(self, end: float) -> tuple[Offset, ...]:
        """Return how far clocks are ahead of UTC from time 0 to `end` seconds after it, in order;
        the first holds before time 0, too."""
        last = min(max(end, 0.0) + self.unix_start, LAST)
        begin = self.unix_start
        return tuple(
            Offset(at - begin if at > begin else min(0.0, at - begin), seconds, name)
            for at, seconds, name in changes(self.tzinfo, int(begin), int(last) + 1)
        )


def away(seconds: int) -> str:
    """Write how far a clock is ahead of UTC: +02:00."""
    minutes = round(abs(seconds) / 60)
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"


def plain(value: float) -> int | float:
    """Return a number without ".0"."""
    return int(value) if float(value).is_integer() else float(value)


def name_at(moment: datetime) -> str:
    """Return what the time of a zone is called then, such as CEST; UTC+02:00 where it has no
    name."""
    name = moment.tzname() or "UTC"
    return f"UTC{name}" if name[0] in "+-" else name


@lru_cache(maxsize=64)
def changes(zone: tzinfo, begin: int, end: int) -> tuple[tuple[int, int, str], ...]:
    """Return Unix time, seconds ahead of UTC and name: at the beginning, and at each change."""

    def state(at: int) -> tuple[int, str]:
        moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at)).astimezone(zone)
        away = moment.utcoffset() or timedelta()
        return int(away.total_seconds()), name_at(moment)

    now = state(begin)
    changes = [(begin, *now)]
    step = max(1, -(-(end - begin) // _DAY // _MOST_STEPS)) * _DAY
    before = begin
    while before < end and isinstance(zone, ZoneInfo):
        after = min(before + step, end)
        if state(after) == now:
            before = after
            continue
        low, high = before, after
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if state(middle) == now else (low, middle)
        now, before = state(high), high
        changes.append((high, *now))
    return tuple(changes)
