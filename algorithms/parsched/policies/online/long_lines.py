"""What policies cost where many jobs wait, before a run starts.

Reservations for all jobs that move as a whole cost next to nothing (see `compression`). What grows
faster than the jobs: searches for each reservation at each early end, plans that are made again,
logs in whose long lines hundreds of jobs move one by one, and the virtual schedules of a grid.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from parsched.model.problem.instance import Instance


class Cost(NamedTuple):
    """What to expect with a parameter: said of so `many` jobs or more; if only `early` ends make it
    so, not where estimates are exact."""

    many: int
    early: bool
    text: str


LUBLIN = "jobs of the model of Lublin on 512 processors at a load of 0.97"
HPC2N = "jobs of the log HPC2N, submitted in 0.6 of its time,"
COSTS = {
    "compress": Cost(
        50_000,
        True,
        f"With reservations for all, 100,000 {LUBLIN} took 1 s with compress=reservation, a "
        "million 20 s. These may take long: compress=arrival or order took 8 s for the 100,000, "
        "and takes four times as long for twice as many; a depth of 100 made that 4 s, but jobs "
        "waited 4.3 times as long as without a depth. Also with compress=reservation, 50,000 "
        f"{HPC2N} took 14 s, and twice as many take four times as long; a depth of 100 made that "
        "1.3 s, but jobs waited 2.6 times as long as without.",
    ),
    "window": Cost(
        50_000,
        True,
        f"With reservations for all, 100,000 {LUBLIN} took 1 s without a window, and 4 s with one "
        "of a day. How that grows was not measured, nor what a depth changes.",
    ),
    "predict": Cost(
        10_000,
        False,
        "With reservations for all, these are all made again when a job outlives what was "
        f"predicted: 20,000 {HPC2N} took 2 s with the estimates, and 14 s with predict=average-2; "
        "twice as many take seven times as long. What a depth changes was not measured.",
    ),
    "information": Cost(
        50_000,
        True,
        "With conservative backfilling on three sites (64, 64 and 256 processors), 100,000 jobs of "
        "the model of Lublin took 1.4 s with information=fresh, and 11 s with information=virtual; "
        "twice as many take four times as long. What a depth changes was not measured.",
    ),
}
"""By parameter; CPU seconds and mean waits."""


def costs(instance: Instance, *parameters: str) -> Mapping[str, str]:
    """Return beside each of some parameters what to expect; nothing where the jobs are too few, or
    end when they are believed to."""
    jobs = instance.jobs
    if not jobs.is_rigid:
        return {}
    early = bool((np.nan_to_num(jobs.estimate) > jobs.runtime).any())
    told = {name: COSTS[name] for name in parameters}
    return {
        name: one.text
        for name, one in told.items()
        if len(jobs) >= one.many and (early or not one.early)
    }
