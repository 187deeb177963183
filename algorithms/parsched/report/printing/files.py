"""Printed figures as files, of the kinds that file endings name."""

from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from parsched.base.errors import UnknownKeyError
from parsched.base.extras import extra
from parsched.data.formats.target import opened
from parsched.report.looks import Looks
from parsched.report.plot import Plot
from parsched.report.printing.sheet import Sheet

Ending: TypeAlias = Literal["svg", "pdf", "png"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
"""Kinds of files that figures are printed as."""
DRAWERS = "parsched.report.printing.page"
"""Module that draws, by its name: it takes matplotlib along, which most programs never need."""


def print_figure(
    plot: Plot, path: str | Path, sheet: Sheet | None = None, *, title: str = ""
) -> Path:
    """Print a plot as a file of the kind that the ending of its path says, and return the path.

    Raises
    ------
    UnknownKeyError
        For another ending; the sentence lists those that there are.
    FormatError
        When the file cannot be written.
    """
    target = Path(path)
    content = printed(plot, ending_of(target), sheet, title=title)
    with opened(target) as file:
        file.write(content)
    return target


def ending_of(path: Path) -> str:
    """Return the ending of a file name, in small letters and without the dot."""
    return path.suffix.removeprefix(".").lower()


def printed(
    plot: object,
    ending: str,
    sheet: Sheet | None = None,
    *,
    title: str = "",
    looks: Looks | None = None,
) -> bytes:
    """Return the content of such a file of a plot or of Gantt charts; `title` is what it says of
    itself, not what is drawn, and `looks` are the styles of runs by key, where these differ from
    the styles of their algorithms.

    Raises
    ------
    UnknownKeyError
        For another ending; the sentence lists those that there are.
    """
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise UnknownKeyError(f"no figure is printed as {ending!r}; there are: {known}")
    return cast("bytes", drawers().printed(plot, ending, sheet or Sheet(), title, looks))


def drawers() -> Any:
    """Return the module that draws.

    Raises
    ------
    MissingPackageError
        When matplotlib is not installed.
    """
    with extra("figures"):
        return import_module(DRAWERS)
