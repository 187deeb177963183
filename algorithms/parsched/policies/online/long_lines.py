"""What policies cost where many jobs wait, before a run starts.

Reservations for all jobs that move as a whole cost next to nothing (see `compression`). What grows
faster than the jobs: searches for each reservation at each early end, plans that are made again,
overloaded logs in which hundreds of jobs move one by one, and the virtual schedules of a grid.
"""

from collections.abc import Mapping

import numpy as np

from parsched.model.problem.instance import Instance

MANY = 100_000
"""Jobs from which on it is worth a word before a run starts."""

COSTS = {
    "compress": "With reservations for all, {jobs:,} jobs whose estimates are not exact may take "
    "long. In a growing line of 512 processors 100,000 took 1 s and a million 20 s, with "
    "compress=arrival or order 100,000 took 8 s, and twice as many take four times as long; with "
    "compress=arrival and a depth of 100 they took 4 s, but waited 4.3 times as long. In an "
    "overloaded log 50,000 took 14 s, and twice as many take four times as long; with a depth of "
    "100 they took 1.3 s, but waited 2.6 times as long.",
    "window": "With reservations for all and a window, {jobs:,} jobs may take long: in a growing "
    "line of 512 processors 100,000 took 4 s with a window of a day, and 1 s without.",
    "predict": "With reservations for all, all of them are made again when a prediction is "
    "outlived: in an overloaded log 20,000 jobs took 14 s with predict=average-2, and 2 s with the "
    "estimates; twice as many take seven times as long.",
    "information": "With information=virtual, {jobs:,} jobs whose estimates are not exact may take "
    "long: in growing lines of three sites with conservative backfilling 100,000 took 11 s, and "
    "twice as many take four times as long; with information=fresh 100,000 took 1.4 s.",
}
"""What to expect, by parameter: CPU seconds of `generate lublin` at a load of 0.97 and mean waits
there; the log is HPC2N, submitted in 0.6 of the time; sites of 64, 64 and 256 processors."""


def costs(instance: Instance, *parameters: str) -> Mapping[str, str]:
    """Return beside each of some parameters what to expect; nothing where the jobs are few, or end
    when they are believed to."""
    jobs = instance.jobs
    if len(jobs) < MANY or not jobs.is_rigid:
        return {}
    ends_early = np.nan_to_num(jobs.estimate) > jobs.runtime
    if not ends_early.any():
        return {}
    return {name: COSTS[name].format(jobs=len(jobs)) for name in parameters}
