"""Moldable jobs after Cirne and Berman: Downey's speed-up with parameters drawn per job."""

from dataclasses import dataclass

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.data.generators.moldable import (
    JobParams,
    UniformTimeParams,
    assemble,
    positive_normal,
)
from parsched.data.generators.registry import generator
from parsched.declare.parameters import Params, choice, integer, real
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.speedup import downey
from parsched.model.problem.workload import Floats, Workload


@dataclass(frozen=True, kw_only=True)
class DowneyParams(Params):
    """How parallel the jobs are."""

    max_parallelism: int = integer(
        0,
        "Largest average parallelism A: its logarithm is uniform, from A = 1 on; 0 is the machine.",
        low=0,
        high=MAX_PROCESSORS,
        unit="processors",
    )
    sigma_law: str = choice(
        "normal",
        ("normal", "uniform"),
        "Of σ, which tells how much the parallelism of a job varies. normal: with the next two "
        "parameters, drawn again while not positive; uniform: from 0 to 2.",
    )
    sigma_mean: float = real(
        1.209, "Centre of the normal law; unverified, from memory.", low=0.0, high=100.0
    )
    sigma_deviation: float = real(
        1.132, "Its standard deviation; unverified, from memory.", low=1e-3, high=100.0
    )

    def sigma(self, jobs: int, rng: np.random.Generator) -> Floats:
        """Draw how much the parallelism varies, float64, shape (jobs,)."""
        if self.sigma_law == "uniform":
            return rng.uniform(0.0, 2.0, jobs)
        mean, deviation = np.full(jobs, self.sigma_mean), np.full(jobs, self.sigma_deviation)
        return positive_normal(mean, deviation, rng)

    def parallelism(self, jobs: int, processors: int, rng: np.random.Generator) -> Floats:
        """Draw the average parallelism, float64, shape (jobs,)."""
        largest = self.max_parallelism or processors
        if largest > processors:
            rule = f"at most the {counted(processors, 'processor')} of the machine"
            text = f"max_parallelism must be {rule}, got {largest:,}"
            raise ParameterError({"max_parallelism": text})
        return np.asarray(float(largest) ** rng.random(jobs))


@dataclass(frozen=True, kw_only=True)
class CirneParams(JobParams, DowneyParams, UniformTimeParams):
    """Times, speed-up, widths."""


@generator(
    "cirne",
    title="Cirne–Berman-like (Downey speed-up)",
    params=CirneParams,
    cites=("cirne2001", "downey1997", "dutot2004"),
    moldable=True,
)
def cirne(name: str, jobs: int, processors: int, params: CirneParams) -> Workload:
    """Moldable jobs with Downey's speed-up, as a survey of users of supercomputers suggests.

    Times on one processor are uniform, weights too. The speed-up of a job grows with its
    processors, ever more slowly, up to its average parallelism A; the variance σ of its parallelism
    says how early the growth slackens. On n processors it is

    - for σ ≤ 1: A·n / (A + σ/2·(n−1)) up to n = A, then A·n / (σ·(A−1/2) + n·(1−σ/2)) up to
      n = 2A−1, then A;
    - for σ ≥ 1: n·A·(σ+1) / (σ·(n+A−1) + A) up to n = A + A·σ − σ, then A.

    No time grows with the processors, and no work shrinks.

    The laws of A and σ are like the ones of Cirne and Berman (2001), but their constants are quoted
    from memory and not verified against that paper: hence the name, and parameters for all of them.
    """
    rng = np.random.default_rng(params.seed)
    sequential = params.sequential(jobs, rng)
    parallelism = params.parallelism(jobs, processors, rng)
    sigma = params.sigma(jobs, rng)
    return assemble(
        name,
        processors,
        params,
        sequential,
        lambda widths, _: downey(widths, sequential, parallelism, sigma),
        rng,
    )
