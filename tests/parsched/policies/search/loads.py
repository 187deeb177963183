"""Jobs that searches cannot finish at once."""

import numpy as np

from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload, ceil_times
from tests.parsched.factories import offline

PROCESSORS = 32


def three() -> Workload:
    """On 5 processors they take 6 s, as the linear program knows and the dual approximation, which
    says 5 s, does not: the second and the third job cannot run at once."""
    return offline((1, 1), (5, 2), (3, 4))


def hard(jobs: int = 25) -> Workload:
    """Jobs for which 38 s are found at once, while no search proves in a minute that 37 s, the
    bound, cannot be reached."""
    chance = np.random.default_rng(5)
    width = chance.integers(1, 8, jobs, endpoint=True)
    time = chance.integers(1, 25, jobs, endpoint=True)
    return Workload(
        name="hard",
        ids=np.arange(jobs),
        release=np.zeros(jobs),
        profiles=Profiles.rigid(width, time),
    )


def cut(jobs: int = 15) -> Workload:
    """Moldable jobs that are cut into equal parts: lists take 28 s, the least makespan is 27 s, and
    the bounds know of 25 s."""
    chance = np.random.default_rng(22)
    width = chance.integers(1, 8, jobs, endpoint=True)
    time = chance.integers(1, 25, jobs, endpoint=True)
    return Workload(
        name="cut",
        ids=np.arange(jobs),
        release=np.zeros(jobs),
        profiles=Profiles.of(
            [ceil_times(int(q), float(t)) for q, t in zip(width, time, strict=True)]
        ),
    )
