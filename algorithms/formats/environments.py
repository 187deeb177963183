"""Which column of a workload file says the environments of its jobs."""

from dataclasses import replace

from algorithms.errors import FormatError
from algorithms.params import Spec
from algorithms.workload import Workload

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
    if source not in workload.labels:
        raise FormatError(
            f"environments were to be taken from {source}, and no job of the file has a {source}"
        )
    return replace(workload, environment=workload.labels[source])
