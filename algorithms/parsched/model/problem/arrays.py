"""Read-only arrays, and the types of array that the library passes around."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import WorkloadError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def frozen(values: Any, dtype: Any) -> Any:
    """Return `values` as a read-only array, shared if it is one already."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.copy()
        array.setflags(write=False)
    return array


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array without other owners read-only, so that `frozen` does not copy it."""
    array.setflags(write=False)
    return array


def refuse_nul(ids: Iterable[Any]) -> None:
    """Refuse ids of jobs that have a NUL: NumPy drops it behind a text, and two ids become one.

    Arrays of numbers and of texts have none any more.

    Raises
    ------
    WorkloadError
        Names the first row, counted from 1.

    Examples
    --------
    >>> refuse_nul(["a", "b"])
    """
    if isinstance(ids, np.ndarray) and ids.dtype.kind != "O":
        return
    for row, id in enumerate(ids, start=1):
        if isinstance(id, str) and "\0" in id:
            raise WorkloadError(f"row {row}: id must have no NUL, got {id!a:.60}")
