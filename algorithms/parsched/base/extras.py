"""Packages that not everybody needs: the extras of the distribution, and what is said without one.

from parsched.base.extras import extra

with extra("exact"):
    import highspy
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from parsched.base.errors import AlgorithmsError


class MissingPackageError(AlgorithmsError, ImportError):
    """A package of an extra is not installed; says which, and how to install it."""


class MissingPackageWarning(UserWarning):
    """A result has less in it, as a package of an extra is not installed."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import packages of an extra of the distribution, such as `exact`.

    Raises
    ------
    MissingPackageError
        When one is not installed.

    Examples
    --------
    >>> with extra("exact"):
    ...     import no_such_solver
    Traceback (most recent call last):
    ...
    parsched.base.extras.MissingPackageError: no_such_solver is not installed: \
pip install 'schedweb[exact]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "parsched"):
            raise
        raise _missing(package, name) from error


def need(package: str, name: str) -> None:
    """Raise `MissingPackageError` unless a package of an extra, which another program will load, is
    installed."""
    if find_spec(package) is None:
        raise _missing(package, name)


def _missing(package: str, name: str) -> MissingPackageError:
    sentence = f"{package} is not installed: pip install 'schedweb[{name}]'"
    return MissingPackageError(sentence, name=package)
