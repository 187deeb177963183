"""Options of commands that print figures."""

import argparse
from dataclasses import replace
from typing import get_args

from parsched.base.errors import ParameterError
from parsched.report.captions import caption
from parsched.report.printing import ENDINGS, Sheet, Theme, Time, Width
from parsched.report.records import Records
from parsched.report.registry import Drawable

KINDS = ", ".join(ENDINGS)
_OPTIONS = ("figure", "width", "theme", "font_size", "caption", "time")


def add_figures(parser: argparse.ArgumentParser) -> None:
    """Add the options of figures."""
    group = parser.add_argument_group(f"figures (--as {KINDS})")
    text = "which figure (default: all; of several each is a file in the folder --out)"
    group.add_argument("--figure", metavar="KEY", help=text)
    text = f"{', '.join(get_args(Width))}: 3.5, 7 or 10 inches (default: column)"
    group.add_argument("--width", choices=get_args(Width), help=text)
    text = "ground and colours (default: light)"
    group.add_argument("--theme", choices=get_args(Theme), help=text)
    text = "points (default: what is readable at the width)"
    group.add_argument("--font-size", type=float, metavar="N", help=text)
    text = "along axes of time: dates where there are any, or time since the start (default: dates)"
    group.add_argument("--time", choices=get_args(Time), help=text)
    text = "text below in small type; without TEXT what is drawn, from which jobs and parameters"
    group.add_argument("--caption", nargs="?", const=True, metavar="TEXT", help=text)


def sheet_of(args: argparse.Namespace, ending: str) -> Sheet:
    """Read how figures are printed.

    Raises
    ------
    ParameterError
        For options of figures where none is printed, tables where one is, and no file.
    """
    given = {name: value for name in _OPTIONS if (value := getattr(args, name)) is not None}
    if ending not in ENDINGS:
        for name in given.keys() - ({"figure"} if ending == "csv" else ()):
            option = f"--{name.replace('_', '-')}"
            raise ParameterError({name: f"{option} is about figures: choose --as {KINDS}"})
    elif args.table:
        raise ParameterError({"table": f"{ending} files have figures: leave out --table"})
    elif args.out is None:
        raise ParameterError({"out": f"--out says into which file or folder the {ending} goes"})
    given.pop("figure", None)
    if given.get("caption") is True:
        del given["caption"]
    return Sheet(**given)


def with_caption(
    args: argparse.Namespace, sheet: Sheet, figure: Drawable, records: Records
) -> Sheet:
    """Return a sheet with the caption of a figure where one was asked for without its text."""
    return replace(sheet, caption=caption(figure, records)) if args.caption is True else sheet
