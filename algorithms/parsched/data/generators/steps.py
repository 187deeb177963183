"""Times on k processors that are those on k − 1 times a random factor."""

from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.errors import ParameterError
from parsched.data.generators.moldable import Times
from parsched.declare.parameters import Params, choice, real
from parsched.model.problem.arrays import frozen
from parsched.model.problem.workload import Floats, Ints

LITTLE, MUCH, LINEAR = 0.9, 0.1, 0.0
"""Centres of X that make the speed-up little, much, and as large as the number of processors."""

MOST_STEPS = 1 << 30
"""Most steps from one number of processors to the next, over all jobs."""

_BLOCK = 1 << 16
_CELLS = 1 << 14


@dataclass(frozen=True, kw_only=True)
class StepParams(Params):
    """The factor from one number of processors to the next."""

    deviation: float = real(
        0.2, "Standard deviation of X, which is drawn again outside [0, 1].", low=0.0, high=1.0
    )
    x_per: str = choice(
        "step",
        ("step", "job"),
        "step: X is drawn again from each number of processors to the next, as the paper says; "
        "job: once for all steps of a job, so that jobs differ more.",
    )
    index: str = choice(
        "zero-based",
        ("zero-based", "literal"),
        "Of the formula p(j) = p(j−1)·(X+j)/(1+j). zero-based: j counts from 0, so the speed-up is "
        "linear at X = 0, as the paper's words demand; literal: j is the number of processors, and "
        "the speed-up on k is at most (k+1)/2.",
    )

    def times(self, sequential: Floats, centre: tuple[float, ...], kind: NDArray[np.int8]) -> Times:
        """Return the model: `kind[i]`, shape (n_jobs,), says which `centre` X of job i has."""

        def on(widths: Ints, rng: np.random.Generator) -> Floats:
            _check_steps(len(sequential), int(widths[-1]))
            times = np.empty((len(sequential), len(widths)))
            times[:, 0] = sequential
            if len(widths) > 1:
                quantiles = np.stack([_quantiles(c, self.deviation) for c in centre])
                fill = _per_step if self.x_per == "step" else _per_job
                fill(times, widths, quantiles, kind, int(self.index == "literal"), rng)
            return times

        return on


def _check_steps(jobs: int, processors: int) -> None:
    if jobs * processors > MOST_STEPS:
        rule = f"at most {MOST_STEPS // processors:,} for {processors:,} processors"
        text = f"jobs must be {rule}: each step takes time; got {jobs:,}"
        raise ParameterError({"jobs": text})


@lru_cache
def _quantiles(centre: float, deviation: float) -> Floats:
    """Return the quantiles of X at 0, 1/c, …, 1, float64, read-only.

    X is normal and drawn again outside [0, 1]. Read with linear interpolation they give its
    distribution function within 2·10⁻⁵, and are several times as fast as drawing again.
    """
    if deviation == 0:
        same: Floats = frozen(np.full(_CELLS + 1, centre), np.float64)
        return same
    normal = NormalDist(centre, deviation)
    low, high = normal.cdf(0), normal.cdf(1)
    inner = (normal.inv_cdf(low + i / _CELLS * (high - low)) for i in range(1, _CELLS))
    values: Floats = frozen([0.0, *inner, 1.0], np.float64)
    return values


def _per_step(
    times: Floats,
    widths: Ints,
    quantiles: Floats,
    kind: NDArray[np.int8],
    shift: int,
    rng: np.random.Generator,
) -> None:
    total = len(times) * (int(widths[-1]) - 1)
    uniforms = np.empty(min(_BLOCK, total))
    time = 0.0
    for first in range(0, total, _BLOCK):
        block = uniforms[: total - first]
        rng.random(out=block)
        time = walk(block, first, shift, quantiles, kind, widths, times, time)


def _per_job(
    times: Floats,
    widths: Ints,
    quantiles: Floats,
    kind: NDArray[np.int8],
    shift: int,
    rng: np.random.Generator,
) -> None:
    place = rng.random(len(times)) * _CELLS
    cell = place.astype(np.int64)
    below, above = quantiles[kind, cell], quantiles[kind, cell + 1]
    factor = below + (place - cell) * (above - below)
    stride(factor, shift, widths, times)


@kernel
def drawn(quantiles: Floats, uniform: float) -> float:
    """Turn a number from [0, 1) into one with the given quantiles at 0, 1/c, 2/c, …, 1, linear in
    between."""
    # Below the last place, as `uniform` is below 1 and the factor a power of two, which does not
    # round: `cell + 1` stays an index.
    place = uniform * (len(quantiles) - 1)
    cell = int(place)
    return float(quantiles[cell] + (place - cell) * (quantiles[cell + 1] - quantiles[cell]))


@kernel
def walk(
    uniforms: Floats,
    first: int,
    shift: int,
    quantiles: Floats,
    kind: NDArray[np.int8],
    widths: Ints,
    times: Floats,
    time: float,
) -> float:
    """Go on from job to job and from processor to processor, with a new X at each step.

    Parameters
    ----------
    uniforms
        One number from [0, 1) for each step of this call, float64.
    first
        Steps before this call. A job takes `widths[-1]` − 1 of them, to 2, 3, … processors.
    shift
        The time on k processors is that on k − 1 times (X + k − 1 + shift) / (k + shift).
    quantiles
        Row `kind[job]` holds the quantiles of X of a job as in `drawn`: float64, shape (n_kinds,
        n_quantiles), from 0 to 1. `kind` has the shape (n_jobs,).
    widths
        Which processors are wanted: int64, shape (n_widths,), increasing from 1.
    times
        float64, shape (n_jobs, n_widths), seconds; the first column is given, the others are
        filled.
    time
        What the last call returned: the time of the job that it left off at, seconds.
    """
    steps = widths[-1] - 1
    position, end = first, first + len(uniforms)
    while position < end:
        job, done = position // steps, position % steps
        row = quantiles[kind[job]]
        if done == 0:
            time = times[job, 0]
        c = 1
        while widths[c] < done + 2:
            c += 1
        # One factor after the other, in the same order however calls cut the steps: same bits.
        for k in range(done + 2, min(steps, done + end - position) + 2):
            x = drawn(row, uniforms[position - first])
            time *= (x + (k - 1 + shift)) / (k + shift)
            if k == widths[c]:
                times[job, c] = time
                c += 1
            position += 1
    return time


@kernel
def stride(factor: Floats, shift: int, widths: Ints, times: Floats) -> None:
    """Fill in the times of jobs each with one X for all its steps.

    `factor` is that X, float64 of shape (n_jobs,); the others are as in `walk`.
    """
    for job in range(len(times)):
        time, x, c = times[job, 0], factor[job], 1
        for k in range(2, widths[-1] + 1):
            time *= (x + (k - 1 + shift)) / (k + shift)
            if k == widths[c]:
                times[job, c] = time
                c += 1
