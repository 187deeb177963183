"""Properties of jobs in sources that a `Workload` cannot hold.

A schedule of the jobs without it may be impossible for those with it, and an optimum may be none:
so it is shown with a note and without a certificate.
"""

from collections.abc import Iterable, Sequence

DEPENDENCIES = "dependencies"
"""Jobs wait for others to end."""

MEMORY, GPUS, LICENCES = "memory", "GPUs", "licences"
"""Resources other than processors that jobs ask for."""

PARTITIONS = "partitions"
"""Parts of the machine, of which each job may use one."""

SHARING = "node sharing"
"""Jobs that may share nodes with others, or have them alone."""

UNMODELLED = (DEPENDENCIES, MEMORY, GPUS, LICENCES, PARTITIONS, SHARING)
"""All such properties."""

_COLUMNS = frozenset(
    ("after", "dependencies", "dependency", "depends_on", "preceding_job", "predecessors")
)


def named_in(columns: Iterable[str]) -> tuple[str, ...]:
    """Return what columns or keys that are not read would say, by their usual names."""
    return (DEPENDENCIES,) if any(name.strip().lower() in _COLUMNS for name in columns) else ()


def reason(unmodelled: Sequence[str]) -> str:
    """Return why there is no certificate; blank where everything is held."""
    return f"{_listed(unmodelled)} of the jobs are not kept" if unmodelled else ""


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
