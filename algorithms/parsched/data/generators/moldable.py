"""What the models of moldable jobs have in common: widths, weights, releases."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parsched.base.errors import ParameterError
from parsched.data.generators.arrivals import exponential, load
from parsched.declare.parameters import Params, choice, real, seed
from parsched.model.problem.arrays import sealed
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.speedup import RATIO, dense, geometric
from parsched.model.problem.workload import MAX_CONFIGURATIONS, Floats, Ints, Workload

LONGEST = 1e9
"""Most seconds that a job may take on one processor."""

Times = Callable[[Ints, np.random.Generator], Floats]
"""Takes the widths; returns the times of all jobs on them, shape (n_jobs, n_widths), seconds."""


@dataclass(frozen=True, kw_only=True)
class JobParams(Params):
    """Widths, weights, releases and seed; a model puts its own parameters in front."""

    widths: str = choice(
        "dense",
        ("dense", "geometric"),
        "dense: a time for each number of processors; geometric: only for 1, 2, 3, … and then each "
        "some percent more than the one before, for large machines. The times are the same.",
    )
    ratio: float = real(
        RATIO,
        "Between neighbouring widths of the geometric grid; 1.1 gives 88 on 10,000 processors.",
        low=1.01,
        high=2.0,
    )
    max_weight: float = real(10.0, "Weights are uniform from 1 to this.", low=1.0, high=1e6)
    load: float = load(
        "The work is that on one processor. 0 releases all jobs at time 0, for off-line algorithms."
    )
    seed: int = seed()

    def grid(self, jobs: int, processors: int) -> Ints:
        """Return the widths on which each job may run.

        Raises
        ------
        ParameterError
            When the jobs would have too many configurations together.
        """
        grid = geometric(processors, self.ratio)
        count = jobs * (len(grid) if self.widths == "geometric" else processors)
        if count <= MAX_CONFIGURATIONS:
            return grid if self.widths == "geometric" else dense(processors)
        way_out = "ask for fewer jobs"
        if jobs * len(grid) <= MAX_CONFIGURATIONS:
            way_out = f"geometric gives {jobs * len(grid):,}"
        text = (
            f"widths must give all jobs together at most {MAX_CONFIGURATIONS:,} times, got "
            f"{count:,} with {self.widths}: {way_out}"
        )
        raise ParameterError({"widths": text})


@dataclass(frozen=True, kw_only=True)
class UniformTimeParams(Params):
    """Sequential times between two limits."""

    min_time: float = real(
        1.0, "Shortest time on one processor; times are uniform.", low=1e-3, high=LONGEST, unit="s"
    )
    max_time: float = real(10.0, "Longest time on one processor.", low=1e-3, high=LONGEST, unit="s")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_time > self.max_time:
            rule = f"at most max_time, {self.max_time:g}"
            raise ParameterError({"min_time": f"min_time must be {rule}, got {self.min_time:g}"})

    def sequential(self, jobs: int, rng: np.random.Generator) -> Floats:
        """Draw the times on one processor, float64, shape (jobs,), seconds."""
        return rng.uniform(self.min_time, self.max_time, jobs)


def positive_normal(centre: Floats, deviation: Floats, rng: np.random.Generator) -> Floats:
    """Draw from normal distributions with these centres ≥ 0, again while not positive."""
    values = rng.normal(centre, deviation)
    while len(again := np.flatnonzero(values <= 0)):
        values[again] = rng.normal(centre[again], deviation[again])
    return values


def assemble(
    name: str,
    processors: int,
    params: JobParams,
    sequential: Floats,
    times: Times,
    rng: np.random.Generator,
) -> Workload:
    """Make moldable jobs of their times on one processor and what follows for more of them.

    Raises
    ------
    ParameterError
        When there are too many configurations, or the load is too small.
    """
    jobs = len(sequential)
    widths = params.grid(jobs, processors)
    weight = rng.uniform(1.0, params.max_weight, jobs)
    on_each = times(widths, rng).reshape(-1)
    offsets = np.arange(jobs + 1) * len(widths)
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=exponential(params.load, sequential, processors, rng),
        profiles=Profiles(offsets, sealed(np.tile(widths, jobs)), sealed(on_each)),
        weight=weight,
    )
