"""How the simulation kernels are compiled."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that allocates nothing; `.py_func` of the result is its plain twin.

    The code does without reference counts, which would treble the time of handing state around as
    tuples of arrays.
    """
    return cast("Callable[P, R]", njit(**_OPTIONS)(function))
