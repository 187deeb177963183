"""The models of Dutot et al. (2004) whose jobs get faster from processor to processor by chance."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.data.generators.moldable import (
    LONGEST,
    JobParams,
    UniformTimeParams,
    assemble,
    positive_normal,
)
from parsched.data.generators.registry import generator
from parsched.data.generators.steps import LINEAR, LITTLE, MUCH, StepParams
from parsched.declare.parameters import Params, choice, real
from parsched.model.problem.workload import Floats, Workload


def centres(jobs: str, repaired: str, literal: str) -> Any:
    """Declare which centre X takes; the texts say what it is for which jobs in either reading."""
    text = f"Where X is centred for {jobs}. repaired: {repaired}; literal: {literal}."
    return choice("repaired", ("repaired", "literal"), text)


@dataclass(frozen=True, kw_only=True)
class WeakCentres(Params):
    """Which reading of the paper."""

    centres: str = centres(
        "weakly parallel jobs",
        f"at {LITTLE}, little speed-up (2.8 on 200 processors), as the name says",
        f"at {MUCH} as the paper prints, which its formula turns into much (65)",
    )


@dataclass(frozen=True, kw_only=True)
class HighCentres(Params):
    """Which reading of the paper."""

    centres: str = choice(
        "repaired",
        ("repaired", "literal", "linear"),
        f"Where X is centred for highly parallel jobs. repaired: at {MUCH}, much speed-up (65 on "
        f"200 processors), as the name says; literal: at {LITTLE} as the paper prints, which its "
        "formula turns into little (2.8); linear: at 0, and with a deviation of 0 each processor "
        "more does as much as the first.",
    )


@dataclass(frozen=True, kw_only=True)
class MixedCentres(Params):
    """Which reading of the paper."""

    centres: str = centres(
        "small, weakly parallel and for large, highly parallel jobs",
        f"at {LITTLE} (little speed-up) and {MUCH} (much), as the words say",
        f"at {MUCH} and {LITTLE} as the paper prints, so that the small jobs gain much",
    )


@dataclass(frozen=True, kw_only=True)
class WeakParams(JobParams, StepParams, WeakCentres, UniformTimeParams):
    """Times, speed-up, widths."""


@dataclass(frozen=True, kw_only=True)
class HighParams(JobParams, StepParams, HighCentres, UniformTimeParams):
    """Times, speed-up, widths."""


@dataclass(frozen=True, kw_only=True)
class MixtureParams(Params):
    """Times on one processor of small and large jobs."""

    small_share: float = real(0.7, "Share of small jobs.", low=0.0, high=1.0)
    small_time: float = real(
        1.0,
        "Centre of small jobs' times on one processor: normal, drawn again while not positive.",
        low=0.0,
        high=LONGEST,
        unit="s",
    )
    small_deviation: float = real(0.5, "Its standard deviation.", low=1e-3, high=LONGEST, unit="s")
    large_time: float = real(10.0, "The same for large jobs.", low=0.0, high=LONGEST, unit="s")
    large_deviation: float = real(5.0, "Its standard deviation.", low=1e-3, high=LONGEST, unit="s")

    def sequential(self, small: NDArray[np.bool_], rng: np.random.Generator) -> Floats:
        """Draw the times on one processor, float64, shape (n_jobs,), seconds."""
        centre = np.where(small, self.small_time, self.large_time)
        deviation = np.where(small, self.small_deviation, self.large_deviation)
        return positive_normal(centre, deviation, rng)


@dataclass(frozen=True, kw_only=True)
class MixedParams(JobParams, StepParams, MixedCentres, MixtureParams):
    """Times, speed-up, widths."""


@generator("weak", title="Weakly parallel", params=WeakParams, cites=("dutot2004",), moldable=True)
def weak(name: str, jobs: int, processors: int, params: WeakParams) -> Workload:
    """Moldable jobs that gain little from further processors.

    Times on one processor are uniform, weights too. From there p(k) = p(k−1)·(X+k−1)/k with X
    normal around 0.9, drawn again for each k: on 200 processors a job is on average 2.8 times as
    fast as on one. No time grows with the processors, and no work shrinks.

    Dutot et al. (2004) print p(j) = p(j−1)·(X+j)/(1+j) and call jobs with X around 0.9 *highly* and
    those with X around 0.1 *weakly* parallel. Their formula does the opposite: X = 1 gives no
    speed-up, X = 0 the most. Taken as printed, highly parallel jobs gain 2.5 on 200 processors and
    weakly parallel ones 39. By default the names are kept and the centres exchanged, and j counts
    from 0: else even X = 0 would give half of the linear speed-up that the paper speaks of.
    `centres` and `index` take either as printed.
    """
    rng = np.random.default_rng(params.seed)
    centre = LITTLE if params.centres == "repaired" else MUCH
    sequential = params.sequential(jobs, rng)
    times = params.times(sequential, (centre,), np.zeros(jobs, np.int8))
    return assemble(name, processors, params, sequential, times, rng)


@generator("high", title="Highly parallel", params=HighParams, cites=("dutot2004",), moldable=True)
def high(name: str, jobs: int, processors: int, params: HighParams) -> Workload:
    """Moldable jobs that gain much from further processors.

    Times on one processor are uniform, weights too. From there p(k) = p(k−1)·(X+k−1)/k with X
    normal around 0.1, drawn again for each k: on 200 processors a job is on average 65 times as
    fast as on one. No time grows with the processors, and no work shrinks.

    Dutot et al. (2004) print p(j) = p(j−1)·(X+j)/(1+j) and call jobs with X around 0.9 *highly*
    parallel. Their formula does the opposite: taken as printed, such jobs gain 2.5 on 200
    processors, and those called weakly parallel 39. By default the names are kept and the centres
    exchanged, and j counts from 0: else even X = 0 would give half of the linear speed-up that the
    paper speaks of. `centres` and `index` take either as printed.
    """
    rng = np.random.default_rng(params.seed)
    centre = {"repaired": MUCH, "literal": LITTLE, "linear": LINEAR}[params.centres]
    sequential = params.sequential(jobs, rng)
    times = params.times(sequential, (centre,), np.zeros(jobs, np.int8))
    return assemble(name, processors, params, sequential, times, rng)


@generator("mixed", title="Mixed", params=MixedParams, cites=("dutot2004",), moldable=True)
def mixed(name: str, jobs: int, processors: int, params: MixedParams) -> Workload:
    """Many small jobs that gain little from further processors, and some large ones that gain much.

    Each job is small with probability `small_share`. Its time on one processor is normal around 1
    (for a large job around 10), drawn again while not positive; speed-up is as in the models *weak*
    (small jobs) and *high* (large jobs), where the readings of the paper are explained.
    """
    rng = np.random.default_rng(params.seed)
    small = rng.random(jobs) < params.small_share
    sequential = params.sequential(small, rng)
    centre = (MUCH, LITTLE) if params.centres == "repaired" else (LITTLE, MUCH)
    times = params.times(sequential, centre, small.astype(np.int8))
    return assemble(name, processors, params, sequential, times, rng)
