"""Pages of workloads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, Self, TypeAlias

from django.conf import settings
from django.urls import reverse

from parsched import Workload as Jobs
from parsched.data.formats import (
    FORMATS,
    Finding,
    Format,
    ReadReport,
    title_of,
)
from parsched.data.formats.jobs_json import MOST_CONFIGURATIONS, MOST_DENSE
from parsched.data.generators import GENERATORS, Generator
from parsched.data.logs import SOURCES, Source
from parsched.run.ready_made import ReadyMade
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.environment_choice import EnvironmentChoice
from schedweb.web.contexts.merge_report import MergeReportView
from schedweb.web.docstrings import DocstringBlock, blocks
from schedweb.web.forms.generate import GenerateForm, query_of
from schedweb.web.forms.upload import UploadForm, UseForm
from schedweb.workloads.models import Facts, Upload, Workload
from schedweb.workloads.pseudonyms import has_pseudonyms

Models: TypeAlias = Sequence[tuple[str, Sequence[Generator]]]
"""Generators by the kind of their jobs."""


def models() -> Models:
    """Return all generators, generators of rigid jobs first."""
    every = GENERATORS.values()
    kinds = ("rigid", "rigid or moldable", "moldable")
    return [(f"{kind.capitalize()} jobs", [g for g in every if g.kind == kind]) for kind in kinds]


@dataclass(frozen=True)
class UploadPage:
    """Where files are dropped; `error` says why a task refused the last one.

    Several `problems` make a list of their own, between `error` and what comes `after`. `reading`
    is the task that read a table whose columns the user may explain; `keyed` is the same task where
    its file is kept for that with the key of pseudonyms.
    """

    form: UploadForm = field(default_factory=UploadForm)
    error: str = ""
    problems: Sequence[str] = ()
    after: str = ""
    reading: str = ""
    keyed: str = ""
    formats: Sequence[Format] = field(default_factory=lambda: list(FORMATS.values()))
    sources: Sequence[Source] = field(
        default_factory=lambda: sorted(SOURCES.values(), key=lambda source: source.title.lower())
    )
    models: Models = field(default_factory=models)

    @classmethod
    def refused(cls, form: UploadForm, error: str, problems: Sequence[str]) -> Self:
        """Build it without repeating the problems: their list is removed from the sentence."""
        before, listed, after = error.partition("; ".join(problems) or "\n")
        if not listed or len(problems) < 2:
            return cls(form, error)
        return cls(form, before.strip(), problems, after.removeprefix(";").strip())

    @property
    def max_megabytes(self) -> int:
        """Largest file."""
        return settings.SCHEDWEB_MAX_UPLOAD_MB

    @property
    def max_jobs(self) -> int:
        """Most jobs."""
        return settings.SCHEDWEB_MAX_JOBS

    @property
    def most_dense(self) -> int:
        """Processors up to which a speed-up law is evaluated for every count."""
        return MOST_DENSE

    @property
    def most_times(self) -> int:
        """Maximum total number of run times over all jobs."""
        return MOST_CONFIGURATIONS


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

    report: ReadReport

    @classmethod
    def of(cls, facts: Facts) -> Self | None:
        """Return the stored report, or None where nothing was read."""
        if not facts.report or (isinstance(facts, Workload) and facts.is_merged):
            return None
        return cls(ReadReport.from_json(facts.report))

    @property
    def findings(self) -> Sequence[ShownFinding]:
        """Errors, repairs and notes, in this order."""
        return [ShownFinding(finding) for finding in self.report.findings]


@dataclass(frozen=True)
class PreviewPage:
    """An upload before it becomes a workload; `reading` is the task that read a table."""

    upload: Upload
    report: ReportView | None
    contents: Contents
    clusters: Sequence[Cluster]
    environments: EnvironmentChoice
    form: UseForm
    reading: str = ""

    @property
    def has_pseudonyms(self) -> bool:
        """True where names became pseudonyms."""
        return has_pseudonyms(self.upload)

    @property
    def format(self) -> str:
        """What people call the format, or the source of a log."""
        return title_of(self.upload.format)

    @property
    def has_width(self) -> bool:
        """True where jobs may be left out for their width."""
        return self.upload.widest > 1

    @property
    def width(self) -> str:
        """The field of the width, which asks what fits while it is typed."""
        address = reverse("upload_fit", args=(self.upload.pk,))
        return str(self.form["drop_wider_than"].as_widget(attrs={"hx-get": address}))

    @property
    def errors(self) -> list[str]:
        """What is wrong, but for what is said at a field of the page."""
        is_shown = {
            "drop_wider_than": self.has_width,
            "environment_from": self.environments.has_choice,
        }
        hidden = (self.form[name].errors for name, shown in is_shown.items() if not shown)
        return [*self.form.non_field_errors(), *chain.from_iterable(hidden)]


class Download(NamedTuple):
    """A file of jobs: title and extension of its format, and what it does not hold, in words."""

    title: str
    extension: str
    unkept: str


@dataclass(frozen=True)
class WorkloadPage:
    """One workload; `ready` are ready-made comparisons that suit it on its own machine; `exercise`
    is its query in the classroom, blank if it is too large for that."""

    workload: Workload
    report: ReportView | None
    contents: Contents
    environments: EnvironmentChoice
    comparisons: Sequence[Comparison]
    source: Sequence[tuple[str, str]]
    merged: MergeReportView | None
    ready: Sequence[ReadyMade]
    exercise: str
    unkept: Mapping[str, Sequence[str]]
    """What a file does not hold, in words, by the key of each format that can hold the jobs."""

    @property
    def downloads(self) -> Sequence[Download]:
        """Every file format that can hold the jobs, plain and packed."""
        fits = [f for f in reversed(FORMATS.values()) if f.key in self.unkept]
        return [
            Download(f"{f.title}{packed}", f"{f.key}{ending}", "; ".join(self.unkept[f.key]))
            for f in fits
            for packed, ending in (("", ""), (", packed (.gz)", ".gz"))
        ]


@dataclass(frozen=True)
class GeneratePage:
    """A model, its parameters, and the jobs that a task generated by them."""

    generator: Generator
    form: GenerateForm
    jobs: Jobs | None = None
    contents: Contents | None = None
    task: str = ""
    models: Models = field(default_factory=models)

    @property
    def about(self) -> Sequence[DocstringBlock]:
        """Description of the model."""
        return blocks(self.generator.description)[1:]

    @property
    def settings(self) -> Sequence[tuple[str, str]]:
        """Published settings if there are several, each with the query that fills the form."""
        published = self.generator.settings
        return [(s.title, query_of(s)) for s in published] if len(published) > 1 else []
