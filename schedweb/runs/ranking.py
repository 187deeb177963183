"""Ranking methods over many metrics and cases by their degradation: page, files and API.

Methods are the runs of a comparison; cases are that comparison and others with the same methods.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from algorithms.declare.references import REFERENCES, Reference
from algorithms.degradation import Degradations, Line
from algorithms.metrics import METRICS, Metric
from algorithms.ranking import SETS
from schedweb.runs.cases import Case, cases_of
from schedweb.runs.models import Comparison, Run
from schedweb.runs.sheets import Method, Sheet, named, shown
from schedweb.runs.tables import has_two_criteria, metrics_for
from schedweb.runs.units import significant

METHODOLOGY = ("tsafrir2007",)
"""References of the methodology."""
RANKED: Mapping[str, Metric] = {k: m for k, m in METRICS.items() if m.better != "neither"}
"""Metrics in which one value is better than another."""
FEW = 6
"""So many methods stand side by side; of more, each has a row."""


def usual_set(runs: Sequence[Run]) -> str:
    """Return the set of metrics that fits: that of the paper where rigid jobs arrive over time, the
    columns of the result table otherwise."""
    return "columns" if has_two_criteria(runs) else "main"


def usual_metrics(runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the keys of the metrics of the usual set."""
    chosen = SETS.get(usual_set(runs), metrics_for(runs))
    return tuple(key for key in chosen if key in RANKED)


@dataclass(frozen=True)
class Ranking:
    """Methods by the mean of their degradations."""

    methods: tuple[Method, ...]
    metrics: tuple[Metric, ...]
    cases: tuple[Case, ...]
    unranked: tuple[Metric, ...]
    """Metrics that were asked for and have no value anywhere."""

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        metrics: Sequence[str],
        others: Sequence[str] = (),
        each: str = "",
    ) -> Self:
        """Rank the finished runs of a comparison, and of `others` by id, which have its methods; by
        default whole, else with a case for `each` value of a parameter."""
        methods, cases = cases_of(comparison, others, each)
        asked = [METRICS[key] for key in metrics if key in RANKED]
        has = {m.key: any(v is not None for c in cases for v in c.values(m.key)) for m in asked}
        ranked = tuple(metric for metric in asked if has[metric.key])
        unranked = tuple(metric for metric in asked if not has[metric.key])
        return cls(methods, ranked, cases, unranked)

    @cached_property
    def degradations(self) -> Degradations:
        """Every cell; methods are named by their places."""
        return Degradations.of(
            [str(i) for i in range(len(self.methods))],
            {metric.key: metric.better for metric in self.metrics},
            {c.name: {m.key: c.values(m.key) for m in self.metrics} for c in self.cases},
        )

    @property
    def order(self) -> list[int]:
        """Indices of the methods, the best first; those without a rank last."""
        if not self.metrics:
            return list(range(len(self.methods)))
        ranks = self.degradations.ranks()
        return sorted(range(len(ranks)), key=lambda i: (ranks[i] is None, ranks[i] or 0, i))

    def sheet(self, across: str = "") -> Sheet:
        """Return the table: cells, means and ranks, the best method first."""
        order = self.order
        methods = tuple(self.methods[i] for i in order)
        across = across or ("methods" if len(methods) <= FEW else "lines")
        placed = shown(self._lines(across) if self.metrics else [], METRICS, order=order)
        return Sheet(self.title, methods, placed, tuple(self.notes), across)

    def _lines(self, across: str) -> list[Line]:
        """Return what is over all below the others, or at the left of them."""
        found = self.degradations
        cells, means, rankings = found.cells(), found.means(), found.rankings()
        if across == "methods":
            return [*cells, *means, *rankings]
        over = [line for pair in zip(rankings, means, strict=True) for line in pair]
        return [*over[-2:], *over[:-2], *cells]

    @property
    def title(self) -> str:
        """What the table has."""
        return "Degradation from the best of each metric, its mean, and the rank by the mean"

    @property
    def notes(self) -> list[str]:
        """Say in words what has no number, and why, and which cases are under other rules."""
        notes = [
            f"{metric.title} is left out: no run has a value of it." for metric in self.unranked
        ]
        for i, case in enumerate(self.cases):
            where = f" in {case.name}" if len(self.cases) > 1 else ""
            for j, metric in enumerate(self.metrics):
                row = self.degradations.percent[i, j].tolist()
                notes += self._gaps(f"{metric.title}{where}", row)
        own = self.cases[0].comparison.conditions_line
        lines = {c.comparison.title: c.comparison.conditions_line for c in self.cases}
        notes += [f"{title}: {line}" for title, line in lines.items() if line != own]
        waiting = [run.label for run in self.cases[0].comparison.runs.all() if not run.is_done]
        if waiting:
            notes.append(f"Without a result and not ranked: {named(waiting)}.")
        return notes

    def _gaps(self, what: str, row: Sequence[float]) -> list[str]:
        names = [method.name for method in self.methods]
        endless = [name for name, v in zip(names, row, strict=True) if v == float("inf")]
        missing = [name for name, v in zip(names, row, strict=True) if v != v]
        notes = []
        if endless:
            notes.append(
                f"{what}: the best is 0, of which nothing is a percentage, so "
                f"{named(endless)} {_count(endless, 'counts', 'count')} as infinitely worse, "
                "in the mean too."
            )
        if missing:
            notes.append(f"{what}: no value of {named(missing)}, so no mean and no rank over it.")
        return notes

    @property
    def sentence(self) -> str:
        """Who is first and last, in words."""
        if not self.metrics:
            return "Choose at least one metric to rank by."
        mean, ranks = self.degradations.mean().tolist(), self.degradations.ranks()
        known = [i for i in self.order if ranks[i] is not None]
        if len(known) < 2:
            return "Fewer than two methods have a value of every metric, so none is ranked."
        first = [self.methods[i].name for i in known if ranks[i] == 1]
        last = known[-1]
        over = f"over {len(self.metrics)} metric{'s' * (len(self.metrics) > 1)}"
        if len(self.cases) > 1:
            over += f" and {len(self.cases)} cases"
        if len(first) == len(known):
            return f"All methods are equally good {over}."
        start, end = _behind(mean[known[0]]), _behind(mean[last])
        return (
            f"{named(first)} {_count(first, 'is', 'are')} first {over}, {start}; "
            f"{self.methods[last].name} is last, {end}."
        )

    @property
    def references(self) -> tuple[Reference, ...]:
        """What the methodology is from."""
        return tuple(REFERENCES[key] for key in METHODOLOGY)


def _behind(mean: float) -> str:
    if mean == float("inf"):
        return "infinitely far behind the best"
    return f"{significant(mean, 3)} % behind the best on average" if mean else "the best at each"


def _count(labels: Sequence[str], one: str, many: str) -> str:
    return one if len(labels) == 1 else many
