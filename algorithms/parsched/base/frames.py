"""Columns as data frames of pandas, polars and Arrow, and back, through narwhals.

Neither narwhals nor any of the three is loaded before a frame is asked for.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import UnknownKeyError, WorkloadError
from parsched.base.extras import MissingPackageError, extra

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
    MissingPackageError
        When narwhals or the backend is not installed.

    Examples
    --------
    >>> from parsched.base.frames import frame_of
    >>> frame_of({"job": [1, 2], "wait": [0.5, None]}, "polars").shape
    (2, 2)
    """
    if backend not in BACKENDS:
        known = ", ".join(BACKENDS)
        raise UnknownKeyError(f"there are no frames of {backend!r}; there are: {known}")
    narwhals = _narwhals()
    if find_spec(backend) is None:
        sentence = f"data frames of {backend} need it: pip install {backend}"
        raise MissingPackageError(sentence, name=backend)
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
    kinds = {_kind(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


def _kind(value: Any) -> type:
    """Return the type of Python that a value is one of: NumPy has its own for each."""
    if isinstance(value, bool | np.bool_):
        return bool
    if isinstance(value, Integral):
        return int
    if isinstance(value, Real):
        return float
    return str if isinstance(value, str) else type(value)


def columns_of(frame: Any) -> dict[str, Any]:
    """Return the columns of a data frame as narwhals' series, by name.

    Raises
    ------
    TypeError
        For what is no data frame.
    WorkloadError
        When two columns have one name.
    MissingPackageError
        When narwhals is not installed.

    Examples
    --------
    >>> from parsched.base.frames import columns_of, frame_of
    >>> columns_of(frame_of({"job": [1, 2]}, "pyarrow"))["job"].to_list()
    [1, 2]
    """
    narwhals = _narwhals()
    try:
        read = narwhals.from_native(frame, eager_only=True, pass_through=True)
        if not hasattr(read, "columns") or not hasattr(read, "to_native"):
            kind = type(frame).__name__
            raise TypeError(f"frame must be a data frame of pandas, polars or Arrow, got {kind}")
        columns = {str(name): read.get_column(name) for name in read.columns}
    except narwhals.exceptions.DuplicateError as error:
        raise _twice(frame) from error
    if len(columns) < len(read.columns):
        raise _twice(frame)
    return columns


def _twice(frame: Any) -> WorkloadError:
    """Return the names of the columns of a table (Arrow calls them `column_names`)."""
    names = map(str, frame.column_names if hasattr(frame, "column_names") else frame.columns)
    [(name, count)] = Counter(names).most_common(1)
    return WorkloadError(f"{count} columns are called {name}; each must have a name of its own")


def _narwhals() -> Any:
    with extra("frames"):
        import narwhals  # noqa: PLC0415 (needed only once there is a frame)
    return narwhals
