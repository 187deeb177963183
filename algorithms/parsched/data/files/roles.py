"""What a column of a log may be: the roles that columns play for a workload."""

from dataclasses import dataclass
from enum import StrEnum

from parsched.model.problem.unmodelled import (
    BEGINS,
    CONSTRAINTS,
    DEADLINES,
    GPUS,
    LICENCES,
    LIMITS,
    MEMORY,
    RESERVATIONS,
    RESOURCES,
    SHARING,
    TOGETHER,
)


class Reads(StrEnum):
    """How the cells of a column are read."""

    TEXT = "text"
    NUMBER = "number"
    INSTANT = "instant"
    DURATION = "duration"


@dataclass(frozen=True, kw_only=True)
class Role:
    """A role: what it is called, how its cells are read, and what becomes of them.

    What a workload cannot hold, `lost` says (see `parsched.model.problem.unmodelled`): such cells
    are told, not read.
    """

    key: str
    title: str
    reads: Reads
    about: str
    lost: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether a workload holds it."""
        return not self.lost


_TEXT, _NUMBER, _INSTANT, _DURATION = Reads.TEXT, Reads.NUMBER, Reads.INSTANT, Reads.DURATION


def _lost(key: str, title: str, lost: str, about: str) -> Role:
    return Role(key=key, title=title, reads=_TEXT, about=about, lost=lost)


ROLES: dict[str, Role] = {
    role.key: role
    for role in (
        Role(key="id", title="Job id", reads=_TEXT, about="tells jobs apart"),
        Role(
            key="task", title="Array index", reads=_TEXT, about="told behind the id: 7[1], 7[2], …"
        ),
        Role(key="submit", title="Submit time", reads=_INSTANT, about="when the job came"),
        Role(
            key="eligible",
            title="Eligible time",
            reads=_INSTANT,
            about="from which on it could start: waits count from it",
        ),
        Role(
            key="eligible_wait",
            title="Wait while eligible",
            reads=_DURATION,
            about="else from the eligible time to the start",
        ),
        Role(key="start", title="Start", reads=_INSTANT, about="when it started"),
        Role(key="end", title="End", reads=_INSTANT, about="when it ended"),
        Role(key="wait", title="Wait", reads=_DURATION, about="from submission to start"),
        Role(key="run", title="Run time", reads=_DURATION, about="else from start to end"),
        Role(key="estimate", title="Time limit", reads=_DURATION, about="what the user asked for"),
        Role(key="processors", title="Processors", reads=_NUMBER, about="allocated"),
        Role(
            key="most",
            title="Most processors",
            reads=_NUMBER,
            about="of a moldable job, which takes the same time on each number up to it",
        ),
        Role(
            key="asked",
            title="Processors asked for",
            reads=_NUMBER,
            about="where none are allocated",
        ),
        Role(key="nodes", title="Nodes", reads=_NUMBER, about="where no processors are given"),
        Role(
            key="per_node",
            title="Processors per node",
            reads=_NUMBER,
            about="times the nodes, where no processors are given",
        ),
        Role(key="state", title="State", reads=_TEXT, about="how the job ended"),
        Role(key="weight", title="Weight", reads=_NUMBER, about="of Σ w·C"),
        Role(key="user", title="User", reads=_TEXT, about="for colours, filters and fair share"),
        Role(key="group", title="Account or group", reads=_TEXT, about="of the user"),
        Role(key="executable", title="Job name", reads=_TEXT, about="or executable"),
        Role(key="queue", title="Queue or QOS", reads=_TEXT, about="it was submitted to"),
        Role(key="partition", title="Partition", reads=_TEXT, about="of the machine"),
        Role(
            key="environment",
            title="Environment",
            reads=_TEXT,
            about="software that the job needs set up",
        ),
        Role(key="origin", title="Site", reads=_TEXT, about="where the job was submitted"),
        Role(key="after", title="Dependencies", reads=_TEXT, about="jobs whose ends it waits for"),
        Role(
            key="delay", title="Think time", reads=_DURATION, about="from these ends to its release"
        ),
        _lost("memory", "Memory", MEMORY, "asked for or used"),
        _lost("gpus", "GPUs", GPUS, "asked for or allocated"),
        _lost("licences", "Licences", LICENCES, "asked for"),
        _lost("resources", "Other resources", RESOURCES, "disks, networks, or lists of all"),
        _lost("constraint", "Constraints", CONSTRAINTS, "features of nodes, or their names"),
        _lost("sharing", "Node sharing", SHARING, "whether jobs share nodes, or have them alone"),
        _lost("begin", "Begin time", BEGINS, "before which the job must not start"),
        _lost("deadline", "Deadline", DEADLINES, "by which the job must end"),
        _lost("reservation", "Reservation", RESERVATIONS, "within which the job runs"),
        _lost("limit", "Array limit", LIMITS, "how many of an array may run at once"),
        _lost("together", "Common start", TOGETHER, "with which other parts it starts"),
    )
}
"""Roles by key, in the order in which pages list them."""

NAMES = ("user", "group", "executable", "queue", "partition", "environment", "origin")
"""Roles that are columns of names in a workload, called the same there."""

TIMES = (
    *("submit", "eligible", "start", "end"),
    *("wait", "eligible_wait", "run", "estimate", "delay"),
)
"""Roles that are times."""

COUNTS = ("processors", "asked", "nodes", "per_node")
"""Roles that say how many processors a job has."""
