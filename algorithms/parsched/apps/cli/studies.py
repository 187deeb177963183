"""What the commands of studies do."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from parsched.apps.cli.output import show, show_json
from parsched.apps.cli.paths import refuse
from parsched.apps.cli.verdicts import claimed, compute_verdicts
from parsched.base.whole_files import keeping
from parsched.report.phrases import counted
from parsched.studies import STUDIES, Cells, Study, Traced, find_study
from parsched.studies.bundle import STUDY, toml_in, write
from parsched.studies.files import as_json, as_toml, read_study, schema
from parsched.studies.headline import asked, explained, headline
from parsched.studies.journal import Journal, journal
from parsched.studies.measured import UnitRow
from parsched.studies.part import Unit
from parsched.studies.running import run
from parsched.studies.verdicts import judged_rows, standing_of

TELL_SECONDS = 1.0
"""Least time between two lines of progress."""
FILES = (".toml", ".json")


def list_all(args: argparse.Namespace) -> None:
    """List studies by paper."""
    rows = [
        {"key": study.key, "paper": study.paper, "title": study.title, "runs": study.cells}
        for study in STUDIES.values()
    ]
    if args.json:
        show_json(rows)
        return
    width = max(len(str(row["key"])) for row in rows)
    show(
        "\n".join(
            f"{row['key']:<{width}}  {row['paper'] or '   '}  {row['title']} "
            f"({counted(study.cells, 'run')})"
            for row, study in zip(rows, STUDIES.values(), strict=True)
        )
    )


def _found(name: str) -> Study:
    path = Path(name)
    return read_study(path) if path.suffix in FILES else find_study(name)


def show_one(args: argparse.Namespace) -> None:
    """Say what a study is."""
    study = _found(args.study)
    if args.json:
        show_json(as_json(study))
    elif args.toml:
        show(as_toml(study))
    else:
        show(_described(study))


def _described(study: Study) -> str:
    lines = [study.title, "", *filter(None, [study.about])]
    lines += ["", f"Runs: {study.cells:,}, seed {study.seed}"]
    for part in study.parts:
        values = len(part.instances.values)
        size = f"{counted(values, 'value')} × {counted(part.repetitions, part.repeats)}"
        methods = counted(len(part.requests), "method")
        lines.append(f"  {part.key}: {part.title}; {size} × {methods}")
        lines.append(f"      {', '.join(request.label for request in part.requests)}")
        lines.append(f"      {', '.join(part.measures)}")
    lines += ["", f"Figures: {', '.join(study.figures) or 'none'}"]
    if study.tables:
        lines.append(f"Printed tables: {', '.join(table.key for table in study.tables)}")
    lines += ["", "Claims:", *claimed(study)]
    if study.choices:
        lines += ["", "What is not printed, and our choice:", *(f"  {c}" for c in study.choices)]
    return "\n".join(lines)


def print_schema(args: argparse.Namespace) -> None:
    """Print the JSON schema of the files."""
    show_json(schema())


def run_one(args: argparse.Namespace) -> None:
    """Run a study, then write everything."""
    out = Path(args.out)
    study = _found(args.study)
    study = study.changed(repetitions=args.repetitions, seed=args.seed, only=args.only)
    for sentence in study.kept_at(args.repetitions or 0):
        sys.stderr.write(f"{sentence}\n")
    if args.traces:
        study = study.with_traces(args.traces)
    _refuse_to_replace(args.study, study, out)
    cells = Cells(study)
    with journal(study, out) as opened:
        opened.read(cells)
        try:
            teller, allowed = _JournalTeller(cells, opened, sys.stderr), args.allow_commands
            run(cells, teller, processes=args.jobs, allow_commands=allowed)
        except KeyboardInterrupt:
            count = f"{cells.done:,} of {counted(cells.total, 'run')}"
            kept = f"Stopped: {count} are kept in {args.out}; the same command goes on from there."
            raise KeyboardInterrupt(kept) from None
    with keeping(*_traces(study)):
        files = write(cells, out)
    if args.json:
        rows = judged_rows(cells)
        names = [str(path.relative_to(out)) for path in files]
        told = {"study": study.key, "runs": cells.done, "answer": _headline(cells)}
        show_json({**told, "claims": rows, "files": names})
    else:
        show(_summary(cells, out))


def _refuse_to_replace(name: str, study: Study, out: Path) -> None:
    """Raise `ParameterError` where the file of another study would take the place of what is read:
    one that only goes on has the same."""
    own = out / STUDY
    if not Path(name).is_file() or not own.is_file() or not own.samefile(name):
        return
    if own.read_text("utf-8") != toml_in(out, study):
        rule = f"{own} is what is read, and would become another study: choose another folder"
        refuse("out", str(out), rule)


def _traces(study: Study) -> list[Path]:
    """Return the files that a study reads."""
    instances = (part.instances for part in study.parts)
    return [path for each in instances if isinstance(each, Traced) for path in each.files]


class _JournalTeller:
    """Writes the journal, and a line of progress now and then on a terminal."""

    def __init__(self, cells: Cells, opened: Journal, file: TextIO) -> None:
        self._cells, self._journal, self._file = cells, opened, file
        self._before, self._began = cells.done, time.monotonic()
        self._told = self._began

    def __call__(self, unit: Unit, row: UnitRow) -> None:
        self._journal.add(unit, row)
        now = time.monotonic()
        if self._file.isatty() and now - self._told >= TELL_SECONDS:
            self._told = now
            done, total = self._cells.done, self._cells.total
            pace = (now - self._began) / max(done - self._before, 1)
            left = f"{pace * (total - done):,.0f} s left"
            self._file.write(f"\r{done:,} of {counted(total, 'run')}, {left}   ")
            self._file.flush()


def _headline(cells: Cells) -> str:
    """Say what came out of what the study asks; blank where nothing did."""
    found = asked(cells)
    return headline(found) if found else ""


def _summary(cells: Cells, folder: Path) -> str:
    lines = [f"{cells.study.title}: {counted(cells.done, 'run')}"]
    if found := asked(cells):
        lines += [headline(found), explained(found)]
    if cells.problems:
        lines.append(f"Runs without a schedule: {cells.problems:,}, see cells.csv")
    if cells.unbounded:
        lines.append(cells.unbounded)
    if not cells.study.figures:
        lines.append("No figure is drawn: the study declares no plots")
    for row in judged_rows(cells):
        lines += ["", f"{standing_of(row).upper()}  {row['where']}  {row['claim']}"]
        lines.append(f"    published: {row['published']}")
        lines.append(f"    ours: {row['ours']}")
        if row["beside"]:
            lines.append(f"    other forms: {row['beside']}")
        if row["reason"]:
            lines.append(f"    why: {row['reason']}")
    return "\n".join([*lines, "", f"Everything is in {folder}"])


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "list": list_all,
    "show": show_one,
    "run": run_one,
    "verdicts": compute_verdicts,
    "schema": print_schema,
}
