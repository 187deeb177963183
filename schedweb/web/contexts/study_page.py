"""The page of a study: what stands above its tabs, and what is in the open one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any
from urllib.parse import urlencode

from parsched import studies
from parsched.declare.references import REFERENCES
from parsched.report.figure import Figure
from parsched.studies.part import MAX_REPETITIONS
from parsched.studies.printed_tables import EACH
from parsched.studies.statistics import AGGREGATES
from parsched.studies.tables import points
from schedweb.sharing.models import ShareLink
from schedweb.studies.models import Study
from schedweb.studies.services import most_repetitions
from schedweb.studies.summaries import texts_of
from schedweb.web.access import Access
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.method_rail import MethodRail
from schedweb.web.contexts.strip import StripTab
from schedweb.web.contexts.studies import StudyProgress
from schedweb.web.contexts.study_workspace import StudyWorkspace
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.plots import height
from schedweb.web.study_figures import is_empty, read, under
from schedweb.web.study_tabs import STUDY_TABS, StudyTab


@dataclass(frozen=True)
class StudyDrawing:
    """A figure with its address and its numbers."""

    figure: Figure
    url: str
    table: Mapping[str, Any]

    @property
    def height(self) -> int:
        """CSS pixels that it takes."""
        return height(self.figure)

    @property
    def has_links(self) -> bool:
        """True where a click on a point leads to its instances."""
        return any(series.origins for series in self.figure.series)


@dataclass(frozen=True)
class StudyPage:
    """One tab of a study."""

    part: StudyProgress
    links: Sequence[ShareLink] = ()
    new_link: str = ""
    share_form: ShareForm | None = None

    @property
    def study(self) -> Study:
        """The study of the page."""
        return self.part.study

    @cached_property
    def declared(self) -> studies.Study:
        """What is computed."""
        return self.study.declared

    @property
    def access(self) -> Access:
        """How the reader came in."""
        return self.part.access

    @property
    def workspace(self) -> StudyWorkspace:
        """The study under the reader's view."""
        return self.part.workspace

    @property
    def tab(self) -> StudyTab:
        """The open tab."""
        return self.part.tab

    @property
    def card(self) -> AnswerCard:
        """What the study found."""
        return self.part.card

    @property
    def address(self) -> str:
        """Address of the open tab."""
        return self.access.tab(self.study, self.tab.key)

    @property
    def entries(self) -> list[StripTab]:
        """The tabs that suit."""
        return [
            StripTab.of(tab, self.access.tab(self.study, tab.key), self.workspace.view, self.tab)
            for tab in STUDY_TABS.values()
            if tab.is_first or tab.suits(self.declared)
        ]

    @property
    def rail(self) -> MethodRail | None:
        """The methods beside the tab; None where there is one alone, or the tab is of all."""
        if not self.tab.has_rail or len(self.workspace.methods) < 2:
            return None
        return MethodRail(self.address, self.workspace)

    @property
    def files(self) -> str:
        """Address of the tab with files and citation."""
        return self.access.tab(self.study, "files")

    @property
    def pairs(self) -> str:
        """Address of the report that compares each method with the baseline, pair by pair."""
        address = self.access.of_thing("study_report", self.study, "pairs")
        return f"{address}?{urlencode({'baseline': self.workspace.baseline.label})}"

    @cached_property
    def drawings(self) -> list[StudyDrawing]:
        """Its figures, with what is drawn of them."""
        stored = self.part.content.get("figures", [])
        drawn = [(values, under(self.workspace, read(values))[0]) for values in stored]
        query = f"?{self.workspace.view.query}" if self.workspace.view.query else ""
        return [
            StudyDrawing(
                figure,
                self.access.of_thing("study_figure", self.study, values["key"]) + query,
                values["table"] if self.workspace.is_all else texts_of(points(figure)),
            )
            for values, figure in drawn
            if not is_empty(figure)
        ]

    @property
    def unchosen(self) -> int:
        """How many figures have none of the drawn methods."""
        return len(self.part.content.get("figures", [])) - len(self.drawings)

    @property
    def tables(self) -> Sequence[Mapping[str, Any]]:
        """Tables as the paper prints them, with ours, with the columns of drawn methods; of older
        summaries none."""
        declared = {table.key: table for table in self.declared.tables}
        stored: Sequence[Mapping[str, Any]] = self.part.content.get("tables", [])
        if self.workspace.is_all:
            return stored
        kept = (self._narrowed(values, declared[values["key"]]) for values in stored)
        return [values for values in kept if values["heads"]]

    def _narrowed(self, values: Mapping[str, Any], table: studies.PrintedTable) -> dict[str, Any]:
        """Leave out the columns whose methods are not drawn; first and last columns are about
        lines."""
        workspace = self.workspace
        drawn = {m.label for m in workspace.methods if m.key in workspace.drawn}
        of_lines = [table.methods(line) for line in table.lines]
        shown = [
            at
            for at in range(len(table.columns))
            if any(not drawn.isdisjoint(methods[at]) for methods in of_lines)
        ]
        places = [0, 1, *(at + 2 for at in shown), len(table.columns) + 2] if shown else []
        heads = [values["heads"][at] for at in places]
        rows = [[row[at] for at in places] for row in values["rows"]]
        return {**values, "heads": heads, "rows": rows}

    @property
    def of_tables(self) -> str:
        """What is to be known of all of these."""
        return EACH

    @property
    def undrawn(self) -> list[tuple[str, str]]:
        """Titles of figures that lack numbers, each with the reason where more repetitions are
        needed."""
        drawn = {values["key"] for values in self.part.content.get("figures", [])}
        return [(p.title, self._lack(p)) for p in self.declared.plots if p.key not in drawn]

    def _lack(self, plot: studies.StudyPlot) -> str:
        aggregate = AGGREGATES[plot.aggregated(self.declared.average)]
        repetitions = max(self.declared.part(key).repetitions for key in plot.parts)
        if repetitions >= aggregate.least:
            return ""
        return f"a {aggregate.title} needs {aggregate.least} repetitions"

    @property
    def reports(self) -> list[tuple[str, str, str]]:
        """Reports with what they say, and their addresses."""
        return [
            (one.title, one.help, self.access.of_thing("study_report", self.study, one.key))
            for one in studies.REPORTS.values()
            if (one.key != "verdicts" or self.declared.claims)
            and (one.key != "figures" or self.declared.figures)
            and (one.key != "printed" or self.declared.tables)
        ]

    @cached_property
    def most(self) -> int:
        """The largest number of repetitions of a part."""
        return most_repetitions(self.declared)

    @property
    def allowed(self) -> int | None:
        """How many there may be; None for any number."""
        most = self.declared.most_repetitions
        return None if isinf(most) else int(most)

    @cached_property
    def added(self) -> int:
        """Runs that one repetition more adds."""
        more = min(self.most + 1, MAX_REPETITIONS)
        return sum(part.repeated(more).cells - part.cells for part in self.declared.parts)

    @property
    def papers(self) -> list[Any]:
        """What it cites."""
        return [REFERENCES[key] for key in self.declared.cites]

    @property
    def code_url(self) -> str:
        """Address that computes it again."""
        return self.access.of_thing("study_code", self.study)

    @property
    def toml_url(self) -> str:
        """Address of the study as a file."""
        return self.access.of_thing("study_toml", self.study)

    @property
    def bundle_url(self) -> str:
        """Address of everything as one file."""
        return self.access.of_thing("study_bundle", self.study)
