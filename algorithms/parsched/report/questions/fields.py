"""Fields of questions: what may be asked of a job, each declared once.

Parser, completion, API, pages and charts take what they know of fields from `FIELDS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.labels import Labels
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import LABELS, Floats
from parsched.report.questions.jobs import AskedJobs

Kind: TypeAlias = Literal["id", "name", "number", "duration", "time", "flag"]
Needs: TypeAlias = Literal["jobs", "schedule", "baseline"]
"""What has to be there: jobs alone, a schedule of them, or also another one to compare with."""
Value: TypeAlias = NDArray[Any] | Labels | None
Find = TypeVar("Find", bound=Callable[[AskedJobs], Any])

APART = 1e-6
"""Seconds above which times of two schedules differ."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A declared field. `find` returns its value for every job: numbers, truth values or `Labels`,
    None where the jobs do not have it. `also` are other words for it, as columns have them."""

    key: str
    title: str
    kind: Kind
    needs: Needs
    formula: str
    example: str
    unit: str
    find: Callable[[AskedJobs], Value]
    also: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what is declared as plain JSON values."""
        values = {name: value for name, value in vars(self).items() if name != "find"}
        return {**values, "also": list(self.also)}


FIELDS: dict[str, Field] = {}
"""All fields by key, in the order of the page."""
WORDS: dict[str, Field] = {}
"""All fields by every word for them."""

UNITS: dict[Kind, str] = {"duration": "s", "time": "s"}


def field(
    key: str,
    *,
    title: str,
    kind: Kind,
    needs: Needs,
    formula: str,
    example: str,
    unit: str = "",
    also: tuple[str, ...] = (),
) -> Callable[[Find], Find]:
    """Declare a field of questions under the name that people type, and other words for it."""

    def add(find: Find) -> Find:
        if twice := next((word for word in (key, *also) if word in WORDS), ""):
            raise ValueError(f"two fields are declared as {twice!r}")
        FIELDS[key] = Field(
            key=key,
            title=title,
            kind=kind,
            needs=needs,
            formula=formula,
            example=example,
            unit=unit or UNITS.get(kind, ""),
            find=find,
            also=also,
        )
        WORDS.update(dict.fromkeys((key, *also), FIELDS[key]))
        return find

    return add


@field(
    "id",
    title="identifier",
    kind="id",
    needs="jobs",
    formula="the identifier of the job",
    example="id:17..40",
    also=("job",),
)
def identifier(jobs: AskedJobs) -> NDArray[Any]:
    return jobs.workload.ids


NAMED = {
    "user": ("who submitted the job", "user:7"),
    "group": ("the group of its user", "group:physics"),
    "executable": ("the program that it runs", "executable:12"),
    "queue": ("the queue that it was submitted to", "queue:batch"),
    "partition": ("the part of the machine that it asked for", "partition:gpu"),
    "environment": ("the environment that it needs", "environment:debian"),
    "status": ("how it ended where it was recorded", "status:failed"),
    "origin": ("the site where it was submitted", "origin:KTH"),
}
"""What each column of names says, and an example."""


def _declare_names(key: str) -> None:
    formula, example = NAMED[key]

    @field(key, title=key, kind="name", needs="jobs", formula=formula, example=example)
    def names(jobs: AskedJobs) -> Labels | None:
        return jobs.workload.labels.get(key)


for name in LABELS:
    _declare_names(name)


@field(
    "site",
    title="site",
    kind="name",
    needs="schedule",
    formula="the site that it runs on",
    example='site:"site 1"',
)
def site(jobs: AskedJobs) -> Labels:
    return jobs.sites


@field(
    "width",
    title="processors",
    kind="number",
    needs="jobs",
    formula="processors that it runs on; without a schedule the fewest that it can run on",
    example="width>=256",
    also=("processors",),
)
def width(jobs: AskedJobs) -> Floats:
    return jobs.width


@field(
    "runtime",
    title="run time",
    kind="duration",
    needs="jobs",
    formula="time that it runs; without a schedule the shortest that it can run",
    example="runtime<10m",
    also=("time",),
)
def runtime(jobs: AskedJobs) -> Floats:
    return jobs.runtime


@field(
    "work",
    title="work",
    kind="duration",
    needs="jobs",
    formula="processors times run time",
    example="work>1000h",
    unit="processor·s",
)
def work(jobs: AskedJobs) -> Floats:
    return jobs.work


@field(
    "requested",
    title="requested time",
    kind="duration",
    needs="jobs",
    formula="run time that its user asked for, as the log has it",
    example="requested>=1d",
    also=("estimate",),
)
def requested(jobs: AskedJobs) -> Floats:
    return jobs.instance.workload.estimate


@field(
    "weight",
    title="weight",
    kind="number",
    needs="jobs",
    formula="its weight in Σ w·C",
    example="weight>1",
)
def weight(jobs: AskedJobs) -> Floats:
    return jobs.workload.weight


@field(
    "submit",
    title="submitted",
    kind="time",
    needs="jobs",
    formula="when it was submitted",
    example="submit>=2026-03-29",
    also=("submitted",),
)
def submit(jobs: AskedJobs) -> Floats:
    return jobs.workload.submission


@field(
    "release",
    title="released",
    kind="time",
    needs="jobs",
    formula="from when on it may start: as it is submitted, or later where a log says so",
    example="release>=2026-03-29",
    also=("released", "eligible"),
)
def release(jobs: AskedJobs) -> Floats:
    return jobs.workload.release


@field(
    "start",
    title="start",
    kind="time",
    needs="schedule",
    formula="when it starts",
    example="start:2d..3d",
)
def start(jobs: AskedJobs) -> Floats:
    return jobs.placed.start


@field(
    "end", title="end", kind="time", needs="schedule", formula="when it ends", example="end<=12h"
)
def end(jobs: AskedJobs) -> Floats:
    return jobs.placed.end


@field(
    "wait",
    title="wait",
    kind="duration",
    needs="schedule",
    formula="start − release; a job that waits for others is released after them",
    example="wait>1h",
)
def wait(jobs: AskedJobs) -> Floats:
    return jobs.wait


@field(
    "flow",
    title="flow time",
    kind="duration",
    needs="schedule",
    formula="wait + run time",
    example="flow>2d",
)
def flow(jobs: AskedJobs) -> Floats:
    return jobs.wait + jobs.runtime


@field(
    "slowdown",
    title="slowdown",
    kind="number",
    needs="schedule",
    formula="(wait + run time) / run time; 1 for a job that does not wait",
    example="slowdown>=10",
)
def slowdown(jobs: AskedJobs) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (jobs.wait + jobs.runtime) / jobs.runtime
    return np.where(jobs.wait == 0, 1.0, ratio)


@field(
    "backfilled",
    title="backfilled",
    kind="flag",
    needs="schedule",
    formula="it overtook an earlier job of the queue",
    example="backfilled",
)
def backfilled(jobs: AskedJobs) -> NDArray[np.bool_]:
    return jobs.placed.backfilled & jobs.placed.is_scheduled


@field(
    "broken",
    title="breaks a rule",
    kind="flag",
    needs="schedule",
    formula="it breaks a rule, in a schedule that was made elsewhere",
    example="-broken",
)
def broken(jobs: AskedJobs) -> NDArray[np.bool_]:
    return jobs.broken


@field(
    "moved",
    title="start moved",
    kind="duration",
    needs="baseline",
    formula="start − start under the baseline; below 0 for jobs that start earlier",
    example="moved>30m",
)
def moved(jobs: AskedJobs) -> Floats:
    return apart(jobs.placed.start, jobs.before.start)


@field(
    "differs",
    title="differs",
    kind="flag",
    needs="baseline",
    formula="another start, run time, number of processors or site than under the baseline",
    example="differs",
)
def differs(jobs: AskedJobs) -> NDArray[np.bool_]:
    ours, theirs = jobs.placed, jobs.before
    found = (ours.width != theirs.width) | (ours.site != theirs.site)
    for one, other in ((ours.start, theirs.start), (ours.duration, theirs.duration)):
        found |= np.abs(one - other) > APART
    found &= ours.is_scheduled & theirs.is_scheduled
    both: NDArray[np.bool_] = found | (ours.is_scheduled != theirs.is_scheduled)
    return both
