"""A column that grows while a file is read, in one piece of memory."""

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

_LEAST = 1 << 16


class Grown(Generic[T]):
    """Values that are appended in blocks.

    Blocks that are kept apart until the end take twice the room then, and leave holes behind; one
    piece of memory that grows by an eighth does not.

    Examples
    --------
    >>> column = Grown(np.int64)
    >>> column.append(np.arange(3))
    >>> column.take()
    array([0, 1, 2])
    """

    def __init__(self, dtype: type[T]) -> None:
        self._array: NDArray[T] = np.empty(0, dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, values: NDArray[Any]) -> None:
        """Add values, of any type that fits."""
        length = self._length + len(values)
        if length > len(self._array):
            # No other code has seen the array, so that it may move.
            room = len(self._array) + max(len(self._array) // 8, _LEAST)
            self._array.resize(max(length, room), refcheck=False)
        self._array[self._length : length] = values
        self._length = length

    def view(self) -> NDArray[T]:
        """Return the values so far; no longer valid once more are appended."""
        return self._array[: self._length]

    def take(self) -> NDArray[T]:
        """Return all values, and forget them."""
        array, self._array = self._array, np.empty(0, self._array.dtype)
        array.resize(self._length, refcheck=False)
        self._length = 0
        return array
