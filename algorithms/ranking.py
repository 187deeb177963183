"""Ranking the results of a comparison by their mean degradation over chosen metrics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from algorithms.degradation import Degradations
from algorithms.errors import ParameterError
from algorithms.grid.paper import MAIN_METRICS, PAPER_METRICS
from algorithms.metrics import METRICS
from algorithms.result import Result, finite

SETS: Mapping[str, tuple[str, ...]] = {
    "main": tuple(PAPER_METRICS[symbol] for symbol in MAIN_METRICS),
    "paper": tuple(PAPER_METRICS.values()),
}
"""Ready-made sets of metrics: the three and the ten of Quezada-Pina et al. (2012)."""


def chosen_metrics(text: str) -> tuple[str, ...]:
    """Return the keys of a set of metrics, or those that stand with commas between.

    Raises
    ------
    ParameterError
        For a key that is none, and for a metric that is better neither low nor high.
    """
    if text in SETS:
        return SETS[text]
    keys = tuple(dict.fromkeys(key for part in text.split(",") if (key := part.strip())))
    good = [key for key, metric in METRICS.items() if metric.better != "neither"]
    for key in keys or (text,):
        if key not in good:
            rule = f"must be {', '.join(SETS)}, or of {', '.join(good)}"
            raise ParameterError({"rank": f"metrics to rank by {rule}; got {key!r:.60}"})
    return keys


@dataclass(frozen=True, eq=False)
class Ranking:
    """How results rank; `unranked` are metrics of which no result has a value."""

    degradations: Degradations
    unranked: tuple[str, ...]

    @classmethod
    def of(cls, results: Sequence[Result], metrics: Sequence[str]) -> Self:
        """Rank results on the same jobs by keys of metrics."""
        rows = {key: [finite(result.metrics[key]) for result in results] for key in metrics}
        ranked = [key for key, row in rows.items() if any(value is not None for value in row)]
        found = Degradations.of(
            [str(i) for i in range(len(results))],
            {key: METRICS[key].better for key in ranked},
            {"": {key: rows[key] for key in ranked}},
        )
        return cls(found, tuple(key for key in metrics if key not in ranked))

    @property
    def sentence(self) -> str:
        """What the ranks are by."""
        titles = "; ".join(METRICS[key].title for key in self.degradations.metrics)
        without = "; ".join(METRICS[key].title for key in self.unranked)
        left_out = f"; left out, as no run has a value: {without}" if without else ""
        return f"ranked by the mean degradation of {titles or 'nothing'}{left_out}"

    @property
    def mean(self) -> list[float]:
        """Mean degradation of each result, per cent; NaN where a result lacks a value."""
        values: list[float] = self.degradations.mean().tolist()
        return values

    @property
    def ranks(self) -> list[int | None]:
        """Rank of each result, 1 for the best."""
        return self.degradations.ranks()

    def as_json(self) -> list[dict[str, Any]]:
        """Return for each result its degradations, their mean, per cent, and its rank; null for
        what has no value, and for what is worse than a best of 0."""
        percent = self.degradations.percent[0]
        return [
            {
                "degradation": {
                    key: finite(float(percent[j, i]))
                    for j, key in enumerate(self.degradations.metrics)
                },
                "mean_degradation": finite(mean),
                "rank": rank,
            }
            for i, (mean, rank) in enumerate(zip(self.mean, self.ranks, strict=True))
        ]
