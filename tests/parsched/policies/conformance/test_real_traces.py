"""EASY on real traces gives the published mean waits and mean bounded slowdowns."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from parsched.data.formats import read
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve

SIZES = {"KTH-SP2-1996-2.1-cln": 100, "SDSC-SP2-1998-4.2-cln": 128, "CTC-SP2-1996-3.1-cln": 338}

BATCH = [
    ("KTH-SP2-1996-2.1-cln", "raise", 28_475, 6805.17, 90.942),
    ("KTH-SP2-1996-2.1-cln", "kill", 28_475, 6837.23, 92.870),
    ("SDSC-SP2-1998-4.2-cln", "raise", 54_044, 21179.79, 92.616),
    ("SDSC-SP2-1998-4.2-cln", "kill", 54_044, 20572.50, 88.532),
    ("CTC-SP2-1996-3.1-cln", "raise", 77_222, 14989.56, 51.807),
    ("CTC-SP2-1996-3.1-cln", "kill", 77_222, 13943.13, 49.246),
]

SEQUENTIAL = [
    ("KTH-SP2-1996-2.1-cln", 28_467, 6839.77, 92.619),
    ("SDSC-SP2-1998-4.2-cln", 53_999, 20494.74, 87.825),
    ("CTC-SP2-1996-3.1-cln", 77_199, 14272.59, 49.571),
]
"""Published for the jobs with run time and estimate of at least 1 s."""


@cache
def trace(folder: Path, name: str) -> Workload:
    """Read a trace once."""
    return read(str(folder / f"{name}.swf.gz")).workload


def measured(workload: Workload, name: str, mode: str, events: str) -> tuple[int, float, float]:
    """Return number of jobs, mean wait and mean bounded slowdown, rounded as published."""
    rules = Rules(estimates=mode, events=events)
    metrics = solve(Instance(workload, Platform.of(SIZES[name]), rules), "easy").metrics
    slowdown = metrics["mean_bounded_slowdown"]
    return len(workload), round(metrics["mean_wait"], 2), round(slowdown, 3)


@pytest.mark.parametrize(("name", "mode", "jobs", "wait", "slowdown"), BATCH)
def test_easy_by_the_batch_rule(
    name: str, mode: str, jobs: int, wait: float, slowdown: float, shared: Path
) -> None:
    workload = trace(shared / "traces", name)
    assert measured(workload, name, mode, "batch") == (jobs, wait, slowdown)


@pytest.mark.parametrize(("name", "jobs", "wait", "slowdown"), SEQUENTIAL)
def test_easy_by_the_sequential_rule(
    name: str, jobs: int, wait: float, slowdown: float, shared: Path
) -> None:
    workload = trace(shared / "traces", name)
    kept = workload.take((workload.runtime >= 1) & (np.nan_to_num(workload.estimate) >= 1))
    assert measured(kept, name, "kill", "sequential") == (jobs, wait, slowdown)
