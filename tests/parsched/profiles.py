"""Random moldable jobs for property tests of the dual approximation and what builds on it."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from parsched.model.problem.workload import Workload
from tests.parsched.factories import moldable

Case = tuple[Workload, int]


def monotone(chance: np.random.Generator, jobs: int, processors: int) -> list[list[float]]:
    """Times that never rise with the processors while the work never falls."""
    found = []
    for _ in range(jobs):
        times = [float(chance.uniform(1, 10))]
        parallel = chance.uniform(0, 1)
        for k in range(2, processors + 1):
            x = chance.uniform(0, 1) if chance.random() < parallel else float(chance.integers(0, 2))
            times.append(times[-1] * (x + k - 1) / k)
        found.append(times)
    return found


@st.composite
def monotone_cases(draw: Any, *, jobs: int = 12, largest: int = 12) -> Case:
    """Monotone jobs with weights on a machine as wide as their profiles."""
    processors = draw(st.integers(1, largest))
    count = draw(st.integers(1, jobs))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    weight = chance.integers(1, 11, count).astype(float).tolist()
    return moldable(*monotone(chance, count, processors), weight=weight), processors
