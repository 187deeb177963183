"""SWF, the Standard Workload Format: 18 numbers a line, times in seconds, -1 for unknown.

What the standard has no field for is said by entries `; Note:` of the header, which are read again.
"""

from collections.abc import Sequence

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.model.problem.labels import Labels
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Workload

ORIGINS = "partitions are the sites that jobs were submitted to"
"""A header note under which field 16 holds origins, for which the standard has no field."""

RAN = "partitions are the sites that jobs ran on"
"""A header note of a schedule on a grid."""


DECIMALS = "times have decimals"
"""A header note under which times are no whole seconds, as the standard asks."""

GUESSED = "MaxProcs is guessed from the jobs: the source does not state it"
"""A header note: programs need the entry, and no reader takes it for a statement of the source."""

ENVIRONMENTS = {
    "executable": "executables are the environments that jobs need",
    "queue": "queues are the environments that jobs need",
    "user": "users are the environments that jobs need",
}
"""Header notes under which a field of names also holds environments, for which the standard has
none."""

ONLY_ENVIRONMENTS = "executables stand for environments alone"
"""A header note beside the first of them, where nothing is known of executables."""


def waits(start: Floats, release: Floats) -> tuple[Floats, list[str]]:
    """Return waits, float64, seconds, −1 where a start is unknown, and notes on what that hides: a
    job that started just a second before it was released waits −1 s, too.

    >>> import numpy as np
    >>> waits(np.array([9.0, np.nan]), np.array([10.0, 0.0]))
    (array([-1., -1.]), ['1 job started 1 s before its release: its start is not kept'])
    """
    wait = apart(start, release)
    hidden = int((wait == -1).sum())
    of = "1 job" if hidden == 1 else f"{hidden:,} jobs"
    rule = "its release: its start is" if hidden == 1 else "their releases: their starts are"
    return (
        np.nan_to_num(wait, nan=-1),
        [f"{of} started 1 s before {rule} not kept"] if hidden else [],
    )


def without_submissions(workload: Workload) -> list[str]:
    """Return the header note on submissions, for which there is no field beside the times from
    which waits count."""
    if workload.submitted is None:
        return []
    jobs = int(np.count_nonzero(workload.submission < workload.release))
    of = "1 job was" if jobs == 1 else f"{jobs:,} jobs were"
    rule = (
        "it could start: its submit time is" if jobs == 1 else "they could start: submit times are"
    )
    return [f"{of} submitted before {rule} that, and waits count from it"]


def with_noted_labels(
    labels: dict[str, Labels | None], notes: Sequence[str]
) -> dict[str, Labels | None]:
    """Return name columns with the environments and origins that notes find among them."""
    made = dict(labels)
    for name, note in ENVIRONMENTS.items():
        if note in notes:
            made["environment"] = made[name]
    if ONLY_ENVIRONMENTS in notes:
        made["executable"] = None
    if ORIGINS in notes:
        made["origin"] = made.pop("partition")
    return made


def unkept(what: str) -> str:
    """Return the header note on what jobs have and the file does not hold, so that readers do not
    take them for jobs without it.

    >>> unkept("memory"), unkept("dependencies")
    ('memory of jobs is not kept', 'dependencies of jobs are not kept')
    """
    return f"{what} of jobs {'are' if what.endswith('s') else 'is'} not kept"
