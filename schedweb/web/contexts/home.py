"""The first page: what runs, recent results and the samples."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from django.http import QueryDict

from schedweb.accounts.models import User
from schedweb.base.errors import DamagedError
from schedweb.runs import selectors
from schedweb.runs.models import Comparison, Run
from schedweb.runs.outcomes import OutcomeFindings, findings_of
from schedweb.runs.samples import COMPARED
from schedweb.studies.selectors import active_studies_of, studies_of
from schedweb.web.access import Access
from schedweb.web.contexts.active import Active
from schedweb.web.contexts.charts import gantt_section
from schedweb.web.contexts.comparisons import POLL_MS, Urls
from schedweb.web.contexts.recent import Card, comparison_cards, has_ended, study_cards
from schedweb.web.contexts.results import Results
from schedweb.web.contexts.study_list import StudyLine
from schedweb.web.gantt import UNFOLDED, GanttSection
from schedweb.web.run_selection import RunSelection, looks_of
from schedweb.web.table_view import TableView
from schedweb.workloads.models import Workload
from schedweb.workloads.selectors import workloads_of


@dataclass(frozen=True)
class FinishedPart:
    """The result of a comparison in short, as the first page shows it."""

    comparison: Comparison
    findings: OutcomeFindings
    urls: Urls
    results: Results

    @classmethod
    def of(cls, comparison: Comparison, findings: OutcomeFindings) -> Self:
        """Build it from the stored findings of a comparison."""
        access, runs = Access(), [row.record for row in findings.table.rows]
        selection = RunSelection(runs, frozenset(run.key for run in runs), reason=findings.choice)
        addresses = {run.key: access.run("run", run.key) for run in runs}
        view = TableView.of(QueryDict(), findings.table.records)
        results = Results.of_table(findings.table, selection, view, addresses)
        return cls(comparison, findings, Urls.of(access, comparison), results)

    def pictures(self, front: Sequence[str] = ()) -> GanttSection | None:
        """Return posters of the runs with keys `front`, or by default of the selected runs."""
        selection = self.results.selection
        keys, found = front or selection.keys, self.findings.runs
        runs = [run for key, run in found.items() if key in keys]
        if len(runs) < len(keys):  # some of a large front have no row
            rows = Run.objects.filter(pk__in=keys).select_related("comparison__workload")
            runs = list(rows)
        runs.sort(key=lambda run: run.position)
        looks = looks_of([*selection.runs, *(run.result for run in runs)], selection.keys)
        try:
            return gantt_section(Access(), self.comparison, runs, looks, "")
        except DamagedError:  # the page of the comparison says so
            return None


@dataclass(frozen=True)
class HomePage:
    """Active runs and studies, the last finished comparison, and recent comparisons (not shown in
    full), studies and workloads.

    `others` are the other samples if the last finished comparison is a sample. For a new user the
    samples may not exist yet (`awaits_samples`), or no sample may be finished
    (`awaits_first`).
    """

    active: Active
    awaits_samples: bool
    awaits_first: bool
    active_studies: Sequence[StudyLine] = ()
    recent: Sequence[Card] = ()
    studies: Sequence[Card] = ()
    workloads: Sequence[Workload] = ()
    finished: FinishedPart | None = None
    others: Sequence[FinishedPart] = ()

    @classmethod
    def of(cls, user: User, recent: int, *, awaits_samples: bool) -> Self:
        """Build it for a person; `recent` comparisons at most, and half as many studies and
        workloads."""
        latest = selectors.recent_of(user, recent + len(COMPARED))
        full = _in_full(user, latest)
        shown = {comparison.pk for comparison in full}
        brief = [comparison for comparison in latest if comparison.pk not in shown][:recent]
        told = [*full, *filter(has_ended, brief)]
        findings = dict(zip([c.pk for c in told], findings_of(told), strict=True))
        parts = [FinishedPart.of(comparison, findings[comparison.pk]) for comparison in full]
        active = cls.of_active(user, awaits_samples=awaits_samples, awaits_first=not full)
        return replace(
            active,
            recent=comparison_cards(brief, findings),
            studies=study_cards(studies_of(user).filter(archived=None)[: recent // 2]),
            workloads=list(workloads_of(user).filter(archived=None)[: recent // 2]),
            finished=next(iter(parts), None),
            others=parts[1:],
        )

    @classmethod
    def of_active(cls, user: User, *, awaits_samples: bool, awaits_first: bool) -> Self:
        """Build the page with active runs and studies only."""
        active = Active.of(list(selectors.active_runs_of(user)))
        studies = [StudyLine(study) for study in active_studies_of(user)]
        return cls(active, awaits_samples, awaits_first, studies)

    @property
    def is_running(self) -> bool:
        """True while something is computed or waits for it."""
        return bool(self.active.lines or self.active_studies)

    @property
    def running(self) -> str:
        """How many lines say what goes on, for the title of the page."""
        return f"{len(self.active.lines) + len(self.active_studies)} running"

    @property
    def is_active(self) -> bool:
        """True while something is computed, and while samples are being made."""
        return self.is_running or self.awaits_samples

    @cached_property
    def gantt(self) -> GanttSection | None:
        """Posters of the last finished comparison."""
        return self.finished.pictures() if self.finished else None

    @cached_property
    def others_gantt(self) -> GanttSection | None:
        """Posters of the first other sample: of its Pareto front, or of all its runs."""
        if not self.others:
            return None
        first = self.others[0]
        return first.pictures(first.findings.front[:UNFOLDED])

    @property
    def poll_ms(self) -> int:
        """How often the list of what runs is renewed."""
        return 2 * POLL_MS


def _in_full(user: User, latest: Sequence[Comparison]) -> list[Comparison]:
    """Return what the page shows in full: the last comparison that has ended, of the `latest` where
    one of them has; and the other samples where it is a sample."""
    last = next(filter(has_ended, latest), None) or selectors.last_finished(user)
    if last is None:
        return []
    others = selectors.finished_samples(user).exclude(pk=last.pk) if last.is_sample else ()
    return [last, *others]
