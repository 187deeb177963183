"""Processing times on 1, 2, 3, … processors, each from the one before by a factor."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.workload import Floats, Ints


@kernel
def drawn(quantiles: Floats, uniform: float) -> float:
    """Turn a number from [0, 1) into one with the given quantiles at 0, 1/c, 2/c, …, 1, linear in
    between."""
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
