"""Cells of a column as numbers. NaN stands for nothing, infinity for what cannot be read."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from math import inf, nan
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from algorithms.problem.wall_clock import Instants, instants_of
from algorithms.problem.workload import Floats
from algorithms.sources.mapping import BLANK, DAY_FIRST, SECONDS, Column

ENDLESS = frozenset(("unlimited", "partition_limit", "infinite", "inf", "infinity", "no limit"))
"""Time limits that are none."""

UNKNOWN = -1.0
"""The number that stands for nothing, as in SWF."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_CLOCK = re.compile(
    r"(?:(?P<days>\d+)(?: days?,? |-))?(?P<a>\d+):(?P<b>\d+)(?::(?P<c>\d+(?:\.\d*)?))?", re.ASCII
)
_DAYS = re.compile(r"(\d+)-(\d+)", re.ASCII)
_ISO = re.compile(
    r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?", re.ASCII
)
_PARTS = re.compile(r"(?:\d+(?:\.\d*)?\s*[a-zA-Z]+\s*)+", re.ASCII)
_PART = re.compile(r"(\d+(?:\.\d*)?)\s*([a-zA-Z]+)", re.ASCII)
_WORDS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3_600.0),
    **dict.fromkeys(("d", "day", "days"), 86_400.0),
}
_DATES = ("%d.%m.%Y", "%Y/%m/%d", "%d %b %Y", "%d-%b-%Y", "%b %d %Y")
_HOURS = (" %H:%M:%S", " %H:%M", " %I:%M:%S %p", " %I:%M %p", "")
_FORMS = {
    is_day_first: (
        *(f"{date}{hour}" for date in (slashes, *_DATES) for hour in _HOURS),
        "%a %b %d %H:%M:%S %Y",
    )
    for is_day_first, slashes in ((False, "%m/%d/%Y"), (True, "%d/%m/%Y"))
}
"""Dates that are not those of ISO 8601: the month comes first where slashes are, unless it is said
that the day does."""
_LONGEST = 64
"""Characters of a cell that may be a time."""


def seconds_in(text: str, unit: float = 1.0) -> float:
    """Return a duration in seconds: `D-HH:MM:SS` and its shorter forms, ISO 8601 (`PT1H`), words
    (`1h 30m`), or a number of units of `unit` seconds.

    >>> seconds_in("1-00:00:30"), seconds_in("15:00"), seconds_in("90", 60.0), seconds_in("PT2H")
    (86430.0, 900.0, 5400.0, 7200.0)
    """
    cell = text.strip()[:_LONGEST]
    if cell.lower() in BLANK or cell.lower() in ENDLESS:
        return nan
    if _NUMBER.fullmatch(cell):
        return nan if float(cell) == UNKNOWN else float(cell) * unit
    if match := _CLOCK.fullmatch(cell):
        return _of_clock(match)
    if match := _DAYS.fullmatch(cell):
        return int(match[1]) * 86_400.0 + int(match[2]) * 3_600.0
    if len(cell) > 2 and (match := _ISO.fullmatch(cell)):
        sizes = (604_800.0, 86_400.0, 3_600.0, 60.0, 1.0)
        return sum(float(n or 0) * size for n, size in zip(match.groups(), sizes, strict=True))
    if _PARTS.fullmatch(cell):
        return sum(float(n) * _WORDS.get(word.lower(), inf) for n, word in _PART.findall(cell))
    return inf


def _of_clock(match: "re.Match[str]") -> float:
    """Return the seconds of hours:minutes:seconds, or of minutes:seconds; after days the first
    number is one of hours."""
    days, a, b, c = match["days"], int(match["a"]), int(match["b"]), match["c"]
    if c is not None:
        clock = a * 3_600.0 + b * 60.0 + float(c)
    else:
        clock = a * 3_600.0 + b * 60.0 if days is not None else a * 60.0 + b
    return int(days or 0) * 86_400.0 + clock


def durations(column: pa.Array, how: Column) -> Floats:
    """Return durations, float64, seconds."""
    if pa.types.is_duration(column.type):
        return _plain(column.cast(pa.duration("us"), safe=False).cast(pa.int64())) * 1e-6
    unit = SECONDS[how.unit or "s"]
    if _is_number(column.type):
        values = _plain(column)
        return np.where(values == UNKNOWN, nan, values * unit)
    return _each(column, lambda cell: seconds_in(cell, unit))


def instants(column: pa.Array, how: Column, zone: tzinfo) -> tuple[Instants, bool]:
    """Return instants, seconds since 1970 (or since the time that numbers count from), and whether
    some are dates that name no zone: what clocks of `zone` show."""
    if pa.types.is_timestamp(column.type):
        return _of_timestamps(column, zone)
    is_day_first = how.unit == DAY_FIRST
    unit = SECONDS["s" if is_day_first else how.unit or "s"]
    if _is_number(column.type):
        values = _plain(column)
        return Instants.once(np.where(values == UNKNOWN, nan, values * unit)), False
    if pa.types.is_date(column.type):
        return _of_timestamps(column.cast(pa.timestamp("s")), zone)
    cells = texts(column)
    # Dates of one form are read by columns; what is odd, cell by cell.
    for form in (pa.timestamp("us"), pa.timestamp("us", "UTC")):
        try:
            return _of_timestamps(cells.cast(form), zone)
        except pa.ArrowInvalid:
            continue
    read = _each(cells, lambda cell: instant_in(cell, unit, is_day_first=is_day_first))
    return _on_clocks(read[:, 0], read[:, 1] == 1.0, zone)


def instant_in(text: str, unit: float = 1.0, *, is_day_first: bool = False) -> tuple[float, bool]:
    """Return an instant in seconds since 1970, and whether these are seconds of a clock whose zone
    is not named: ISO 8601, other usual dates, or a number of units of `unit` seconds.

    >>> instant_in("29.03.2026 10:30") == instant_in("03/29/2026 10:30 AM")
    True
    >>> instant_in("2026-03-29T10:30+02:00"), instant_in("90", 60.0)
    ((1774773000.0, False), (5400.0, False))
    """
    cell = text.strip()[:_LONGEST]
    if cell.lower() in BLANK:
        return nan, False
    if _NUMBER.fullmatch(cell):
        return float(cell) * unit, False
    for read in (datetime.fromisoformat, *(_by(form) for form in _FORMS[is_day_first])):
        try:
            at = read(cell.removesuffix(" UTC"))
        except (ValueError, OverflowError):
            continue
        is_local = at.tzinfo is None and not cell.endswith(" UTC")
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return (at - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(seconds=1), is_local
    return inf, False


def _by(form: str) -> Callable[[str], datetime]:
    return lambda cell: datetime.strptime(cell, form)


def _of_timestamps(column: pa.Array, zone: tzinfo) -> tuple[Instants, bool]:
    is_finer = column.type.unit == "ns"  # which are cut
    column = column.cast(pa.timestamp("us", column.type.tz), safe=not is_finer)
    seconds = _plain(column.cast(pa.int64())) * 1e-6
    return _on_clocks(seconds, np.isfinite(seconds) & (column.type.tz is None), zone)


def _on_clocks(seconds: Floats, local: NDArray[np.bool_], zone: tzinfo) -> tuple[Instants, bool]:
    """Return instants, of which `local` ones are what clocks of a zone show."""
    found = Instants.once(seconds)
    if not local.any():
        return found, False
    for column, values in zip(found, instants_of(seconds[local], zone), strict=True):
        column[local] = values
    return found, True


def numbers(column: pa.Array, how: Column) -> Floats:
    """Return numbers, float64, divided as a column says."""
    if _is_number(column.type):
        return _plain(column) / how.divide
    return _each(cells_of(column, how), _number) / how.divide


def _number(text: str) -> float:
    cell = text.strip()
    if cell.lower() in BLANK:
        return nan
    return float(cell) if len(cell) <= _LONGEST and _NUMBER.fullmatch(cell) else inf


def cells_of(column: pa.Array, how: Column) -> pa.Array:
    """Return cells as `texts` does, of a resource within them where the column names one."""
    cells = texts(column)
    if not how.unit:
        return cells
    found = pc.extract_regex(
        cells, rf"(?:^|,)\s*{re.escape(how.unit)}(?::[^=,]*)?=(?P<amount>[^,]*)"
    )
    return pc.struct_field(found, "amount")


def states_in(cells: pa.Array) -> pa.Array:
    """Return states of jobs in lower case, without the rest of a cell (`CANCELLED by 1004`)."""
    return pc.utf8_lower(pc.struct_field(pc.extract_regex(cells, r"^(?P<state>[^\s+]+)"), "state"))


def texts(column: pa.Array) -> pa.Array:
    """Return cells as text without blanks around it; null where they say nothing."""
    return _without_blanks(pc.utf8_trim_whitespace(_texts(column)))


def _texts(column: pa.Array) -> pa.Array:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type):
        return pa.array(
            [None if v is None else v.decode("utf-8", "replace") for v in column.to_pylist()],
            pa.string(),
        )
    if pa.types.is_nested(column.type):
        return pa.array([None if v is None else str(v) for v in column.to_pylist()], pa.string())
    if pa.types.is_floating(column.type):  # whole numbers beside missing ones come as floats
        with suppress(pa.ArrowInvalid):
            column = column.cast(pa.int64())
    return column.cast(pa.string())


def _without_blanks(column: pa.Array) -> pa.Array:
    blank = pc.is_in(pc.utf8_lower(column), pa.array(sorted(BLANK)))
    return pc.if_else(blank, pa.scalar(None, pa.string()), column)


def _is_number(of: pa.DataType) -> bool:
    return bool(
        pa.types.is_integer(of)
        or pa.types.is_floating(of)
        or pa.types.is_decimal(of)
        or pa.types.is_boolean(of)
    )


def _plain(column: pa.Array) -> Floats:
    values: Floats = np.array(
        column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False), np.float64
    )
    return values


def _each(column: pa.Array, read: Callable[[str], Any]) -> Floats:
    """Read each cell, those that are alike once, as a number or a row of them."""
    column = _texts(column).dictionary_encode()
    values = [*map(read, column.dictionary.to_pylist()), read("")]
    codes: Any = column.indices.fill_null(len(values) - 1).to_numpy(zero_copy_only=False)
    found: Floats = np.array(values, np.float64)[codes]
    return found
