"""One λ after the other: the front, its bounds and the guarantees."""

from math import nan

import numpy as np
import pytest

from parsched.model.problem.deployment import Demands
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.policies.groups.parameters import FACTORS
from parsched.report.trade_offs.points import TradePoint
from parsched.run.request import requests
from parsched.run.result import finite
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.policies.groups.loads import (
    MEASURED,
    environed,
    front_of,
    machine,
    of_kind,
    random_cases,
)

JOBS = of_kind("narrow", jobs=60)
MACHINE = machine(100)
TINY = environed((2, 4.0, "a"), (1, 3.0, "b"), (1, 5.0, "a"))


def test_every_method_is_run_with_every_target() -> None:
    found = front_of(JOBS, MACHINE)
    assert len(found.points) == 4 + (1 + 3) * len(FACTORS)
    for point in found.points[:: len(FACTORS)]:
        [one] = requests([point.label])
        result = solve(Instance(JOBS, MACHINE), one.algorithm.key, one.params)
        assert result.metrics["makespan"] == point.makespan
        assert result.metrics["deployments"] == point.deployments
        assert result.metrics["sum_completion"] == point.sum_completion


def test_the_front_is_what_nothing_beats() -> None:
    found = front_of(JOBS, MACHINE)
    front = [(p.makespan, p.deployments) for p in found.front]
    assert front == sorted(set(front))
    assert [d for _, d in front] == sorted((d for _, d in front), reverse=True)
    for point in found.points:
        at = (point.makespan, point.deployments)
        assert point.on_front != any(no_worse(other, at) for other in front)


def test_a_third_criterion_may_keep_a_schedule_that_the_front_leaves_out() -> None:
    found = front_of(JOBS, MACHINE)
    space = [(p.makespan, p.deployments, p.sum_completion) for p in found.unbeaten]
    assert space == sorted(set(space))
    assert {*found.front} < {*found.unbeaten}
    for point in found.points:
        at = (point.makespan, point.deployments, point.sum_completion)
        assert point.unbeaten != any(no_worse(other, at) for other in space)


def no_worse(other: tuple[float, ...], point: tuple[float, ...]) -> bool:
    """Tell whether another point beats one."""
    return other != point and all(a <= b for a, b in zip(other, point, strict=True))


@pytest.mark.parametrize("time", [INSTANT, MEASURED])
def test_no_point_is_below_a_bound_or_above_a_guarantee(time: DeployTime) -> None:
    found = front_of(JOBS, machine(100, time))
    assert found.deployment == time
    steps = dict(found.steps)
    for point in found.points:
        assert point.makespan >= found.least_makespan
        assert point.deployments >= steps[point.makespan] >= found.least_deployments
        if point.target is not None:
            assert point.d_lambda == steps[point.target]
            assert point.guaranteed_deployments is not None
            assert point.deployments < point.guaranteed_deployments
            assert point.guaranteed_makespan is not None
            assert point.makespan <= point.guaranteed_makespan


def test_a_longer_makespan_needs_no_more_deployments() -> None:
    counts = [count for _, count in front_of(JOBS, MACHINE).steps]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == Demands.of(JOBS).width.sum()


def test_all_three_criteria_are_measured() -> None:
    found = front_of(TINY, machine(2), ["env-sequential"])
    (point,) = found.points
    assert (point.makespan, point.deployments, point.sum_completion) == (12, 3, 4 + 9 + 12)
    assert found.least_makespan == 8


def test_runs_of_any_algorithm_are_points() -> None:
    """Those without groups have neither λ nor guarantees; a single batch that begins at 0 has."""
    methods = ["lpt", "gls:lam=2,merge=more-than", "online-batch:algorithm=gls"]
    found = front_of(JOBS, MACHINE, methods)
    lpt, gls, batch = found.points
    assert (lpt.target, lpt.d_lambda, lpt.guaranteed_deployments) == (None, None, None)
    assert gls.target == 2 * found.least_target
    assert batch.target == found.least_target


def test_what_is_proved_counts_the_deployments_of_the_machine() -> None:
    job = environed((1, 4.0, "a"))
    assert front_of(job, machine(1), ["gls"]).least_makespan == 4
    assert front_of(job, machine(1, DeployTime(50.0)), ["gls", "ltf"]).least_makespan == 54


def test_who_knows_nothing_of_deployments_pays_for_them_too() -> None:
    """Lists would win without: they end as early, and no job waits."""
    free, slow = (
        front_of(TINY, machine(2, time), ["ltf", "gls"]).points
        for time in (INSTANT, DeployTime(50.0))
    )
    assert free[0].makespan <= free[1].makespan
    assert slow[0].makespan >= free[0].makespan + 50
    assert all(point.makespan >= 50 for point in slow)


def test_stored_metrics_make_the_same_points() -> None:
    """Unknown ones are None there, and NaN here."""
    found = solve(Instance(JOBS, MACHINE), "env-blind")
    stored = {key: finite(value) for key, value in found.metrics.items()}
    points = (
        TradePoint.of("", stored, platform=MACHINE),
        TradePoint.of("", found.metrics, target=nan, platform=MACHINE),
    )
    assert points[0] == points[1]


@pytest.mark.parametrize("key", ["gls", "gls-plus"])
def test_ready_made_sweeps_begin_at_the_least_target(key: str) -> None:
    found = requests([f"{key}:lambda"])
    assert sorted({one.params.as_dict()["lam"] for one in found}) == list(FACTORS)
    assert min(FACTORS) == 1


@pytest.mark.parametrize("key", ["gls", "gls-plus"])
def test_guarantees_hold_with_time_for_deployments(key: str) -> None:
    """4λ + max(2d, 4d·D_λ / m), d the time of a deployment on all processors."""
    methods = [f"{key}:lam={lam}" for lam in (1, 1.5, 4)]
    for workload, m in random_cases(amount(60), seed=23):
        if not workload.runtime.any():
            continue
        for point in front_of(workload, machine(m, DeployTime(10.0, 20.0)), methods).points:
            d = 10 + 20 * (m - 1) / 99
            assert point.target is not None
            assert point.d_lambda is not None
            assert point.guaranteed_makespan is not None
            assert point.guaranteed_makespan == pytest.approx(
                4 * point.target + max(2 * d, 4 * d * point.d_lambda / m)
            )
            assert point.makespan <= point.guaranteed_makespan * (1 + 1e-9)


def test_a_makespan_is_guaranteed_only_of_jobs_that_are_there_at_first() -> None:
    late = environed((2, 4.0, "a"), (1, 3.0, "b"), release=(50.0, 50.0))
    found = front_of(late, machine(2), ["online-batch:algorithm=gls"])
    (point,) = found.points
    assert (point.target, point.d_lambda, point.guaranteed_makespan) == (None, None, None)
    assert point.guaranteed_deployments is None
    assert [length for length, _ in found.steps] == [point.makespan]


def moldable(*jobs: tuple[str, dict[int, float]]) -> Workload:
    """Jobs as (environment, time by number of processors)."""
    offsets = np.cumsum([0, *(len(times) for _, times in jobs)])
    widths = np.array([width for _, times in jobs for width in times])
    times = np.array([time for _, times in jobs for time in times.values()])
    return Workload(
        name="moldable",
        ids=np.arange(1, len(jobs) + 1),
        release=np.zeros(len(jobs)),
        profiles=Profiles(offsets, widths, times),
        environment=Labels.of([name for name, _ in jobs]),
    )


def test_moldable_jobs_are_compared_by_the_least_that_they_need() -> None:
    """They have no λ, but may need environments."""
    jobs = moldable(("a", {1: 4.0, 2: 3.0}), ("b", {1: 1.0}))
    found = front_of(jobs, machine(2), ["mrt", "sequential"])
    assert found.least_target == 3
    assert found.least_deployments == 2
    assert all(point.target is None for point in found.points)


def test_moldable_jobs_never_need_less_than_is_said() -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        m, n = (int(rng.integers(1, most, endpoint=True)) for most in (8, 12))
        listed = []
        for work in rng.uniform(1, 20, n).tolist():
            first, last = sorted(rng.integers(1, m, 2, endpoint=True).tolist())
            times = {q: work / q + 0.3 * q for q in range(first, last + 1)}
            listed.append((f"e{rng.integers(0, 3)}", times))
        found = front_of(moldable(*listed), machine(m), ["mrt", "demt"])
        steps = dict(found.steps)
        for point in found.points:
            assert point.makespan >= max(found.least_makespan, found.least_target) * (1 - 1e-9)
            assert point.deployments >= steps[point.makespan] >= found.least_deployments
