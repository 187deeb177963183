"""Commands about the library itself: list, compile, new-plugin."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from parsched.apps.cli.arguments import add_json
from parsched.apps.cli.catalogue import catalogue, catalogue_text
from parsched.apps.cli.output import add, show, show_json
from parsched.apps.cli.paths import OutputFolder
from parsched.apps.compiling.setup import compile_all
from parsched.base.compiled.folder import SWITCHED_OFF, is_switched_off, is_up_to_date
from parsched.base.errors import ParameterError
from parsched.plugins.writing import write_plugin

PROGRESS_SECONDS = 10.0
"""Between two lines about something that takes long."""


def add_to(commands: Any) -> None:
    """Add the commands."""
    _add_list(commands)
    _add_compile(commands)
    _add_new_plugin(commands)


def _add_list(commands: Any) -> None:
    added = add(commands, "list", _list, "Show algorithms, metrics, bounds and generators.")
    add_json(added)


def _add_compile(commands: Any) -> None:
    text = "Compile the loops of all algorithms for this machine, which set-up does."
    added = add(commands, "compile", _compile, text)
    text = "how many compile side by side (default: 2)"
    added.add_argument("--processes", type=int, default=2, metavar="N", help=text)


def _add_new_plugin(commands: Any) -> None:
    text = "Write a package that adds an algorithm and an order, to begin a plugin with."
    added = add(commands, "new-plugin", _new_plugin, text)
    added.add_argument("name", metavar="NAME", help="what it is called, such as shelf-packing")
    text = "folder in which the package's folder is made (default: this one)"
    added.add_argument("--out", type=OutputFolder, default=".", metavar="DIR", help=text)


def _new_plugin(args: argparse.Namespace) -> None:
    written = write_plugin(args.name, Path(args.out))
    show(f"{written} is written; its README.md says how to install and test it.")


def _list(args: argparse.Namespace) -> None:
    if args.json:
        show_json(catalogue())
    else:
        show(catalogue_text())


def _compile(args: argparse.Namespace) -> None:
    if args.processes < 1:
        raise ParameterError({"processes": f"processes must be at least 1, got {args.processes}"})
    if is_switched_off():
        show(f"Loops run in plain Python, as {SWITCHED_OFF} says: nothing is compiled.")
        return
    if is_up_to_date():
        show("All loops are compiled.")
        return
    show("Compiling the loops of all algorithms; this happens once for each version.")
    sys.stdout.flush()
    count = compile_all(args.processes, CountPrinter())
    show(f"All loops are compiled, {count} of them now.")


class CountPrinter:
    """Prints how much of something is done, every ten seconds or so and at its end."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        if of and (done == of or time.monotonic() >= self._next):
            self._next = time.monotonic() + PROGRESS_SECONDS
            show(f"{done} of {of} are done.")
            sys.stdout.flush()


WITHOUT_LOOPS = (_list, _compile, _new_plugin)
"""Commands that need no machine code."""
