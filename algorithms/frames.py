"""Columns as data frames of pandas, polars and Arrow, and back, through narwhals.

Neither narwhals nor any of the three is loaded before somebody asks for a frame.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import UnknownKeyError, UnsupportedError

Backend: TypeAlias = Literal["pandas", "polars", "pyarrow"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
"""Packages whose data frames are made and read."""


def frame_of(columns: Mapping[str, Sequence[Any] | NDArray[Any]], backend: Backend) -> Any:
    """Return a data frame of columns of equal length; NaN and None are missing values.

    Parameters
    ----------
    columns
        Values by name. Columns of type datetime64 are instants in UTC.
    backend
        "pandas", "polars", or "pyarrow" for an Arrow table.

    Raises
    ------
    UnknownKeyError
        For another backend.
    UnsupportedError
        When narwhals or the backend is not installed.

    Examples
    --------
    >>> from algorithms.frames import frame_of
    >>> frame_of({"job": [1, 2], "wait": [0.5, None]}, "polars").shape
    (2, 2)
    """
    if backend not in BACKENDS:
        known = ", ".join(BACKENDS)
        raise UnknownKeyError(f"there are no frames of {backend!r}; there are: {known}")
    narwhals = _package("narwhals")
    _package(backend)
    values = {name: _values(column) for name, column in columns.items()}
    frame = narwhals.from_dict(values, backend=backend)
    instants = [name for name, column in values.items() if _is_instants(column)]
    zoned = [narwhals.col(name).dt.replace_time_zone("UTC") for name in instants]
    return (frame.with_columns(*zoned) if zoned else frame).to_native()


def _is_instants(column: Any) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind == "M"


def _values(column: Any) -> Any:
    """Return a column as backends take it: lists where values are missing, or of several types."""
    if isinstance(column, np.ndarray):
        if column.dtype.kind == "f" and np.isnan(column).any():
            return [None if value != value else value for value in column.tolist()]
        return column.tolist() if column.dtype.kind in "UO" else column
    values = [None if value != value else value for value in column]
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


def columns_of(frame: Any) -> dict[str, Any]:
    """Return the columns of a data frame as narwhals' series, by name.

    Raises
    ------
    TypeError
        For what is no data frame.
    UnsupportedError
        When narwhals is not installed.

    Examples
    --------
    >>> from algorithms.frames import columns_of, frame_of
    >>> columns_of(frame_of({"job": [1, 2]}, "pyarrow"))["job"].to_list()
    [1, 2]
    """
    read = _package("narwhals").from_native(frame, eager_only=True, pass_through=True)
    if not hasattr(read, "columns") or not hasattr(read, "to_native"):
        kind = type(frame).__name__
        raise TypeError(f"frame must be a data frame of pandas, polars or Arrow, got {kind}")
    return {str(name): read[name] for name in read.columns}


def _package(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise UnsupportedError(f"data frames need {name}: pip install {name}") from error
