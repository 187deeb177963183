"""Group list scheduling: what is proved, and where the printed algorithm fails."""

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import LeftOutError, UnsupportedError
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.deployment import Demands, canonical_width
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.gls_groups import (
    AS_PRINTED,
    AT_LEAST,
    MORE_THAN,
    UNCHECKED,
    WidthGroup,
    by_environment,
    gls_groups,
)
from parsched.policies.groups.parameters import TargetParams, least_target
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.policies.groups.loads import (
    MEASURED,
    deployments_by_hand,
    environed,
    machine,
    random_cases,
)

ROUNDING = 1 + 1e-9


def made(
    key: str, workload: Workload, m: int, *, time: DeployTime = INSTANT, **values: Any
) -> Schedule:
    """Run an algorithm where deployments take some time, and check its schedule."""
    declared, platform = algorithm(key), machine(m, time)
    params = declared.params.from_mapping(values)
    schedule = declared.schedule(Instance(workload, platform), params, Stop())
    schedule.check(workload, platform)
    return schedule


def spans(workload: Workload, schedule: Schedule) -> list[tuple[float, float, int]]:
    """Time, work and processors of each group."""
    assert schedule.groups is not None
    found = []
    for number, width in enumerate(schedule.groups.width.tolist()):
        jobs = np.flatnonzero(schedule.groups.job == number)
        time = float(schedule.end[jobs].max() - schedule.start[jobs].min())
        found.append((time, float(workload.width[jobs] @ workload.runtime[jobs]), width))
    return found


@pytest.mark.parametrize("key", ["gls", "gls-plus"])
@pytest.mark.parametrize("whole", [True, False])
def test_thousands_of_random_workloads_keep_every_promise(key: str, whole: bool) -> None:
    """Makespan at most 4λ, fewer than 2·D_λ deployments, both properties of each group."""
    factors = np.random.default_rng(7).choice([1.0, 1.0, 1.3, 2.0, 5.0], amount(2_000))
    for (workload, m), factor in zip(
        random_cases(amount(2_000), whole=whole), factors, strict=True
    ):
        workload = Instance(workload, machine(m)).jobs
        schedule = made(key, workload, m, lam=factor)
        groups, demands = schedule.groups, Demands.of(workload)
        assert groups is not None
        target = groups.target
        assert target == factor * least_target(workload, m)
        assert schedule.end.max() <= 4 * target * ROUNDING
        held = groups.width[groups.environment >= 0].sum()
        least = demands.deployments(target)
        assert held < 2 * least or held == least == 0
        assert deployments_by_hand(workload, schedule) <= held
        assert ((groups.job >= 0) == (workload.runtime > 0)).all()
        for time, work, width in spans(workload, schedule):
            assert 2 * work * ROUNDING >= time * width
            assert time <= 2 * target * ROUNDING
            assert width <= m


def test_metrics_count_what_each_processor_sees() -> None:
    for workload, m in random_cases(200, seed=5):
        schedule = made("gls", workload, m, lam=1.5)
        metrics = measure(Outcome(workload, machine(m), schedule))
        if workload.environment is None:
            assert np.isnan(metrics["deployments"])
        else:
            assert metrics["deployments"] == deployments_by_hand(workload, schedule)
            assert metrics["deployments"] <= metrics["group_widths"]
            assert metrics["group_widths"] < 2 * metrics["d_lambda"] or not metrics["d_lambda"]


@pytest.mark.parametrize("merge", [AT_LEAST, MORE_THAN])
def test_groups_follow_the_definition(merge: str) -> None:
    for workload, m in random_cases(500, seed=3):
        target = least_target(workload, m)
        for jobs in by_environment(workload):
            width, time = workload.width[jobs], workload.runtime[jobs]
            groups = gls_groups(width, time, target, merge)
            assert [g.begin for g in groups] == [0, *(g.end for g in groups[:-1])]
            assert groups[-1].end == len(jobs)
            for group in groups[:-1]:
                assert_layered(group, width, time, target)


def assert_layered(group: WidthGroup, width: Any, time: Any, target: float) -> None:
    part = slice(group.begin, group.end)
    assert group.width == width[part][0]
    assert 2 * width[part][-1] > group.width
    assert time[part].sum() <= 2 * target


class TestWhatIsPrinted:
    """Each counterexample to the printed algorithm, and what we make of it."""

    def test_the_loop_loses_the_group_that_is_open_at_the_end(self) -> None:
        """A single job is the smallest case: the loop ends before it emits anything."""
        assert printed([1], [5.0], 5.0, closes=False) == []
        assert gls_groups(np.array([1]), np.array([5.0]), 5.0, AT_LEAST) == [WidthGroup(0, 1, 1)]
        lost = 0
        for workload, m in random_cases(300, seed=2):
            target = least_target(workload, m)
            parts = [workload.take(np.sort(jobs)) for jobs in by_environment(workload)]
            found = sum(len(part) for part in parts)
            kept = 0
            for part in parts:
                order = np.argsort(-part.width, kind="stable")
                groups = printed(
                    part.width[order].tolist(), part.runtime[order].tolist(), target, closes=False
                )
                kept += sum(end - begin for begin, end in groups)
            lost += kept < found
        assert lost > 0.9 * 300

    def test_closing_it_without_a_look_at_its_time_breaks_four_lambda(self) -> None:
        """The second group would take 60 on one processor, after 23 on all of them: 83 > 4·20."""
        first = [(9, 1.0, "a"), (5, 11.0, "a"), (5, 11.0, "a")]
        workload = environed(*first, *[(1, 20.0, "b")] * 3)
        assert least_target(workload, 9) <= 20
        closed = [
            printed([9, 5, 5], [1.0, 11.0, 11.0], 20.0, closes=True),
            printed([1, 1, 1], [20.0] * 3, 20.0, closes=True),
        ]
        assert closed == [[(0, 3)], [(0, 3)]]
        assert 1 + 11 + 11 + 3 * 20 > 4 * 20
        target: dict[str, Any] = {"lam": 20, "lam_unit": "seconds"}
        assert made("gls", workload, 9, last_group=UNCHECKED, **target).end.max() == 83
        schedule = made("gls", workload, 9, **target)
        assert schedule.groups is not None
        assert sorted(schedule.groups.width) == [3, 9]
        assert schedule.end.max() == 43

    @pytest.mark.parametrize("closes", [False, True])
    def test_both_printed_forms_do_what_the_printed_loop_does(self, closes: bool) -> None:
        """All but the merging, which the loop here leaves out and which moves no job elsewhere."""
        form = UNCHECKED if closes else AS_PRINTED
        merged = 0
        for workload, _ in random_cases(400, seed=21):
            for jobs in by_environment(workload):
                width, time = workload.width[jobs], workload.runtime[jobs]
                target = float(time.max())
                loop = printed(width.tolist(), time.tolist(), target, closes=closes)
                groups = gls_groups(width, time, target, MORE_THAN, form)
                assert sum(g.end - g.begin for g in groups) == sum(b - a for a, b in loop)
                merged += len(groups) < len(loop)
                if len(groups) == len(loop):
                    assert [(g.begin, g.end) for g in groups] == loop
        assert merged > 0

    def test_a_run_as_printed_that_loses_jobs_is_refused_with_their_number(self) -> None:
        """Two environments: of the first only the job of nine processors is ever emitted."""
        workload = environed((9, 1.0, "a"), (4, 1.0, "a"), (1, 5.0, "b"), (1, 0.0, None))
        with pytest.raises(UnsupportedError, match="leaves out 2 of 4 jobs as printed"):
            solve(Instance(workload, machine(9)), "gls", {"last_group": AS_PRINTED})
        params = algorithm("gls").params.from_mapping({"last_group": AS_PRINTED})
        with pytest.raises(LeftOutError, match="leaves out 2 of 4 jobs as printed"):
            algorithm("gls").schedule(Instance(workload, machine(9)), params, Stop())

    def test_a_batch_as_printed_that_loses_jobs_ends_the_run(self) -> None:
        """Whether jobs that arrive are lost depends on the batches."""
        arriving = environed((1, 2.0, "a"), (1, 2.0, "b"), release=(0.0, 1.0))
        values = {"algorithm": {"key": "gls", "params": {"last_group": AS_PRINTED}}}
        with pytest.raises(LeftOutError, match="leaves out 1 of 1 job as printed"):
            solve(Instance(arriving, machine(2)), "online-batch", values)

    def test_a_run_as_printed_may_keep_all_jobs(self) -> None:
        """The jobs of zero length are in no group anyway."""
        workload = environed((1, 0.0, "a"), (2, 0.0, None))
        assert made("gls", workload, 2, last_group=AS_PRINTED).start.tolist() == [0, 0]

    def test_without_the_test_a_group_takes_up_to_three_lambda(self) -> None:
        """Only the job that ends the loop is not looked at, so it is never more."""
        longest = made("gls", environed(*[(1, 20.0, "a")] * 3), 9, last_group=UNCHECKED)
        assert longest.end.max() == 60
        for workload, m in random_cases(500, seed=4):
            schedule = made("gls", workload, m, last_group=UNCHECKED)
            limit = 3 * least_target(workload, m) * ROUNDING
            assert all(time <= limit for time, _, _ in spans(workload, schedule))

    def test_merging_only_into_wider_groups_reaches_twice_the_bound(self) -> None:
        workload = environed((3, 1.0, "a"), *[(1, 9.0, "a")] * 3)
        assert Demands.of(workload).deployments(10.0) == 3
        values: dict[str, Any] = {"lam": 10, "lam_unit": "seconds"}
        as_printed = made("gls", workload, 3, merge=MORE_THAN, **values)
        repaired = made("gls", workload, 3, merge=AT_LEAST, **values)
        assert as_printed.groups is not None
        assert repaired.groups is not None
        assert as_printed.groups.width.sum() == 2 * 3
        assert repaired.groups.width.sum() == 3


def printed(
    width: Sequence[int], time: Sequence[float], target: float, *, closes: bool
) -> list[tuple[int, int]]:
    """The loop of the paper, literally; it can be made to emit the last group as it is."""
    groups, begin, end, taken = [], 0, 0, time[0]
    while end != len(width) - 1:
        if taken > 2 * target:
            groups.append((begin, len(width)))
            return groups
        if width[end + 1] > width[begin] / 2:
            end += 1
            taken += time[end]
        else:
            groups.append((begin, end + 1))
            begin = end = end + 1
            taken = time[begin]
    return [*groups, (begin, len(width))] if closes else groups


class TestLargeMachines:
    """Above 10^9 processors a share of them for rounding is more than one."""

    MOST = 2**31 - 1
    WIDE = environed(
        (2_147_483_643, 1e-6, "a"), (1_073_741_822, 1e5, "a"), (1_073_741_822, 1e5, "a")
    )

    @pytest.mark.parametrize("key", ["gls", "gls-plus"])
    def test_groups_are_as_wide_as_their_widest_job(self, key: str) -> None:
        schedule = made(key, self.WIDE, self.MOST)
        assert schedule.groups is not None
        assert schedule.groups.width.max() >= self.WIDE.width.max()
        assert schedule.end.max() == 1e5 + 1e-6

    def test_a_job_that_is_wider_than_its_group_is_refused(self) -> None:
        jobs = environed((3, 1.0, "a"), (1, 1.0, "a"))
        plan = DeploymentPlan.of_groups([(np.array([0, 1]), 2)], jobs, 1.0)
        with pytest.raises(ValueError, match="wider than the group"):
            follow(plan, jobs, machine(4), Stop())

    @pytest.mark.parametrize("processors", [3, 10**6, 10**9, 2**31 - 1])
    def test_rounding_of_work_costs_no_processor_and_saves_none(self, processors: int) -> None:
        for target in (0.1, 1 / 3, 7.0):
            work = processors * target
            for near in (work, np.nextafter(work, 0), np.nextafter(work, inf)):
                assert canonical_width(float(near), target) == processors
            assert canonical_width(work + 0.6 * target, target) == processors + 1
            demands = Demands(np.array([1]), np.array([work + 0.6 * target]))
            assert demands.deployments(target) == processors + 1


class TestTarget:
    """λ in multiples of its minimum, or in seconds."""

    def test_its_minimum_is_the_larger_of_area_and_longest_job(self) -> None:
        assert least_target(environed((2, 10.0, "a"), (1, 4.0, "b")), 4) == 10
        assert least_target(environed((4, 10.0, "a"), (4, 4.0, "b")), 4) == 14

    def test_it_has_its_letter_for_a_label(self) -> None:
        assert [spec.label for spec in TargetParams.specs()] == ["λ", "unit of λ"]

    @pytest.mark.parametrize(
        ("values", "sentence"),
        [
            ({"lam": 0.5}, "minimum, 14 s for these jobs here, got 0.5 × the minimum"),
            ({"lam": 13, "lam_unit": "seconds"}, "minimum, 14 s for these jobs here, got 13 s"),
        ],
    )
    def test_less_than_its_minimum_is_refused(self, values: Any, sentence: str) -> None:
        workload = environed((4, 10.0, "a"), (4, 4.0, "b"))
        with pytest.raises(UnsupportedError, match=sentence):
            solve(Instance(workload, machine(4)), "gls", values)

    def test_seconds_and_multiples_say_the_same(self) -> None:
        for workload, m in random_cases(50, seed=9):
            least = least_target(workload, m)
            one = made("gls", workload, m, lam=2)
            two = made("gls", workload, m, lam=2 * least, lam_unit="seconds")
            assert one.start.tolist() == two.start.tolist()


class TestDeployments:
    """Deployments that take time delay jobs."""

    def test_a_group_waits_for_one_deployment_on_all_its_processors(self) -> None:
        schedule = made("gls", environed((2, 5.0, "a"), (2, 3.0, "a")), 2, time=MEASURED)
        assert schedule.start.tolist() == [MEASURED.on(2), MEASURED.on(2) + 5]

    def test_what_is_installed_is_not_deployed_again(self) -> None:
        jobs = environed((1, 10.0, "a"), (1, 6.0, "b"), (1, 5.0, "b"), (1, 4.0, None))
        schedule = made("env-order", jobs, 1, time=DeployTime(7.0))
        assert sorted(schedule.start.tolist()) == [7, 13, 25, 35]

    def test_without_environments_nothing_is_deployed(self) -> None:
        jobs = environed((2, 5.0, None), (1, 3.0, None))
        assert made("gls", jobs, 3, time=MEASURED).start.tolist() == [0, 0]

    @pytest.mark.parametrize("key", ["gls", "gls-plus"])
    def test_the_makespan_keeps_its_guarantee_with_time_for_deployments(self, key: str) -> None:
        for workload, m in random_cases(300, seed=11):
            time = DeployTime(10.0, 20.0)
            schedule = made(key, workload, m, time=time)
            assert schedule.groups is not None
            target, longest = schedule.groups.target, time.on(m)
            least = Demands.of(workload).deployments(target)
            limit = 4 * target + max(2 * longest, 4 * longest * least / m)
            assert schedule.end.max() <= limit * ROUNDING
