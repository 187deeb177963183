"""Ranking methods over many metrics and cases by their degradation: page, files and API.

Methods are the runs of a comparison; cases are that comparison and others with the same methods.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from parsched.base.errors import ParameterError
from parsched.declare.references import REFERENCES, Reference
from parsched.measure.metrics import METRICS, Metric
from parsched.report.overall import PLACE, RANK, ranked_over
from parsched.report.phrases import MANY_TIMES, behind, named, times_best, verb
from parsched.report.ranking.cases import Case, cases_of
from parsched.report.ranking.degradation import DegradationLine, Degradations
from parsched.report.ranking.method_table import MethodTable, RankedMethod, shown_lines
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS
from parsched.report.records import Records
from parsched.report.usual_metrics import metrics_for
from parsched.run.result import finite

RANKING = "ranking"
"""Key of the table of the general tool."""
METHODOLOGY = ("tsafrir2007",)
"""References of the methodology."""
RANKED: Mapping[str, Metric] = {k: m for k, m in METRICS.items() if m.better != "neither"}
"""Metrics in which one value is better than another."""
FEW = 6
"""Most methods that are columns; if there are more, each is a row."""


SETS: Mapping[str, tuple[str, ...]] = {
    "main": tuple(PAPER_METRICS[symbol] for symbol in MAIN_METRICS),
    "paper": tuple(PAPER_METRICS.values()),
}
"""Ready-made sets of metrics: the three and the ten of Quezada-Pina et al. (2012)."""


def chosen_metrics(text: str, option: str = "rank") -> tuple[str, ...]:
    """Return the keys of a named set of metrics, or the keys in a comma-separated list.

    Raises
    ------
    ParameterError
        Under the name of the option, for a key that is none, and for a metric that is better
        neither low nor high.
    """
    if text in SETS:
        return SETS[text]
    keys = tuple(dict.fromkeys(key for part in text.split(",") if (key := part.strip())))
    for key in keys or (text,):
        if key not in RANKED:
            rule = f"must be {', '.join(SETS)}, or of {', '.join(RANKED)}"
            raise ParameterError({option: f"metrics to rank by {rule}; got {key!r:.60}"})
    return keys


@dataclass(frozen=True)
class Ranking:
    """Methods by the mean of their degradations: over the usual metrics of one whole comparison
    that is their rank, over others their place."""

    methods: tuple[RankedMethod, ...]
    metrics: tuple[Metric, ...]
    cases: tuple[Case, ...]
    unranked: tuple[Metric, ...]
    """Metrics that were asked for and have no value anywhere."""

    @classmethod
    def of(
        cls,
        records: Records,
        metrics: Sequence[str],
        others: Sequence[Records] = (),
        each: str = "",
    ) -> Self:
        """Rank the finished runs of a comparison, and of `others`, which have its methods; by
        default whole, else with a case for `each` value of a parameter."""
        methods, cases = cases_of(records, others, each)
        requested = [METRICS[key] for key in metrics if key in RANKED]
        has = {m.key: any(v is not None for c in cases for v in c.values(m.key)) for m in requested}
        ranked = tuple(metric for metric in requested if has[metric.key])
        unranked = tuple(metric for metric in requested if not has[metric.key])
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
    def mean(self) -> list[float]:
        """Mean degradation of each method, per cent; NaN where it lacks a value."""
        values: list[float] = self.degradations.mean().tolist()
        return values

    @cached_property
    def word(self) -> str:
        """What the order of the methods is called: their rank, or else their place."""
        [first, *others] = self.cases
        keys = tuple(metric.key for metric in self.metrics)
        is_whole = not others and len(self.methods) == len(first.records.ranked)
        return RANK if is_whole and keys == ranked_over(first.records) else PLACE

    @property
    def ranks(self) -> list[int | None]:
        """Rank, or place, of each method, 1 for the best."""
        return self.degradations.ranks()

    @property
    def ranked_by(self) -> str:
        """Text that names the metrics of the ranking, and those left out."""
        titles = "; ".join(metric.title for metric in self.metrics)
        without = "; ".join(metric.title for metric in self.unranked)
        left_out = f"; left out, as no run has a value: {without}" if without else ""
        return f"{self.word} by the mean degradation of {titles or 'nothing'}{left_out}"

    def as_json(self) -> list[dict[str, Any]]:
        """Return for each method its degradations in the first case, their mean, per cent, and its
        place; null for missing values, and for values worse than a best of 0."""
        percent = self.degradations.percent[0]
        return [
            {
                "degradation": {
                    metric.key: finite(float(percent[j, i]))
                    for j, metric in enumerate(self.metrics)
                },
                "mean_degradation": finite(mean),
                PLACE: rank,
            }
            for i, (mean, rank) in enumerate(zip(self.mean, self.ranks, strict=True))
        ]

    @property
    def order(self) -> list[int]:
        """Indices of the methods, the best first; those without a rank last."""
        if not self.metrics:
            return list(range(len(self.methods)))
        ranks = self.ranks
        return sorted(range(len(ranks)), key=lambda i: (ranks[i] is None, ranks[i] or 0, i))

    def method_table(self, across: str = "") -> MethodTable:
        """Return the table: cells, means and ranks, the best method first."""
        order = self.order
        methods = tuple(self.methods[i] for i in order)
        across = across or ("methods" if len(methods) <= FEW else "lines")
        lines = self._lines(across) if self.metrics else []
        placed = shown_lines(lines, METRICS, order=order, word=self.word)
        return MethodTable(
            key=RANKING,
            title=self.title,
            methods=methods,
            lines=placed,
            notes=tuple(self.notes),
            about=self.cases[0].records.about,
            across=across,
        )

    def _lines(self, across: str) -> list[DegradationLine]:
        """Return the lines, with those over all metrics below the others or to the left of them."""
        degradations = self.degradations
        cells, means, rankings = degradations.cells(), degradations.means(), degradations.rankings()
        if across == "methods":
            return [*cells, *means, *rankings]
        over = [line for pair in zip(rankings, means, strict=True) for line in pair]
        return [*over[-2:], *over[:-2], *cells]

    @property
    def title(self) -> str:
        """Title of the table."""
        return (
            f"Degradation from the best of each metric, its mean, and the {self.word} by the mean"
        )

    @property
    def notes(self) -> list[str]:
        """Return notes on missing numbers with their reasons, and on cases with other rules."""
        notes = [
            f"{metric.title} is left out: no run has a value of it." for metric in self.unranked
        ]
        notes += self._uncounted
        for i, case in enumerate(self.cases):
            place = f" in {case.name}" if len(self.cases) > 1 else ""
            for j, metric in enumerate(self.metrics):
                row = self.degradations.percent[i, j].tolist()
                notes += self._gaps(f"{metric.title}{place}", row)
        own = self.cases[0].records
        lines = {c.records.about.title: c.records.about.conditions for c in self.cases}
        notes += [f"{t}: {line}" for t, line in lines.items() if line != own.about.conditions]
        if waiting := [record.label for record in own.waiting]:
            notes.append(f"Without a result and not ranked: {named(waiting)}.")
        return notes

    @property
    def _uncounted(self) -> list[str]:
        """Say of usual metrics why they are no part of the rank."""
        if self.word != RANK:
            return []
        own, counted = self.cases[0].records, {metric.key for metric in self.metrics}
        return [
            f"{RANKED[key].title} does not count: some run has no value of it, or the best is 0."
            for key in metrics_for(own)
            if key in RANKED and key not in counted and any(key in r.metrics for r in own.ranked)
        ]

    def _gaps(self, label: str, row: Sequence[float]) -> list[str]:
        names = [method.name for method in self.methods]
        endless = [name for name, v in zip(names, row, strict=True) if v == float("inf")]
        missing = [name for name, v in zip(names, row, strict=True) if v != v]
        notes = []
        if endless:
            notes.append(
                f"{label}: the best is 0, and percentages of 0 do not exist, so "
                f"{named(endless)} {verb(endless, 'counts', 'count')} as infinitely worse, "
                "in the mean too."
            )
        if missing:
            notes.append(
                f"{label}: no value of {named(missing)}, so no mean and no {self.word} over it."
            )
        return notes

    @property
    def sentence(self) -> str:
        """Who is first and last, in words."""
        if not self.metrics:
            return "Choose at least one metric to rank by."
        mean, ranks = self.mean, self.ranks
        ranked = [i for i in self.order if ranks[i] is not None]
        if len(ranked) < 2:
            return "Fewer than two methods have a value of every metric, so none is ranked."
        first = [self.methods[i].name for i in ranked if ranks[i] == 1]
        last = ranked[-1]
        over = f"over {len(self.metrics)} metric{'s' * (len(self.metrics) > 1)}"
        if len(self.cases) > 1:
            over += f" and {len(self.cases)} cases"
        if len(first) == len(ranked):
            return f"All methods are equally good {over}."
        start, end = _behind(mean[ranked[0]]), _behind(mean[last])
        return (
            f"{named(first)} {verb(first, 'is', 'are')} first {over}, {start}; "
            f"{self.methods[last].name} is last, {end}."
        )

    @property
    def references(self) -> tuple[Reference, ...]:
        """Sources of the methodology."""
        return tuple(REFERENCES[key] for key in METHODOLOGY)


def _behind(mean: float) -> str:
    if mean == float("inf"):
        return "infinitely far behind the best"
    if mean >= MANY_TIMES:
        return f"{times_best(mean)} on average"
    return f"{behind(mean)} % behind the best on average" if mean else "the best at each"
