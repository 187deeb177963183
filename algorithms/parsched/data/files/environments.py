"""Environments of jobs in workload files: which column they are read from or written to."""

from dataclasses import replace

import numpy as np

from parsched.base.errors import FormatError
from parsched.declare.spec import Spec
from parsched.model.problem.workload import Labels, Workload

AS_GIVEN = "as-given"
SOURCES = (AS_GIVEN, "executable", "queue", "user", "partition")

ENVIRONMENT_FROM = Spec(
    name="environment_from",
    kind="choice",
    default=AS_GIVEN,
    choices=SOURCES,
    help="The column with the environment that a job needs: as-given is the file's own environment "
    "column, if it has one. SWF has none, so executables, queues, users or partitions can be used.",
)
"""The choice as form, API and command line show it."""

_HOLD = ("executable", "queue", "user")
"""Name columns of every format that can also hold environments; partitions are kept for sites."""


def different(column: Labels | None) -> int:
    """Return how many different names the jobs have in a column."""
    if column is None:
        return 0
    return int(np.count_nonzero(np.bincount(column.codes + 1, minlength=1)[1:]))


def sources_of(workload: Workload) -> dict[str, int]:
    """Return the number of environments from each source that jobs have names in.

    `AS_GIVEN` is always included.
    """
    counts = {source: different(workload.labels.get(source)) for source in SOURCES[1:]}
    used = {source: count for source, count in counts.items() if count}
    return {AS_GIVEN: different(workload.environment), **used}


def with_environments(workload: Workload, source: str) -> Workload:
    """Return the workload with another name column as its environments.

    Raises
    ------
    FormatError
        When no job has a name in that column, or there is no such choice.
    """
    if problem := ENVIRONMENT_FROM.problem(source):
        raise FormatError(problem)
    if source == AS_GIVEN:
        return workload
    available = sources_of(workload)
    if source not in available:
        rule = f"must be one of {', '.join(available)} for these jobs, got {source!r}"
        raise FormatError(f"{ENVIRONMENT_FROM.name} {rule}: no job has one")
    return replace(workload, environment=workload.labels[source])


def held_by(workload: Workload) -> str | None:
    """Return the name column that groups jobs exactly as their environments do, a choice of
    `ENVIRONMENT_FROM`; None without environments or such a column."""
    environment, labels = workload.environment, workload.labels
    if environment is None or not different(environment):
        return None
    return next(
        (name for name in _HOLD if name in labels and _same_groups(labels[name], environment)), None
    )


def _same_groups(one: Labels, other: Labels) -> bool:
    """Tell whether two columns group the jobs in the same way."""
    named = one.codes >= 0
    if not np.array_equal(named, other.codes >= 0):
        return False
    pairs = one.codes[named].astype(np.int64) * len(other.names) + other.codes[named]
    return len(np.unique(pairs)) == different(one) == different(other)


def as_executables(workload: Workload) -> Workload:
    """Return the workload for a format without environments: they become executables if no job
    has one, unless another column already holds them."""
    lost = different(workload.environment) and held_by(workload) is None
    if lost and not different(workload.executable):
        return replace(workload, executable=workload.environment)
    return workload
