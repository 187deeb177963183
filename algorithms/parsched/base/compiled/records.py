"""Numbers with names in the state of a kernel, where an array has numbers only.

A kernel changes its state in place and returns nothing of it, so single numbers of it have to lie
in memory that it is handed. A record does: `counts = machine.counts[0]`, then `counts.free -= 1`.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

T_co = TypeVar("T_co", covariant=True)

_TYPES = {int: np.int64, float: np.float64}


class RecordArray(Protocol[T_co]):
    """An array of records of one kind, shape (n_records,).

    A part of it shares the memory, and a name gives the column of all records. Numba returns tuples
    from functions that hold arrays, but none that hold records: so state with one record keeps an
    array of one.
    """

    @overload
    def __getitem__(self, index: str) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> "RecordArray[T_co]": ...
    @overload
    def __getitem__(self, index: int) -> T_co: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...


if TYPE_CHECKING:

    class _Void:
        """`np.void`, whose type stubs forbid subclasses."""

else:
    _Void = np.void


class RecordTable(Protocol[T_co]):
    """Records of one kind in rows, shape (n_rows, n_records)."""

    def __getitem__(self, index: int) -> RecordArray[T_co]: ...
    def __len__(self) -> int: ...


class KernelRecord(_Void):
    """A record whose fields a subclass declares by their types, int or float.

    What is true or false is 1 or 0: EASY took a tenth longer with fields of one byte. Compiled code
    knows fields; to plain Python they are properties, ten times as fast as the fields of
    `np.record`.

    Examples
    --------
    >>> class Counts(KernelRecord):
    ...     free: int
    >>> counts = Counts.new()
    >>> counts[0].free += 3
    >>> counts["free"]
    array([3])
    """

    dtype_of_all: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        hints = {name: hint for name, hint in get_type_hints(cls).items() if hint in _TYPES}
        for name in hints:
            setattr(cls, name, _field(name))
        fields = np.dtype([(name, _TYPES[hint]) for name, hint in hints.items()], align=True)
        cls.dtype_of_all = np.dtype((cls, fields))

    @classmethod
    def new(cls, count: int = 1) -> RecordArray[Self]:
        """Return `count` records; all fields are 0."""
        records: RecordArray[Self] = cls._zeros(count)
        return records

    @classmethod
    def table(cls, rows: int, count: int) -> RecordTable[Self]:
        """Return `rows` rows of `count` records."""
        records: RecordTable[Self] = cls._zeros((rows, count))
        return records

    @classmethod
    def _zeros(cls, shape: int | tuple[int, int]) -> Any:
        return np.zeros(shape, cls.dtype_of_all)


def _field(name: str) -> property:
    def read(record: Any) -> Any:
        return record[name]

    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(read, write)
