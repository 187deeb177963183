"""Times that are no whole seconds: what is claimed is true of the jobs as they are."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.base.errors import NoScheduleError
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline
from tests.parsched.measure.time_indexed.test_scale import ROOTS, Case, decimal_cases
from tests.parsched.optima import optimum

every = pytest.mark.parametrize(
    "key", [k for k, one in ALGORITHMS.items() if one.supports.whole_times]
)
TENTHS = offline(*((q, t / 10) for q, t in ((3, 7), (2, 9), (4, 3), (1, 12), (2, 4), (3, 6))))


def run(case: Case, key: str, stop: Stop | None = None, **params: Any) -> Result:
    workload, m = case
    asked = {"max_iterations": 20, **params}
    return solve(Instance(workload, Platform.of(m)), key, asked, stop=stop, bounds=())


@every
@settings(max_examples=amount(60), deadline=None)
@given(case=decimal_cases(), grid=st.sampled_from([0, 0, 1, 2, 5, 11, 40]))
@example(case=(ROOTS, 2), grid=1)
def test_the_optimum_is_between_what_is_proved_and_what_is_found(
    key: str, case: Case, grid: int
) -> None:
    """Exhaustive search adds numbers in another order: it is right but for rounding."""
    workload, m = case
    stop = Stop()
    result = run(case, key, stop, grid=grid)
    best = optimum(workload, m, weighted=False)
    assert (stop.bound or 0.0) <= best * (1 + 1e-12)
    assert best * (1 - 1e-12) <= result.metrics["makespan"]
    for placement in ("graham", "serial"):
        listed = solve(
            Instance(workload, Platform.of(m)), "ltf", {"placement": placement}, bounds=()
        )
        assert result.metrics["makespan"] <= listed.metrics["makespan"]


@every
@settings(max_examples=amount(30), deadline=None)
@given(case=decimal_cases(), grid=st.sampled_from([0, 3, 12]))
def test_without_fallback_it_is_as_true(key: str, case: Case, grid: int) -> None:
    stop = Stop()
    best = optimum(*case, weighted=False)
    try:
        result = run(case, key, stop, grid=grid, fallback="none")
    except NoScheduleError:
        assert stop.best is None
    else:
        assert result.metrics["makespan"] >= best * (1 - 1e-12)
    assert (stop.bound or 0.0) <= best * (1 + 1e-12)


@every
def test_tenths_are_searched_as_whole_numbers_are(key: str) -> None:
    whole = offline(*zip(TENTHS.width, np.rint(TENTHS.runtime * 10), strict=True))
    one, ten = (run((jobs, 5), key) for jobs in (TENTHS, whole))
    assert one.metrics["makespan"] == pytest.approx(ten.metrics["makespan"] / 10, rel=1e-12)
    assert one.certificates["makespan"].text == ten.certificates["makespan"].text
    assert one.remarks == ten.remarks == ()


@every
def test_rounding_is_said(key: str) -> None:
    result = run((ROOTS, 2), key)
    [remark] = result.remarks
    assert remark.startswith("Times were rounded to multiples of 0.")
    assert remark.endswith(".")
    assert result.record().remarks == [remark]
    assert result.as_json()["warnings"] == [remark]


@every
def test_within_online_batches_rounding_is_said_once(key: str) -> None:
    instance = Instance(ROOTS, Platform.of(2))
    result = solve(instance, "online-batch", {"algorithm": key, "algorithm.max_iterations": 10})
    assert len(result.remarks) == 1


def test_the_finer_the_grid_the_better_the_bound() -> None:
    """On average; the bound of a coarse grid is lower, and never above the jobs' bound."""
    jobs = generate("paper-uniform", jobs=10, processors=16, params={"max_width": 11, "seed": 23})
    odd = offline(*zip(jobs.width, jobs.runtime**0.7, strict=True))
    bounds = []
    for grid in (2, 8, 32, 128):
        stop = Stop()
        run((odd, 16), "slp-hybrid", stop, grid=grid)
        bounds.append(stop.bound or 0.0)
    assert bounds[0] < bounds[1] < bounds[2] <= bounds[3]


@every
def test_a_search_that_was_cut_off_goes_on_from_what_it_had(key: str) -> None:
    found = run((ROOTS, 2), key).schedule
    again = run((ROOTS, 2), key, Stop(initial=found), fallback="none")
    assert again.status is Status.FINISHED
    assert again.metrics["makespan"] <= found.end.max()
