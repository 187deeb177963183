"""The best groups: never more deployments than group list scheduling, and the fewest there are."""

from functools import cache
from math import ceil, inf
from typing import Any

import pytest

from parsched.model.problem.deployment import canonical_width
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.stop import Stop
from parsched.policies.groups import gls_plus as module
from parsched.policies.groups.gls_groups import AT_LEAST, MORE_THAN, by_environment, gls_groups
from parsched.policies.groups.gls_plus import best_groups
from parsched.policies.groups.parameters import least_target
from parsched.policies.groups.within_groups import run_list
from tests.amount import amount
from tests.parsched.policies.groups.loads import (
    MEASURED,
    deployments_by_hand,
    environed,
    random_cases,
)
from tests.parsched.policies.groups.test_gls import made


def held(width: Ints, time: Floats, target: float, *, layered: bool = True) -> int:
    """Processors of the best groups."""
    printed = gls_groups(width, time, target, AT_LEAST)
    found = best_groups(width, time, target, printed, Stop(), layered=layered)
    return sum(group.width for group in found)


def simple(width: Ints, time: Floats, target: float, merge: str = AT_LEAST) -> int:
    """Processors of the groups of the paper."""
    return sum(group.width for group in gls_groups(width, time, target, merge))


@pytest.mark.parametrize(("lam", "time"), [(1, INSTANT), (1.7, INSTANT), (1, MEASURED)])
def test_it_never_needs_more_deployments_than_gls(lam: float, time: DeployTime) -> None:
    """Whenever groups are merged, as counted on the processors; nor is it longer than the one that
    has as few."""
    for workload, m in random_cases(amount(600), seed=21):
        most, shortest = best_printed(workload, m, lam=lam, time=time)
        for choose in ("fewest", "shortest"):
            plus = made("gls-plus", workload, m, lam=lam, choose=choose, time=time)
            count = deployments_by_hand(workload, plus)
            assert count <= most, choose
            if choose == "shortest" or count == most:
                assert plus.end.max() <= shortest, choose


def best_printed(workload: Workload, m: int, **values: Any) -> tuple[int, float]:
    """Deployments of group list scheduling, when it merges groups as suits it, and makespan."""
    found = [made("gls", workload, m, merge=merge, **values) for merge in (AT_LEAST, MORE_THAN)]
    return min((deployments_by_hand(workload, of), float(of.end.max())) for of in found)


@pytest.mark.parametrize(("choose", "makespan"), [("fewest", 18.0), ("shortest", 18.0)])
def test_groups_that_are_merged_later_may_be_deployed_less(choose: str, makespan: float) -> None:
    """Two groups hold 3 + 3 processors, and the second finds the first one's processors; one holds
    4."""
    jobs = environed((3, 8.0, "a"), (1, 3.0, "a"), (1, 7.0, "a"), (1, 8.0, "a"), (1, 9.0, "a"))
    schedule = made("gls-plus", jobs, 4, choose=choose)
    assert deployments_by_hand(jobs, schedule) == 3
    assert schedule.end.max() == makespan
    assert deployments_by_hand(jobs, made("gls", jobs, 4)) == 4


def test_its_groups_never_hold_more_processors_than_groups_of_gls() -> None:
    for workload, m in random_cases(amount(1_000), seed=23, environments=2):
        target = least_target(workload, m)
        for jobs in by_environment(workload):
            width, time = workload.width[jobs], workload.runtime[jobs]
            for merge in (AT_LEAST, MORE_THAN):
                assert held(width, time, target) <= simple(width, time, target, merge)
            least = max(width[0], canonical_width(float(width @ time), target))
            listed = held(width, time, target, layered=False)
            assert held(width, time, target) <= listed
            assert listed <= max(simple(width, time, target), least)
            assert listed < 2 * least


@pytest.mark.usefixtures("may_compile")
def test_no_other_cut_of_the_list_holds_fewer() -> None:
    for workload, m in random_cases(amount(300), seed=24, environments=2, jobs=14):
        target = least_target(workload, m)
        for jobs in by_environment(workload):
            width, time = workload.width[jobs], workload.runtime[jobs]
            assert held(width, time, target) == fewest(width, time, target, layered=True)
            listed = fewest(width, time, target, layered=False)
            least = max(width[0], canonical_width(float(width @ time), target))
            printed = simple(width, time, target)
            expected = listed if listed <= max(least, printed) else printed
            assert held(width, time, target, layered=False) == expected


def fewest(width: Ints, time: Floats, target: float, *, layered: bool) -> float:
    """Try every cut, and schedule every group."""

    @cache
    def best(i: int) -> float:
        if i == len(width):
            return 0
        ends = range(i + 1, len(width) + 1)
        return min(needed(width[i:j], time[i:j], target, layered) + best(j) for j in ends)

    return best(0)


def needed(width: Ints, time: Floats, target: float, layered: bool) -> float:
    """Processors of one group; infinite where it lacks a property."""
    work, wide = float(width @ time), int(width[0])
    if layered and 2 * width[-1] > wide and time.sum() <= 2 * target:
        return wide
    wide = max(wide, ceil(work / target - 1e-9))
    taken = run_list(width, time, wide)
    fits = taken <= 2 * target * (1 + 1e-9) and 2 * work * (1 + 1e-9) >= taken * wide
    return wide if fits else inf


def test_where_it_would_take_too_long_gls_makes_the_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = list(random_cases(100, seed=25, processors=30, environments=1))
    full = [made("gls-plus", workload, m) for workload, m in cases]
    monkeypatch.setattr(module, "MOST_LISTED", 0)
    unlisted = [made("gls-plus", workload, m) for workload, m in cases]
    monkeypatch.setattr(module, "MOST_RUNS", 0)
    given_up = [made("gls-plus", workload, m) for workload, m in cases]
    for (workload, m), *found in zip(cases, full, unlisted, given_up, strict=True):
        counts = [deployments_by_hand(workload, schedule) for schedule in found]
        assert max(counts) <= deployments_by_hand(workload, made("gls", workload, m))
    assert any(a.start.tolist() != c.start.tolist() for a, c in zip(full, given_up, strict=True))
