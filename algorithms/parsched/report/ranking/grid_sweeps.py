"""Sweeps of `grid` over strategies and shares: tables in the shape of the paper's, and its ranks.

A sweep is not stored: it consists of the runs of a comparison that differ only in these two.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.base.digits import counted
from parsched.measure.metrics import METRICS
from parsched.policies.grid.strategies import STRATEGIES
from parsched.report.phrases import named
from parsched.report.ranking.cases import Case, plain
from parsched.report.ranking.degradation import DegradationLine
from parsched.report.ranking.method_table import (
    ENDLESS,
    NO_SHARE,
    NOTHING,
    MethodTable,
    RankedMethod,
    ShownLine,
    shown_lines,
)
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import (
    EVERY_SITE,
    HALF,
    SHAPES,
    MethodValues,
    PaperMethod,
    Shape,
)
from parsched.report.ranking.published import BesidePaper, published_for
from parsched.run.record import Record

GRID = "grid"
VARIED = ("strategy", "admissible")
BESIDE = "beside"
"""Key of the table of ranks beside the paper's."""
SYMBOLS = {symbol: METRICS[key] for symbol, key in PAPER_METRICS.items()}
FRESHNESS = {
    "fresh": "predictions start from what the sites are like now (information=fresh)",
    "virtual": "predictions come from a schedule of estimates that stays as it was when jobs end "
    "early (information=virtual)",
}


@dataclass(frozen=True)
class GridSweep:
    """Runs that differ in strategy and share; `fixed` are their other parameters, `name` has those
    that distinguish this sweep from others of the comparison (blank for the only one).

    `repeated` are runs with the strategy and share of another run, `apart` are runs whose other
    parameters no second strategy has; neither are in a table.
    """

    fixed: Mapping[str, Any]
    name: str
    runs: Mapping[PaperMethod, Record]
    cases: tuple[Case, ...]
    data: MethodValues
    repeated: tuple[Record, ...] = ()
    apart: tuple[Record, ...] = ()

    @cached_property
    def shapes(self) -> list[Shape]:
        """Tables of the paper for which the sweep has enough runs."""
        return [shape for shape in SHAPES.values() if shape.suits(self.data)]

    @property
    def shares(self) -> tuple[float, ...]:
        """Shares below 1 that may be chosen."""
        return tuple(a for a in self.data.shares if a < EVERY_SITE)

    @property
    def usual_share(self) -> float | None:
        """The paper's share, or the one closest to it."""
        return min(self.shares, key=lambda a: (abs(a - HALF), a), default=None)

    def method_table(self, key: str, share: float | None) -> MethodTable:
        """Return a table with a share, or with the best ones where it has improvements (None)."""
        shape = SHAPES[key]
        table = shape.table(self.data, share)
        title = f"{table.title} (as {shape.number} of Quezada-Pina et al. 2012)"
        methods = tuple(RankedMethod(m.name, self._runs_of(shape, m)) for m in table.methods)
        lines = shown_lines(table.lines, SYMBOLS, symbols=True)
        notes = tuple(self._notes(shape, share, lines))
        return MethodTable(key, title, methods, lines, notes, self.cases[0].records.about)

    def _runs_of(self, shape: Shape, method: PaperMethod) -> tuple[Record, ...]:
        """Return the runs of a column: two or more for improvements and for both ranks."""
        if shape.improves or shape.key == "table-4":
            return tuple(run for m, run in self.runs.items() if m.strategy == method.strategy)
        return (self.runs[method],) if method in self.runs else ()

    def _notes(self, shape: Shape, share: float | None, lines: Sequence[ShownLine]) -> list[str]:
        notes = []
        if shape.needs_share and share is not None:
            notes.append(f"The index a stands for admissible allocation with a = {share:g}.")
        if shape.needs_share and len(self.cases) > 1:
            notes.append(f"Of {self.cases[0].name} alone.")
        reasons = {cell.why for line in lines for cell in line.cells if cell.why}
        if NOTHING in reasons:
            notes.append(f"– is {NOTHING}: no mean and no rank over it.")
        if ENDLESS in reasons:
            notes.append(f"∞ is {ENDLESS}, in the mean too.")
        if NO_SHARE in reasons:
            notes.append(f"– for a share: {NO_SHARE}.")
        return [*notes, *self._left_out]

    @property
    def _left_out(self) -> list[str]:
        notes = []
        if self.repeated:
            labels = named([run.label for run in self.repeated])
            notes.append(f"Left out, as another run has their strategy and a: {labels}.")
        if self.apart:
            labels = named([run.label for run in self.apart])
            notes.append(f"Left out, as no other strategy has their other parameters: {labels}.")
        return notes

    @cached_property
    def beside(self) -> BesidePaper | None:
        """The ranks beside the paper's; None unless it has this grid, and the sweep
        all nine strategies with every site admissible."""
        platform = self.cases[0].records.about.platform
        published = published_for([site.processors for site in platform.sites])
        plain = self.data.with_shares(EVERY_SITE).first
        if published is None or plain.strategies != PAPER_STRATEGIES:
            return None
        if len(plain.methods) != len(PAPER_STRATEGIES):
            return None
        mean = plain.degradations(MAIN_METRICS).mean().tolist()
        return BesidePaper.of(published, mean) if all(map(math.isfinite, mean)) else None

    def beside_table(self, beside: BesidePaper) -> MethodTable:
        """Return the comparison with the paper as a table."""
        theirs = beside.published
        lines = (
            DegradationLine("mean", "", "", beside.mean, "degradation here"),
            DegradationLine("mean", "", "", theirs.mean, "degradation in the paper"),
            DegradationLine("rank", "", "", beside.ranks, "here"),
            DegradationLine("rank", "", "", theirs.ranks, "in the paper"),
        )
        methods = [
            RankedMethod(STRATEGIES[key].title, (self.runs[PaperMethod(key, EVERY_SITE)],))
            for key in PAPER_STRATEGIES
        ]
        title = f"Ranks beside {theirs.name} in Quezada-Pina et al. 2012 (Tables 1 and 2)"
        ranks = shown_lines(lines, {})
        notes = tuple(self.about_beside(beside))
        return MethodTable(BESIDE, title, tuple(methods), ranks, notes, self.cases[0].records.about)

    def about_beside(self, beside: BesidePaper) -> list[str]:
        """Return notes on the correlation of the ranks, and on causes of differences."""
        information = FRESHNESS[self.fixed["information"]]
        about = self.cases[0].records.about
        return [
            f"Here: {counted(about.jobs, 'job')} of “{about.workload}”. In the paper: jobs "
            "merged from the traces of its sites.",
            f"Spearman's rank correlation with the paper: {_correlation(beside.correlation)} with "
            f"all nine strategies, {_correlation(beside.without)} without MST.",
            f"Here {information}. The rank of MST depends on that more than others: on the traces "
            "of Grid1 it is first with fresh predictions, and behind MPL and LBal_S with virtual "
            "ones, as in the paper.",
        ]


def _correlation(value: float) -> str:
    return "none, as all are equal," if math.isnan(value) else f"{value:.2f}"


def sweeps_of(cases: Sequence[Case]) -> list[GridSweep]:
    """Return the sweeps among the runs of whole comparisons: two strategies or more each."""
    groups: dict[str, dict[PaperMethod, list[int]]] = {}
    fixed: dict[str, Mapping[str, Any]] = {}
    for place, run in enumerate(cases[0].runs):
        if run is None or (method := method_of(run)) is None:
            continue
        others = {name: plain(v) for name, v in run.params.items() if name not in VARIED}
        key = repr(sorted(others.items()))
        fixed[key] = others
        groups.setdefault(key, {}).setdefault(method, []).append(place)
    keys = [key for key, places in groups.items() if len({m.strategy for m in places}) > 1]
    names = _differences([fixed[key] for key in keys])
    alone = [i for key in groups.keys() - keys for group in groups[key].values() for i in group]
    apart = _runs_at(cases[0], sorted(alone))
    return [
        _sweep(cases, fixed[key], name, groups[key], apart)
        for key, name in zip(keys, names, strict=True)
    ]


def _runs_at(case: Case, places: Sequence[int]) -> tuple[Record, ...]:
    return tuple(run for place in places if (run := case.runs[place]))


def method_of(run: Record) -> PaperMethod | None:
    """Return strategy and share of a run; None for other algorithms, and for strategies that the
    paper does not have."""
    strategy, share = (run.params.get(name) for name in VARIED)
    if run.algorithm != GRID or strategy not in PAPER_STRATEGIES or share is None:
        return None
    return PaperMethod(strategy, float(share))


def _sweep(
    cases: Sequence[Case],
    fixed: Mapping[str, Any],
    name: str,
    places: Mapping[PaperMethod, Sequence[int]],
    apart: tuple[Record, ...],
) -> GridSweep:
    order = sorted(places, key=lambda m: (PAPER_STRATEGIES.index(m.strategy), m.share))
    first = [places[method][0] for method in order]
    rows: dict[str, dict[str, list[float | None]]] = {}
    for case in cases:
        rows[case.name] = {}
        for symbol, metric in PAPER_METRICS.items():
            values = case.values(metric)
            rows[case.name][symbol] = [values[place] for place in first]
    runs = {m: run for m, i in zip(order, first, strict=True) if (run := cases[0].runs[i])}
    again = sorted(place for members in places.values() for place in members[1:])
    return GridSweep(
        fixed=fixed,
        name=name,
        runs=runs,
        cases=tuple(cases),
        data=MethodValues(tuple(order), rows),
        repeated=_runs_at(cases[0], again),
        apart=apart,
    )


def _differences(several: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return for each set of parameters the values in which it differs from the others."""
    names = {name: None for params in several for name in params}
    varied = [name for name in names if len({str(params.get(name)) for params in several}) > 1]
    return [", ".join(f"{name} {params.get(name)}" for name in varied) for params in several]
