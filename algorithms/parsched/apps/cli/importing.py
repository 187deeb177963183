"""Schedules that were made elsewhere: alone, or beside schedules of algorithms."""

import argparse
from pathlib import Path
from typing import Any

from parsched.apps.cli import texts
from parsched.apps.cli.arguments import add_instance, add_json, instance_of, reading_of
from parsched.apps.cli.output import add, show, show_json, subject
from parsched.apps.cli.paths import ReadPath
from parsched.base.errors import InfeasibleError
from parsched.data.files.source import file_name
from parsched.data.formats import SCHEDULES
from parsched.model.problem.instance import Instance
from parsched.run.made_elsewhere import UNKNOWN_MAKER, read_result
from parsched.run.result import Result


def add_to(commands: Any) -> None:
    """Add the command."""
    text = "Read a schedule that was made elsewhere: match, check, measure and bound it."
    added = add(commands, "import-schedule", _import, text)
    kinds = ", ".join(kind.title for kind in SCHEDULES.values())
    added.add_argument("file", type=ReadPath, metavar="FILE", help=f"{kinds}; plain or packed")
    add_instance(added)
    added.add_argument("--label", default="", help="what it is called (default: the name of FILE)")
    _add_by(added)
    text = "kind of the file (default: recognised)"
    added.add_argument("--as", dest="kind", choices=tuple(SCHEDULES), default="", help=text)
    add_json(added)


def add_schedules(added: argparse.ArgumentParser) -> None:
    """Take schedules that stand beside schedules of algorithms."""
    text = "a schedule that was made elsewhere, as import-schedule takes it; may be repeated"
    added.add_argument(
        "--schedule", type=ReadPath, action="append", default=[], metavar="FILE", help=text
    )
    _add_by(added)


def _add_by(added: argparse.ArgumentParser) -> None:
    text = f"who made the schedule (default: {UNKNOWN_MAKER})"
    added.add_argument("--by", default="", metavar="NAME", help=text)


def schedules_of(args: argparse.Namespace, instance: Instance) -> list[tuple[str, Result]]:
    """Read the schedules that `add_schedules` took, each under the name of its file."""
    return [
        (label_of(path), read_result(path, instance, made_by=args.by).result)
        for path in args.schedule
    ]


def label_of(path: str) -> str:
    """Return what a schedule is called after its file."""
    return file_name(Path(path).name)


def _import(args: argparse.Namespace) -> None:
    reading = reading_of(args)
    instance = instance_of(args, reading)
    label = args.label or label_of(args.file)
    made = read_result(args.file, instance, kind=args.kind, label=label, made_by=args.by)
    result = made.result
    if args.json:
        about = {"label": label, "kind": made.imported.kind}
        report = made.imported.report.as_json()
        show_json({**about, **result.as_json(), **subject(args, reading), "report": report})
    else:
        show(texts.results_text(reading, instance, [(label, result)]))
    if not result.is_feasible:
        raise InfeasibleError(list(result.violations), result.violation_count)
