"""Paths that commands take: what is read, and what is written, checked before anything runs."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parsched.base.errors import ParameterError
from parsched.base.whole_files import keeping, problem_of, problem_of_folder


class ReadPath(str):
    """A path that is read, or the name of something else."""

    __slots__ = ()


class WrittenPath(str):
    """A file that is written."""

    __slots__ = ()

    @property
    def problem(self) -> str:
        """Why nothing can be written there; blank where it can."""
        return problem_of(self)


class OutputFolder(WrittenPath):
    """A folder that files are written into."""

    __slots__ = ()

    @property
    def problem(self) -> str:
        """Why nothing can be written there; blank where it can."""
        return problem_of_folder(self)


class OutputPath(WrittenPath):
    """A file, or a folder for several."""

    __slots__ = ()

    @property
    def problem(self) -> str:
        """Why nothing can be written there; blank where it can."""
        path = Path(self)
        is_folder = path.is_dir() or not (path.suffix or path.exists())
        return problem_of_folder(self) if self and is_folder else problem_of(self)


@contextmanager
def checked(args: argparse.Namespace) -> Iterator[None]:
    """Refuse paths of `args` that cannot be written, and let nothing be written onto what is read.

    Raises
    ------
    ParameterError
        Names the option, what is wrong and the value.
    """
    given = [(name, value) for name, values in vars(args).items() for value in _each(values)]
    with keeping(*(value for _, value in given if isinstance(value, ReadPath))):
        seen: dict[str, str] = {}
        for name, value in given:
            if isinstance(value, WrittenPath):
                _check(name, value, seen)
        yield


def _check(name: str, value: WrittenPath, seen: dict[str, str]) -> None:
    option, place = f"--{name.replace('_', '-')}", os.path.realpath(value)
    refuse(name, value, value.problem)
    if place in seen and not isinstance(value, OutputFolder):
        refuse(name, value, f"{seen[place]} is written there")
    seen[place] = option


def refuse(name: str, value: str, problem: str) -> None:
    """Raise `ParameterError` where there is a problem with the value of an option."""
    if problem:
        option = f"--{name.replace('_', '-')}"
        raise ParameterError({name: f"{option} cannot be {str(value)!r}: {problem}"})


def _each(values: Any) -> list[Any]:
    return list(values) if isinstance(values, list | tuple) else [values]
