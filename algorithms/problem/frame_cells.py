"""Columns of a data frame as arrays; what cannot be one is refused by column and row."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import WorkloadError
from algorithms.problem.arrays import Floats, Ints

EXACT = 2**53
"""Whole numbers that float64 holds, all of them up to here."""
MOST = int(np.iinfo(np.int64).max)


def numbers_of(name: str, column: Any, missing: float) -> Floats:
    """Return a column of numbers, with another value in place of missing ones."""
    if not (column.dtype.is_numeric() or column.null_count() == len(column)):
        raise WorkloadError(f"column {name} must hold numbers, got {column.dtype}")
    numbers = np.array([np.nan if v is None else v for v in _values(column)], np.float64)
    return np.where(np.isnan(numbers), missing, numbers)


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
    if column.dtype.is_integer() or (column.dtype.is_float() and all(map(_is_whole, values))):
        return np.array([int(value) for value in values], np.int64)
    return texts_of(column).astype(np.str_)


def instants_of(name: str, column: Any) -> tuple[NDArray[np.datetime64], float]:
    """Return a column of instants in UTC, datetime64[us], NaT where there is none; and of how many
    seconds each may be the first."""
    kind = str(column.dtype).partition("(")[0]
    if kind not in ("Datetime", "Date"):
        if column.null_count() == len(column):
            return np.full(len(column), "NaT", "datetime64[us]"), 1.0
        raise WorkloadError(f"column {name} must hold instants, got {column.dtype}")
    known = [not empty for empty in column.is_null().to_list()]
    counts = column.dt.timestamp("us").to_list()
    micros: Ints = np.array(
        [int(count) if there else 0 for count, there in zip(counts, known, strict=True)], np.int64
    )
    instants = np.where(known, micros.view("datetime64[us]"), np.datetime64("NaT", "us"))
    return instants, 86400.0 if kind == "Date" else 1.0


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
