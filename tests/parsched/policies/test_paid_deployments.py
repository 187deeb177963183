"""Every algorithm of the catalogue pays the deployments of the machine."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.base.errors import InfeasibleError
from parsched.model.problem.deployment import Groups, environments
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.result import Result
from parsched.run.solve import solve
from parsched.testing.of_algorithms import allowing
from tests.amount import amount
from tests.parsched.brief import brief
from tests.parsched.policies.groups.loads import environed, random_cases

TIME = DeployTime(7.0, 33.0)
FEW_PROGRAMS = {"max_iterations": 20}
"""Of a search by linear programs: how long it searches has nothing to do with what is paid."""
SEARCHES = ("exact", "local-search", "slp-pure", "slp-hybrid")


def narrow(workload: Workload, key: str) -> Workload:
    """Return jobs that the algorithm takes: on one processor where it takes no others."""
    if not ALGORITHMS[key].supports.one_processor:
        return workload
    alone = workload.take(workload.width == 1)
    return alone if len(alone) else environed((1, 3.0, "a"), (1, 2.0, "b"))


def solved(key: str, workload: Workload, platform: Platform) -> Result:
    params = brief(key) | (FEW_PROGRAMS if key.startswith("slp-") else {})
    instance = Instance(narrow(workload, key), platform)
    return solve(instance, key, params, stop=allowing(), bounds=())


def late_processors(result: Result) -> list[tuple[int, int]]:
    """Follow each processor with dictionaries; return job and processor wherever the deployment for
    a job, or for the first of its group, had not begun when the processor was last used."""
    jobs, schedule = result.workload, result.schedule
    codes, groups = environments(jobs), schedule.groups
    order = [j for j in np.argsort(schedule.start, kind="stable").tolist() if schedule.duration[j]]
    base = np.cumsum([0, *(site.processors for site in result.platform.sites)])
    assert schedule.processors is not None
    installed: dict[int, int] = {}
    idle: dict[int, float] = {}
    deployed: list[tuple[int, int, float]] = []
    for job in order:
        for lo, hi in zip(*map(np.ndarray.tolist, schedule.processors.intervals(job)), strict=True):
            for processor in range(base[schedule.site[job]] + lo, base[schedule.site[job]] + hi):
                if codes[job] >= 0 and installed.get(processor) != codes[job]:
                    installed[processor] = int(codes[job])
                    deployed.append((job, processor, idle.get(processor, 0.0)))
                idle[processor] = float(schedule.end[job])
    head = {job: job for job in order}
    if groups is not None:
        firsts: dict[int, int] = {}
        for job in order:
            if (group := int(groups.job[job])) >= 0:
                head[job] = firsts.setdefault(group, job)
    counts = {first: sum(head[job] == first for job, _, _ in deployed) for first in head.values()}
    assert sum(counts.values()) == result.metrics["deployments"]
    return [
        (job, processor)
        for job, processor, since in deployed
        if since
        > schedule.start[head[job]] - result.platform.deployment.on(counts[head[job]]) + 1e-9
    ]


@pytest.mark.parametrize("key", [key for key, a in ALGORITHMS.items() if not a.is_given])
def test_no_job_starts_before_its_environment_can_be_there(key: str) -> None:
    """As the checker's replay says, and one that is written for reading."""
    count, delayed = (8 if key in SEARCHES else amount(60)), 0
    for number, (workload, m) in enumerate(random_cases(count, seed=61, jobs=12)):
        sizes = (m, m, 2 * m) if ALGORITHMS[key].supports.grid else (m,)
        slow = solved(key, workload, Platform.of(*sizes, deployment=TIME))
        assert late_processors(slow) == [], number
        free = solved(key, workload, Platform.of(*sizes))
        delayed += slow.metrics["makespan"] > free.metrics["makespan"]
    assert delayed > count / 2


@pytest.mark.parametrize("key", ["fcfs", "easy", "conservative"])
def test_on_line_nothing_is_deployed_for_jobs_that_are_not_there(key: str) -> None:
    """The processor is idle before, but what it is needed for is not known yet."""
    jobs = environed((1, 4.0, "a"), (1, 3.0, "b"), (1, 2.0, "b"), release=(0.0, 50.0, 51.0))
    found = solve(Instance(jobs, Platform.of(1, deployment=DeployTime(10.0))), key)
    assert found.schedule.start.tolist() == [10, 60, 63]


def test_off_line_processors_are_deployed_while_they_are_idle() -> None:
    """The second job waits for the machine, and its environment is there when it is free."""
    jobs = environed((2, 9.0, None), (1, 8.0, "a"), (2, 3.0, None), (1, 2.0, "b"))
    result = solve(Instance(jobs, Platform.of(2, deployment=DeployTime(5.0))), "ltf")
    assert result.schedule.start.tolist() == [0, 14, 22, 14]


def test_each_processor_keeps_its_jobs_in_their_order() -> None:
    for workload, m in random_cases(amount(200), seed=62):
        platform = Platform.of(m, deployment=TIME)
        plan = solve(Instance(workload, Platform.of(m)), "lpt", bounds=()).schedule
        for foreseen in (True, False):
            late = plan.delayed(workload, platform, foreseen=foreseen)
            late.check(workload, platform)
            assert (late.start >= plan.start).all()
            assert late.processors is plan.processors
            order = np.lexsort((late.start, plan.start))
            assert held_in_order(late, order)


def held_in_order(schedule: Schedule, order: object) -> bool:
    """Tell whether the jobs of each processor come in the given order."""
    until: dict[int, float] = {}
    assert schedule.processors is not None
    for job in np.asarray(order).tolist():
        if not schedule.duration[job]:
            continue
        for lo, hi in zip(*map(np.ndarray.tolist, schedule.processors.intervals(job)), strict=True):
            for processor in range(lo, hi):
                if until.get(processor, 0.0) > schedule.start[job]:
                    return False
                until[processor] = float(schedule.end[job])
    return True


def test_without_environments_or_time_nothing_is_delayed() -> None:
    jobs = environed((2, 4.0, "a"), (1, 3.0, "b"))
    plan = solve(Instance(jobs, Platform.of(2)), "ltf").schedule
    assert plan.delayed(jobs, Platform.of(2), foreseen=True) is plan
    bare = replace(jobs, environment=None)
    slow = Platform.of(2, deployment=TIME)
    assert plan.delayed(bare, slow, foreseen=True).start.tolist() == plan.start.tolist()


def test_a_group_is_checked_as_it_is_deployed_at_once() -> None:
    """Two processors at once take 12 s, one alone 11 s: each job alone would have had time."""
    jobs = environed((1, 9.0, "a"), (1, 9.0, "a"))
    platform = Platform.of(2, deployment=DeployTime(11.0, 99.0))
    alone = Schedule.of(jobs, np.array([11.5, 11.5]))
    alone = replace(alone, processors=ProcessorSets.parse(["0", "1"]))
    alone.check(jobs, platform)
    group = Groups(np.array([0, 0]), np.array([2]), np.array([0]), 9.0)
    with pytest.raises(InfeasibleError, match="12 s that the deployment of its environment on 2"):
        replace(alone, groups=group).check(jobs, platform)
    later = replace(alone, start=np.array([12.0, 12.0]), groups=group)
    later.check(jobs, platform)
