"""Properties of jobs in sources that a `Workload` cannot hold.

A schedule of the jobs without it may be impossible for those with it, and an optimum may be none:
so it is shown with a note, without certificates, bounds and ratios to these. A kind of finding says
what it loses (`parsched.data.files.findings.FindingKind.lost`), so that whatever a reader drops
marks the workload.
"""

from collections.abc import Iterable, Sequence

NO_BOUND = "No lower bound is shown"
"""How the reason begins why a run with a schedule has no ratio to a bound."""
DEPENDENCIES = "dependencies"
"""Jobs wait for others to end."""

MEMORY, GPUS, LICENCES = "memory", "GPUs", "licences"
"""Resources other than processors that jobs ask for."""

RESOURCES = "other resources"
"""Local disks, networks, burst buffers and whatever else a site counts."""

NODES = "nodes"
"""Jobs ask for numbers of nodes with different numbers of processors on each."""

CONSTRAINTS = "constraints"
"""Jobs may run on nodes with some features, or on named ones, only."""

PARTITIONS = "partitions"
"""Parts of the machine; each job may use one of them."""

SHARING = "node sharing"
"""Jobs that may share nodes with others, or have them alone."""

BEGINS = "begin times"
"""Jobs may not start before a time that is later than their submission."""

DEADLINES = "deadlines"
"""Jobs must end by a time, or are due then."""

RESERVATIONS = "reservations"
"""Jobs run within a time that was set apart for them."""

LIMITS = "array limits"
"""A limited number of jobs of an array may run at once."""

TOGETHER = "common starts"
"""Parts of a job that start together."""

UNMODELLED = (
    *(DEPENDENCIES, MEMORY, GPUS, LICENCES, RESOURCES, NODES, CONSTRAINTS, PARTITIONS, SHARING),
    *(BEGINS, DEADLINES, RESERVATIONS, LIMITS, TOGETHER),
)
"""All such properties."""


def in_order(lost: Iterable[str]) -> tuple[str, ...]:
    """Return such properties, each once, in the order of `UNMODELLED`."""
    there = set(lost)
    return tuple(what for what in UNMODELLED if what in there)


def reason(unmodelled: Sequence[str]) -> str:
    """Return why there is no certificate; blank where everything is held."""
    return f"{_listed(unmodelled)} of the jobs are not kept" if unmodelled else ""


def without_bounds(unmodelled: Sequence[str]) -> str:
    """Return why no lower bound is shown; blank where everything is held."""
    if not unmodelled:
        return ""
    return f"{NO_BOUND}, as {reason(unmodelled)}: it would be one of another problem."


def sentence(unmodelled: Sequence[str]) -> str:
    """Return what to beware of; blank where everything is held."""
    if not unmodelled:
        return ""
    # Of dependencies some may be kept: those that are not are meant.
    return (
        f"The source gives {_listed(unmodelled)} of jobs that are not kept: schedules do not heed "
        "them, and "
        "nothing is proved of how far from optimal they are."
    )


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
