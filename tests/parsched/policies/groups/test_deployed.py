"""Groups deploy once, when they begin, for all of their jobs."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.deployment import Groups, environments
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.installed import Deployed, Installed
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from tests.parsched.model.schedules.test_installed import furnished, run
from tests.parsched.policies.groups.loads import MEASURED, environed, machine, random_cases
from tests.parsched.policies.groups.test_gls import made
from tests.parsched.policies.groups.test_online import arriving, batches

JOBS = environed((1, 4.0, "a"), (2, 1.0, "a"), (2, 2.0, "b"), (1, 3.0, "a"), (1, 1.0, None))
"""Jobs 1 and 2 are a group on three processors, 4 another one; 3 and 5 are in none."""
GROUPS = Groups(np.array([0, 0, -1, 1, -1]), np.array([3, 1]), np.array([0, 0]), 4.0)
STARTS = np.array([12.0, 13.0, 26.0, 40.0, 0.0])
SETS = ["0", "1-2", "1-2", "1", "3"]


def by_hand(groups: Groups | None, platform: Platform) -> Schedule:
    """The schedule of the five jobs."""
    schedule = replace(Schedule.of(JOBS, STARTS), groups=groups)
    schedule = replace(schedule, processors=ProcessorSets.parse(SETS))
    schedule.check(JOBS, platform)
    return schedule


def test_a_group_deploys_before_its_first_job_on_all_processors_that_its_jobs_need() -> None:
    platform = machine(4, DeployTime(10.0, 99.0))
    found = Deployed.of(JOBS, platform, by_hand(GROUPS, platform))
    assert found.processors.text() == ["0-2", "1-2", "1"]
    assert found.first.tolist() == [0, 2, 3]
    assert found.jobs.tolist() == [2, 1, 1]
    assert found.end.tolist() == [12, 26, 40]
    assert found.seconds.tolist() == [12, 11, 10]
    assert found.job.tolist() == [0, 1, 2, 3]
    assert found.number.tolist() == [0, 0, 1, 2]


def test_without_groups_each_job_has_a_deployment_of_its_own() -> None:
    platform = machine(4, DeployTime(10.0))
    found = Deployed.of(JOBS, platform, by_hand(None, platform))
    assert found.processors.text() == ["0", "1-2", "1-2", "1"]
    assert found.first.tolist() == found.job.tolist() == [0, 1, 2, 3]
    assert found.jobs.tolist() == [1, 1, 1, 1]
    assert found.end.tolist() == [12, 13, 26, 40]


def test_the_first_job_of_a_group_need_not_be_one_that_something_is_deployed_for() -> None:
    """Job 1 finds its environment, and waits for what is deployed for job 2."""
    platform = replace(machine(4, DeployTime(10.0, 99.0)), installed=(("a", 1), (None, 4)))
    found = Deployed.of(JOBS, platform, by_hand(GROUPS, platform))
    assert found.processors.text()[0] == "1-2"
    assert (found.first[0], found.jobs[0], found.end[0], found.seconds[0]) == (0, 2, 12, 11)
    assert found.job[0] == 1


@pytest.mark.parametrize("key", ["gls", "gls-plus"])
def test_at_the_begin_a_group_waits_for_its_deployment_and_for_nothing_else(key: str) -> None:
    """The first group of the list starts at 0, when all processors are idle and hold nothing."""
    shared = 0
    for workload, m in random_cases(200, seed=61):
        schedule = made(key, workload, m, time=MEASURED)
        found, groups = Deployed.of(workload, machine(m, MEASURED), schedule), schedule.groups
        assert groups is not None
        if not len(groups.width) or groups.environment[0] < 0:
            continue
        [number] = np.flatnonzero(groups.job[found.first] == 0)
        assert found.end[number] == found.seconds[number]
        assert found.end[number] == schedule.start[groups.job == 0].min()
        shared += found.jobs[number] > 1
    assert shared > 50


def narrow(seed: int) -> Workload:
    """Jobs; many of them run beside each other in a group."""
    rng = np.random.default_rng(seed)
    width, code = rng.integers(3, 8, 80).tolist(), rng.integers(0, 3, 80).tolist()
    return environed(*zip(width, rng.uniform(5, 20, 80), ["abc"[c] for c in code], strict=True))


def scenes() -> Iterator[tuple[Workload, Platform, Schedule]]:
    """Schedules of all kinds of algorithms, with and without groups."""
    slow = DeployTime(5.0, 99.0)
    for number, (workload, platform) in enumerate(furnished(120)):
        key = ("gls", "gls-plus", "env-blind", "env-barrier", "lpt")[number % 5]
        if key != "lpt" and number % 3 != 0:
            platform = replace(platform, deployment=slow)
        schedule = run(key, workload, platform)
        yield workload, platform, schedule.with_processors(platform, workload)
    for number in range(60):
        workload, platform = narrow(number), machine(96, slow)
        key = ("gls", "gls-plus")[number % 2]
        yield workload, platform, run(key, workload, platform, lam=1.0 + number % 3 / 4)
    for key in ("gls", "gls-plus"):
        workload = arriving()
        result = batches(workload, 32, key, time=DeployTime(20.3, 11.7), lam=2)
        yield workload, result.platform, result.schedule


def test_processors_are_idle_from_a_deployment_until_the_job_that_needs_it() -> None:
    """They lie in the schedule, each processor is deployed once for a group, and all are counted
    as the metric counts them."""
    later = 0
    for workload, platform, schedule in scenes():
        found = Deployed.of(workload, platform, schedule)
        codes, end = environments(workload), schedule.end
        slack = 1e-9 * (1 + end.max(initial=0.0))
        users = holders(schedule, platform)
        for number, at, lo, hi in zip(found.number, found.job, found.lo, found.hi, strict=True):
            begin = found.end[number] - found.seconds[number]
            start = schedule.start[at]
            assert -slack <= begin
            assert found.end[number] <= start
            assert codes[at] == codes[found.first[number]] >= 0
            later += found.end[number] < start
            for processor in range(lo, hi):
                for job in users[processor]:
                    assert end[job] <= begin + slack or schedule.start[job] >= start
        if workload.environment is not None:
            metrics = measure(Outcome(workload, platform, schedule))
            assert found.processors.sizes().sum() == metrics["deployments"]
    assert later > 30


def holders(schedule: Schedule, platform: Platform) -> list[list[int]]:
    """The jobs that run on each processor for some time."""
    found: list[list[int]] = [[] for _ in range(platform.processors)]
    assert schedule.processors is not None
    for job in np.flatnonzero(schedule.duration > 0).tolist():
        for lo, hi in zip(*schedule.processors.intervals(job), strict=True):
            for processor in range(lo, hi):
                found[processor].append(job)
    return found


def test_a_deployment_takes_as_long_as_its_processors_say() -> None:
    more = 0
    for workload, platform, schedule in scenes():
        found = Deployed.of(workload, platform, schedule)
        sizes = found.processors.sizes().tolist()
        assert found.seconds.tolist() == [platform.deployment.on(size) for size in sizes]
        assert (np.diff(found.end) >= 0).all()
        own = Installed.of(workload, platform, schedule).deployed
        more += int((np.array(sizes) > own[found.first]).sum())
        if schedule.groups is None:
            assert sizes == own[found.first].tolist()
    assert more > 50
