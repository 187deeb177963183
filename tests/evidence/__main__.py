"""`make evidence [only=…] [full=1]`: run what is declared, and write the figures that pages show.

Each entry runs in a process of its own. One that lacks something keeps its last figures with their
date, and says why it was left out; one that fails is shown as failed.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from parsched import __version__
from parsched.base.processor_time import cpu_seconds
from parsched.base.this_machine import this_machine
from parsched.base.whole_files import write
from parsched.run.record import versions
from schedweb.base.config import PROJECT
from schedweb.base.evidence import FILE, Evidence, EvidenceState, Figures, evidence
from tests.evidence.declared import entries
from tests.evidence.entry import BEFORE, Entry

LONGEST = 6 * 3_600.0
"""Seconds after which an entry is ended, also where all of it was asked for."""
SHOWN = 600
"""Characters of what a failing entry said last."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 1 where anything that ran differs or failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description=__doc__)
    parser.add_argument("--only", default="", help="text in the keys of the entries to run")
    parser.add_argument("--full", action="store_true", help="as much as each entry may do")
    parser.add_argument("--file", type=Path, default=FILE, help="where figures are kept")
    asked = parser.parse_args(arguments)
    every = entries()
    if not any(asked.only in key for key in every):
        parser.error(f"no entry has {asked.only!r} in its key; there are: {', '.join(every)}")
    found = known(every, asked.file)
    ran = []
    for key, declared in every.items():
        if asked.only in key:
            found[key] = after(declared, found[key], declared.full if asked.full else declared.size)
            keep(found, asked.file)
            sys.stdout.write(f"{line(found[key])}\n")
            sys.stdout.flush()
            ran += [found[key]] if not found[key].passed_over else []
    return int(any(one.state is not EvidenceState.AGREES for one in ran))


def known(every: Mapping[str, Entry], file: Path) -> dict[str, Evidence]:
    """Return all that is declared, as it is declared, with the figures that are kept."""
    kept = {one.key: one for one in evidence(file)}
    return {key: declared_as(one, kept.get(key)) for key, one in every.items()}


def declared_as(declared: Entry, kept: Evidence | None) -> Evidence:
    """Return an entry as it is declared, with what is kept of it."""
    named = ("key", "title", "about", "ours", "against", "where", "unit")
    words = {name: getattr(declared, name) for name in named}
    passed_over = kept.passed_over if kept else ""
    return Evidence(**words, figures=kept.figures if kept else None, passed_over=passed_over)


def after(declared: Entry, before: Evidence, size: int) -> Evidence:
    """Run an entry, unless it lacks something: then its last figures stay."""
    now = datetime.now(UTC).isoformat(timespec="minutes")
    if lacking := declared.lacks():
        return replace(before, passed_over=f"not run on {now[:10]}: {lacking}")
    return replace(before, figures=_figures(declared, size, now), passed_over="")


def _figures(declared: Entry, size: int, now: str) -> Figures:
    began, error = cpu_seconds(), ""
    tally: dict[str, Any] = {}
    try:
        tally = _ran(declared.key, size)
    except (OSError, ValueError, subprocess.SubprocessError) as raised:
        error = _said(raised)
    return Figures(
        size=tally.get("size", ""),
        cases=tally.get("cases", 0),
        differing=tally.get("differing", 0),
        worst=tally.get("worst", ""),
        examples=tally.get("examples", []),
        error=error or ("" if tally.get("cases") else "it had no cases"),
        date=now,
        commit=_commit(),
        machine=this_machine(),
        versions={"SchedWeb": __version__, **_versions()},
        seconds=round(cpu_seconds() - began, 1),
    )


def _ran(key: str, size: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.evidence.one", key, str(size)]
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env=BEFORE,
        check=True,
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    tally: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return tally


def _said(error: Exception) -> str:
    """Return the last that a process said, or what became of it."""
    told = (getattr(error, "stderr", "") or "").strip().splitlines()
    return (told[-1] if told else str(error) or type(error).__name__)[:SHOWN]


def _versions() -> dict[str, str]:
    return versions(bounds={}, solves_programs=True, starts_programs=True)


def _commit() -> str:
    """Return the commit, and whether anything that is not committed was there."""

    def told(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, text=True)
        return done.stdout.strip()

    changed = " with changes" if told("status", "--porcelain", "--", "algorithms") else ""
    return f"{told('rev-parse', '--short=12', 'HEAD')}{changed}"


def keep(found: Mapping[str, Evidence], file: Path) -> None:
    """Write all entries."""
    content = {"entries": [asdict(one) for one in found.values()]}
    write(file, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n")


def line(one: Evidence) -> str:
    """Return what came of an entry in a few lines."""
    return "\n  ".join([f"{one.key}: {one.state}", *filter(None, _told(one))])


def _told(one: Evidence) -> Iterator[str]:
    yield one.result
    yield from one.remarks
    yield one.figures.words if one.figures else ""


if __name__ == "__main__":
    sys.exit(main())
