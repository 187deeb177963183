"""What must be given once: the same twice would count as new evidence."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def repeated(values: Iterable[T]) -> list[T]:
    """Return what is given more than once, in order.

    Examples
    --------
    >>> repeated([10, 20, 10])
    [10]
    """
    seen = set[str]()
    twice: list[T] = []
    for value in values:
        text = repr(value)  # lists and objects of a file have no hash
        if text in seen:
            twice.append(value)
        seen.add(text)
    return twice
