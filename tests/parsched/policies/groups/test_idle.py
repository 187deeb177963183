"""Processors that a group holds and no job of it runs on: they keep what is installed on them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.installed import Deployed, Installed
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.within_groups import Inside, ItemJobs
from tests.amount import amount
from tests.parsched.model.schedules.test_installed import run
from tests.parsched.policies.groups.loads import (
    MEASURED,
    deployments_by_hand,
    environed,
    machine,
    random_cases,
)
from tests.parsched.policies.groups.test_gls import made

BOTH = ("gls", "gls-plus")
EXAMPLE = environed(
    *[(6, 100.0, "a"), (2, 1600.0, "a"), (2, 1600.0, "a"), (2, 1600.0, "a")],
    *[(1, 1700.0, "b"), (1, 1700.0, "b")],
)
"""For λ at its minimum, the jobs of a on two processors are a group of 5, and use 4."""


def half_wide(count: int, seed: int = 51) -> Iterator[tuple[Workload, int]]:
    """Jobs: one takes the whole machine, some nearly half of it, and others are narrow."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        q, k = int(rng.integers(2, 6)), int(rng.integers(3, 6))
        m = int(rng.integers(2 * q + 1, 4 * q + 2))
        jobs = [(m, float(rng.integers(10, 300)), "a")]
        jobs += [(q, float(rng.integers(1000, 1800)), "a")] * k
        for name in "bc"[: int(rng.integers(1, 3))]:
            for _ in range(int(rng.integers(1, 4))):
                jobs.append((int(rng.integers(1, 3)), float(rng.integers(1000, 2000)), name))
        yield environed(*jobs), m


@pytest.mark.parametrize("key", BOTH)
def test_they_are_deployed_when_a_job_needs_them(key: str) -> None:
    """The job on all processors finds a on four of them, as the fifth has been idle."""
    schedule = made(key, EXAMPLE, 6, time=MEASURED)
    begins = MEASURED.on(4), 200.0
    assert schedule.start[[1, 4]].tolist() == list(begins)
    assert schedule.start[0] == schedule.end[1:].max() + MEASURED.on(2)
    metrics = measure(Outcome(EXAMPLE, machine(6), schedule))
    assert metrics["deployments"] == deployments_by_hand(EXAMPLE, schedule) == 4 + 1 + 2
    assert metrics["group_widths"] == 5 + 1 + 6


@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize("time", [MEASURED, DeployTime(0.0, 100.0), DeployTime(7.0)])
def test_groups_wait_for_what_is_counted(key: str, time: DeployTime) -> None:
    """No group waits for more deployments than its jobs need, nor for fewer."""
    idle = 0
    for number, (workload, m) in enumerate(half_wide(amount(200))):
        schedule = made(key, workload, m, lam=(1.0, 1.25, 1.5)[number % 3], time=time)
        assert_exact(workload, machine(m, time), schedule)
        assert schedule.groups is not None
        assert schedule.processors is not None
        idle += any(width > used for width, used in held_and_used(schedule))
    assert idle > amount(200) / 10


def test_so_they_do_on_a_machine_that_is_furnished() -> None:
    for workload, m in half_wide(amount(200), seed=52):
        platform = replace(machine(m, MEASURED), installed=(("a", m // 2), ("b", m)))
        for key in BOTH:
            schedule = run(key, workload, platform)
            assert_exact(workload, platform, schedule)


def assert_exact(workload: Workload, platform: Platform, schedule: Schedule) -> None:
    """Each group begins as long after an event as all that is deployed for its jobs takes."""
    groups = schedule.groups
    assert groups is not None
    deployed = Installed.of(workload, platform, schedule).deployed
    marks = Deployed.of(workload, platform, schedule)
    assert (marks.hi - marks.lo).sum() == deployed.sum()
    events = [0.0, *schedule.end.tolist()]
    for number in range(len(groups.width)):
        jobs = np.flatnonzero(groups.job == number)
        took = platform.deployment.on(int(deployed[jobs].sum()))
        begin = float(schedule.start[jobs].min()) - took
        assert min(abs(begin - event) for event in events) < 1e-9 * (1 + begin)


def held_and_used(schedule: Schedule) -> Iterator[tuple[int, int]]:
    """Processors of each group, and how many of them its jobs run on."""
    assert schedule.groups is not None
    assert schedule.processors is not None
    for number, width in enumerate(schedule.groups.width.tolist()):
        sets = schedule.processors.take(np.flatnonzero(schedule.groups.job == number))
        spans = zip(sets.lo.tolist(), sets.hi.tolist(), strict=True)
        yield width, len({p for lo, hi in spans for p in range(lo, hi)})


def test_jobs_take_the_processors_of_their_group_from_the_lowest_on() -> None:
    """So the number of those that are used says which they are."""
    for workload, m in random_cases(amount(500), seed=53, processors=40):
        width, time = (
            column[workload.runtime > 0] for column in (workload.width, workload.runtime)
        )
        offsets = np.array([0, len(width)])
        jobs = ItemJobs(
            offsets, np.array([m]), np.ascontiguousarray(width), np.ascontiguousarray(time)
        )
        if len(width):
            found = Inside.of(jobs, Stop())
            spans = zip(found.lo[: found.count.sum()].tolist(), found.hi.tolist(), strict=False)
            used = {p for lo, hi in spans for p in range(lo, hi)}
            assert used == set(range(int(found.used[0])))
