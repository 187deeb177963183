"""Compiled kernels without their compiler."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def uncompiled(module: ModuleType) -> Iterator[None]:
    """Put the plain twins of a module's kernels in their places, also where one calls another."""
    names = vars(module)
    compiled = {name: value for name, value in names.items() if hasattr(value, "py_func")}
    names.update({name: value.py_func for name, value in compiled.items()})
    try:
        yield
    finally:
        names.update(compiled)
