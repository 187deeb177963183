"""Times of moldable jobs that follow from a law of speed-up, and on which processors to know them.

References
----------
Downey (1997), A model for speedup of parallel programs; Amdahl (1967), Validity of the single
processor approach to achieving large scale computing capabilities.
"""

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Floats, Ints

RATIO = 1.1
"""Between two neighbours of the geometric grid: 88 widths on 10,000 processors."""


def dense(processors: int) -> Ints:
    """Return every width from 1 to `processors`, int64."""
    return np.arange(1, processors + 1, dtype=np.int64)


def geometric(processors: int, ratio: float = RATIO) -> Ints:
    """Return the widths 1, …, `processors`, each the next or `ratio` times the one before.

    Times rounded down: with 1.1 every width up to 20, then 22, 24, 26, …; int64, increasing.
    """
    widths = [1]
    while widths[-1] < processors:
        widths.append(min(max(widths[-1] + 1, int(widths[-1] * ratio)), processors))
    return np.array(widths, np.int64)


def downey(widths: Ints, sequential: Floats, parallelism: Floats, sigma: Floats) -> Floats:
    """Return the time of each job on each width by Downey's law, O(n_jobs · n_widths).

    Parameters
    ----------
    widths
        int64, shape (n_widths,), positive.
    sequential, parallelism, sigma
        Time on one processor (seconds), average parallelism A ≥ 1, variance of parallelism
        σ ≥ 0: float64, shape (n_jobs,).

    Returns
    -------
    float64, shape (n_jobs, n_widths), seconds: never longer, and never less work, on more
    processors.
    """
    times = np.empty((len(sequential), len(widths)))
    fill_downey(widths, sequential, parallelism, sigma, times)
    return times


def amdahl(widths: Ints, sequential: float, fraction: float) -> Floats:
    """Return the time of a job on each width by Amdahl's law, float64, shape (n_widths,), seconds.

    The `fraction` of the work, from 0 to 1, runs on one processor only.
    """
    return np.asarray(sequential * (fraction + (1 - fraction) / widths), np.float64)


@kernel
def downey_speedup(processors: int, parallelism: float, sigma: float) -> float:
    """Return Downey's speed-up, from 1 on one processor up to the average parallelism A ≥ 1.

    `sigma` ≥ 0 tells how much the parallelism varies: 0 is linear up to A, and the larger it is,
    the more processors it takes to come near A.
    """
    n, a = float(processors), parallelism
    if sigma <= 1.0:
        if n <= a:
            return a * n / (a + sigma / 2 * (n - 1))
        if n < 2 * a - 1:
            return a * n / (sigma * (a - 0.5) + n * (1 - sigma / 2))
    elif n < a + a * sigma - sigma:
        return n * a * (sigma + 1) / (sigma * (n + a - 1) + a)
    return a


@kernel
def fill_downey(
    widths: Ints, sequential: Floats, parallelism: Floats, sigma: Floats, times: Floats
) -> None:
    """Fill in the time of each job on each width, float64, shape (n_jobs, n_widths), seconds.

    `sequential` (seconds), `parallelism` and `sigma` are float64 of shape (n_jobs,).
    """
    for job in range(len(sequential)):
        for c in range(len(widths)):
            times[job, c] = sequential[job] / downey_speedup(
                widths[c], parallelism[job], sigma[job]
            )
