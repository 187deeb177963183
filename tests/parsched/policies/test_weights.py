"""Weight 0 is a weight: such a job has to be run, but its wait costs nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.bounds import bounds_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.smith import smith_ratio
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.brief import brief
from tests.parsched.factories import moldable
from tests.parsched.optima import optimum

OFFLINE = [key for key, known in ALGORITHMS.items() if not known.supports.online]


def weighing(*weight: float) -> Workload:
    """Return four jobs that any algorithm takes, on up to two processors."""
    return moldable((6, 3), (4, 3), (2, 1), (5, 3), weight=weight)


def test_the_ratio_is_infinite_for_weight_0() -> None:
    ratio = smith_ratio(np.array([3.0, 3.0, 0.0, 0.0]), np.array([2.0, 0.0, 1.0, 0.0]))
    assert ratio.tolist() == [1.5, np.inf, 0.0, np.inf]


@pytest.mark.parametrize("weight", [(0, 3, 0, 1), (0, 0, 0, 0)], ids=["some", "all"])
@pytest.mark.parametrize("key", OFFLINE)
def test_every_algorithm_runs_jobs_of_weight_0(key: str, weight: tuple[float, ...]) -> None:
    jobs, machine = weighing(*weight), Platform.of(2)
    if ALGORITHMS[key].refusal(Instance(jobs, machine), ALGORITHMS[key].params()):
        jobs = jobs.within(1)
    result = solve(Instance(jobs, machine), key, brief(key))
    total = result.metrics["sum_weighted_completion"]
    for declared, value in result.bounds["minsum"].items():
        assert value <= total * (1 + 1e-12) or declared == "paper_lp"
    if not any(weight):
        assert total == 0
        assert result.certificates["minsum"].text == "proved optimal"
        assert "minsum" not in result.ratios


@pytest.mark.parametrize("key", ["smith", "gang", "price"])
def test_no_job_waits_for_a_job_of_weight_0(key: str) -> None:
    """One processor: the job that counts comes first, though it is the longest."""
    jobs = moldable((1,), (9,), (2,), weight=(0, 1, 0))
    result = solve(Instance(jobs, Platform.of(1)), key, brief(key))
    assert result.schedule.start[1] == 0


@settings(max_examples=amount(60))
@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from([0, 0, 1, 4])), min_size=1, max_size=4)
)
def test_no_bound_exceeds_the_optimum_where_weights_are_0(jobs: list[tuple[int, int]]) -> None:
    workload = moldable(*((time, (time + 1) // 2) for time, _ in jobs), weight=[w for _, w in jobs])
    best = optimum(workload, 2, weighted=True)
    for key, value in bounds_of(Instance(workload, Platform.of(2)))["minsum"].items():
        assert value <= best + 1e-9 or key == "paper_lp"
