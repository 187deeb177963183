"""Sections of the tabs of a comparison: what each needs to be drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.highlights import MOST
from schedweb.base.errors import DamagedError
from schedweb.runs.damage import explain, explain_shared
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import undrawn
from schedweb.web.access import Access
from schedweb.web.contexts.charts import criteria_plots, gantt_section, plots
from schedweb.web.contexts.comparisons import Files, files
from schedweb.web.contexts.environments import EnvironmentMatrix
from schedweb.web.contexts.ranking import RankingPart
from schedweb.web.contexts.ranking_charts import charts
from schedweb.web.contexts.reports import ReportPage
from schedweb.web.contexts.sites import SiteMatrix
from schedweb.web.contexts.trade_offs import TradeOffPart
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.http import others_in
from schedweb.web.paging import Paged
from schedweb.web.table_view import PAGE

ROWS = "5"
"""Jobs that a tab lists one by one; the page of the report and its files have more."""


@dataclass(frozen=True)
class Built:
    """What the template of a section takes, and the address of the page with the choices in it."""

    context: Mapping[str, Any]
    address: str = ""


@dataclass(frozen=True)
class DataPart:
    """Files of the runs, and what to cite."""

    workspace: Workspace

    @cached_property
    def paged(self) -> Paged[Run]:
        """The runs of the page that is open, without those that are hidden."""
        view = self.workspace.view
        runs = [r for r in self.workspace.comparison.runs.all() if r.is_done and r.schedule]
        listed = [run for run in runs if run.pk not in view.hide]
        return Paged.of(listed, view.page, PAGE, view.fields)

    @cached_property
    def files(self) -> list[Files]:
        """Downloads of each run of the page."""
        return files(self.workspace.access, self.paged.items, self.workspace.looks)

    @property
    def action(self) -> str:
        """Address of the tab."""
        return self.workspace.access.tab(self.workspace.comparison, "data")

    @property
    def bundle(self) -> str:
        """Address of everything as one file."""
        return self.workspace.access.comparison("comparison_bundle", self.workspace.comparison)

    @property
    def code(self) -> str:
        """Address of the comparison as code."""
        return self.workspace.access.comparison("comparison_code", self.workspace.comparison)

    @property
    def bibtex(self) -> str:
        """BibTeX entries of the references of the algorithms."""
        keys = [record.algorithm for record in self.workspace.records.done]
        algorithms = [ALGORITHMS[key] for key in dict.fromkeys(keys) if key in ALGORITHMS]
        entries = dict.fromkeys(r.bibtex for algorithm in algorithms for r in algorithm.references)
        return "\n\n".join(entries)


def results(workspace: Workspace) -> Built:
    """Progress and table."""
    return Built({"part": workspace.part})


def gantt(workspace: Workspace) -> Built:
    """Linked Gantt charts of the drawn runs, or why there are none."""
    baseline = workspace.part.results.table.baseline
    key = baseline.key if baseline else ""
    comparison, access = workspace.comparison, workspace.access
    if sentence := undrawn(comparison.workload):
        return Built({"damage": sentence})
    try:
        section = gantt_section(access, comparison, workspace.drawn_runs, workspace.looks, key)
    except DamagedError as error:
        return Built({"damage": _why_no_charts(error, comparison, access)})
    return Built({"gantt": section})


def _why_no_charts(error: DamagedError, comparison: Comparison, access: Access) -> str:
    if access.is_shared:
        return explain_shared(error, comparison).sentence
    return explain(error, comparison.owner).sentence


def distributions(workspace: Workspace) -> Built:
    """Waits and slowdowns, busy processors and the queue over time."""
    found = plots(workspace.access, workspace.comparison, workspace.selection)
    return Built({"plots": found})


def two_criteria(workspace: Workspace) -> Built:
    """Makespan and Σ w·C over their bounds; folded where deployments are what the tab is about."""
    table, selection = workspace.part.results.table, workspace.selection
    found = criteria_plots(workspace.access, workspace.comparison, table, selection)
    is_beside = bool(workspace.records.about.traits.environments)
    return Built({"plots": found, "folded": "Two criteria as a chart" if is_beside else ""})


def trade_offs(workspace: Workspace) -> Built | None:
    """Makespan against deployments."""
    part = TradeOffPart.of(workspace.comparison, workspace.access, workspace.query)
    return None if part is None else Built({"trades": part}, part.view.address(part.home))


def ranking(workspace: Workspace) -> Built | None:
    """Degradation from the best, its mean, and ranks."""
    comparison, access = workspace.comparison, workspace.access
    part = RankingPart.of(comparison, access, workspace.view, workspace.query, workspace.looks)
    if part is None:
        return None
    drawn = charts(access, comparison, part.state)
    return Built({"ranking": part, "charts": drawn}, part.view.address(part.address))


def _matrix(
    of: type[SiteMatrix] | type[EnvironmentMatrix], name: str, workspace: Workspace
) -> Built | None:
    selection = workspace.selection
    found = of.of(
        workspace.comparison, selection.drawn, workspace.query, workspace.access, selection.looks
    )
    return None if found is None else Built({name: found}, found.quantity.address)


sites = partial(_matrix, SiteMatrix, "sites")
environments = partial(_matrix, EnvironmentMatrix, "environments")


def admissible(workspace: Workspace) -> Built:
    """Which jobs may run on which sites."""
    return Built({"shared": workspace.shared_sets})


@dataclass(frozen=True)
class ReportPart:
    """A report about the drawn runs; `left_out` of them are too many for it. Where a report `folds`
    its tables, figures say the same."""

    page: ReportPage
    action: str
    others: Sequence[tuple[str, str]]
    left_out: int
    folds: bool


def _foremost(workspace: Workspace) -> list[str]:
    """Return the keys of the drawn runs: first the baseline, then the others by rank."""
    rows = {row.record.key: row for row in workspace.part.results.table.done}
    keys = [record.key for record in workspace.selection.drawn if record.key in rows]
    return sorted(keys, key=lambda key: (not rows[key].is_baseline, rows[key].rank or len(rows)))


def _second(workspace: Workspace, keys: Sequence[str]) -> dict[str, str]:
    """Return the run that is compared with the baseline by default, from some in their order; none
    where reports take what was made elsewhere."""
    baseline = workspace.part.results.table.baseline
    if baseline is None or any(record.made_by for record in workspace.records.done):
        return {}
    others = [key for key in keys if key != baseline.key]
    return {"second": others[0]} if others else {}


def of_report(
    key: str, tab: str, workspace: Workspace, *, most: int = MOST, folds: bool = False
) -> Built | None:
    """Return a report about the drawn runs, on the tab of that key: about `most` of them, or about
    the baseline and the best of the others unless the user chose two."""
    drawn = _foremost(workspace)
    given = {"runs": ",".join(drawn[:most]), "first": workspace.view.against, "rows": ROWS}
    prefix, query = f"{key}-", workspace.query
    page = ReportPage.of(key, workspace.reported, query, prefix, given, _second(workspace, drawn))
    if page is None:
        return None
    own = {field.name for field in page.form.fields}
    others = others_in(query, own)
    action = workspace.access.tab(workspace.comparison, tab)
    left_out = max(0, len(drawn) - most)
    return Built({"section": ReportPart(page, action, others, left_out, folds)})


def data(workspace: Workspace) -> Built:
    """Files and citation."""
    return Built({"data": DataPart(workspace), "workspace": workspace})
