"""An installation at work, to which 20 things happen; `make faults` does more of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from schedweb.base.config import PROJECT
from tests.everywhere import missing
from tests.faults.fault_clocks import skew
from tests.faults.ground import lacking
from tests.faults.readiness import SECONDS

ROUNDS = 20
"""Faults, one of each kind; on two free cores they take a minute."""
SEED = 12
BOUND = 1500
"""Seconds for everything, also where kernels have to be compiled; a bound for broken code."""


def laboratory(report: Path) -> dict[str, Any]:
    """Run the laboratory and return what it reports."""
    line = [sys.executable, "-m", "tests.faults", "--rounds", str(ROUNDS), "--seed", str(SEED)]
    started = subprocess.Popen(
        [*line, "--json", str(report)], cwd=PROJECT, stderr=subprocess.PIPE, text=True
    )
    try:
        said = started.communicate(timeout=BOUND)[1]
    finally:
        started.terminate()  # it ends what it has started
        started.communicate()
    assert report.exists(), said[-4000:]
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def test_nothing_is_lost_stored_twice_or_deleted_whatever_happens(tmp_path: Path) -> None:
    if programs := lacking():
        missing("faults", f"{', '.join(programs)} must be installed")
    found = laboratory(tmp_path / "report.json")
    assert found["problems"] == []
    assert sum(row["injected"] for row in found["rows"]) == ROUNDS
    assert found["computations"] >= ROUNDS // 2
    assert found["studies"] > 1, "one is undisturbed"
    assert any(row["affected"] for row in found["rows"] if row["kills"])
    assert {"database", "broker", "worker"} <= set(found["ready"])
    assert all(down < SECONDS for down, _ in found["ready"].values())
    if found["skipped"]:
        missing("faults", f"only root can do this: {', '.join(found['skipped'])}")


def test_another_clock_is_really_another_one() -> None:
    if "faketime" in lacking():
        missing("faults", "faketime must be installed")
    assert round(skew(40)) == 40
    assert round(skew(-40)) == -40
