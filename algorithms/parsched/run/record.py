"""Record: one result as JSON values, which is what files, pages and reports are made of.

A field that is declared here is stored, served and documented; nothing else lists them.
"""

import hashlib
import platform as machine
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from parsched.model.schedules.schedule import Schedule

if TYPE_CHECKING:
    from numpy.typing import NDArray

DONE = "done"
GIVEN = "given"
"""Stands for the key of an algorithm where the schedule was made elsewhere and read from a file."""
OLDER = "older version"
"""Stands behind the label of a result that an older version computed."""
OVER = (DONE, "failed", "cancelled")
"""States in which nothing more will happen by itself."""
Keys: TypeAlias = Mapping[str, Collection[str]]
"""Keys of bounds by criterion."""
LINEAR_PROGRAMS = {"makespan": ("lp_infeasibility",), "minsum": ("paper_lp", "interval_lp")}
"""Bounds that a solver computes, by criterion."""
NUMBER, TEXT = {"type": ["number", "null"]}, {"type": "string"}
NUMBERS = {"type": "object", "additionalProperties": NUMBER}
OBJECTS = {"type": "array", "items": {"type": "object"}}


def _told(schema: Mapping[str, Any], help: str, *, is_long: bool = False) -> dict[str, Any]:
    """Declare a field of a result: its JSON schema and its meaning. A field that `is_long` may have
    thousands of values, and is only read when needed."""
    return {"schema": {**schema, "description": help}, "is_long": is_long}


@dataclass(frozen=True, kw_only=True)
class Record:
    """One run: what was asked for, how far it is, and what came out.

    All other fields are declared with their meaning: see `Record.json_schema`.

    Parameters
    ----------
    key
        Tells it from others, such as the id of a stored run; the label where there is no other.
    label, algorithm, version, params
        What was asked for.
    state
        "done" with a result; other words where there is none yet, or never will be.

    Examples
    --------
    >>> Record(key="1", label="EASY", algorithm="easy", version=1, metrics={"makespan": 9.0})
    <Record EASY: makespan 9 s>
    """

    key: str
    label: str
    algorithm: str
    version: int
    params: Mapping[str, Any] = field(default_factory=dict)
    state: str = DONE

    status: str = field(
        default="",
        metadata=_told(
            TEXT,
            "finished, or stopped early; empty until done.",
        ),
    )
    interruption: str = field(
        default="",
        metadata=_told(
            TEXT,
            "Why the schedule is only the best so far; blank if it came to its end.",
        ),
    )
    seconds: float | None = field(
        default=None,
        metadata=_told(
            NUMBER,
            "Time of the algorithm alone.",
        ),
    )
    cpu_seconds: float | None = field(
        default=None,
        metadata=_told(
            NUMBER,
            "Processor time of the whole attempt, s.",
        ),
    )
    algorithm_cpu_seconds: float | None = field(
        default=None,
        metadata=_told(
            NUMBER,
            "Processor time of the algorithm alone, with the time of programs that it ran, s.",
        ),
    )
    peak_memory: int | None = field(
        default=None,
        metadata=_told(
            {"type": ["integer", "null"]},
            "Bytes.",
        ),
    )
    metrics: Mapping[str, float | None] = field(
        default_factory=dict,
        metadata=_told(
            NUMBERS,
            "By key of /metrics; null where a metric means nothing.",
        ),
    )
    longest_waiting: str = field(
        default="",
        metadata=_told(
            TEXT,
            "Id of the job that waits longest, the first of equals; blank where none waits.",
        ),
    )
    proved: float | None = field(
        default=None,
        metadata=_told(
            NUMBER,
            "What it has proved about the makespan beyond its bounds: none is shorter, seconds.",
        ),
    )
    unit: float | None = field(
        default=None,
        metadata=_told(
            NUMBER,
            "Length that all its times are multiples of, s, if there is one.",
        ),
    )
    search: Mapping[str, float | None] = field(
        default_factory=dict,
        metadata=_told(
            NUMBERS,
            "Numbers of a whole search: `lps`, the linear programs solved, and `exact_share`, the "
            "mean over all of them of the share of jobs that were not split; empty where it told "
            "none.",
        ),
    )
    remarks: list[str] = field(
        default_factory=list,
        metadata=_told(
            {"type": "array", "items": TEXT},
            "What the algorithm says of its result that may surprise, in sentences.",
        ),
    )
    violations: list[str] = field(
        default_factory=list,
        metadata=_told(
            {"type": "array", "items": TEXT},
            "What is wrong with a schedule that is not of our making: a sentence for each rule "
            "that jobs break, which names the first of them; empty for a feasible schedule.",
        ),
    )
    violation_count: int = field(
        default=0,
        metadata=_told(
            {"type": "integer"},
            "Jobs that break a rule, for each rule; 0 for a feasible schedule. Any other is "
            "measured, and compared with nothing.",
        ),
    )
    broken_rules: Mapping[str, int] = field(
        default_factory=dict,
        metadata=_told(
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "How many jobs break each rule, by what they do, such as `start before their release`; "
            "empty for a feasible schedule.",
        ),
    )
    tolerance: float = field(
        default=0.0,
        metadata=_told(
            {"type": "number"},
            "By how much times of a schedule that is not of our making may be off, as decimals are "
            "rounded, s.",
        ),
    )
    made_by: str = field(
        default="",
        metadata=_told(
            TEXT,
            "Who made the schedule, such as the machine itself; blank for an algorithm of ours.",
        ),
    )
    resumed: bool = field(
        default=False,
        metadata=_told(
            {"type": "boolean"},
            "True where a search went on from what an attempt that was cut off had found.",
        ),
    )
    sites: list[dict[str, Any]] = field(
        default_factory=list,
        metadata=_told(
            OBJECTS,
            "Of a grid, in the order of the machine, as `per_site` declares; empty of one machine.",
        ),
    )
    grouping: Mapping[str, float | None] = field(
        default_factory=dict,
        metadata=_told(
            NUMBERS,
            "How environments were deployed; empty where no job needs any.",
        ),
    )
    versions: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_told(
            {"type": "object", "additionalProperties": TEXT},
            "Of what computed it, solvers among them.",
        ),
    )
    plugins: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_told(
            {"type": "object", "additionalProperties": TEXT},
            "Names and versions of the plugins that had a part in it: its algorithm, orders, "
            "metrics and bounds.",
        ),
    )
    computed_by: Mapping[str, int] | None = field(
        default=None,
        metadata=_told(
            {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
            "Versions above 1 of what it was computed by, such as `metrics/mean_wait`; all others "
            "were of version 1. Null where they were not stored.",
        ),
    )
    look: str = field(
        default="",
        metadata=_told(
            TEXT,
            "Equal where schedules are.",
        ),
    )
    trace: Mapping[str, list[float | None]] = field(
        default_factory=dict,
        metadata=_told(
            {"type": "object"},
            "Columns of `parsched.model.search_trace`; empty where no search told anything.",
            is_long=True,
        ),
    )
    environments: list[dict[str, Any]] = field(
        default_factory=list,
        metadata=_told(
            OBJECTS,
            "Those that jobs need, in the order of the workload, as `per_environment` declares.",
            is_long=True,
        ),
    )

    outdated: tuple[str, ...] = ()
    """What has computed it in an older version, and what changed since, in sentences: see
    `parsched.run.outdated`. Such a result is ranked with no other, and nothing is proved of it."""

    apart: str = ""
    """Why it is compared with no other, though it breaks no rule, such as what happened on a
    machine that is guessed; blank where it is: see `parsched.report.comparable`."""

    plain_label: str = ""
    """The label without the mark of an older version; blank where there is none."""

    def __repr__(self) -> str:
        makespan = self.metrics.get("makespan")
        outcome = self.state if makespan is None else f"makespan {makespan:,.6g} s"
        return f"<Record {self.label}: {outcome}>"

    @property
    def is_done(self) -> bool:
        """True with a result."""
        return self.state == DONE

    @property
    def is_over(self) -> bool:
        """True when nothing more will happen by itself."""
        return self.state in OVER

    @property
    def is_feasible(self) -> bool:
        """True with the result of a schedule that breaks no rule."""
        return self.is_done and not self.violation_count

    def judged(self, outdated: Iterable[str]) -> Self:
        """Return the same with what an older version has computed of it, in sentences: its label
        says so wherever it is shown."""
        found = tuple(outdated)
        if not found:
            return self
        marked = f"{self.label} ({OLDER})"
        return replace(self, outdated=found, label=marked, plain_label=self.label)

    @property
    def names(self) -> tuple[str, ...]:
        """What people may call it by: its label, with and without a mark, and its key."""
        return (*filter(None, (self.plain_label,)), self.label, self.key)

    @property
    def is_ranked(self) -> bool:
        """True with a feasible schedule of the same problem, whose numbers were all computed as
        they are now: only such are compared, and have certificates."""
        return self.is_feasible and not self.outdated and not self.apart

    @property
    def origin(self) -> str:
        """Who made the schedule, in words; blank for an algorithm of ours."""
        if not self.made_by:
            return ""
        where = "elsewhere " if self.algorithm == GIVEN else ""
        return f"made {where}by {self.made_by}"

    @property
    def outcome(self) -> dict[str, Any]:
        """What came out, by name, ready for JSON, without what is long."""
        return {name: getattr(self, name) for name in SHORT}

    @property
    def details(self) -> dict[str, Any]:
        """The long part of what came out, by name, ready for JSON."""
        return {name: getattr(self, name) for name in LONG}

    @classmethod
    def stored(cls, outcome: Mapping[str, Any], **asked: Any) -> Self:
        """Build from an `outcome`, of this or another version, and all that was `asked` for."""
        return cls(**asked, **{name: outcome[name] for name in (*SHORT, *LONG) if name in outcome})

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """JSON schema of what came out."""
        return {"type": "object", "properties": dict(_declared()), "additionalProperties": False}


def _declared() -> Iterable[tuple[str, dict[str, Any]]]:
    return ((f.name, f.metadata["schema"]) for f in fields(Record) if "schema" in f.metadata)


SHORT = tuple(f.name for f in fields(Record) if f.metadata.get("is_long") is False)
LONG = tuple(f.name for f in fields(Record) if f.metadata.get("is_long"))
"""Names of the fields of what came out, without and with thousands of values."""


def look_of(schedule: Schedule) -> str:
    """Return a digest of where and when jobs run: equal for schedules that differ only in how they
    were made."""
    columns: list[NDArray[Any]] = [schedule.start, schedule.duration]
    columns += [schedule.width, schedule.site]
    if sets := schedule.processors:
        columns += [sets.offsets, sets.lo, sets.hi]
    digest = hashlib.sha256()
    for column in columns:
        digest.update(column.tobytes())
    return digest.hexdigest()


def versions(*, bounds: Keys, solves_programs: bool, starts_programs: bool) -> dict[str, str]:
    """Return the versions of what computes results: the solvers only where they are used.

    Parameters
    ----------
    bounds
        Keys of the bounds that the result is compared with, by criterion.
    """
    used = {"Python": machine.python_version(), "NumPy": _installed("numpy")}
    used["Numba"] = _installed("numba")
    if solves_programs or any(
        key in bounds[c] for c, keys in LINEAR_PROGRAMS.items() for key in keys
    ):
        used |= {"HiGHS": _installed("highspy"), "PuLP": _installed("pulp")}
    if starts_programs:
        used["OR-tools"] = _installed("ortools")
    return {name: version for name, version in used.items() if version}


@cache
def _installed(package: str) -> str:
    """Return its version, blank where it is missing. What is installed tells, not the module: HiGHS
    and OR-tools cannot share a process."""
    try:
        return installed(package)
    except PackageNotFoundError:
        return ""
