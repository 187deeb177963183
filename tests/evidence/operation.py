"""Operation and tests: faults of an installation at work, and mistakes that tests must notice."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from schedweb.base.config import PROJECT
from tests import costs
from tests.evidence.entry import BEFORE, Tally, entry
from tests.faults.ground import lacking
from tests.mutate.__main__ import SECONDS
from tests.mutate.declared import MUTATIONS
from tests.mutate.workshop import Outcome, workshop

LIBRARY = [one for one in MUTATIONS if all(p.startswith("tests/parsched/") for p in one.paths)]
"""Mistakes that tests of the library must notice, which need neither database nor server."""
LONGEST = 3_600.0
"""Seconds after which a program of its own is ended."""


def lacks_services() -> str:
    """Say which programs of the laboratory of faults are missing."""
    missing = lacking()
    return f"{', '.join(missing)} must be installed first" if missing else ""


@entry(
    "faults",
    title="Faults of an installation at work",
    about="Operation",
    ours="what is computed, stored and shown while processes, services, disks and clocks fail",
    against="the same work without faults: nothing lost, computed twice or deleted",
    where="tests/faults",
    unit="faults",
    size=12,
    full=500,
    lacks=lacks_services,
)
def faults(size: int) -> Tally:
    """Inject a number of faults in an installation of its own."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        line = [sys.executable, "-m", "tests.faults", "--rounds", str(size), "--seed", "1"]
        done = subprocess.run(
            [*line, "--json", str(file)],
            cwd=PROJECT,
            env=BEFORE,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        if not file.is_file():
            raise RuntimeError(done.stderr[-1_000:] or "the laboratory has ended")
        report = json.loads(file.read_text(encoding="utf-8"))
    injected = sum(row["injected"] for row in report["rows"])
    tally = Tally(f"{injected} faults of {len(report['rows'])} kinds, {report['orders']} orders")
    tally.take(len(report["problems"]), "; ".join(report["problems"][:3]), injected)
    slowest = max((row["recovery"] for row in report["rows"]), default=0.0)
    tally.worst = f"the next result came at most {slowest:.1f} s after a fault had ended"
    return tally


@entry(
    "night",
    title="Tests that take too long for every change",
    about="Tests",
    ours="files of every kind of report, tabs of 200 runs, spelling in every store, interrupted "
    "studies, and ratios and optima of papers",
    against="the same files, sizes, matches and results as declared; a smaller test of each stands "
    "beside it and runs by day",
    where="docs/pages/develop/checks.md",
    unit="tests",
    size=1,
    full=1,
)
def night(_: int) -> Tally:
    """Run all of them once; what is skipped is no case."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "costs.jsonl"
        line = [sys.executable, "-m", "pytest", "-m", "night", "-p", "tests.costs", "-n", "2"]
        settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "SCHEDWEB_PROPERTIES": "random"}
        done = subprocess.run(
            [*line, "-q", "-p", "no:cacheprovider"],
            cwd=PROJECT,
            env={**BEFORE, **settings, costs.FILE: str(file)},
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise RuntimeError(f"{done.stdout}{done.stderr}"[-1_000:])
        ran = {test: cost for test, cost in costs.read(file).items() if not cost.skipped}
    tally = Tally(f"{len(ran)} tests")
    for test, cost in ran.items():
        tally.take(cost.failed, test)
    return tally


@entry(
    "mistakes",
    title="Mistakes made on purpose in the library",
    about="Tests",
    ours="whether tests notice a wrong line",
    against="declared mistakes, each made alone in a copy",
    where="tests/mutate",
    unit="mistakes",
    size=6,
    full=len(LIBRARY),
)
def mistakes(size: int) -> Tally:
    """Make some of the mistakes, evenly chosen among all; one that survives differs."""
    count = min(size, len(LIBRARY))
    chosen = [LIBRARY[i * len(LIBRARY) // count] for i in range(count)]
    tally = Tally(f"{count} of {len(LIBRARY)} declared mistakes")
    with patch.dict(os.environ, BEFORE, clear=True), workshop() as shop:
        tests = sorted({path for mutation in chosen for path in mutation.paths})
        if wrong := shop.works(tests, LONGEST):
            raise RuntimeError(f"without any mistake, tests fail: {wrong[-1_000:]}")
        for mutation in chosen:
            outcome = shop.outcome(mutation, SECONDS)
            tally.take(outcome is Outcome.SURVIVED, f"survived: {mutation.title}")
    tally.worst = f"{tally.cases - tally.differing} of {tally.cases} were noticed"
    return tally
