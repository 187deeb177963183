"""Pages of workloads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from django.conf import settings

from algorithms.formats import FORMATS, Finding, Format, Report
from algorithms.generators import GENERATORS, Generator
from algorithms.workload import Workload as Jobs
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison
from schedweb.web.docstrings import Block, blocks
from schedweb.web.forms.generate import GenerateForm
from schedweb.web.histograms import Histogram, histograms
from schedweb.workloads.models import Facts, Upload, Workload

FIRST_JOBS = 10


@dataclass(frozen=True)
class WorkloadListPage:
    """My workloads."""

    workloads: Iterable[Workload]


@dataclass(frozen=True)
class UploadPage:
    """Where files are dropped; `error` says why the last one was refused."""

    error: str = ""
    text: str = ""
    problems: Sequence[str] = ()
    formats: Sequence[Format] = field(default_factory=lambda: list(FORMATS.values()))
    generators: Sequence[Generator] = field(default_factory=lambda: list(GENERATORS.values()))

    @property
    def max_megabytes(self) -> int:
        """Largest file."""
        return settings.SCHEDWEB_MAX_UPLOAD_MB

    @property
    def max_jobs(self) -> int:
        """Most jobs."""
        return settings.SCHEDWEB_MAX_JOBS


@dataclass(frozen=True)
class ShownFinding:
    """A finding, and how many of its lines are not listed."""

    finding: Finding

    @property
    def more(self) -> int:
        """Lines beyond the first ones."""
        return self.finding.count - len(self.finding.examples)


@dataclass(frozen=True)
class ReportView:
    """The reader's report: totals and findings."""

    report: Report

    @classmethod
    def of(cls, facts: Facts) -> Self | None:
        """Return the stored report, or None where nothing was read."""
        return cls(Report.from_json(facts.report)) if facts.report else None

    @property
    def findings(self) -> Sequence[ShownFinding]:
        """Errors, repairs and notes, in this order."""
        return [ShownFinding(finding) for finding in self.report.findings]


@dataclass(frozen=True)
class JobRow:
    """One job of the table of first jobs."""

    id: str
    release: float
    width: str
    time: str
    estimate: float | None
    user: str


@dataclass(frozen=True)
class Contents:
    """What the jobs look like."""

    histograms: Sequence[Histogram]
    first: Sequence[JobRow]
    jobs: int
    load: float | None

    @classmethod
    def of(cls, jobs: Jobs, processors: int) -> Self:
        """Load nothing: `jobs` are there."""
        first = [job_row(jobs, i) for i in range(min(FIRST_JOBS, len(jobs)))]
        span = float(jobs.release[-1] - jobs.release[0]) if len(jobs) else 0.0
        # Over less time than the longest job takes, work per time says nothing.
        long_enough = span > float(jobs.least_time.max(initial=0.0))
        load = float(jobs.least_work.sum()) / (processors * span) if long_enough else None
        return cls(histograms(jobs), first, len(jobs), load)

    @property
    def hidden(self) -> int:
        """Jobs that the table leaves out."""
        return self.jobs - len(self.first)


def job_row(jobs: Jobs, i: int) -> JobRow:
    """Return one job as the table shows it."""
    widths, times = jobs.profiles.job(i)
    many = len(widths) > 1
    return JobRow(
        id=str(jobs.ids[i]),
        release=float(jobs.release[i]),
        width=f"{widths[0]:,}–{widths[-1]:,}" if many else f"{widths[0]:,}",
        time=f"{times.max():,g}–{times.min():,g}" if many else f"{times[0]:,g}",
        estimate=float(jobs.estimate[i]) if jobs.estimate[i] > 0 else None,
        user=(jobs.user.name(i) or "") if jobs.user else "",
    )


@dataclass(frozen=True)
class PreviewPage:
    """An upload before it is taken over."""

    upload: Upload
    report: ReportView | None
    contents: Contents
    clusters: Sequence[Cluster]
    name: str
    drop_wider_than: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class WorkloadPage:
    """One workload."""

    workload: Workload
    report: ReportView | None
    contents: Contents
    comparisons: Sequence[Comparison]
    source: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class GeneratePage:
    """A model, its parameters, and what they give."""

    generator: Generator
    form: GenerateForm
    made: Jobs | None = None
    contents: Contents | None = None
    generators: Sequence[Generator] = field(default_factory=lambda: list(GENERATORS.values()))

    @property
    def about(self) -> Sequence[Block]:
        """The model in full."""
        return blocks(self.generator.description)[1:]
