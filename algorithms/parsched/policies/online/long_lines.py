"""What reservations for all jobs cost where many jobs wait.

At each end before its estimate every waiting job is asked whether it can begin earlier. About a
tenth of a growing line can, so that time grows with the jobs and with the line.
"""

from collections.abc import Mapping

import numpy as np

from parsched.model.problem.instance import Instance

MANY = 100_000
"""Jobs from which on it is worth a word before a run starts."""

COST = (
    "With reservations for all, {jobs:,} jobs whose estimates are not exact may take long: in a "
    "growing line of 512 processors 100,000 took 3 s, a million 50 minutes. With a depth of 100 "
    "these took 1 s and 10 s, but 100,000 jobs waited 5.7 times as long."
)
"""CPU seconds of `generate lublin` on 512 processors at a load of 0.95, and mean waits there."""


def cost(parameter: str, instance: Instance) -> Mapping[str, str]:
    """Return beside a parameter what to expect of reservations for all jobs; nothing where these
    are few, or end when they are believed to."""
    jobs = instance.jobs
    if len(jobs) < MANY or not jobs.is_rigid:
        return {}
    ends_early = np.nan_to_num(jobs.estimate) > jobs.runtime
    return {parameter: COST.format(jobs=len(jobs))} if ends_early.any() else {}
