"""The section "Ranking" of a comparison: which metrics and cases, the tables, and their charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from algorithms.metrics import METRICS, Metric
from schedweb.runs.cases import possible_cases
from schedweb.runs.chosen import BEST, RANKING, Selection, Wanted
from schedweb.runs.grid_sweeps import BESIDE, GridSweep
from schedweb.runs.models import Comparison
from schedweb.runs.ranking import RANKED, SETS, Ranking, usual_set
from schedweb.runs.sheets import Sheet
from schedweb.web.doors import Door
from schedweb.web.palette import Style
from schedweb.web.viewing import View

KEYS = ("by", "was", "m", "case", "each", "across", "sweep", "table", "a")
OWN, COLUMNS = "own", "columns"
TITLES = {
    "main": "three main ones of the grid paper: ρ, SD_b, t_w",
    "paper": "ten of the grid paper",
    COLUMNS: "columns of the result table",
    OWN: "those ticked below",
}
ACROSS = {"": "as suits the number", "methods": "side by side", "lines": "one below the other"}


@dataclass(frozen=True, kw_only=True)
class RankingView:
    """What a reader chose; it travels in the address. Blank is as usual."""

    by: str = ""
    metrics: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    each: str = ""
    across: str = ""
    sweep: int = 0
    table: str = ""
    share: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """What else is in the address: of the result table, of charts."""

    @classmethod
    def of(cls, query: QueryDict, sets: Mapping[str, Sequence[str]]) -> Self:
        """Read it; what is unknown is as usual.

        The form sends ticked metrics `m` along with the set that was shown, `was`: other ticks than
        those of that set are what somebody wants.
        """
        by, across, sweep = (query.get(name, "") for name in ("by", "across", "sweep"))
        ticked = tuple(key for key in RANKED if key in query.getlist("m"))
        changed = by in sets and by == query.get("was") and set(ticked) != set(sets[by])
        if changed or (ticked and not by):
            by = OWN
        kept = tuple((k, v) for k, values in query.lists() for v in values if k not in KEYS)
        return cls(
            by=by if by in TITLES else "",
            metrics=ticked,
            cases=tuple(dict.fromkeys(query.getlist("case"))),
            each=query.get("each", ""),
            across=across if across in ACROSS else "",
            sweep=int(sweep) if sweep.isascii() and sweep.isdigit() and len(sweep) < 4 else 0,
            table=query.get("table", ""),
            share=query.get("a", ""),
            others=tuple((k, v) for k, v in kept if isinstance(v, str)),
        )

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of everything that is not as usual."""
        own = [("m", key) for key in self.metrics] if self.by == OWN else []
        single = [
            ("by", self.by),
            ("each", self.each),
            ("across", self.across),
            ("sweep", str(self.sweep or "")),
            ("table", self.table),
            ("a", self.share),
        ]
        return [*((k, v) for k, v in single if v), *own, *(("case", pk) for pk in self.cases)]

    def hidden(self, *names: str) -> list[tuple[str, str]]:
        """Return what a form has to send along that asks for some of it."""
        return [*self.others, *((k, v) for k, v in self.items if k not in names)]


@dataclass(frozen=True)
class Choice:
    """An option of a select, or a box to tick."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Shown:
    """A table with the addresses of its files: extension, and address, by their names."""

    sheet: Sheet
    files: Mapping[str, str]


@dataclass(frozen=True)
class PaperPart:
    """Tables in the shape of the grid paper's."""

    sweep: GridSweep
    sweeps: Sequence[Choice]
    tables: Sequence[Choice]
    shares: Sequence[Choice]
    shown: Shown
    beside: Shown | None

    @property
    def fixed(self) -> str:
        """The parameters that all its runs have."""
        return ", ".join(f"{name} {value}" for name, value in self.sweep.fixed.items())


@dataclass(frozen=True)
class Asked:
    """A view of the ranking beside that of the result table, and what it selects."""

    view: RankingView
    table: View
    by: str
    selection: Selection

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        query: QueryDict,
        table: View,
        possible: Iterable[Comparison],
    ) -> Self:
        """Read the address; `possible` are comparisons that may be cases."""
        sets = sets_of(table)
        view = RankingView.of(query, sets)
        by = view.by or usual_set(list(comparison.runs.all()))
        wanted = Wanted(
            metrics=sets.get(by, view.metrics),
            cases=view.cases,
            each=view.each,
            across=view.across,
            sweep=view.sweep,
            table=view.table,
            share=view.share,
        )
        return cls(view, table, by, Selection.of(comparison, wanted, {c.pk for c in possible}))

    @property
    def query(self) -> str:
        """Both views as the query of an address."""
        return urlencode([*self.view.items, *self.table.items])


def sets_of(table: View) -> dict[str, tuple[str, ...]]:
    """Return the keys of the metrics of each set, with the columns of the result table."""
    columns = tuple(key for key in table.columns if key in RANKED)
    return {**SETS, COLUMNS: columns}


@dataclass(frozen=True)
class RankingPart:
    """The whole section, for a comparison with two results or more."""

    asked: Asked
    address: str
    shown: Shown
    possible: Sequence[Comparison]
    paper: PaperPart | None
    looks: Mapping[str, Style]
    urls: Mapping[str, str]

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        door: Door,
        table: View,
        query: QueryDict,
        looks: Mapping[str, Style],
    ) -> Self | None:
        """Build it; None with fewer than two results."""
        runs = [run for run in comparison.runs.all() if run.is_done]
        if len(runs) < 2:
            return None
        possible = [] if door.is_shared else possible_cases(comparison)
        asked = Asked.of(comparison, query, table, possible)
        shown = _shown(door, comparison, asked, RANKING)
        assert shown is not None
        return cls(
            asked=asked,
            address=door.home(comparison),
            shown=shown,
            possible=possible,
            paper=_paper(door, comparison, asked),
            looks=looks,
            urls={run.pk: door.run("run", run) for run in runs},
        )

    @property
    def view(self) -> RankingView:
        """What was chosen."""
        return self.asked.view

    @property
    def ranking(self) -> Ranking:
        """The ranking itself."""
        return self.asked.selection.ranking

    @property
    def sets(self) -> list[Choice]:
        """Sets of metrics to choose from."""
        return [Choice(key, text, key == self.asked.by) for key, text in TITLES.items()]

    @property
    def ticks(self) -> list[tuple[Metric, bool]]:
        """Every metric, and whether it is ranked by."""
        chosen = {m.key for m in (*self.ranking.metrics, *self.ranking.unranked)}
        return [(metric, key in chosen) for key, metric in RANKED.items()]

    @property
    def layouts(self) -> list[Choice]:
        """How methods may stand."""
        return [Choice(key, text, key == self.view.across) for key, text in ACROSS.items()]

    @property
    def splits(self) -> list[Choice]:
        """What may be a case."""
        found, chosen = self.asked.selection.splits, self.asked.selection.wanted.each
        each = [Choice(s.name, f"{s.values} by {s.label}", s.name == chosen) for s in found]
        return [Choice("", "the comparison as a whole", not chosen), *each]

    @property
    def cases(self) -> list[Choice]:
        """Other comparisons that may be added."""
        return [
            Choice(
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
        """What the form of metrics and cases sends along."""
        return self.view.hidden("by", "m", "case", "each", "across")

    @property
    def hidden_of_tables(self) -> list[tuple[str, str]]:
        """What the form of the paper's tables sends along."""
        return self.view.hidden("sweep", "table", "a")

    @property
    def not_ranked(self) -> list[str]:
        """Columns of the result table that say nothing of better or worse."""
        if self.asked.by != COLUMNS:
            return []
        return [METRICS[key].title for key in self.asked.table.columns if key not in RANKED]

    @property
    def lost(self) -> int:
        """Number of cases in the address that are not shown."""
        return len(self.asked.selection.lost)


def _shown(door: Door, comparison: Comparison, asked: Asked, key: str) -> Shown | None:
    if (sheet := asked.selection.sheet(key)) is None:
        return None
    query = "&".join(filter(None, [urlencode({"of": key}), asked.query]))
    files = {
        name: f"{door.comparison('comparison_ranking', comparison, end)}?{query}"
        for name, end in (
            ("CSV", "csv"),
            ("LaTeX (booktabs)", "tex"),
            ("Markdown", "md"),
            ("JSON", "json"),
        )
    }
    return Shown(sheet, files)


def _paper(door: Door, comparison: Comparison, asked: Asked) -> PaperPart | None:
    selection = asked.selection
    sweep, shape, share = selection.sweep, selection.shape, selection.share
    if sweep is None or shape is None:
        return None
    shown = _shown(door, comparison, asked, shape.key)
    assert shown is not None
    wanted = BEST if share is None else f"{share:g}"
    shares = [Choice(f"{a:g}", f"a = {a:g}", f"{a:g}" == wanted) for a in sweep.shares]
    if shape.improves:
        shares.insert(0, Choice(BEST, "the best a of each", wanted == BEST))
    return PaperPart(
        sweep=sweep,
        sweeps=[Choice(str(i), one.name, one is sweep) for i, one in enumerate(selection.sweeps)],
        tables=[
            Choice(s.key, f"{s.number}: {s.title.format(a='a')}", s is shape) for s in sweep.shapes
        ],
        shares=shares if shape.needs_share else [],
        shown=shown,
        beside=_shown(door, comparison, asked, BESIDE),
    )
