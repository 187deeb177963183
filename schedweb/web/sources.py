"""Where the figures of pages come from: by the name of their address, for pages, files and
embeds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, QueryDict

from parsched import __version__
from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.report import REPORTS, GanttFigure, Records, caption
from parsched.report.figure import Figure
from parsched.report.looks import Looks
from parsched.report.phrases import counted
from parsched.report.registry import DeclaredReport, Drawable
from schedweb.base.errors import InvalidError
from schedweb.runs.figures import OWN, VIEW
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.studies.models import Study
from schedweb.web.access import Access
from schedweb.web.contexts import ranking_charts
from schedweb.web.contexts.charts import KINDS, figure, looks
from schedweb.web.contexts.ranking import RankingState
from schedweb.web.contexts.studies import links_of
from schedweb.web.contexts.study_workspace import StudyWorkspace
from schedweb.web.figures import ShownFigure
from schedweb.web.report_files import records_for
from schedweb.web.reported import Reported
from schedweb.web.run_selection import RunSelection, looks_of
from schedweb.web.study_figures import figure_of, is_empty, under
from schedweb.web.table_view import TableView


def drawn_by(query: QueryDict, comparison: Comparison) -> RunSelection:
    """Return the selection of runs on the page with this query."""
    records = records_of(comparison)
    view = TableView.of(query, records)
    return RunSelection.of_records(records, view)


def plot(comparison: Comparison, access: Access, query: QueryDict, kind: str) -> ShownFigure:
    """A figure of the tabs of a comparison."""
    if kind not in KINDS:
        raise Http404
    selection = drawn_by(query, comparison)
    return _of(comparison, figure(kind, comparison, selection), looks(selection))


def ranking(comparison: Comparison, access: Access, query: QueryDict, kind: str) -> ShownFigure:
    """A chart of the ranking; readers with a link see no other comparison as a case."""
    table = TableView.of(query, records_of(comparison))
    state = RankingState.of(comparison, query, table, access)
    chart = ranking_charts.figure(kind, state.selection, query.get("of", ""))
    if chart is None:
        raise Http404
    return _of(comparison, chart, drawn_by(query, comparison).looks)


def trade_offs(comparison: Comparison, access: Access, query: QueryDict) -> ShownFigure:
    """The plane of makespan and deployments."""
    return of_report(comparison, access, QueryDict(), "trade-offs", "deployments")


def of_report(
    thing: Comparison | Study, access: Access, query: QueryDict, key: str, name: str
) -> ShownFigure:
    """A figure of a report of a comparison or a study."""
    reported = Reported.of(thing, access)
    try:
        drawn = _figure(reported.declared(key), reported.subject, query, name)
    except (UnknownKeyError, UnsupportedError) as error:
        raise Http404 from error
    if isinstance(thing, Study):
        return _of_study(thing, access, drawn)
    styles = _styles(thing, drawn) if isinstance(drawn, GanttFigure) else None
    return ShownFigure(drawn, thing.title, partial(caption, drawn, reported.subject), styles)


def _styles(comparison: Comparison, drawn: GanttFigure) -> Looks:
    """Return the styles that runs have on the page: the styles of its usual selection, if that has
    all runs."""
    keys = {record.key for record in drawn.runs}
    usual = drawn_by(QueryDict(), comparison)
    return usual.looks if keys <= usual.keys else looks_of(records_of(comparison), keys)


def of_run(run: Run, access: Access, query: QueryDict, key: str, name: str) -> ShownFigure:
    """A figure of a report of one run."""
    records = records_for(access, run)
    if key not in REPORTS or not REPORTS[key].suits(records):
        raise Http404
    drawn = _figure(REPORTS[key], records, query, name)
    return ShownFigure(drawn, run.label, partial(caption, drawn, records))


def of_study(study: Study, access: Access, query: QueryDict, name: str) -> ShownFigure:
    """A figure of the summary of a study, of the methods that are drawn."""
    stored = figure_of(study, name)
    if stored is None:
        raise Http404
    drawn, looks = under(StudyWorkspace.of(study, access, query), stored)
    if is_empty(drawn):
        raise Http404
    return _of_study(study, access, drawn, looks)


def _of(comparison: Comparison, drawn: Figure, styles: Looks) -> ShownFigure:
    about: Records = records_of(comparison)
    return ShownFigure(drawn, comparison.title, partial(caption, drawn, about), styles)


def _of_study(
    study: Study, access: Access, drawn: Drawable, looks: Looks | None = None
) -> ShownFigure:
    links = links_of(study, access, drawn) if isinstance(drawn, Figure) else {}
    text = f"{drawn.title}. {study.title}: {counted(study.runs, 'run')}. SchedWeb {__version__}."
    return ShownFigure(drawn, study.title, lambda: text, looks, links)


def _figure(declared: DeclaredReport, subject: Any, query: QueryDict, name: str) -> Drawable:
    options = {option: value for option, value in query.items() if option not in (*OWN, VIEW)}
    try:
        return declared.of(subject, options).figure(name)
    except (UnknownKeyError, UnsupportedError) as error:
        raise Http404 from error
    except ParameterError as error:
        raise InvalidError(error.errors) from error


@dataclass(frozen=True)
class FigureSource:
    """Figures at one kind of address: what they are of, and what finds them."""

    kind: str
    find: Callable[..., ShownFigure]


SOURCES: Mapping[str, FigureSource] = {
    "comparison_plot": FigureSource("comparison", plot),
    "comparison_ranking_plot": FigureSource("comparison", ranking),
    "comparison_trade_offs_plot": FigureSource("comparison", trade_offs),
    "comparison_report_figure": FigureSource("comparison", of_report),
    "run_report_figure": FigureSource("run", of_run),
    "study_figure": FigureSource("study", of_study),
    "study_report_figure": FigureSource("study", of_report),
}
"""By the name of the address."""
