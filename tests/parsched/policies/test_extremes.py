"""Times and weights at the ends of what a workload may have."""

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS
from tests.parsched.factories import configured, moldable

MOLDABLE = [key for key, known in ALGORITHMS.items() if known.supports.moldable]
ANY_TIMES = [key for key in MOLDABLE if not ALGORITHMS[key].supports.whole_times]
WEIGHTS = [
    (1, 1, 1),
    (1e-100, 1, 1e100),
    (1e100, 1e100, 1e100),
    (1e-100, 1e-100, 1e-100),
    (0, 1, 0),
    (0, 1e100, 1e-100),
    (0, 0, 0),
]


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e-170, 1e-100, 1e15])
@pytest.mark.parametrize("key", ANY_TIMES)
def test_tiny_and_huge_times_end_in_a_schedule(key: str, scale: float) -> None:
    times = np.array([[7, 4, 3], [3, 2, 2], [6, 3, 2]]) * scale
    jobs, machine, algorithm = moldable(*times), Platform.of(3), ALGORITHMS[key]
    schedule = algorithm.schedule(
        Instance(jobs, machine), algorithm.params().brief(), Stop(time_limit=20)
    )
    schedule.check(jobs, machine)


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("key", MOLDABLE)
def test_weights_far_apart_end_in_a_schedule(key: str, weight: tuple[float, ...]) -> None:
    jobs = moldable([7, 4, 3], [3, 2, 2], [6, 3, 2], weight=weight)
    machine, algorithm = Platform.of(3), ALGORITHMS[key]
    schedule = algorithm.schedule(Instance(jobs, machine), algorithm.params(), Stop(time_limit=20))
    schedule.check(jobs, machine)
    assert np.isfinite(jobs.weight @ schedule.end)


@pytest.mark.parametrize("key", ["mrt", "demt", "list-graham", "lptf", "saf", "smith"])
def test_a_dozen_jobs_on_a_hundred_million_processors(key: str) -> None:
    chance = np.random.default_rng(1)
    widths = chance.integers(10**7, 4 * 10**7, 12)
    jobs = configured(
        *({int(q) // 3: 9.0 + i / 10, int(q): 5.0 + i / 10} for i, q in enumerate(widths)),
        weight=chance.uniform(1, 2, 12).tolist(),
    )
    machine, algorithm = Platform.of(10**8), ALGORITHMS[key]
    schedule = algorithm.schedule(Instance(jobs, machine), algorithm.params(), Stop(time_limit=20))
    schedule.check(jobs, machine)
