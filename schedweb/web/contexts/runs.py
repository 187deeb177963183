"""The page of one run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from django.http import QueryDict

from parsched.declare.parameters import flattened
from parsched.declare.spec import Spec
from parsched.measure.bounds.registry import CRITERIA, ON_WAITS
from parsched.measure.metrics import METRICS, Metric
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.report.admissible import SharedSets, sets_of
from parsched.report.bounds import BoundGroup, bound_groups
from parsched.report.instants import SentencePart, dated
from parsched.report.palette import Style
from parsched.report.ratios import RatioCell
from parsched.report.records import Records
from parsched.report.standings import has_two_criteria, standings_of
from parsched.report.units import DisplayUnit, unit_for
from parsched.run.record import Record
from schedweb.runs.deployments import has_deployments
from schedweb.runs.line import standings
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import undrawn
from schedweb.runs.records import records_of
from schedweb.sharing.models import ShareLink
from schedweb.web.access import Access
from schedweb.web.contexts.charts import first_release, gantt_section
from schedweb.web.contexts.environments import EnvironmentTable, is_older
from schedweb.web.contexts.line import told
from schedweb.web.contexts.older import OlderPart
from schedweb.web.contexts.schedules import Elsewhere
from schedweb.web.contexts.search import SearchPart
from schedweb.web.contexts.sites import SiteTable, jobs_of
from schedweb.web.docstrings import DocstringBlock, blocks
from schedweb.web.forms.params import chosen_specs
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.gantt import GanttSection
from schedweb.web.run_selection import looks_of

POLL_MS = 800


@dataclass(frozen=True)
class MetricValue:
    """A metric with its value."""

    metric: Metric
    value: float | None
    unit: DisplayUnit

    @property
    def text(self) -> str:
        """The value with its unit."""
        if self.value is None:
            return "–"
        return f"{self.unit.text(self.value)} {self.unit.name}".strip()


@dataclass(frozen=True)
class CertificateVerdict:
    """The certificate of one criterion."""

    title: str
    text: str
    group: BoundGroup


@dataclass(frozen=True)
class RunUrls:
    """Addresses of a run, as its reader may call them."""

    page: str
    state: str
    csv: str
    swf: str
    deployments: str
    """Blank where jobs need no environments."""
    comparison: str
    """Blank where only the run is shared."""
    code: str

    @classmethod
    def of(cls, access: Access, run: Run) -> Self:
        """Build them for an owner or for a reader with a link."""
        return cls(
            page=access.run("run", run.pk),
            state=access.run("run_state", run.pk),
            csv=access.run("run_schedule", run.pk, "csv"),
            swf=access.run("run_schedule", run.pk, "swf"),
            deployments=access.run("run_deployments", run.pk) if has_deployments(run) else "",
            comparison=access.home(run.comparison) if access.whole else "",
            code=access.run("run_code", run.pk),
        )


@dataclass(frozen=True)
class RunState:
    """Progress of a run, which its page polls."""

    run: Run
    access: Access
    urls: RunUrls

    @property
    def percent(self) -> int:
        """How far it is."""
        return round(100 * self.run.progress)

    @property
    def in_line(self) -> str:
        """Its place in line, and when it ends, as far as that is known."""
        return "" if self.run.is_over else told(standings([self.run]).get(self.run.pk))

    @property
    def phase(self) -> str:
        """Phase of an unfinished run: queued, running or stopping."""
        return "stopping" if self.run.is_stopping else self.run.state

    @property
    def poll_ms(self) -> int:
        """How often the page asks while the run is active."""
        return POLL_MS


@dataclass(frozen=True)
class RunPage(RunState):
    """One run; `records` has it alone."""

    records: Records
    style: Style
    algorithm: Algorithm | None
    principle: Sequence[DocstringBlock]
    params: Sequence[tuple[Spec, object]]
    metrics: Sequence[MetricValue]
    bounds: Sequence[BoundGroup]
    ratios: Sequence[RatioCell]
    gantt: GanttSection | None
    search: SearchPart | None
    sites: SiteTable | None
    environments: EnvironmentTable | None
    shared_sets: Sequence[SharedSets]
    elsewhere: Elsewhere | None = None
    links: Sequence[ShareLink] = ()
    new_link: str = ""
    share_form: ShareForm | None = None

    @property
    def older(self) -> OlderPart:
        """What an older version computed of it."""
        return OlderPart(self.run.comparison, self.access, self.records, back=self.run.pk)

    @property
    def dates(self) -> Sequence[tuple[str, str]]:
        """When time 0 was, and when the last job ends, where that is known."""
        calendar = self.records.about.calendar
        makespan = self.run.result.metrics.get("makespan")
        if calendar is None or makespan is None:
            return ()
        end = first_release(self.run.comparison) + makespan
        return [
            ("Time 0", f"{calendar.text(0)} ({calendar.note})"),
            ("Last job ends", calendar.text(end)),
        ]

    @property
    def findings(self) -> Sequence[Sequence[SentencePart]]:
        """Broken rules: sentences in parts, so that instants can have their dates."""
        calendar = self.records.about.calendar
        sentences = (text[:1].upper() + text[1:] for text in self.run.result.violations)
        ended = (text if text.endswith("…") else f"{text}." for text in sentences)
        return [dated(text, calendar) for text in ended]

    @property
    def zone_note(self) -> str:
        """Whose dates findings have; blank where they have none."""
        calendar = self.records.about.calendar
        has_dates = any(part.date for finding in self.findings for part in finding)
        return calendar.note if calendar is not None and has_dates else ""

    @classmethod
    def of(
        cls,
        run: Run,
        access: Access,
        query: QueryDict,
        links: Sequence[ShareLink] = (),
        new_link: str = "",
        share_form: ShareForm | None = None,
    ) -> Self:
        """Build it for the query of its address; links only for the owner."""
        declared = ALGORITHMS.get(run.algorithm)
        records = records_of(run.comparison)
        own = records.only([run.pk])
        [row] = standings_of(own).rows
        looks = looks_of(records)
        return cls(
            run=run,
            records=own,
            access=access,
            urls=RunUrls.of(access, run),
            style=looks[run.pk],
            algorithm=declared,
            principle=blocks(declared.description) if declared else (),
            params=_params(declared, run),
            metrics=_metrics(run.result),
            bounds=bound_groups(run.result, records),
            ratios=list(row.ratios.values()),
            gantt=gantt_section(access, run.comparison, [run], looks, run.pk),
            search=SearchPart.of(run, access),
            sites=SiteTable.of(run, access),
            environments=EnvironmentTable.of(run, access, query),
            shared_sets=sets_of(own, jobs_of(run.comparison)),
            elsewhere=Elsewhere.of(run),
            links=links,
            new_link=new_link,
            share_form=share_form,
        )

    @property
    def undrawn(self) -> str:
        """Why the schedule is not drawn; blank where it is, or where there is none."""
        return undrawn(self.run.comparison.workload) if self.run.schedule else ""

    @property
    def verdicts(self) -> list[CertificateVerdict]:
        """Certificates of the makespan and, if it is a criterion, of Σ w·C; of the mean wait where
        rigid jobs arrive over time, as the last of them settle the makespan."""
        metrics = {"makespan"}
        if has_two_criteria(self.records):
            metrics = {CRITERIA[key] for key in CRITERIA if key not in ON_WAITS}
        elif "mean_wait" in {group.metric.key for group in self.bounds}:
            metrics = {"mean_wait"}
        return [
            CertificateVerdict(
                title=group.metric.title[0].upper() + group.metric.title[1:],
                text=_text(group.metric, self.run.result.metrics.get(group.metric.key)),
                group=group,
            )
            for group in self.bounds
            if group.metric.key in metrics
        ]

    @property
    def gone(self) -> str:
        """Where its algorithm came from if it is not installed any more; blank if it is."""
        if self.run.is_given:
            return ""
        if self.algorithm is not None:
            return ""
        plugins = self.run.result.plugins
        # The algorithm's plugin is the first: see `parsched.run.record.plugins`.
        first = next((f"{name} {version}" for name, version in plugins.items()), "")
        return first or "an earlier version of SchedWeb"

    @property
    def stored_params(self) -> dict[str, object]:
        """All values by name, as they were stored."""
        return flattened(self.run.params)

    @property
    def lacks_environments(self) -> bool:
        """True if jobs need environments, but no metrics of them were stored."""
        return is_older(self.run.result)

    @property
    def comparison(self) -> Comparison:
        """The comparison of the run."""
        return self.run.comparison


def _text(metric: Metric, value: float | None) -> str:
    return MetricValue(metric, value, unit_for(metric.unit, [value])).text


def _params(declared: Algorithm | None, run: Run) -> list[tuple[Spec, object]]:
    """Return all parameters with values, each followed by the parameters of its nested choice."""
    if declared is None:
        return []
    values = flattened(run.params)
    nested = [spec for spec in declared.params.specs() if spec.kind == "nested"]
    keys = {s.name: [key for key in s.choices if key == values.get(s.name)] for s in nested}
    specs = chosen_specs(declared.params, keys)
    return [(spec, values[spec.name]) for spec in specs if spec.name in values]


def _metrics(record: Record) -> list[MetricValue]:
    measured = []
    for metric in METRICS.values():
        if metric.key in record.metrics:
            value = record.metrics[metric.key]
            measured.append(MetricValue(metric, value, unit_for(metric.unit, [value])))
    return measured
