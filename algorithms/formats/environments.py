"""Which column of a workload file says the environments of its jobs, and which may hold them."""

from dataclasses import replace

import numpy as np

from algorithms.declare.spec import Spec
from algorithms.errors import FormatError
from algorithms.problem.workload import Labels, Workload

AS_GIVEN = "as-given"
SOURCES = (AS_GIVEN, "executable", "queue", "user", "partition")

ENVIRONMENT_FROM = Spec(
    name="environment_from",
    kind="choice",
    default=AS_GIVEN,
    choices=SOURCES,
    help="What tells the environment that a job needs deployed: as-given takes what the file calls "
    "environment, if anything; SWF has no such column, so its executables, queues, users or "
    "partitions may stand for it.",
)
"""The choice, as form, API and command line offer it."""

_HOLD = ("executable", "queue", "user")
"""Names in every file that may tell environments, too; partitions give way to sites."""


def different(column: Labels | None) -> int:
    """Return how many of its names jobs have."""
    if column is None:
        return 0
    return int(np.count_nonzero(np.bincount(column.codes + 1, minlength=1)[1:]))


def sources_of(workload: Workload) -> dict[str, int]:
    """Return the choices that jobs have names for, with how many environments each makes.

    What is as given is among them also where that is none.
    """
    found = {source: different(workload.labels.get(source)) for source in SOURCES[1:]}
    known = {source: count for source, count in found.items() if count}
    return {AS_GIVEN: different(workload.environment), **known}


def with_environments(workload: Workload, source: str) -> Workload:
    """Return the jobs with another of their names for an environment, too.

    Raises
    ------
    FormatError
        When no job has such a name, or there is no such choice.
    """
    if problem := ENVIRONMENT_FROM.problem(source):
        raise FormatError(problem)
    if source == AS_GIVEN:
        return workload
    known = sources_of(workload)
    if source not in known:
        rule = f"must be one of {', '.join(known)} for these jobs, got {source!r}"
        raise FormatError(f"{ENVIRONMENT_FROM.name} {rule}: no job has one")
    return replace(workload, environment=workload.labels[source])


def held_by(workload: Workload) -> str | None:
    """Return which other names of the jobs tell who shares an environment, too, as a choice of
    `ENVIRONMENT_FROM`; None where there are no environments or nothing else tells."""
    given, labels = workload.environment, workload.labels
    if given is None or not different(given):
        return None
    return next((name for name in _HOLD if name in labels and _alike(labels[name], given)), None)


def _alike(one: Labels, other: Labels) -> bool:
    """Tell whether jobs share names in one column where they share them in the other."""
    known = one.codes >= 0
    if not np.array_equal(known, other.codes >= 0):
        return False
    pairs = one.codes[known].astype(np.int64) * len(other.names) + other.codes[known]
    return len(np.unique(pairs)) == different(one) == different(other)


def as_executables(workload: Workload) -> Workload:
    """Return jobs for a format that has no environments: unless other names tell them, they are
    executables where no job has one."""
    lost = different(workload.environment) and held_by(workload) is None
    if lost and not different(workload.executable):
        return replace(workload, executable=workload.environment)
    return workload
