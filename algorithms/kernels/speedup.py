"""Laws of parallel speed-up, and processing times that follow from them."""

from algorithms.compiled import kernel
from algorithms.workload import Floats, Ints


@kernel
def downey(processors: int, parallelism: float, sigma: float) -> float:
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
            times[job, c] = sequential[job] / downey(widths[c], parallelism[job], sigma[job])
