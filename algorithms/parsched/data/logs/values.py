"""Cells of a column as numbers. NaN stands for nothing, infinity for what cannot be read."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import tzinfo
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.data.files.mapping import BLANK, DIGITS, MONTH_FIRST, SECONDS, SourceColumn
from parsched.data.logs.dates import ORDERS, of_digits, shown_in
from parsched.data.logs.zones import AMBIGUOUS, as_there, named
from parsched.model.problem.wall_clock import Instants, instants_of
from parsched.model.problem.workload import Floats

ENDLESS = frozenset(("unlimited", "partition_limit", "infinite", "inf", "infinity", "no limit"))
"""Time limits that are none."""

DURATIONS = "3600, 1-02:30:00, 90:00, 1h 30m or PT1H30M"
"""Examples of what can be read, for messages."""

UNKNOWN = -1.0
"""The number that stands for nothing, as in SWF."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_CLOCK = re.compile(
    r"(?:(?P<days>\d+)(?: days?,? |-))?(?P<a>\d+):(?P<b>\d+)(?::(?P<c>\d+(?:\.\d*)?))?", re.ASCII
)
_USUAL_CLOCK = "^(?:(?P<days>[0-9]{1,9})-)?(?P<h>[0-9]{1,9}):(?P<m>[0-9]{1,9}):(?P<s>[0-9]{1,9})$"
"""What most schedulers print, which is read by columns."""
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
MOST_SECONDS = 1e11
"""Larger numbers are no seconds since 1970, but parts of seconds, or dates by their digits."""

_TRIED = 16
"""Cells by which it is tried whether a column has one form."""

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


def durations(column: pa.Array, how: SourceColumn) -> Floats:
    """Return durations, float64, seconds."""
    if pa.types.is_duration(column.type):
        return _plain(column.cast(pa.duration("us"), safe=False).cast(pa.int64())) * 1e-6
    unit = SECONDS[how.unit or "s"]
    if _is_number(column.type):
        values = _plain(column)
        return np.where(values == UNKNOWN, nan, values * unit)
    return _each(column, lambda cell: seconds_in(cell, unit), _of_usual_clocks)


def _of_usual_clocks(cells: pa.Array) -> Floats:
    """Return the seconds of cells such as 1-02:30:00 and 02:30:00, NaN for all others."""
    parts = pc.extract_regex(cells, _USUAL_CLOCK)
    days, *clock = (pc.struct_field(parts, i) for i in range(4))
    days = pc.if_else(pc.equal(days, ""), "0", days)
    of = [_plain(part.cast(pa.int64())) for part in (days, *clock)]
    return of[0] * 86_400.0 + of[1] * 3_600.0 + of[2] * 60.0 + of[3]


class InstantColumn(NamedTuple):
    """Instants of a column; whether some are dates that name no zone, which are what clocks of the
    zone of the log show; and which name a zone by an abbreviation that has several meanings."""

    instants: Instants
    is_local: bool = False
    is_guessed: NDArray[np.bool_] | None = None


def instants(column: pa.Array, how: SourceColumn, zone: tzinfo, order: str = "") -> InstantColumn:
    """Return instants, seconds since 1970 or since the time that numbers count from; infinite for
    what is no time. Dates such as 03/02/2026 are in an `order` of `ORDERS`, else as `how` says."""
    if pa.types.is_timestamp(column.type):
        return _of_timestamps(column, zone)
    if _is_number(column.type):
        return _of_numbers(_plain(column), how, zone)
    if pa.types.is_date(column.type):
        return _of_timestamps(column.cast(pa.timestamp("s")), zone)
    cells = texts(column)
    # Dates of one form are read by columns; what is odd, each different cell once.
    for form in (pa.timestamp("us"), pa.timestamp("us", "UTC")):
        if (made := _cast(cells, form)) is not None:
            return _of_timestamps(made, zone)
    if (made := _cast(cells, pa.float64())) is not None:
        return _of_numbers(_of_cast(made, cells), how, zone)
    order = order or (how.unit if how.unit in ORDERS else MONTH_FIRST)
    return _of_texts(cells, how, zone, order)


def _cast(cells: pa.Array, to: pa.DataType) -> pa.Array | None:
    """Return the cells if all are of one form; else None."""
    try:
        cells.slice(0, _TRIED).cast(to)  # a whole column that is of another takes a second
        return cells.cast(to)
    except pa.ArrowInvalid:
        return None


def _of_cast(made: pa.Array, cells: pa.Array) -> Floats:
    """Return cells that were made numbers, infinite where they are the word for none."""
    values = _plain(made)
    missing: NDArray[np.bool_] = cells.is_null().to_numpy(zero_copy_only=False)
    return np.where(np.isnan(values) & ~missing, inf, values)


def _of_numbers(values: Floats, how: SourceColumn, zone: tzinfo) -> InstantColumn:
    """Return the instants of numbers: dates by their digits where that is said, or of those that
    are such where seconds would be after the year 5138; else units since 1970."""
    known = np.isfinite(values) & (values != UNKNOWN)
    values = np.where(values == UNKNOWN, nan, values)
    if how.unit == DIGITS:
        shown = np.where(known, of_digits(values), values)
        return InstantColumn(*_on_clocks(shown, np.isfinite(shown), zone))
    seconds = values * SECONDS.get(how.unit, 1.0)
    if how.unit in SECONDS or not (values[known] > MOST_SECONDS).any():
        return InstantColumn(Instants.once(seconds))
    shown = np.where(known & (values > MOST_SECONDS), of_digits(values), np.inf)
    is_date = np.isfinite(shown)
    return InstantColumn(*_on_clocks(np.where(is_date, shown, seconds), is_date, zone))


def _of_texts(cells: pa.Array, how: SourceColumn, zone: tzinfo, order: str) -> InstantColumn:
    """Return the instants of cells of any forms, each different one read once."""
    coded = cells.dictionary_encode()
    distinct = pc.utf8_slice_codeunits(coded.dictionary, 0, _LONGEST)
    read = _of_distinct(distinct, how, zone, order)
    codes: Any = coded.indices.fill_null(len(distinct)).to_numpy(zero_copy_only=False)
    first, second = (np.append(of, nan)[codes] for of in read.instants[:2])
    leapt = np.append(read.instants.leapt, False)[codes]
    guessed = None if read.is_guessed is None else np.append(read.is_guessed, False)[codes]
    return InstantColumn(Instants(first, second, leapt), read.is_local, guessed)


def _of_distinct(cells: pa.Array, how: SourceColumn, zone: tzinfo, order: str) -> InstantColumn:
    is_number = pc.match_substring_regex(cells, f"^{_NUMBER.pattern}$")
    plain: Any = is_number.to_numpy(zero_copy_only=False)
    numbers_at, dates_at = np.flatnonzero(plain), np.flatnonzero(~plain)
    found = Instants.once(np.full(len(cells), inf))
    is_local = False
    if len(numbers_at):
        made = _of_numbers(_plain(cells.take(pa.array(numbers_at)).cast(pa.float64())), how, zone)
        is_local = made.is_local
        _put(found, numbers_at, made.instants)
    dates = cells.take(pa.array(dates_at))
    shown, zones = shown_in(dates, order)
    guessed = np.zeros(len(cells), np.bool_)
    for text in dict.fromkeys(zones.tolist()):
        at = np.flatnonzero(zones == text)
        there = as_there(text, shown[at], zone) if text else zone
        guessed[dates_at[at]] = there is None and text in AMBIGUOUS
        there = there or named(text)
        if there is None:
            continue  # a zone that is known of none: the cell cannot be read
        known = np.isfinite(shown[at])
        is_local = is_local or (not text and bool(known.any()))
        _put(found, dates_at[at], instants_of(shown[at], there))
    return InstantColumn(found, is_local, guessed if guessed.any() else None)


def _put(found: Instants, at: NDArray[np.intp], made: Instants) -> None:
    for column, values in zip(found, made, strict=True):
        column[at] = values


def _of_timestamps(column: pa.Array, zone: tzinfo) -> InstantColumn:
    is_finer = column.type.unit == "ns"  # which are cut
    column = column.cast(pa.timestamp("us", column.type.tz), safe=not is_finer)
    seconds = _plain(column.cast(pa.int64())) * 1e-6
    return InstantColumn(
        *_on_clocks(seconds, np.isfinite(seconds) & (column.type.tz is None), zone)
    )


def _on_clocks(seconds: Floats, local: NDArray[np.bool_], zone: tzinfo) -> tuple[Instants, bool]:
    """Return instants; `local` ones are what clocks of a zone show."""
    found = Instants.once(seconds)
    if not local.any():
        return found, False
    for column, values in zip(found, instants_of(seconds[local], zone), strict=True):
        column[local] = values
    return found, True


def numbers(column: pa.Array, how: SourceColumn) -> Floats:
    """Return numbers, float64, divided as a column says."""
    if _is_number(column.type):
        return _plain(column) / how.divide
    return _each(cells_of(column, how), _number) / how.divide


def _number(text: str) -> float:
    cell = text.strip()
    if cell.lower() in BLANK:
        return nan
    return float(cell) if len(cell) <= _LONGEST and _NUMBER.fullmatch(cell) else inf


def cells_of(column: pa.Array, how: SourceColumn) -> pa.Array:
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


def _each(
    column: pa.Array,
    read: Callable[[str], Any],
    at_once: Callable[[pa.Array], Floats] | None = None,
) -> Floats:
    """Read each cell as a number, those that are alike once; what `at_once` makes of all different
    ones is kept where it is a number."""
    column = _texts(column).dictionary_encode()
    codes: Any = column.indices.fill_null(len(column.dictionary)).to_numpy(zero_copy_only=False)
    known: Floats = np.full(len(column.dictionary) + 1, nan)
    if at_once is not None:
        known[:-1] = at_once(column.dictionary)
    for place in np.flatnonzero(np.isnan(known[:-1])).tolist():
        known[place] = read(column.dictionary[place].as_py())
    known[-1] = read("")
    found: Floats = known[codes]
    return found
