"""What is kept for some seconds, because many pages ask for it at once."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class KeptValues(Generic[Value]):
    """What a function returned a moment ago, in this process.

    Examples
    --------
    >>> numbers = iter(range(10))
    >>> kept = KeptValues(lambda: next(numbers), seconds=60)
    >>> kept(), kept(), kept(lambda number: number > 0)
    (0, 0, 1)
    """

    def __init__(self, function: Callable[[], Value], seconds: float) -> None:
        self._function, self._seconds = function, seconds
        self._last: tuple[float, Value] | None = None

    def __call__(self, suits: Callable[[Value], bool] = lambda _: True) -> Value:
        """Return the kept value; make it again when it is too old, or does not suit the caller."""
        last = self._last
        if last is not None and time.monotonic() < last[0] and suits(last[1]):
            return last[1]
        value = self._function()
        self._last = time.monotonic() + self._seconds, value
        return value

    def forget(self) -> None:
        """Forget the kept value: the next call makes it again."""
        self._last = None
