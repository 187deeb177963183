"""One λ after the other: the front, its bounds and the guarantees."""

import pytest

from algorithms.compare import Entry
from algorithms.deployment import Demands, DeployTime
from algorithms.errors import Cancelled, ParameterError, UnsupportedError
from algorithms.groups.sweep import FACTORS, sweep
from algorithms.solve import solve
from algorithms.stop import Progress, Stop
from tests.algorithms.factories import offline
from tests.algorithms.groups.loads import environed, machine, of_kind

JOBS = of_kind("narrow", jobs=60)
MACHINE = machine(100)
TINY = environed((2, 4.0, "a"), (1, 3.0, "b"), (1, 5.0, "a"))


def test_every_point_is_what_its_label_gives() -> None:
    found = sweep(JOBS, MACHINE, factors=[1, 2])
    assert len(found.points) == 4 + 3 * 2
    for point in found.points:
        entry = Entry.parse(point.label)
        result = solve(JOBS, MACHINE, entry.key, entry.params)
        assert result.metrics["makespan"] == point.makespan
        assert result.metrics["deployments"] == point.deployments
        assert result.metrics["sum_completion"] == point.sum_completion


def test_the_front_is_what_nothing_beats() -> None:
    found = sweep(JOBS, MACHINE)
    front = [(p.makespan, p.deployments) for p in found.front]
    assert front == sorted(set(front))
    assert [d for _, d in front] == sorted((d for _, d in front), reverse=True)
    for point in found.points:
        beaten = any(
            m <= point.makespan
            and d <= point.deployments
            and (m, d) != (point.makespan, point.deployments)
            for m, d in front
        )
        assert beaten != point.on_front


@pytest.mark.parametrize("deployment", [DeployTime(), DeployTime(200.0, 100.0)])
def test_no_point_is_below_a_bound_or_above_a_guarantee(deployment: DeployTime) -> None:
    found = sweep(JOBS, MACHINE, deployment=deployment)
    steps = dict(found.steps)
    for point in found.points:
        assert point.makespan >= found.least_makespan
        assert point.deployments >= steps[point.makespan] >= found.least_deployments
        if point.target is not None:
            assert point.d_lambda == steps[point.target]
            assert point.guaranteed_deployments is not None
            assert point.deployments < point.guaranteed_deployments
            assert (point.guaranteed_makespan is None) != deployment.is_instant
            assert point.makespan <= (point.guaranteed_makespan or float("inf"))


def test_a_longer_makespan_needs_no_more_deployments() -> None:
    counts = [count for _, count in sweep(JOBS, MACHINE).steps]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == Demands.of(JOBS).width.sum()


def test_all_three_criteria_are_measured() -> None:
    found = sweep(TINY, machine(2), factors=[1])
    by_label = {p.label: (p.makespan, p.deployments, p.sum_completion) for p in found.points}
    assert by_label["env-sequential"] == (12, 3, 4 + 9 + 12)
    assert found.least_makespan == 8


def test_factors_below_one_are_refused() -> None:
    assert min(FACTORS) == 1
    for factor in (0.9, float("nan"), float("inf")):
        with pytest.raises(ParameterError) as caught:
            sweep(TINY, machine(2), factors=[1, factor])
        assert set(caught.value.errors) == {"factors"}


def test_jobs_without_environments_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="needs jobs with environments"):
        sweep(offline((1, 2)), machine(2))


def test_a_cancel_is_heard_and_progress_rises() -> None:
    heard: list[float] = []

    def listen(progress: Progress) -> None:
        heard.append(progress.fraction)
        if progress.fraction > 0.5:
            raise Cancelled("enough")

    with pytest.raises(Cancelled):
        sweep(TINY, machine(2), stop=Stop(listener=listen, interval=0))
    assert heard == sorted(heard)
    assert len(heard) > 5
