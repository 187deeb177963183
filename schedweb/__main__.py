"""`schedweb`: what an installed SchedWeb is called by; `python -m schedweb` is the same.

The library and its command line need none of the packages that the web application does, so each
command loads what it needs.
"""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from schedweb.base.program import as_program

USAGE_ERROR = 2
BARE = "run"
"""The command where none is named."""
LIBRARY_ALONE = """\
This is the library alone, without the application: pip install 'schedweb[web]', or for once \
uvx --from 'schedweb[web]' schedweb, pipx run --spec 'schedweb[web]' schedweb.
The library is there: schedweb lib --help lists its commands.
"""
"""What is said where no command is named and the web application is not installed."""
WORKER = ("--quiet", "-A", "schedweb.server", "worker", "--queues")


@dataclass(frozen=True)
class Command:
    """A command by name, what it does in a sentence, and what it runs with the arguments after its
    name; `is_web` where that takes the web application."""

    name: str
    help: str
    run: Callable[[list[str]], Any]
    is_web: bool = True


def _launching(mode: str) -> Callable[[list[str]], Any]:
    def run(args: list[str]) -> None:
        if args:
            sys.exit(f"It takes no arguments, got {args[0]!r}: PORT and other variables set it up.")
        import_module("schedweb.launch.__main__").start(mode)

    return run


def _working(*queue: str) -> Callable[[list[str]], Any]:
    def run(args: list[str]) -> None:
        sys.argv = ["celery", *WORKER, *queue, *args]
        import_module("celery.__main__").main()

    return run


def _managing(name: str) -> Callable[[list[str]], Any]:
    def run(args: list[str]) -> None:
        management = import_module("django.core.management")
        management.execute_from_command_line(["schedweb", name, *args])

    return run


def _web_server(args: list[str]) -> None:
    sys.argv = ["gunicorn", "-c", "python:schedweb.launch.web", *args]
    import_module("gunicorn.app.wsgiapp").run()


def _new_key(args: list[str]) -> None:
    sys.stdout.write(f"{import_module('schedweb.base.secret_key').new()}\n")


def _library(args: list[str]) -> int:
    return int(import_module("parsched.apps.cli").console(args, prog="schedweb lib"))


COMMANDS = (
    Command("run", "Start SchedWeb for yourself, without a log-in.", _launching("local")),
    Command("serve", "Start SchedWeb for a team, with accounts.", _launching("team")),
    Command("lib", "Schedule, compare and read logs without a server.", _library, is_web=False),
    Command("web", "Run only the web server, one of several machines.", _web_server),
    Command("worker", "Run only a worker that computes runs.", _working("runs")),
    Command("reader", "Run only a worker that reads and writes files.", _working("tasks")),
    Command("secret_key", "Print a new key for SCHEDWEB_SECRET_KEY.", _new_key, is_web=False),
    *(
        Command(name, help, _managing(name))
        for name, help in (
            ("migrate", "Bring the database up to date."),
            ("createsuperuser", "Make the first account of a team's server."),
            ("changepassword", "Set the password of an account."),
            ("backup", "Write database, stored files and key into one archive."),
            ("restore", "Read such an archive into an empty installation."),
            ("check_store", "Verify every stored file."),
            ("adopt_store", "Join these files and this database on purpose."),
            ("recompute", "Compute again what older versions computed."),
            ("tidy", "Move what nothing refers to into the trash."),
            ("collectstatic", "Collect style sheets and scripts before the first start."),
            ("check", "Check the settings."),
        )
    ),
)
"""All commands of SchedWeb and of Django; Django's keep their names and options."""


def usage() -> str:
    """What `schedweb --help` prints."""
    widest = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{widest}}  {command.help}" for command in COMMANDS]
    head = "usage: schedweb [COMMAND] [ARGUMENTS]\n       schedweb --version | --help\n"
    tail = (
        f"Without a command it is `{BARE}`. schedweb lib --help lists the commands of the library."
    )
    return "\n".join([head, *lines, "", tail])


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = [*(sys.argv[1:] if argv is None else argv)]
    name, *args = given or [BARE]
    if name in ("--help", "-h", "help"):
        sys.stdout.write(f"{usage()}\n")
        return 0
    if name == "--version":
        sys.stdout.write(f"{import_module('parsched.base.version').__version__}\n")
        return 0
    command = next((each for each in COMMANDS if each.name == name), None)
    if command is None:
        sys.stderr.write(f"schedweb has no command {name!r} (see schedweb --help)\n")
        return USAGE_ERROR
    try:
        return int(command.run(args) or 0)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if not command.is_web or package in ("", "parsched", "schedweb"):
            raise
        needs = f"schedweb {name} needs {package}: pip install 'schedweb[web]'\n"
        sys.stderr.write(needs if given or find_spec("django") else LIBRARY_ALONE)
        return USAGE_ERROR


def console() -> int:
    """Run as the installed program, which has no business in the folder where it is called: a
    folder `parsched` there would be taken for the library by the programs that this starts."""
    os.environ["PYTHONSAFEPATH"] = "1"
    return as_program(main)


if __name__ == "__main__":
    sys.exit(as_program(main))
