"""Columns of a data frame as arrays; what cannot be one is refused by column and row."""

import warnings
from datetime import date, timedelta
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import TwiceShownWarning, WorkloadError
from parsched.model.problem.arrays import Floats, Ints, refuse_nul
from parsched.model.problem.calendar import zone_of
from parsched.model.problem.wall_clock import instants_of as on_clock

EXACT = 2**53
"""Whole numbers that float64 holds, all of them up to here."""
DURATION = "Duration"
INSTANTS = ("Datetime", "Date")
"""Kinds of columns."""
MOST = int(np.iinfo(np.int64).max)


def numbers_of(name: str, column: Any, missing: float, *, is_time: bool = False) -> Floats:
    """Return a column of numbers, with another value in place of missing ones; a column of times
    may hold durations, which become seconds."""
    if is_time and kind_of(column) == DURATION:
        values: list[Any] = _seconds_of(column)
    else:
        values = _values(column)
    if not column.dtype.is_numeric():
        rule = f"{name} must be a number{' of seconds, or a duration' if is_time else ''}"
        for row, value in enumerate(values, start=1):
            if is_time and isinstance(value, timedelta):
                values[row - 1] = value.total_seconds()
            elif value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
                raise WorkloadError(f"row {row}: {rule}, got {_said(value)}")
    numbers = np.array([np.nan if v is None else v for v in values], np.float64)
    return np.where(np.isnan(numbers), missing, numbers)


def kind_of(column: Any) -> str:
    """Return the kind of a column's values without unit and zone, such as "Duration"."""
    return str(column.dtype).partition("(")[0]


def _seconds_of(column: Any) -> list[float | None]:
    """Return durations in seconds, to the nearest float64; None where there is none."""
    is_fine = "'ns'" in str(column.dtype)
    counts = column.dt.total_nanoseconds() if is_fine else column.dt.total_microseconds()
    per = 10**9 if is_fine else 10**6
    cells = zip(counts.to_list(), column.is_null().to_list(), strict=True)
    return [None if empty else int(count) / per for count, empty in cells]


def _said(value: Any) -> str:
    """Write a value that is no number: a text in quotes, and what a date or duration is."""
    if isinstance(value, timedelta):
        return f"the duration {value}"
    return f"the date {value}" if isinstance(value, date) else repr(value)


def texts_of(column: Any) -> NDArray[Any]:
    """Return a column of names, None where there is none."""
    return np.array([None if v is None else _text(v) for v in _values(column)], object)


def ids_of(column: Any) -> NDArray[Any]:
    """Return ids: int64 where all are whole numbers, otherwise texts."""
    values = _values(column)
    for row, value in enumerate(values, start=1):
        if value is None:
            raise WorkloadError(f"row {row}: id must be given")
        if isinstance(value, int) and not -MOST <= value <= MOST:
            raise WorkloadError(f"row {row}: id must be a number up to {MOST}, got {value}")
    refuse_nul(values)
    if column.dtype.is_integer() or (column.dtype.is_float() and all(map(_is_whole, values))):
        return np.array([int(value) for value in values], np.int64)
    return texts_of(column).astype(np.str_)


def instants_of(name: str, column: Any, zone: str) -> tuple[NDArray[np.datetime64], float]:
    """Return a column of instants in UTC, datetime64[us], NaT where there is none; and of how many
    seconds each may be the first. Dates that name no zone are in the time of `zone`, or of UTC."""
    kind = kind_of(column)
    if kind not in INSTANTS:
        for row, value in enumerate(_values(column), start=1):
            if value is not None:
                raise WorkloadError(f"row {row}: {name} must be a date, got {_said(value)}")
        return np.full(len(column), "NaT", "datetime64[us]"), 1.0
    known = [not empty for empty in column.is_null().to_list()]
    counts = column.dt.timestamp("us").to_list()
    micros: Ints = np.array(
        [int(count) if there else 0 for count, there in zip(counts, known, strict=True)], np.int64
    )
    if zone and not zone_in(column):
        micros -= _ahead(name, micros, zone)
    instants = np.where(known, micros.view("datetime64[us]"), np.datetime64("NaT", "us"))
    return instants, 86400.0 if kind == "Date" else 1.0


def zone_in(column: Any) -> str:
    """Return the time zone of a column of instants; blank where it names none."""
    return getattr(column.dtype, "time_zone", None) or ""


def _ahead(name: str, micros: Ints, zone: str) -> Ints:
    """Return by how many microseconds clocks of a zone are ahead of UTC when they show a time; of
    the two instants at which they show it when they are put back, the first one counts, with a
    warning."""
    where = zone_of(zone)
    if where is None:
        rule = f"{name} holds dates without a zone, so zone must name a place"
        raise WorkloadError(f"{rule}, such as Europe/Berlin, or +01:00, got {zone!r}")
    shown = micros / 1e6
    found = on_clock(shown, where)
    if twice := int(np.isfinite(found.second).sum()):
        dates = "1 date is" if twice == 1 else f"{twice:,} dates are"
        warnings.warn(
            f"{name}: {dates} in an hour that clocks of {zone} show twice, taken for the first",
            TwiceShownWarning,
            stacklevel=2,
        )
    return np.rint((shown - found.first) * 1e6).astype(np.int64)


def _values(column: Any) -> list[Any]:
    """Return the values of Python, None for whatever a package calls missing."""
    cells = zip(column.to_list(), column.is_null().to_list(), strict=True)
    return [None if empty or _is_nan(value) else value for value, empty in cells]


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer() and abs(value) <= EXACT


def _text(value: Any) -> str:
    """Return a name: numbers may have become floats only because others are missing."""
    return str(int(value)) if _is_whole(value) else str(value)
