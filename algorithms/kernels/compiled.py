"""How the simulation kernels are compiled."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
_INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that allocates nothing; `.py_func` of the result is its plain twin.

    The code does without reference counts, which would treble the time of handing state around as
    tuples of arrays.
    """
    return cast("Callable[P, R]", njit(**_OPTIONS)(function))


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that only other kernels call: without a way in from Python.

    Taking state apart that comes as tuples of arrays is most of what such a way in compiles to.
    """
    return cast("Callable[P, R]", njit(**_OPTIONS, **_INNER)(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel into each one that calls it, where handing its state over takes longer than
    what it does."""
    return cast("Callable[P, R]", njit(**_OPTIONS, **_INNER, forceinline=True)(function))
