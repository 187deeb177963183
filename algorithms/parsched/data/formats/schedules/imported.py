"""Reading a schedule that was made elsewhere, whatever is wrong with it."""

from dataclasses import dataclass, replace

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings, ReadReport, shown
from parsched.data.files.source import FileLimits, Source, file_name, path
from parsched.data.formats.schedules import findings as kinds
from parsched.data.formats.schedules.consistency import (
    ROUNDING,
    check_row_columns,
    check_submit_times,
)
from parsched.data.formats.schedules.matching import Matching, described, match
from parsched.data.formats.schedules.read import schedule_of
from parsched.data.formats.schedules.rows import ScheduleRows
from parsched.data.formats.schedules.sources import SCHEDULES, read_table
from parsched.data.formats.schedules.table import MOST_DECIMALS, ScheduleTable
from parsched.model.problem.clocks import moved
from parsched.model.problem.instance import Instance
from parsched.model.problem.ticks import apart, places_of
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True, kw_only=True, eq=False)
class ImportedSchedule:
    """A schedule of the jobs of an instance that was made elsewhere; `judge` says what it is worth.

    Parameters
    ----------
    schedule
        A row for each job; NaN starts for those that are not in the file, or did not run.
    kind
        Key of the kind of file, see `SCHEDULES`.
    tolerance
        Seconds by which times may be off: 0 where they have as many decimals as the times of the
        jobs.
    report
        How rows were matched with jobs, and what was done about those that were not.
    repeated
        Indices of the jobs that have rows that contradict each other.
    """

    schedule: Schedule
    kind: str
    tolerance: float
    report: ReadReport
    repeated: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<ImportedSchedule {self.kind}: {self.report.summary}>"

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the file says and how it was read, in sentences."""
        rows = counted(self.report.kept, "job")
        first = f"Read from {SCHEDULES[self.kind].title}: {rows} matched by id."
        return (first, *(f"{finding.sentence}." for finding in self.report.findings))


def import_schedule(
    source: Source,
    instance: Instance,
    *,
    name: str | None = None,
    kind: str = "",
    limits: FileLimits | None = None,
) -> ImportedSchedule:
    """Read a schedule of the jobs of an instance, plain or packed; rows may come in any order.

    Rows are matched with jobs by id, and what does not match is counted. Where all submit times
    are later, or earlier, than in the workload by the same seconds, all times are moved.

    Parameters
    ----------
    source
        Path or binary stream.
    name
        What messages call the file.
    kind
        Key of `SCHEDULES`; recognised by what the file holds where it is blank.

    Raises
    ------
    UnknownKeyError
        When there is no such kind.
    FormatError
        When no row is about a job of the workload, or a cell cannot be read or contradicts another;
        names line, job, column, value and rule.

    Examples
    --------
    >>> import parsched as sched, io
    >>> jobs = sched.generate("uniform", jobs=2, processors=8)
    >>> instance = sched.Instance(jobs, sched.Platform.of(8))
    >>> file = io.BytesIO(b"job_id,starting_time,execution_time,width\\n1,0,5,1\\n9,0,5,1\\n")
    >>> import_schedule(file, instance)
    <ImportedSchedule batsim: 1 job kept, 1 left out, 0 repairs>
    """
    try:
        read = read_table(source, limits or FileLimits(), kind)
        return _imported(read.table, read.kind, instance)
    except FormatError as error:
        label = file_name(name) if name else path(source)
        raise FormatError(f"{label}: {error}") from error


def _imported(table: ScheduleTable, kind: str, instance: Instance) -> ImportedSchedule:
    jobs, found = instance.jobs, Findings()
    matching = match(table, jobs)
    used = matching.used
    if not len(used):
        raise FormatError(_no_job(table, jobs))
    _report_ids(matching, table, jobs, found)
    repeated = _repeated(matching, table, found)
    table, job = table.take(used), matching.job[used]
    tolerance = _tolerance(table, instance)
    rows = _rows(table, instance, job, tolerance, found)
    schedule = schedule_of(rows, job, len(jobs))
    if rows.processors is not None and schedule.processors is None:
        found.add(kinds.UNPLACED, value=f"{int((rows.processors.sizes() == 0).sum()):,} without")
    return ImportedSchedule(
        schedule=schedule,
        kind=kind,
        tolerance=tolerance,
        report=found.report(len(used)),
        repeated=repeated,
    )


def _no_job(table: ScheduleTable, jobs: Workload) -> str:
    """Say why nothing can be compared."""
    if not len(table):
        return "the file has no rows"
    theirs, ours = described(table.text("job_id")), described(jobs.ids.tolist())
    return (
        f"no row is about a job of the workload: ids in the file are {theirs}, ids of the "
        f"workload {ours}"
    )


def _report_ids(matching: Matching, table: ScheduleTable, jobs: Workload, found: Findings) -> None:
    """Report ids that no job has, jobs without a row, and ids that are written in another way."""
    cells = table.text("job_id")
    for row in matching.unknown.tolist():
        found.add(kinds.UNKNOWN, line=table.line(row), value=shown(cells[row]))
    for row in matching.rewritten.tolist():
        text = f"{shown(cells[row])} for {jobs.ids[matching.job[row]]}"
        found.add(kinds.REWRITTEN, line=table.line(row), value=text)
    for job in matching.missing(len(jobs)).tolist():
        found.add(kinds.MISSING, job=str(jobs.ids[job]))


def _repeated(matching: Matching, table: ScheduleTable, found: Findings) -> tuple[int, ...]:
    """Report rows of jobs that have one before, and return the jobs whose rows differ."""
    differ: dict[int, None] = {}
    for row, first in zip(matching.again.tolist(), matching.first.tolist(), strict=True):
        is_same = table.row(row) == table.row(first)
        kind = kinds.SAME_ROW if is_same else kinds.REPEATED
        found.add(kind, line=table.line(row), value=f"job {shown(table.text('job_id')[row])}")
        if not is_same:
            differ[int(matching.job[row])] = None
    return tuple(differ)


def _tolerance(table: ScheduleTable, instance: Instance) -> float:
    """Return by how much times may be off: by one of the last decimal, as starts and durations are
    each rounded. By nothing where the file has as many decimals as the jobs: then sums of times are
    exact."""
    jobs, deployment = instance.jobs, instance.platform.deployment
    delay = np.empty(0) if jobs.after is None else jobs.after.delay
    times = jobs.release, jobs.profiles.times, delay, np.array([deployment.seconds])
    places = None if deployment.extra else places_of(np.concatenate(times))
    if places == table.decimals < MOST_DECIMALS:
        return 0.0
    return 10.0**-table.decimals


def _rows(
    table: ScheduleTable, instance: Instance, job: Ints, tolerance: float, found: Findings
) -> ScheduleRows:
    """Return rows on the clock of the workload, checked against what follows from them."""
    rows, release = ScheduleRows.of(table, instance.platform), instance.jobs.release[job]
    within = max(ROUNDING, tolerance)
    shift = _shift(apart(table.numbers("submission_time"), release), within)
    reason = "as in the workload" if not shift else f"{shift:g} s later than in the workload"
    check_submit_times(table, release + shift, reason, within)

    def note(row: int, name: str, rule: str) -> None:
        found.add(kinds.DISAGREES, line=table.line(row), value=f"{name} {rule}")

    check_row_columns(table, release + shift, rows.start, rows.duration, within, note)
    if rows.are_from_one:
        found.add(kinds.FROM_ONE, value=f"up to {instance.platform.processors:,}")
    if shift:
        found.add(kinds.SHIFTED, value=f"{shift:g} s")
    for row in np.flatnonzero(~rows.ran).tolist():
        id = shown(table.text("job_id")[row])
        found.add(kinds.NOT_RUN, line=table.line(row), value=f"job {id}")
    if tolerance:
        found.add(kinds.ROUNDED, value=f"{tolerance:g} s")
    return replace(rows, start=moved(rows.start, shift))


def _shift(later: Floats, within: float) -> float:
    """Return the seconds by which all submit times are later than in the workload, 0 where they are
    the same, or are not all off by the same."""
    known = later[np.isfinite(later)]
    is_same = len(known) > 0 and float(np.ptp(known)) <= 2 * within
    return float(known[0]) if is_same and abs(float(known[0])) > within else 0.0
