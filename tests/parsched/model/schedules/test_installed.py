"""Environments are installed before use: what the checker accepts, and what schedules count."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import InfeasibleError
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.placing import graham_placement
from parsched.model.problem.deployment import environments
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import MAX_PROCESSORS, DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules import (
    affinity,
    installed,
    installed_replay,
    processor_choice,
    processor_sets,
)
from parsched.model.schedules.installed import Deployed, Installed
from parsched.model.schedules.processor_sets import ProcessorSets, assign, next_of
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.groups import (
    deploying,
    deployment_plan,
    fewest_processors,
    gls_plus,
    within_groups,
)
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.policies.groups.loads import deployments_by_hand, environed, random_cases
from tests.parsched.policies.groups.test_gls import made
from tests.twins import uncompiled

MODULES = (
    *(deployment_plan, within_groups, gls_plus, processor_sets, installed, processor_choice),
    *(graham_placement, affinity, installed_replay, deploying, fewest_processors),
)
"""Kernels, and what calls them."""
LARGEST = Platform.of(MAX_PROCESSORS)
JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"), (1, 2.0, "a"))


def placed(
    starts: list[float],
    sets: list[str],
    workload: Workload = JOBS,
) -> Schedule:
    """A schedule by hand, on two processors."""
    schedule = Schedule.of(workload, np.array(starts))
    return replace(schedule, processors=ProcessorSets.parse(sets))


def slow(seconds: float, extra: float = 0.0) -> Platform:
    """Two processors whose deployments take time."""
    return Platform.of(2, deployment=DeployTime(seconds, extra))


def complaint(schedule: Schedule, platform: Platform, tolerance: float = 0.0) -> str:
    with pytest.raises(InfeasibleError) as caught:
        schedule.check(JOBS, platform, tolerance=tolerance)
    return str(caught.value)


class TestTheChecker:
    """Between two environments on a processor there is the time of a deployment."""

    SETS = ("0-1", "0", "1")

    def test_it_accepts_just_enough_time(self) -> None:
        placed([2, 7, 6], [*self.SETS]).check(JOBS, slow(1.0, 99.0))

    def test_two_processors_take_longer_than_one(self) -> None:
        said = complaint(placed([1.9, 7, 6], [*self.SETS]), slow(1.0, 99.0))
        assert "job 1 starts at 1.9 s, and its processors were not idle for the 2 s" in said
        assert said.endswith("the deployment of its environment on 2 processors takes")

    def test_the_environment_that_is_there_needs_no_time(self) -> None:
        placed([1, 6, 5], [*self.SETS]).check(JOBS, slow(1.0))

    def test_another_one_does(self) -> None:
        said = complaint(placed([1, 5.5, 5], [*self.SETS]), slow(1.0))
        assert "job 2 starts at 5.5 s, and its processors" in said

    def test_only_processors_that_are_deployed_have_to_be_idle(self) -> None:
        """Processor 1 holds a until the last job begins, while processor 0 is deployed for it."""
        jobs = environed((1, 3.0, "b"), (1, 5.0, "a"), (2, 2.0, "a"))
        schedule = placed([1, 1, 6], ["0", "1", "0-1"], jobs)
        schedule.check(jobs, slow(1.0))
        assert Installed.of(jobs, Platform.of(2), schedule).deployed.tolist() == [1, 1, 1]
        early = placed([2.5, 2.5, 7.5], ["0", "1", "0-1"], jobs)
        said = "job 3 starts at 7.5 s, and its processors were not idle for the 2.5 s"
        with pytest.raises(InfeasibleError, match=said):
            early.check(jobs, slow(2.5))

    def test_files_are_given_their_tolerance(self) -> None:
        schedule = placed([0.999, 6, 5], [*self.SETS])
        assert "job 1" in complaint(schedule, slow(1.0))
        schedule.check(JOBS, slow(1.0), tolerance=0.01)

    def test_a_schedule_has_to_say_where(self) -> None:
        schedule = Schedule.of(JOBS, np.array([1.0, 6, 5]))
        assert "does not say which processors" in complaint(schedule, slow(1.0))

    def test_it_looks_at_no_environment_where_deployments_take_no_time(self) -> None:
        placed([0, 4, 4], [*self.SETS]).check(JOBS, Platform.of(2))

    def test_it_finds_every_schedule_that_is_made_too_early(self) -> None:
        """Take a second of the deployment away before some job that needs one."""
        found = 0
        for workload, m in random_cases(200, seed=41):
            schedule = made("gls", workload, m, time=DeployTime(5.0))
            needed = Installed.of(workload, Platform.of(m), schedule).deployed
            if needed.any():
                found += 1
                with pytest.raises(InfeasibleError):
                    schedule.check(workload, Platform.of(m, deployment=DeployTime(5.5)))
        assert found > 150

    @pytest.mark.parametrize("key", ["gls", "gls-plus", "env-blind", "lpt", "online-batch"])
    def test_memory_goes_with_the_jobs(self, key: str) -> None:
        """An entry for each processor would take 16 GiB."""
        given = {"algorithm": "gls"} if key == "online-batch" else {}
        schedule = run(key, JOBS, LARGEST, **given).with_processors(LARGEST, JOBS)
        found = Installed.of(JOBS, LARGEST, schedule)
        assert found.deployed.sum() == 4
        assert found.at_end.ends[-1] == MAX_PROCESSORS

    def test_sites_of_a_grid_have_processors_of_their_own(self) -> None:
        grid = Platform.of(2, 2, deployment=DeployTime(1.0))
        schedule = replace(
            placed([1, 1, 1], ["0-1", "0", "1"]),
            site=np.array([0, 1, 1], np.int32),
        )
        schedule.check(JOBS, grid)
        assert Installed.of(JOBS, grid, schedule).deployed.tolist() == [2, 1, 1]


class TestDeployed:
    """Which processors were deployed for which job; groups have tests of their own."""

    def test_they_are_those_that_a_plain_twin_finds(self) -> None:
        found = 0
        for number, (workload, platform) in enumerate(furnished(200)):
            key = ("gls", "gls-plus", "env-blind", "lpt")[number % 4]
            if key != "lpt":
                platform = replace(platform, deployment=DeployTime(5.0, 9.0))
            schedule = run(key, workload, platform).with_processors(platform, workload)
            parts = Deployed.of(workload, platform, schedule)
            assert sorted(rows(parts)) == sorted(parts_by_hand(workload, platform, schedule))
            counted = Installed.of(workload, platform, schedule).deployed
            summed = np.bincount(parts.job, parts.hi - parts.lo, len(workload))
            assert summed.tolist() == counted.tolist()
            found += len(parts.job)
        assert found > 1_000

    def test_those_that_touch_are_one_and_others_are_not(self) -> None:
        """Job 4 finds its environment on processor 1, between others that are deployed."""
        jobs = environed((1, 3.0, "b"), (1, 3.0, "a"), (2, 3.0, "b"), (4, 2.0, "a"), (2, 1.0, "c"))
        platform = Platform.of(5)
        schedule = placed([0, 0, 0, 3, 9], ["0", "1", "2-3", "0-3", "0 4"], jobs)
        parts = Deployed.of(jobs, platform, schedule)
        assert rows(parts) == [
            *((0, 0, 0, 1), (1, 1, 1, 2), (2, 2, 2, 4)),
            *((3, 3, 0, 1), (3, 3, 2, 4)),
            *((4, 4, 0, 1), (4, 5, 4, 5)),
        ]

    def test_they_are_numbered_within_the_site(self) -> None:
        schedule = replace(
            placed([1, 1, 1], ["0-1", "0", "1"]),
            site=np.array([0, 1, 1], np.int32),
        )
        grid = Platform.of(2, 2, deployment=DeployTime(1.0, 99.0))
        parts = Deployed.of(JOBS, grid, schedule)
        assert rows(parts) == [(0, 0, 0, 2), (1, 1, 0, 1), (2, 2, 1, 2)]
        assert parts.seconds.tolist() == [2, 1, 1]

    def test_memory_goes_with_the_jobs(self) -> None:
        schedule = run("gls", JOBS, LARGEST).with_processors(LARGEST, JOBS)
        assert len(Deployed.of(JOBS, LARGEST, schedule).job) == 3

    def test_without_environments_there_are_none(self) -> None:
        bare = replace(JOBS, environment=None)
        assert len(Deployed.of(bare, Platform.of(2), placed([0, 4, 4], ["0-1", "0", "1"]))) == 0


class TestProcessors:
    """Algorithms that say nothing of processors get those where the environment is."""

    def test_with_environments_fewer_are_deployed(self) -> None:
        near, far = 0, 0
        for workload, m in random_cases(amount(300, least=50), seed=42):
            starts = made("env-blind", workload, m).start
            schedule = Schedule.of(workload, starts)
            platform = Platform.of(m)
            one = schedule.with_processors(platform, workload)
            other = schedule.with_processors(platform)
            one.check(workload, platform)
            near += deployments_by_hand(workload, one)
            far += deployments_by_hand(workload, other)
        assert near < 0.96 * far

    def test_those_that_a_schedule_has_stay(self) -> None:
        schedule = placed([0, 4, 4], ["0-1", "1", "0"])
        assert schedule.with_processors(Platform.of(2), JOBS) is schedule

    def test_without_environments_it_is_as_before(self) -> None:
        for workload, m in random_cases(100, seed=43):
            starts = made("env-blind", workload, m).start
            bare = replace(workload, environment=None)
            one = Schedule.of(bare, starts).with_processors(Platform.of(m), bare)
            two = Schedule.of(bare, starts).with_processors(Platform.of(m))
            assert one.processors is not None
            assert two.processors is not None
            assert one.processors.text() == two.processors.text()

    def test_sites_are_served_one_by_one(self) -> None:
        schedule = replace(
            Schedule.of(JOBS, np.array([0.0, 0.0, 3.0])), site=np.array([0, 1, 1], np.int32)
        )
        grid = Platform.of(2, 1)
        schedule.with_processors(grid, JOBS).check(JOBS, grid)

    def test_every_algorithm_counts_deployments(self) -> None:
        result = solve(Instance(JOBS, Platform.of(2)), "lpt")
        assert result.metrics["deployments"] == deployments_by_hand(JOBS, result.schedule)
        bare = Schedule.of(JOBS, result.schedule.start)
        again = measure(Outcome(JOBS, Platform.of(2), bare))
        assert again["deployments"] == result.metrics["deployments"]

    def test_jobs_that_nothing_fits_are_named(self) -> None:
        starts, codes = np.zeros(3), environments(JOBS)
        with pytest.raises(InfeasibleError, match="row 2 of the schedule needs 1 processor "):
            assign(starts, JOBS.runtime, JOBS.width.copy(), 2, codes)

    def test_the_next_job_of_an_environment_is_found(self) -> None:
        codes = np.array([0, 1, -1, 0, 1, 0])
        later, first = next_of(codes, np.array([5, 4, 3, 2, 1, 0]))
        assert later.tolist() == [6, 6, 6, 5, 4, 2]
        assert first.tolist() == [0, 1, 6]


class TestAtFirst:
    """Environments may be installed before anything runs."""

    @pytest.mark.parametrize(
        ("installed", "starts", "deployed"),
        [
            ([("a", 2)], [0, 11, 4], [0, 1, 0]),
            ([("b", 1), ("a", 2)], [7, 18, 11], [1, 1, 0]),
            ([(None, 1), ("x", 2)], [7, 18, 11], [2, 1, 0]),
        ],
    )
    def test_they_are_neither_deployed_nor_waited_for(
        self, installed: list[tuple[str | None, int]], starts: list[float], deployed: list[int]
    ) -> None:
        platform = replace(slow(7.0), installed=tuple(installed))
        schedule = run("env-order", JOBS, platform)
        assert schedule.start.tolist() == starts
        assert Installed.of(JOBS, platform, schedule).deployed.tolist() == deployed

    def test_what_remains_in_the_end_is_told(self) -> None:
        schedule = placed([0, 4, 4], ["0-1", "1", "0"])
        found = Installed.of(JOBS, Platform.of(3), schedule).at_end
        assert found.named(("a", "b")) == (("a", 1), ("b", 2), (None, 3))

    def test_those_that_are_given_processors_in_the_end_go_there_too(self) -> None:
        starts = Schedule.of(JOBS, np.array([4.0, 0.0, 0.0]))
        sites = replace(Platform.of(3), installed=(("b", 1), (None, 2), ("a", 3)))
        assert text(starts.with_processors(sites, JOBS)) == ["0 2", "0", "2"]
        grid = replace(Platform.of(1, 3), installed=(("b", 1), ("x", 2), ("b", 3), ("a", 4)))
        there = replace(starts, site=np.array([1, 0, 1], np.int32))
        assert text(there.with_processors(grid, JOBS)) == ["0 2", "0", "2"]

    def test_nothing_is_proved_of_the_fewest_deployments(self) -> None:
        platform = replace(slow(7.0), installed=(("a", 2),))
        result = solve(Instance(JOBS, platform), "gls")
        assert result.metrics["deployments"] == 1
        assert np.isnan(result.metrics["d_lambda"])
        assert result.bounds["deployments"] == {}
        assert result.proved is None

    def test_every_schedule_is_feasible_and_counted(self) -> None:
        for workload, furniture in furnished(amount(300)):
            platform = replace(furniture, deployment=DeployTime(5.0, 9.0))
            for key in ("gls", "gls-plus", "env-blind", "env-barrier"):
                schedule = run(key, workload, platform)
                found = Installed.of(workload, platform, schedule)
                fresh = Installed.of(workload, Platform.of(platform.processors), schedule)
                assert found.deployed.sum() <= fresh.deployed.sum()
                schedule.check(workload, platform)


def rows(parts: Deployed) -> list[tuple[int, ...]]:
    """Job, interval, lo and hi of each stretch."""
    columns = parts.job, parts.interval, parts.lo, parts.hi
    return list(zip(*map(np.ndarray.tolist, columns), strict=True))


def parts_by_hand(
    workload: Workload, platform: Platform, schedule: Schedule
) -> list[tuple[int, ...]]:
    """Follow each processor of one machine with dictionaries, and join what is deployed."""
    names = dict(enumerate(workload.environment.names)) if workload.environment else {}
    installed: dict[int, str | None] = {}
    begin = 0
    for name, end in platform.installed:
        installed |= dict.fromkeys(range(begin, end), name)
        begin = end
    found: list[tuple[int, ...]] = []
    sets = schedule.processors
    assert sets is not None
    for job in np.argsort(schedule.start, kind="stable").tolist():
        needed = names.get(int(environments(workload)[job]))
        if needed is None or schedule.duration[job] == 0:
            continue
        for c in range(int(sets.offsets[job]), int(sets.offsets[job + 1])):
            end = -1
            for processor in range(int(sets.lo[c]), int(sets.hi[c])):
                if installed.get(processor) != needed:
                    begin = found.pop()[2] if end == processor else processor
                    end = processor + 1
                    found.append((job, c, begin, end))
                installed[processor] = needed
    return found


def furnished(count: int) -> Iterator[tuple[Workload, Platform]]:
    """Random workloads, on machines with random environments."""
    rng = np.random.default_rng(46)
    names = np.array(["e0", "e1", "e2", "e3", "x", None])
    for workload, m in random_cases(count, seed=45, whole=False):
        drawn = names[rng.integers(0, len(names), m)].tolist()
        installed = tuple((name, end) for end, name in enumerate(drawn, 1))
        yield workload, replace(Platform.of(m), installed=installed)


def run(key: str, workload: Workload, platform: Platform, **values: Any) -> Schedule:
    """Run an algorithm and check its schedule."""
    declared = algorithm(key)
    params = declared.params.from_mapping(values)
    schedule = declared.schedule(Instance(workload, platform), params, Stop())
    schedule.check(workload, platform)
    return schedule


def text(schedule: Schedule) -> list[str]:
    """The processors of each job."""
    assert schedule.processors is not None
    return schedule.processors.text()


@pytest.mark.usefixtures("may_compile")
def test_kernels_do_as_their_plain_twins() -> None:
    for number, (workload, furniture) in enumerate(furnished(30)):
        m = furniture.processors
        platform = furniture if number % 2 else Platform.of(m)
        platform = replace(platform, deployment=DeployTime(3.0, 5.0))
        instance = Instance(workload, platform).counted
        workload, platform = instance.jobs, instance.platform
        bare = Schedule.of(workload, made("env-blind", workload, m).start)
        fast = results(workload, platform, bare)
        with ExitStack() as stack:
            for module in MODULES:
                stack.enter_context(uncompiled(module))
            slow = results(workload, platform, bare)
        assert fast == slow


def results(workload: Workload, platform: Platform, bare: Schedule) -> list[object]:
    """Everything that comes out of the kernels."""
    found = [run(key, workload, platform) for key in ("gls", "gls-plus", "env-blind")]
    found.append(bare.with_processors(platform, workload))
    found += [bare.delayed(workload, platform, foreseen=foreseen) for foreseen in (True, False)]
    for of in found[-2:]:
        of.check(workload, platform)
    texts = [text(of) for of in found]
    counts = [Installed.of(workload, platform, of).deployed.tolist() for of in found]
    parts = [rows(Deployed.of(workload, platform, of)) for of in found]
    return [[of.start.tolist() for of in found], texts, counts, parts]
