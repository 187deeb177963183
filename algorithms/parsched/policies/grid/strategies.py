"""The nine strategies of allocation, and what each of them has to know."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from parsched.policies.online.machine import Ints

GAMMA = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: the increment of splitmix64."""
MASK = 2**64 - 1


@dataclass(frozen=True)
class Strategy:
    """A strategy, and what it makes least among the admissible sites.

    `level` is what it needs: A, the jobs and their widths; B, also their estimates; C, also the
    schedules of the sites.
    """

    key: str
    title: str
    level: str
    least: str


STRATEGIES: Mapping[str, Strategy] = {
    strategy.key: strategy
    for strategy in (
        Strategy("random", "Random", "A", "nothing: all admissible sites are alike"),
        Strategy("mlp", "MLp", "A", "unfinished jobs per processor"),
        Strategy("mpl", "MPL", "A", "their widths per processor"),
        Strategy("lbal-s", "LBal_S", "A", "standard deviation of widths per processor"),
        Strategy("mlb", "MLB", "B", "their estimated work per processor"),
        Strategy("mct", "MCT", "C", "predicted end of the last unfinished job"),
        Strategy("mwt", "MWT", "C", "mean predicted wait of the unfinished jobs"),
        Strategy("mwwt-s", "MWWT_S", "C", "mean of width times predicted wait"),
        Strategy("mst", "MST", "C", "predicted start of the job itself"),
    )
}
"""In the order of the kernels' numbers."""


def draws(seed: int, jobs: int) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """Return a random number for each job, uint64 of shape (n_jobs,).

    The number of job k is what splitmix64 makes of the state seed·GAMMA + k (mod 2^64).
    """
    state = np.arange(jobs, dtype=np.uint64) + np.uint64(((seed + 1) * GAMMA) & MASK)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def random_sites(width: Ints, sizes: Ints, last: Ints, seed: int) -> Ints:
    """Return a site for each job, drawn uniformly from those admissible to it.

    Parameters
    ----------
    width, last
        Of the jobs, int64 of shape (n_jobs,): processors, and the last site that is admissible.
    sizes
        Processors of the sites in order of size, int64 of shape (n_sites,).
    """
    first = np.searchsorted(sizes, width)
    choices = (last - first + 1).astype(np.uint64)
    return (first + (draws(seed, len(width)) % choices).astype(np.int64)).astype(np.int64)
