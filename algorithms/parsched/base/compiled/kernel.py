"""Declaring a loop that is compiled. Nothing here loads Numba."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast

import numpy as np

from parsched.base.compiled.timing import stopwatch
from parsched.base.origins import KERNEL_MODULES

_COMPILED_AWAY = (ModuleType, FunctionType, BuiltinFunctionType, np.ufunc)
"""What a kernel reads that has no value of its own, or has the name of an attribute."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class KernelOptions:
    """How a kernel is compiled: whether it makes arrays, and is put into those that call it."""

    allocates: bool = False
    inlined: bool = False


class Kernel(Generic[P, R]):
    """A function over plain arrays and numbers that runs as machine code.

    Attributes
    ----------
    py_func
        The function itself, its plain twin.
    listener
        Answers all calls in the place of machine code, if there is one.
    """

    __name__: str
    listener: ClassVar[Callable[["Kernel[..., Any]", tuple[Any, ...]], Any] | None] = None

    def __init__(self, function: Callable[P, R], options: KernelOptions) -> None:
        if cast("Any", function).__closure__ or cast("Any", function).__defaults__:
            raise TypeError(f"{function} is no kernel: it has a closure or default arguments")
        update_wrapper(self, function)
        if not function.__module__.startswith("parsched."):
            KERNEL_MODULES.add(function.__module__)
        self.py_func = function
        self.options = options
        self._dispatchers: dict[bool, Any] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if Kernel.listener is not None:
            return cast("R", Kernel.listener(self, args))
        return cast("R", self._from_python(*args, **kwargs))

    @cached_property
    def _from_python(self) -> Any:
        return self.dispatcher(inner=False)

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes this for where another kernel calls it."""
        return self.dispatcher(inner=True)._numba_type_

    def dispatcher(self, *, inner: bool) -> Any:
        """Return what Numba makes of the function: for kernels that call it (`inner`), or for
        Python."""
        if inner not in self._dispatchers:  # of two threads the first one's stays
            with stopwatch:
                from parsched.base.compiled.machine_code import dispatcher  # noqa: PLC0415 (Numba)

                self._dispatchers.setdefault(inner, dispatcher(self, inner=inner))
        return self._dispatchers[inner]

    @cached_property
    def allocates(self) -> bool:
        """Whether it makes arrays, or calls a kernel that does."""
        return any(each.options.allocates for each in self._with_callees())

    @cached_property
    def digest(self) -> str:
        """What the machine code is made from: the byte code of this kernel and of those that it
        calls, at any depth, and the constants that they read."""
        return sha256("\n".join(self._source()).encode()).hexdigest()

    @cached_property
    def size(self) -> int:
        """How much there is to compile, about."""
        return sum(map(len, self._source()))

    def _source(self) -> Iterator[str]:
        for each in self._with_callees():
            function = cast("Any", each.py_func)
            yield f"{function.__module__}.{function.__qualname__} {each.options}"
            for code in _codes(function.__code__):
                constants = [
                    None if c is function.__doc__ else c
                    for c in code.co_consts
                    if not isinstance(c, CodeType)
                ]
                yield repr((code.co_code, constants, code.co_names, code.co_varnames))
            yield from map(_told, _read_by(function))

    def _with_callees(self) -> list["Kernel[..., Any]"]:
        """Return this kernel and all that it calls, at any depth, each once."""
        kernels: dict[Kernel[..., Any], None] = {self: None}
        queue: list[Kernel[..., Any]] = [self]
        for each in queue:  # grows while it is walked
            called = [
                v for v in _read_by(each.py_func) if isinstance(v, Kernel) and v not in kernels
            ]
            kernels |= dict.fromkeys(called)
            queue += dict.fromkeys(called)
        return queue


def _told(value: Any) -> str:
    """Say what is compiled of a value that a kernel reads.

    Raises
    ------
    TypeError
        For a value whose digest cannot be computed.
    """
    if value is None or isinstance(value, (Kernel, *_COMPILED_AWAY)):
        return ""
    if isinstance(value, type):
        return f"{value.__qualname__} {getattr(value, '_fields', ())}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, bool | int | float | str | bytes | tuple | np.generic | np.dtype):
        return repr(value)
    raise TypeError(f"a kernel cannot read {value!r}: changes of it cannot be noticed")


def _read_by(function: Any) -> Iterator[Any]:
    """Yield what a function may read of its module, and of modules that are imported there."""
    for code in _codes(function.__code__):
        for name in code.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType) and value.__name__.startswith("parsched."):
                yield from (getattr(value, n) for n in code.co_names if hasattr(value, n))
            else:
                yield value


def _codes(code: CodeType) -> list[CodeType]:
    """Return the code of a function and of all functions within it."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return [code, *(nested for each in inner for nested in _codes(each))]


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a kernel that makes no arrays.

    Its code does without reference counts, which would treble the time of handing state around as
    tuples of arrays.

    Examples
    --------
    >>> @kernel
    ... def twice(value: int) -> int:
    ...     return 2 * value
    >>> twice.py_func(21)
    42
    """
    return Kernel(function, KernelOptions())


def allocating(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a kernel that makes arrays.

    Examples
    --------
    >>> from parsched.plugins import allocating
    >>> @allocating
    ... def doubled(values):
    ...     return values + values
    >>> doubled.py_func(2)
    4
    """
    return Kernel(function, KernelOptions(allocates=True))


def inlined(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a kernel that is compiled into each one that calls it, where handing its state over
    takes longer than what it does.

    Examples
    --------
    >>> from parsched.plugins import inlined
    >>> @inlined
    ... def half(value):
    ...     return value / 2
    >>> half.py_func(3)
    1.5
    """
    return Kernel(function, KernelOptions(inlined=True))


@contextmanager
def plain() -> Iterator[None]:
    """Let kernels run as their plain twins meanwhile, in all threads."""
    before, Kernel.listener = Kernel.listener, lambda kernel, args: kernel.py_func(*args)
    try:
        yield
    finally:
        Kernel.listener = before
