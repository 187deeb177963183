"""Commands of studies: list, show, run, schema."""

import argparse
from pathlib import Path
from typing import Any

from parsched.apps.cli.arguments import add_commands, add_json
from parsched.apps.cli.output import add
from parsched.apps.cli.paths import OutputFolder, ReadPath
from parsched.base.digits import whole
from parsched.base.extras import extra

MOST_PROCESSES = 256


def add_to(commands: Any) -> None:
    """Add the commands."""
    help = "Run experiments with repetitions: from papers, or your own."
    study = commands.add_parser("study", help=help, description=help)
    parts = study.add_subparsers(metavar="COMMAND", required=True)
    add_json(_added(parts, "list", "List all studies."))
    _add_show(parts)
    _add_run(parts)
    _add_verdicts(parts)
    _added(parts, "schema", "Print the JSON schema of the files of studies.")


def _added(commands: Any, verb: str, help: str) -> argparse.ArgumentParser:
    added = add(commands, verb, _studies, help)
    added.set_defaults(verb=verb)
    return added


def _add_show(commands: Any) -> None:
    added = _added(commands, "show", "Say what a study runs, draws and claims.")
    added.add_argument(
        "study", type=ReadPath, metavar="NAME", help="one that `study list` shows, or a file"
    )
    added.add_argument("--toml", action="store_true", help="print it as a file of a study")
    add_json(added)


def _add_run(commands: Any) -> None:
    added = _added(commands, "run", "Run a study, or go on with it, and write what comes out.")
    text = "one that `study list` shows, or a file as `study show --toml` prints it"
    added.add_argument("study", type=ReadPath, metavar="NAME|FILE", help=text)
    added.add_argument(
        "--repetitions", type=int, metavar="R", help="of each value in all; what is in DIR counts"
    )
    added.add_argument("--seed", type=int, metavar="S", help="of all instances and methods")
    text = "processes that compute (default: 1); the numbers are the same with any"
    added.add_argument("--jobs", type=_processes, default=1, metavar="N", help=text)
    text = "only what one figure, or printed table, needs"
    added.add_argument("--only", default="", metavar="FIGURE", help=text)
    add_commands(added)
    added.add_argument("--traces", type=Path, metavar="FOLDER", help="where traces are")
    text = "folder; a study that was stopped goes on from what is there"
    added.add_argument("--out", type=OutputFolder, required=True, metavar="DIR", help=text)
    add_json(added)


def _add_verdicts(commands: Any) -> None:
    text = (
        "Compute the verdicts on declared studies, keep them, and say what changed of those that "
        "were kept."
    )
    added = _added(commands, "verdicts", text)
    text = "studies that `study list` shows; all if none"
    added.add_argument("studies", nargs="*", metavar="KEY", help=text)
    text = (
        "of each value, for a quick look; the verdicts say it, and replace none of full size "
        "that are not out of date"
    )
    added.add_argument("--repetitions", type=int, metavar="R", help=text)
    text = "folders by key, as `study run KEY --out FOLDER/KEY` makes them; what is there counts"
    added.add_argument("--results", type=Path, metavar="FOLDER", help=text)
    text = "processes that compute (default: 1); the numbers are the same with any"
    added.add_argument("--jobs", type=_processes, default=1, metavar="N", help=text)
    added.add_argument("--traces", type=Path, metavar="FOLDER", help="where traces are")
    text = "folder where they are kept (default: the folder of the installed library)"
    added.add_argument("--kept", type=Path, metavar="FOLDER", help=text)
    added.add_argument("--dry", action="store_true", help="say what would change, and keep nothing")
    add_json(added)


def _processes(text: str) -> int:
    number = whole(text, MOST_PROCESSES) or 0
    if not number:
        rule = f"must be an integer from 1 to {MOST_PROCESSES}"
        raise argparse.ArgumentTypeError(f"{rule}, got {text!r:.60}")
    return number


def _studies(args: argparse.Namespace) -> None:
    """Load statistics and validation, which other commands can do without."""
    with extra("studies"):
        from parsched.apps.cli.studies import COMMANDS  # noqa: PLC0415 (slow to load)

    COMMANDS[args.verb](args)
