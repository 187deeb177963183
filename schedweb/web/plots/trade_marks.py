"""Elements of trade-off charts: criteria, planes of two criteria, and marks for runs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.declare.parameters import flattened
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.order import front
from parsched.report.palette import Style, styles
from parsched.report.trade_offs.trades import Trade, Trades, times
from parsched.report.units import DisplayUnit
from parsched.run.record import Record

TARGET = ("lam", "lam_unit")
"""Parameters that set λ: runs that differ only in these are joined by a line."""


@dataclass(frozen=True)
class Criterion:
    """The quantity of an axis: its value for a run, and its certified lower bound, 0 for none."""

    key: str
    title: str
    value: Callable[[Trade], float]
    least: Callable[[Trades], float]
    below: str
    """Text beside the line of the lower bound."""
    unit: Callable[[Trades], DisplayUnit]

    def text(self, trades: Trades, value: float) -> str:
        """Write a value with its unit; counts in full."""
        unit = self.unit(trades)
        if not unit.name and value == int(value):
            return f"{int(value):,}"
        return f"{unit.text(value)} {unit.name}".rstrip()


MAKESPAN = Criterion(
    "makespan",
    "makespan",
    lambda trade: trade.point.makespan,
    lambda trades: trades.trade_offs.least_makespan,
    "no schedule is shorter",
    lambda trades: trades.time,
)
DEPLOYMENTS = Criterion(
    "deployments",
    "deployments",
    lambda trade: float(trade.point.deployments),
    lambda trades: float(trades.trade_offs.least_deployments),
    "no schedule has fewer",
    lambda trades: DisplayUnit("", 1.0),
)
SUM = Criterion(
    "sum_completion",
    "Σ C",
    lambda trade: trade.point.sum_completion,
    lambda trades: trades.least_sum or 0.0,
    "no schedule has less",
    lambda trades: trades.sums,
)
CRITERIA = (MAKESPAN, DEPLOYMENTS, SUM)


@dataclass(frozen=True)
class Plane:
    """Two criteria against each other."""

    x: Criterion
    y: Criterion

    @property
    def title(self) -> str:
        """Both names."""
        return f"{self.x.title} × {self.y.title}"

    @property
    def has_floor(self) -> bool:
        """True if every makespan has a known lower bound on deployments."""
        return (self.x, self.y) == (MAKESPAN, DEPLOYMENTS)


PLANES = {
    "deployments": Plane(MAKESPAN, DEPLOYMENTS),
    "completion": Plane(MAKESPAN, SUM),
    "sum": Plane(SUM, DEPLOYMENTS),
}


@dataclass(frozen=True)
class Corner:
    """Guarantees for a λ; None if there is none."""

    target: float
    makespan: float | None
    deployments: int | None


@dataclass(frozen=True)
class TradeMark:
    """Runs of one method that are equal in all three criteria."""

    trades: tuple[Trade, ...]
    style: Style
    on_front: bool
    """On the front of the plane that is shown."""

    @property
    def first(self) -> Trade:
        """The run that represents all of them."""
        return self.trades[0]

    @property
    def is_unbeaten(self) -> bool:
        """In all three criteria."""
        return self.first.point.unbeaten

    @property
    def factors(self) -> list[float]:
        """Every λ, in multiples of the minimum."""
        return sorted({trade.factor for trade in self.trades if trade.factor is not None})

    @property
    def short(self) -> str:
        """Label beside the mark, without the algorithm, which is in the legend."""
        if not self.factors:
            return self.first.record.label
        return f"λ = {span(self.factors)}"

    @property
    def label(self) -> str:
        """Name of its run, or the common part of several names."""
        if len(self.trades) == 1:
            return self.first.record.label
        title, count = title_of(method_of(self.first.record)), len(self.trades)
        return f"{title}: {self.short}, {count} runs that are alike"


Method = tuple[str, ...]
"""Keys of an algorithm and, in on-line batches, of the one that schedules each of them."""


def method_of(run: Record) -> Method:
    """Return the algorithm keys that determine the colour of a run."""
    inner = flattened(run.params).get("algorithm")
    return (run.algorithm, inner) if inner in ALGORITHMS else (run.algorithm,)


def title_of(method: Method) -> str:
    """Return the title of a method as in labels of runs; the key if the algorithm was removed."""
    outer, *inner = (ALGORITHMS[key].short if key in ALGORITHMS else key for key in method)
    return f"{outer} ({inner[0]})" if inner else outer


def looks_of(trades: Trades) -> dict[Method, Style]:
    """Return the style of each method, in the order of the runs: the colour is the scheduling
    algorithm's; methods of the same colour have different markers."""
    keys = {trade.record.key for trade in trades.trades}
    methods = list(dict.fromkeys(method_of(r) for r in trades.records if r.key in keys))
    return dict(zip(methods, styles([method[-1] for method in methods]), strict=True))


def span(factors: Sequence[float]) -> str:
    """Write one multiple, or the first and the last of several."""
    first, last = times(factors[0]), times(factors[-1])
    return first if len(factors) == 1 else f"{first} to {last}"


@dataclass(frozen=True)
class Sight:
    """All runs in a plane."""

    runs: Trades
    plane: Plane

    @cached_property
    def stable_marks(self) -> list[TradeMark]:
        """All marks without duplicates, in the same order for every plane."""
        trades = self.runs.trades
        best = front([(self.plane.x.value(t), self.plane.y.value(t)) for t in trades])
        leading = {t.record.key for t, is_best in zip(trades, best, strict=True) if is_best}
        grouped: dict[tuple[Any, ...], list[Trade]] = {}
        on_front: dict[tuple[Any, ...], bool] = {}
        for trade in self.runs.trades:
            key = (method_of(trade.record), *(c.value(trade) for c in CRITERIA))
            grouped.setdefault(key, []).append(trade)
            on_front[key] = trade.record.key in leading
        return [
            TradeMark(tuple(trades), self.looks[key[0]], on_front[key])
            for key, trades in grouped.items()
        ]

    @property
    def marks(self) -> list[TradeMark]:
        """The marks with the front's last, so that they are drawn on top."""
        return sorted(self.stable_marks, key=lambda mark: mark.on_front)

    @property
    def front(self) -> list[tuple[float, float]]:
        """Corners of the steps by rising x, without duplicates."""
        best = (mark.first for mark in self.marks if mark.on_front)
        return sorted({(self.plane.x.value(t), self.plane.y.value(t)) for t in best})

    @cached_property
    def looks(self) -> dict[Method, Style]:
        """Style of each method, in the order of the runs."""
        return looks_of(self.runs)

    @property
    def methods(self) -> list[tuple[str, Style]]:
        """Names and looks of the methods."""
        return [(title_of(method), look) for method, look in self.looks.items()]

    def sweeps(self) -> Iterator[tuple[Style, list[Trade]]]:
        """Yield the runs that differ only in λ, sorted by λ, with their style."""
        families: dict[tuple[Any, ...], list[Trade]] = {}
        for trade in self.runs.trades:
            if trade.point.target is not None:
                run = trade.record
                values = sorted(flattened(run.params).items())
                fixed = [item for item in values if item[0].rpartition(".")[2] not in TARGET]
                families.setdefault((method_of(run), repr(fixed)), []).append(trade)
        for (method, _), trades in families.items():
            if len(trades) > 1:
                yield self.looks[method], sorted(trades, key=lambda t: t.point.target or 0.0)


def corners(trades: Trades) -> list[Corner]:
    """Return the guarantees by rising λ, without duplicates."""
    points = [t.point for t in trades.trades if t.point.target is not None]
    every = {
        Corner(p.target or 0.0, p.guaranteed_makespan, p.guaranteed_deployments) for p in points
    }
    return sorted(every, key=lambda c: (c.target, c.makespan or 0.0))
