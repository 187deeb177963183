"""The result of reading a workload file, and fitting its jobs to a machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import FormatError, WorkloadError
from parsched.data.files.environments import AS_GIVEN
from parsched.data.files.findings import SHOWN, FindingKind, Findings, ReadReport, Severity
from parsched.data.files.machine import guess_of
from parsched.data.files.mapping import Mapping
from parsched.data.files.refusals import BadLines
from parsched.data.files.source import LONGEST_FILE_NAME, FileLimits, file_name, is_long, stem
from parsched.model.problem.workload import Ints, Workload


def with_long_name(report: ReadReport, file: str) -> ReadReport:
    """Return a report that says where the name of a file is longer than what is kept of it."""
    if not is_long(file):
        return report
    findings = Findings.of(report)
    findings.add(LONG_NAME, value=file_name(file))
    return findings.report(report.kept)


class DoesNotFit(FormatError):
    """No line matches the format: the file probably has another one."""


TooWide = Literal["error", "drop"]

TOO_WIDE = FindingKind(
    key="too_wide",
    severity=Severity.ERROR,
    field="Processors",
    rule="must not be more than the machine has",
    action="left out",
    drops=True,
)


EARLY = FindingKind(
    key="start_before_release",
    severity=Severity.NOTE,
    field="Start",
    rule="is before the release",
    action="kept",
)
LONG_NAME = FindingKind(
    key="long_file_name",
    severity=Severity.NOTE,
    field="Name of the file",
    rule=f"has more than {LONGEST_FILE_NAME} characters",
    action="its beginning and its ending are kept",
)
BEFORE_SUBMIT = "start_before_submit"
"""Key of what logs say of the same."""


class Switch(NamedTuple):
    """A choice of yes or no, as form, API and command line show it."""

    name: str
    title: str
    help: str


LEAVE_DEPENDENCIES_OUT = Switch(
    "leave_dependencies_out",
    "Leave dependencies out",
    "No job waits for another, also where the file says that it does. Nothing is then proved of "
    "the jobs as the file has them.",
)


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """Limits of a reader, and what it does with lines that it cannot use.

    `bad_lines="error"` refuses a file with unusable lines instead of dropping them.
    `environment_from` is the column that holds the environments, one of
    `parsched.data.files.environments.SOURCES`. A log is read as what it is recognised as, or as
    the `source` of this key; its columns mean what the `mapping` says, or what is usual.
    `remembered` takes the names of columns of a log and returns what a user said of such columns,
    if anything. With a key for `pseudonyms`, no names of users, groups and executables are kept,
    see `parsched.data.formats.pseudonyms`. With `leave_dependencies_out` no job waits for another;
    what the file says of that is told, and marked (see `Workload.unmodelled`).
    """

    limits: FileLimits = field(default_factory=FileLimits)
    bad_lines: BadLines = "drop"
    environment_from: str = AS_GIVEN
    source: str = ""
    mapping: Mapping | None = None
    pseudonyms: str = ""
    leave_dependencies_out: bool = False
    remembered: Callable[[Sequence[str]], Mapping | None] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading:
    """A workload that was read, and what else the file says.

    Parameters
    ----------
    format
        Key of the format, see `parsched.data.formats.FORMATS`, or of the source of a log, see
        `parsched.data.logs.SOURCES`; "table" for any other table.
    report
        What was left out, repaired or noteworthy.
    processors
        Size of the machine according to the file, else the most processors that were busy at once,
        where starts are recorded, and at least the width of the widest job.
    title
        What the file calls its machine or itself; "" when it does not say.
    header
        Header entries as (key, value), in file order.
    lines
        Line number of each job, int64 of shape (n_jobs,); None for formats without lines.
    mapping
        What the columns of a log were taken for; None for formats of workloads.
    is_remembered
        Whether `ReadOptions.remembered` said so.
    """

    format: str
    workload: Workload
    report: ReadReport
    processors: int
    title: str = ""
    header: tuple[tuple[str, str], ...] = ()
    lines: Ints | None = None
    mapping: Mapping | None = None
    is_remembered: bool = False

    def __repr__(self) -> str:
        dropped = f", {self.report.dropped:,} left out" if self.report.dropped else ""
        return f"<Reading {self.format}: {counted(len(self.workload), 'job')}{dropped}>"

    @property
    def guess(self) -> str:
        """How the size of the machine was guessed, see `parsched.data.files.machine.guess_of`."""
        return guess_of(self.workload)

    @property
    def left_out(self) -> int:
        """How many other jobs the source has, which could not be used or were not chosen."""
        return self.report.unusable + self.report.kept - len(self.workload)

    def fit(self, processors: int, too_wide: TooWide = "error") -> "Reading":
        """Return the reading for a machine of `processors` processors (the largest site of a grid).

        Raises
        ------
        WorkloadError
            Names the first job that is too wide, unless `too_wide` is "drop"; also when no job
            fits.
        """
        width = self.workload.least_width
        wide = np.flatnonzero(width > processors)
        if not len(wide):
            return self
        first = self._too_wide(int(wide[0]), processors)
        if too_wide == "error":
            more = f" ({len(wide):,} such jobs)" if len(wide) > 1 else ""
            raise WorkloadError(first + more)
        if len(wide) == len(self.workload):
            raise WorkloadError(f"no job fits the machine: {first}")
        findings = Findings.of(self.report)
        for i in wide[:SHOWN]:
            line = 0 if self.lines is None else int(self.lines[i])
            findings.add(TOO_WIDE, line=line, value=str(width[i]), job=str(self.workload.ids[i]))
        findings.count(TOO_WIDE, len(wide) - len(wide[:SHOWN]))
        kept = np.flatnonzero(width <= processors)
        return replace(
            self,
            workload=self.workload.take(kept),
            report=findings.report(len(kept)),
            lines=None if self.lines is None else self.lines[kept],
        )

    def with_early_starts(self) -> "Reading":
        """Report the jobs that are recorded to start before they were released, unless the reader
        of a log did."""
        early = self.workload.early_starts
        if not len(early) or BEFORE_SUBMIT in {one.kind.key for one in self.report.findings}:
            return self
        findings, jobs = Findings.of(self.report), self.workload
        for i in early[:SHOWN].tolist():
            assert jobs.recorded is not None
            line = 0 if self.lines is None else int(self.lines[i])
            value = f"{jobs.recorded[i]:.12g} s before {jobs.release[i]:.12g} s"
            findings.add(EARLY, line=line, value=value, job=str(jobs.ids[i]))
        findings.count(EARLY, len(early) - len(early[:SHOWN]))
        return replace(self, report=findings.report(len(jobs)))

    def called_by(self, file: str) -> "Reading":
        """Report where a workload is called by its file, whose name is too long."""
        if self.workload.name != stem(file):
            return self
        return replace(self, report=with_long_name(self.report, file))

    def _too_wide(self, i: int, processors: int) -> str:
        where = "" if self.lines is None else f" (line {self.lines[i]})"
        width = int(self.workload.least_width[i])
        return (
            f"job {self.workload.ids[i]}{where} asks for {width:,} processors, more than the "
            f"{processors:,} of the machine"
        )
