"""Several algorithms on the same jobs: running them, and saying which is best at what."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from algorithms.catalogue import Algorithm, algorithm
from algorithms.errors import ParameterError, UnsupportedError
from algorithms.metrics import METRICS, Better
from algorithms.params import Params, assignments
from algorithms.platform import Platform
from algorithms.result import Result
from algorithms.solve import solve, warm_up
from algorithms.sweeps import Variants
from algorithms.workload import Workload

Values = Mapping[str, float | None]
"""Metrics by key; None or NaN where one means nothing."""
ROUNDING = 1e-12
"""Relative difference up to which values count as equal."""


MOST_RUNS = 10_000
"""Entries that one text stands for."""


@dataclass(frozen=True)
class Entry:
    """An algorithm with its parameters, as one column of a comparison.

    `varied` names the parameters in which it differs from others of the same text, `own` those that
    were stated.
    """

    key: str
    params: Params
    varied: tuple[str, ...] = field(default=(), compare=False)
    own: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, key: str, values: Mapping[str, Any] | None = None) -> Self:
        """Build from a key and parameters by name.

        Raises
        ------
        UnknownKeyError, ParameterError
            When there is no such algorithm, or a parameter breaks its declaration.
        """
        values = values or {}
        return cls(key, algorithm(key).params.from_mapping(values), own=tuple(values))

    @classmethod
    def all_of(cls, key: str, variants: Variants) -> list[Self]:
        """Build one for each combination of values; raises as `Variants.params` does."""
        varied = tuple(spec.name for spec in variants.varied)
        return [cls(key, params, varied, variants.own) for params in variants.params()]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Build from text such as "easy" or "easy:estimates=kill,events=sequential"."""
        key, _, rest = text.partition(":")
        return cls.of(key, assignments(rest.split(",") if rest else []))

    @classmethod
    def parse_all(cls, text: str) -> list[Self]:
        """Build one or more from text whose parameters may have several values, such as
        "grid:strategy=mpl|mst,admissible=0.1:1:0.1", or that names a ready-made sweep, such as
        "grid:paper" (see `algorithms.sweeps`).

        Raises
        ------
        UnknownKeyError, ParameterError
            As `of` does, and for a sweep that there is not, and for more than `MOST_RUNS`.
        """
        key, _, rest = text.partition(":")
        declared = algorithm(key)
        words = rest.split(",") if rest else []
        vary = _ready_made(declared, words[0]) if words and "=" not in words[0] else {}
        values = assignments(words[1:] if vary else words)
        one = {s.name for s in declared.params.specs() if s.kind == "text" or s.name in vary}
        fixed = {n: v for n, v in values.items() if n in one or n in declared.params.unknown([n])}
        vary |= {name: value for name, value in values.items() if name not in fixed}
        variants = Variants.of(declared.params, fixed, vary)
        if variants.count > MOST_RUNS:
            rule = f"may stand for {MOST_RUNS:,} runs, {text!r:.80} for {variants.count:,}"
            raise ParameterError({"": f"an entry {rule}"})
        return cls.all_of(key, variants)

    @property
    def label(self) -> str:
        """The text that `parse` takes, with the parameters that are stated, varied or not at their
        defaults: what is stated may differ from what other entries share."""
        told = {*self.params.changed(), *self.varied, *self.own}
        values = ",".join(f"{n}={v}" for n, v in self.params.as_dict().items() if n in told)
        return f"{self.key}:{values}" if values else self.key


def _ready_made(declared: Algorithm, key: str) -> dict[str, Any]:
    sweeps = {sweep.key: sweep for sweep in declared.sweeps}
    if key in sweeps:
        return dict(sweeps[key].vary)
    known = f"name=value or one of its sweeps, {', '.join(sweeps)}" if sweeps else "name=value"
    raise ParameterError(
        {key: f"a parameter of {declared.key} must be given as {known}, got {key!r}"}
    )


def run_all(
    workload: Workload, platform: Platform, entries: Sequence[Entry]
) -> Iterator[tuple[Entry, Result]]:
    """Run each entry on the same jobs and yield its result as soon as it is there.

    Raises
    ------
    UnsupportedError
        When an entry cannot take the workload, before any runs.
    """
    for entry in entries:
        if refusal := algorithm(entry.key).refusal(workload, platform, entry.params):
            raise UnsupportedError(refusal)
        warm_up(entry.key, entry.params)
    return ((entry, solve(workload, platform, entry.key, entry.params)) for entry in entries)


def sharing_proofs(results: Sequence[Result]) -> list[Result]:
    """Return results on the same jobs and machine such that what one run has proved counts in the
    ratios and certificates of all; not of those whose jobs were cut, nor what these have proved."""
    found = (result.proved for result in results if not result.is_cut)
    best = max((proved for proved in found if proved is not None), default=None)
    return [result if result.is_cut else replace(result, proved=best) for result in results]


@dataclass(frozen=True)
class Standing:
    """How a value stands among those of one metric.

    `degradation` is the distance to the best as a fraction of the best, None beside a best of 0;
    `rank` is 1 for the best, and equal values share a rank.
    """

    is_best: bool
    degradation: float | None
    rank: int


def standings(better: Better, values: Sequence[float | None]) -> list[Standing | None]:
    """Return how each value stands where those that are `better` are best; None for one that means
    nothing, and where none is better."""
    known = [value for value in values if value is not None and value == value]
    if not known or better == "neither":
        return [None] * len(values)
    sign = 1 if better == "lower" else -1
    best = min(known, key=lambda value: sign * value)
    ordered = sorted(sign * value for value in known)

    def standing(value: float) -> Standing:
        ahead = bisect_left(ordered, sign * value)
        while ahead and same(ordered[ahead - 1], sign * value):
            ahead -= 1
        # Of the best in both directions, as Tsafrir et al. and the papers that follow them: where
        # more is better, twice as good makes the other 50 % worse, and nothing can be worse by more
        # than 100 %, so one tiny value does not drown the other metrics in a mean.
        distance = relative(value, best)
        return Standing(same(value, best), distance and sign * distance, 1 + ahead)

    return [None if value is None or value != value else standing(value) for value in values]


def best(rows: Sequence[Values]) -> dict[str, frozenset[int]]:
    """Return for each metric which rows are best at it (several when equal).

    Metrics that are neither better low nor high, and those in which all rows are equal, are left
    out.
    """
    found = {}
    for key, metric in METRICS.items():
        known = [s and s.is_best for s in standings(metric.better, [row.get(key) for row in rows])]
        if False in known:
            found[key] = frozenset(i for i, is_best in enumerate(known) if is_best)
    return found


def front(points: Sequence[tuple[float, ...]]) -> list[bool]:
    """Tell which points are on the Pareto front, where less is better on every axis.

    A point is off the front when another is no worse on all axes and better on one; differences up
    to rounding do not count, so equal points are on it together. O(n²).
    """
    return [not any(_dominates(other, point) for other in points) for point in points]


def _dominates(other: tuple[float, ...], point: tuple[float, ...]) -> bool:
    pairs = list(zip(other, point, strict=True))
    ties = [same(a, b) for a, b in pairs]
    no_worse = all(tie or a < b for tie, (a, b) in zip(ties, pairs, strict=True))
    return no_worse and not all(ties)


def same(a: float, b: float) -> bool:
    """Tell whether two values differ by no more than rounding."""
    return math.isclose(a, b, rel_tol=ROUNDING, abs_tol=0.0)


def relative(value: float, base: float) -> float | None:
    """Return (value − base) / base; 0 where both are equal up to rounding, which would make a rank
    of its own, else None beside a base of 0."""
    if same(value, base):
        return 0.0
    return value / base - 1 if base else None
