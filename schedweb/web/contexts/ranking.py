"""The section "Ranking" of a comparison: which metrics and cases, the tables, and their charts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.base.digits import counted
from parsched.measure.metrics import METRICS, Metric
from parsched.report.overall import RANK, ranked_over
from parsched.report.palette import Style
from parsched.report.ranking.cases import MAX_CASES
from parsched.report.ranking.grid_sweeps import BESIDE, GridSweep
from parsched.report.ranking.method_table import MethodTable
from parsched.report.ranking.methods import RANKED, RANKING, SETS, Ranking
from parsched.report.ranking.selection import BEST, RankingRequest, Selection
from parsched.report.records import Records
from schedweb.runs.models import Comparison
from schedweb.runs.records import possible_cases, records_of
from schedweb.web.access import Access
from schedweb.web.contexts.ranking_view import (
    ACROSS,
    COLUMNS,
    PAGE,
    PLACED_OVER,
    TITLES,
    USUAL,
    RankingOption,
    RankingView,
)
from schedweb.web.paging import Paged
from schedweb.web.report_files import file_addresses
from schedweb.web.table_view import TableView

GRID_PAPER = "grid-paper"
BEST_OF_EACH = "the best a of each"


@dataclass(frozen=True)
class TablePart:
    """A table with the addresses of its files: extension, and address, by their names."""

    method_table: MethodTable
    files: Mapping[str, str]
    paged: Paged[int] | None = None
    """Places of the methods of the page that is open; None where all are shown."""

    def open(self, hidden: Collection[str], view: RankingView, asked: str) -> Self:
        """Return the page that is asked for, without runs that are hidden."""
        methods = enumerate(self.method_table.methods)
        places = [i for i, m in methods if m.run is None or m.run.key not in hidden]
        paged = Paged.of(places, asked, PAGE, view.hidden())
        return replace(self, method_table=self.method_table.of_methods(paged.items), paged=paged)


@dataclass(frozen=True)
class PaperPart:
    """Tables with the layout of those in the grid paper."""

    sweep: GridSweep
    sweeps: Sequence[RankingOption]
    tables: Sequence[RankingOption]
    shares: Sequence[RankingOption]
    number: str
    table: TablePart
    beside: TablePart | None
    is_open: bool
    """Whether it is unfolded: where the address asks for a table."""

    @property
    def fixed(self) -> str:
        """The parameters that all its runs have."""
        return ", ".join(f"{name} {value}" for name, value in self.sweep.fixed.items())


@dataclass(frozen=True)
class RankingState:
    """The views of the ranking and of the result table, and the methods and cases they select."""

    view: RankingView
    table: TableView
    by: str
    selection: Selection

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        query: QueryDict,
        table: TableView,
        access: Access,
    ) -> Self:
        """Read the address; a reader with a link sees no other comparison as a case."""
        records = records_of(comparison)
        sets = sets_of(table, records)
        view = RankingView.of(query, sets)
        by = view.by or USUAL
        request = RankingRequest(
            metrics=sets.get(by, view.metrics),
            cases=() if access.is_shared else view.cases,
            each=view.each,
            across=view.across,
            sweep=view.sweep,
            table=view.table,
            share=view.share,
        )
        return cls(view, table, by, Selection.of(records, request))

    @property
    def options(self) -> dict[str, str]:
        """The same for the report of the ranking."""
        selection = self.selection
        return {
            "metrics": ",".join(selection.request.metrics),
            "cases": ",".join(selection.cases),
            "each": selection.each,
            "across": selection.request.across,
        }

    def of_table(self, key: str) -> dict[str, str]:
        """The same for a table of the grid paper."""
        selection = self.selection
        problems = selection.problems
        options = {
            "table": key,
            "cases": ",".join(selection.cases),
            "share": "" if "share" in problems else selection.request.share,
            "sweep": "" if "sweep" in problems else str(selection.request.sweep or ""),
        }
        return {name: value for name, value in options.items() if value}

    @property
    def query(self) -> str:
        """Both views as the query of an address."""
        return urlencode([*self.view.items, *self.table.items])


def sets_of(table: TableView, records: Records) -> dict[str, tuple[str, ...]]:
    """Return the metric keys of each set, including the metrics of the rank, and the set of the
    result table's columns."""
    columns = tuple(key for key in table.columns if key in RANKED)
    return {USUAL: ranked_over(records), **SETS, COLUMNS: columns}


@dataclass(frozen=True)
class RankingPart:
    """The whole section, for a comparison with two results or more."""

    state: RankingState
    access: Access
    address: str
    table: TablePart
    possible: Sequence[Comparison]
    paper: PaperPart | None
    looks: Mapping[str, Style]
    urls: Mapping[str, str]

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        access: Access,
        table: TableView,
        query: QueryDict,
        looks: Mapping[str, Style],
    ) -> Self | None:
        """Build it; None with fewer than two results."""
        runs = [run for run in comparison.runs.all() if run.is_done]
        if len(runs) < 2:
            return None
        possible = [] if access.is_shared else possible_cases(comparison)
        state = RankingState.of(comparison, query, table, access)
        table_part = _table_part(access, comparison, state, RANKING)
        assert table_part is not None
        return cls(
            state=state,
            access=access,
            address=access.tab(comparison, "ranking"),
            table=table_part.open(table.hide, state.view, query.get(PAGE, "")),
            possible=possible,
            paper=_paper(access, comparison, state),
            looks=looks,
            urls={run.pk: access.run("run", run.pk) for run in runs},
        )

    @property
    def view(self) -> RankingView:
        """The reader's choices."""
        return self.state.view

    @property
    def ranking(self) -> Ranking:
        """The ranking itself."""
        return self.state.selection.ranking

    @property
    def sets(self) -> list[RankingOption]:
        """Sets of metrics to choose from."""
        return [RankingOption(key, text, key == self.state.by) for key, text in TITLES.items()]

    @property
    def ticks(self) -> list[tuple[Metric, bool]]:
        """Every metric, and whether it is ranked by."""
        ranked = {m.key for m in (*self.ranking.metrics, *self.ranking.unranked)}
        return [(metric, key in ranked) for key, metric in RANKED.items()]

    @property
    def layouts(self) -> list[RankingOption]:
        """Layouts of the table: methods as rows or as columns."""
        return [RankingOption(key, text, key == self.view.across) for key, text in ACROSS.items()]

    @property
    def splits(self) -> list[RankingOption]:
        """Parameters whose values can be cases."""
        splits, chosen = self.state.selection.splits, self.state.selection.each
        choices = [
            RankingOption(s.name, f"{s.values} by {s.label}", s.name == chosen) for s in splits
        ]
        return [RankingOption("", "the comparison as a whole", not chosen), *choices]

    @property
    def cases(self) -> list[RankingOption]:
        """Other comparisons that can be added as cases."""
        return [
            RankingOption(
                other.pk,
                f"{other.title} ({other.workload.name}, {other.cluster_name})",
                other.pk in self.view.cases,
            )
            for other in self.possible
        ]

    @property
    def added(self) -> int:
        """Number of cases besides this comparison."""
        return len(self.ranking.cases) - 1

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form of metrics and cases."""
        return self.view.hidden("by", "m", "case", "each", "across")

    @property
    def hidden_of_tables(self) -> list[tuple[str, str]]:
        """Hidden fields of the form of the paper's tables."""
        return self.view.hidden("sweep", "table", "a")

    @property
    def not_ranked(self) -> list[str]:
        """Columns of the result table in which no direction is better."""
        if self.state.by != COLUMNS:
            return []
        return [METRICS[key].title for key in self.state.table.columns if key not in RANKED]

    @property
    def over(self) -> str:
        """What places are over; blank where they are the ranks of the table of results."""
        if self.ranking.word == RANK:
            return ""
        over, cases = PLACED_OVER[self.state.by], len(self.ranking.cases)
        return over if cases == 1 else f"{over}, in {cases:,} cases"

    @property
    def over_usual(self) -> str:
        """Address of the ranks: over the usual metrics of this comparison alone."""
        usual = replace(self.view, by="", metrics=(), cases=(), each="")
        return usual.address(self.address)

    @property
    def differs(self) -> list[str]:
        """Messages about parameters of the address that could not be applied."""
        names = {"share": "a"}
        problems = self.state.selection.problems.items()
        usual = [
            f"“{names.get(name, name)}” in the address {rule}. What is usual is shown instead."
            for name, rule in problems
        ]
        return [*self.view.unknown, *usual, *self._cases_left_out]

    @property
    def _cases_left_out(self) -> list[str]:
        if self.view.cases and self.access.is_shared:
            return [
                "The address asks for other comparisons as cases, too. Only their owner sees them; "
                "the ranking here is of this comparison alone."
            ]
        sentences, lost = [], len(self.state.selection.lost)
        if beyond := self.state.selection.beyond:
            sentences.append(
                f"Only the first {MAX_CASES} cases of the address are ranked over; the "
                f"other {beyond:,} are left out."
            )
        if lost:
            sentences.append(
                f"{counted(lost, 'case')} of the address {'are' if lost > 1 else 'is'} not "
                "shown: deleted, another user’s, or without a result of every method."
            )
        return sentences


def _table_part(
    access: Access, comparison: Comparison, state: RankingState, key: str
) -> TablePart | None:
    if (method_table := state.selection.method_table(key)) is None:
        return None
    report, options = (
        ("ranking", state.options) if key == RANKING else (GRID_PAPER, state.of_table(key))
    )
    return TablePart(method_table, file_addresses(access, comparison, report, options))


def _paper(access: Access, comparison: Comparison, state: RankingState) -> PaperPart | None:
    selection = state.selection
    sweep, shape = selection.sweep, selection.shape
    if sweep is None or shape is None:
        return None
    table = _table_part(access, comparison, state, shape.key)
    assert table is not None
    return PaperPart(
        sweep=sweep,
        sweeps=[RankingOption(str(i), s.name, s is sweep) for i, s in enumerate(selection.sweeps)],
        tables=[
            RankingOption(s.key, f"{s.number}: {s.title.format(a='a')}", s is shape)
            for s in sweep.shapes
        ],
        shares=_shares(selection, sweep) if shape.needs_share else [],
        number=shape.number,
        table=table,
        beside=_table_part(access, comparison, state, BESIDE),
        is_open=bool(state.view.sweep or state.view.table or state.view.share),
    )


def _shares(selection: Selection, sweep: GridSweep) -> list[RankingOption]:
    """Return the default share of the table and every other share, since the form may select
    another table together with any of them."""
    chosen = "" if "share" in selection.problems else selection.request.share
    usual = BEST_OF_EACH if selection.usual_share is None else f"a = {selection.usual_share:g}"
    choices = [RankingOption("", f"usual: {usual}", not chosen)]
    if improving := [shape.number for shape in sweep.shapes if shape.improves]:
        tables = ", ".join(improving)
        choices.append(RankingOption(BEST, f"{BEST_OF_EACH} ({tables})", chosen == BEST))
    return [
        *choices,
        *(RankingOption(f"{a:g}", f"a = {a:g}", chosen == f"{a:g}") for a in sweep.shares),
    ]
