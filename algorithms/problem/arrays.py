"""Read-only arrays, and the types of array that the library passes around."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
