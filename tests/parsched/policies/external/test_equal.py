"""Programs that do what our own algorithms do start each job when these do."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.everywhere import missing
from tests.parsched.policies.external.programs import EASY, SCHEDULERS, run

RULES = [{"estimates": how} for how in ("raise", "kill", "overrun")]


@pytest.fixture
def pybatsim() -> str:
    """Return the program that runs schedulers of pybatsim."""
    program = os.environ.get("SCHEDWEB_TEST_PYBATSIM")
    return program or missing("pybatsim", "SCHEDWEB_TEST_PYBATSIM must name it: see .ci/run")


def kth(shared: Path, first: int, count: int) -> Workload:
    """Return some jobs of a real trace, on 100 processors."""
    log = read(shared / "traces" / "KTH-SP2-1996-2.1-cln.swf.gz").workload
    return log.take(slice(first, first + count))


def differing(
    jobs: Workload,
    processors: int,
    key: str,
    command: str = "",
    protocol: str = "lines",
    rules: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Count the jobs that a program starts at another time than an algorithm of ours."""
    theirs = run(jobs, processors, command, protocol=protocol, rules=rules)
    ours = solve(Instance(jobs, Platform.of(processors), Rules(**rules)), key, bounds=())
    assert theirs.schedule.backfilled.tolist() == ours.schedule.backfilled.tolist()
    return int((theirs.schedule.start != ours.schedule.start).sum())


@pytest.mark.parametrize("first", [0, 12_000])
@pytest.mark.parametrize("events", ["batch", "sequential"])
def test_the_example_is_fcfs_on_a_real_trace(shared: Path, first: int, events: str) -> None:
    assert differing(kth(shared, first, 2_000), 100, "fcfs", rules={"events": events}) == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_example_is_fcfs_on_generated_jobs(seed: int, rules: dict[str, str]) -> None:
    load = {"load": 1.3, "estimates": "factor", "seed": seed}
    jobs = generate("lublin", jobs=200, processors=32, params=load)
    assert differing(jobs, 32, "fcfs", rules=rules) == 0


def linked(seed: int) -> Workload:
    """Return jobs; every third one waits for another one before it."""
    load = {"load": 1.3, "estimates": "factor", "seed": seed}
    jobs, random = (
        generate("lublin", jobs=200, processors=32, params=load),
        np.random.default_rng(seed),
    )
    later = np.arange(3, len(jobs), 3)
    before = later - random.integers(1, 4, len(later))
    delay = random.choice([0.0, 0.0, 60.0], len(later))
    return replace(jobs, after=Dependencies.of(len(jobs), job=later, before=before, delay=delay))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("events", ["batch", "sequential"])
def test_the_example_is_fcfs_where_jobs_wait_for_others(seed: int, events: str) -> None:
    assert differing(linked(seed), 32, "fcfs", rules={"events": events}) == 0


def test_a_scheduler_for_batsim_is_easy_on_a_real_trace(shared: Path) -> None:
    assert differing(kth(shared, 0, 2_000), 100, "easy", EASY, "batsim-v4") == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_scheduler_for_batsim_is_easy_on_generated_jobs(seed: int) -> None:
    load = {"load": 1.3, "estimates": "factor", "seed": seed}
    jobs = generate("lublin", jobs=300, processors=32, params=load)
    assert differing(jobs, 32, "easy", EASY, "batsim-v4") == 0


def test_easy_of_pybatsim_is_ours_on_a_real_trace(shared: Path, pybatsim: str) -> None:
    """It follows pyss, so events are taken one by one; `easyNotopo` gives it a logger."""
    command = f"{pybatsim} {SCHEDULERS}/easyNotopo.py -v critical -t 0 -s {{socket}}"
    jobs = kth(shared, 0, 2_000)
    assert differing(jobs, 100, "easy", command, "batsim-v4", {"events": "sequential"}) == 0


@pytest.mark.parametrize(
    ("name", "key"), [("schedFcfs", "fcfs"), ("schedEasySjfBackfill", "easy-sjbf")]
)
def test_schedulers_of_pybatsim_are_ours_where_blocks_do_not_matter(
    name: str, key: str, pybatsim: str
) -> None:
    """They want neighbouring processors, which one processor and all of them always are."""
    jobs = generate("lublin", jobs=300, processors=4, params={"load": 1.2, "estimates": "factor"})
    jobs = jobs.take(np.isin(jobs.width, (1, 4)))
    assert len(jobs) > 50
    command = f"{pybatsim} {name} -v critical -t 0 -s {{socket}}"
    assert differing(jobs, 4, key, command, "batsim-v4") == 0
