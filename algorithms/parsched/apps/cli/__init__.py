"""The command line: list, run, compare, front, report, explain, slurm-conf, read, check,
import-schedule, generate, merge, study, compile, new-plugin.

Errors are one sentence on stderr, exit code 2.
"""

import argparse
import io
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, cast

from parsched.apps.cli import comparing, explaining, files, importing, policies, setup, studying
from parsched.apps.cli.paths import checked
from parsched.base.compiled.folder import HOW, complaint
from parsched.base.errors import AlgorithmsError
from parsched.base.origins import left_out
from parsched.base.program import run
from parsched.base.version import __version__
from parsched.plugins.allowed import Allowed

FAILED = 2


class UsageError(AlgorithmsError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions, so that `main` words and counts them all alike."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; what cannot be written is an error, as it is of all that is printed."""
        (file or sys.stderr).write(message)


PROG = "python -m parsched"
"""What people call this by; `schedweb lib` where that is installed."""


def console(argv: Sequence[str] | None = None, prog: str = PROG) -> int:
    """Run one command as a program of its own, and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no Σ shows "?"
    return run(lambda: main(argv, prog))


def main(argv: Sequence[str] | None = None, prog: str = PROG) -> int:
    """Run one command and return its exit code."""
    try:
        args = _parsed(argv, prog)
        _say_of_plugins()
        if args.command not in setup.WITHOUT_LOOPS and (missing := complaint()):
            sys.stderr.write(f"{missing}, so this compiles what it needs; {HOW}\n")
            logging.getLogger("parsched.base.compiled").setLevel(logging.ERROR)  # all is said
        with checked(args):
            cast("Callable[[argparse.Namespace], None]", args.command)(args)
    except AlgorithmsError as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    return 0


def _say_of_plugins() -> None:
    """Print why plugins are left out; raises `ParameterError` when SCHEDWEB_PLUGINS is wrong."""
    Allowed.checked()
    for plugin in left_out():
        sys.stderr.write(f"{plugin.sentence}\n")


def parser(prog: str = PROG) -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    top = Parser(prog=prog, description="Schedule parallel jobs, and compare.")
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for part in (setup, comparing, explaining, policies, files, importing, studying):
        part.add_to(commands)
    return top


def _parsed(argv: Sequence[str] | None, prog: str) -> argparse.Namespace:
    """Read arguments; entries may stand before options and behind them."""
    top = parser(prog)
    args, rest = top.parse_known_args(argv)
    if rest and (not hasattr(args, "entries") or any(text.startswith("-") for text in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.entries = [*args.entries, *rest]
    return args
