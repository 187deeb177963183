"""Tables of a sweep over strategies and shares, in the shape of the grid paper's.

Columns are methods: a strategy with a share a of admissible sites, 1 for all of them. Degradations
are as in `parsched.report.ranking.degradation`.

References
----------
Quezada-Pina et al. (2012), tables 1 to 5 and A.1 to A.4: `quezada2012` in `references`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from parsched.base.errors import ParameterError
from parsched.measure.metrics import METRICS, Better
from parsched.policies.grid.strategies import STRATEGIES
from parsched.report.ranking.degradation import (
    GAIN,
    DegradationLine,
    Degradations,
    improvement,
    ranks,
    without_nan,
)
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES

EVERY_SITE, HALF = 1.0, 0.5
"""The share that admits every site, and the one that the paper takes."""
BETTER: Mapping[str, Better] = {
    symbol: METRICS[key].better for symbol, key in PAPER_METRICS.items()
}
"""Which direction is better, by symbol."""


class PaperMethod(NamedTuple):
    """A strategy by its key, with a share."""

    strategy: str
    share: float

    @property
    def name(self) -> str:
        """The paper's name: `MCT`, or `MCT_a` with admissible allocation."""
        title = STRATEGIES[self.strategy].title
        return title if self.share == EVERY_SITE else f"{title}_a"


@dataclass(frozen=True)
class MethodValues:
    """Values of methods: by case and symbol of the metric, one for each method or None."""

    methods: tuple[PaperMethod, ...]
    cases: Mapping[str, Mapping[str, Sequence[float | None]]]

    @property
    def shares(self) -> tuple[float, ...]:
        """Every share, ascending."""
        return tuple(sorted({method.share for method in self.methods}))

    @property
    def strategies(self) -> tuple[str, ...]:
        """Every strategy, in the order of the paper."""
        return tuple(sorted({m.strategy for m in self.methods}, key=PAPER_STRATEGIES.index))

    @property
    def first(self) -> Self:
        """The first case alone."""
        return type(self)(self.methods, dict(list(self.cases.items())[:1]))

    def with_shares(self, *shares: float) -> Self:
        """Return the methods with these shares, pairs of a strategy beside each other."""
        methods = [PaperMethod(strategy, share) for strategy in self.strategies for share in shares]
        places = [self.methods.index(method) for method in methods if method in self.methods]
        cases = {
            case: {symbol: [row[i] for i in places] for symbol, row in rows.items()}
            for case, rows in self.cases.items()
        }
        return type(self)(tuple(self.methods[i] for i in places), cases)

    def value(self, symbol: str, method: PaperMethod) -> float | None:
        """Return the value of a method in the first case; None where there is none."""
        rows = next(iter(self.cases.values()))
        value = rows[symbol][self.methods.index(method)] if method in self.methods else None
        return None if value != value else value

    def degradations(self, symbols: Sequence[str]) -> Degradations:
        """Relate the values to the best of each case."""
        better = {symbol: BETTER[symbol] for symbol in symbols}
        names = [f"{method.strategy}@{method.share:g}" for method in self.methods]
        return Degradations.of(names, better, self.cases)


Built = tuple[tuple[PaperMethod, ...], list[DegradationLine]]
Build = Callable[[MethodValues, Sequence[str], float | None], Built]


def _plain(sweep: MethodValues, symbols: Sequence[str], _: float | None) -> Built:
    """Degradations where every site is admissible, by metric and case."""
    every_site = sweep.with_shares(EVERY_SITE)
    return every_site.methods, every_site.degradations(symbols).cells()


def _plain_ranks(sweep: MethodValues, symbols: Sequence[str], _: float | None) -> Built:
    """Means and ranks of the same, by case and over all."""
    every_site = sweep.with_shares(EVERY_SITE)
    degradations = every_site.degradations(symbols)
    return every_site.methods, [*degradations.means(), *degradations.rankings()]


def _with_mean(sweep: MethodValues, symbols: Sequence[str]) -> Built:
    degradations = sweep.first.degradations(symbols)
    return sweep.methods, [*degradations.cells(), *degradations.means(), *degradations.rankings()]


def _checked_share(sweep: MethodValues, share: float | None) -> float:
    """Return the share; raises ParameterError unless it is below 1 and some method has it."""
    below = [a for a in sweep.shares if a < EVERY_SITE]
    if share is None or share not in below:
        allowed = ", ".join(f"{a:g}" for a in below) or "none is there"
        text = "none" if share is None else f"{share:g}"
        raise ParameterError(
            {"share": f"share must be one below 1 that is there: {allowed}; got {text}"}
        )
    return share


def _pairs(sweep: MethodValues, symbols: Sequence[str], share: float | None) -> Built:
    """Degradations of each strategy with the share and with every site, of all of these."""
    return _with_mean(sweep.with_shares(_checked_share(sweep, share), EVERY_SITE), symbols)


def _alone(sweep: MethodValues, symbols: Sequence[str], share: float | None) -> Built:
    """Degradations of the strategies with the share, of these alone."""
    return _with_mean(sweep.with_shares(_checked_share(sweep, share)), symbols)


def _both_ranks(sweep: MethodValues, symbols: Sequence[str], share: float | None) -> Built:
    """Ranks of the strategies with every site, and with the share, each among themselves."""
    share = _checked_share(sweep, share)
    methods = tuple(PaperMethod(strategy, share) for strategy in sweep.strategies)
    lines = []
    for a in (EVERY_SITE, share):
        of_share = sweep.with_shares(a).first
        rank_of = dict(zip(of_share.methods, of_share.degradations(symbols).ranks(), strict=True))
        values = tuple(rank_of.get(PaperMethod(strategy, a)) for strategy in sweep.strategies)
        lines.append(
            DegradationLine("rank", "", next(iter(sweep.cases)), values, f"with a = {a:g}")
        )
    return methods, lines


def _improvements(sweep: MethodValues, symbols: Sequence[str], share: float | None) -> Built:
    """Improvements of a share over every site, or of the best share of each strategy and metric
    (None), which stands below."""
    last = min(sweep.shares) if share is None else _checked_share(sweep, share)
    case = next(iter(sweep.cases))
    lines: list[DegradationLine] = []
    rows: list[tuple[float | None, ...]] = []
    for symbol in symbols:
        improvements = [_improvement(sweep, symbol, key, share) for key in sweep.strategies]
        rows.append(tuple(percent for percent, _ in improvements))
        lines.append(DegradationLine("improvement", symbol, case, rows[-1]))
        if share is None:
            lines.append(DegradationLine("factor", symbol, case, tuple(a for _, a in improvements)))
    mean = without_nan([_mean(column) for column in zip(*rows, strict=True)])
    lines.append(DegradationLine("mean", "", case, mean, GAIN))
    lines.append(DegradationLine("rank", "", case, tuple(ranks(mean, "higher"))))
    return tuple(PaperMethod(strategy, last) for strategy in sweep.strategies), lines


def _improvement(
    sweep: MethodValues, symbol: str, strategy: str, share: float | None
) -> tuple[float | None, float | None]:
    """Return the improvement in per cent and the share that gives it, None where none does."""
    base = sweep.value(symbol, PaperMethod(strategy, EVERY_SITE))
    if base is None:
        return None, None
    best: tuple[float | None, float | None] = (None, None)
    for a in reversed(sweep.shares) if share is None else (share,):
        value = sweep.value(symbol, PaperMethod(strategy, a))
        percent = None if value is None else improvement(value, base, BETTER[symbol])
        if percent is not None and (best[0] is None or percent > best[0]):
            best = (percent, None if a == EVERY_SITE else a)
    return best


def _mean(values: Sequence[float | None]) -> float:
    return sum(float("nan") if value is None else value for value in values) / len(values)


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A table of the paper: which metrics it has, and which shares it needs.

    `title` may name the share as `{a}`. `improves` tells whether the best share of each strategy
    may be asked for, `best` that this is usual.
    """

    key: str
    number: str
    title: str
    symbols: tuple[str, ...]
    build: Build
    needs_all: bool = True
    needs_share: bool = True
    improves: bool = False
    best: bool = False

    def suits(self, sweep: MethodValues) -> bool:
        """Tell whether the methods have what the table shows: two methods at the least."""
        if self.needs_all and EVERY_SITE not in sweep.shares:
            return False
        if self.needs_share and not any(share < EVERY_SITE for share in sweep.shares):
            return False
        return len(sweep.strategies) > 1

    def table(self, sweep: MethodValues, share: float | None) -> "PaperTable":
        """Build it with a share below 1, or, where it `improves`, with the best of each (None).

        Raises
        ------
        ParameterError
            When it needs a share, and gets none or one that no method has.
        """
        methods, lines = self.build(sweep, self.symbols, share)
        a = "the best a of each strategy and metric" if share is None else f"a = {share:g}"
        return PaperTable(self, self.title.format(a=a), methods, tuple(lines))


@dataclass(frozen=True)
class PaperTable:
    """A table in the shape of the paper's."""

    shape: Shape
    title: str
    methods: tuple[PaperMethod, ...]
    lines: tuple[DegradationLine, ...]


_TEN = tuple(PAPER_METRICS)

SHAPES: Mapping[str, Shape] = {
    shape.key: shape
    for shape in (
        Shape(
            key="table-1",
            number="Table 1",
            title="Degradation with every site admissible, three metrics",
            symbols=MAIN_METRICS,
            build=_plain,
            needs_share=False,
        ),
        Shape(
            key="table-2",
            number="Table 2",
            title="Mean degradation and rank with every site admissible, three metrics",
            symbols=MAIN_METRICS,
            build=_plain_ranks,
            needs_share=False,
        ),
        Shape(
            key="table-3",
            number="Table 3",
            title="Improvement by admissible allocation with {a}, three metrics",
            symbols=MAIN_METRICS,
            build=_improvements,
            improves=True,
        ),
        Shape(
            key="table-4",
            number="Table 4",
            title="Rank with every site admissible, and with {a}",
            symbols=MAIN_METRICS,
            build=_both_ranks,
        ),
        Shape(
            key="table-5",
            number="Table 5",
            title="Degradation with {a} and with every site admissible, three metrics",
            symbols=MAIN_METRICS,
            build=_pairs,
        ),
        Shape(
            key="table-a1",
            number="Table A.1",
            title="Degradation with every site admissible, ten metrics",
            symbols=_TEN,
            build=_plain,
            needs_share=False,
        ),
        Shape(
            key="table-a2",
            number="Table A.2",
            title="Improvement by admissible allocation with {a}, ten metrics",
            symbols=_TEN,
            build=_improvements,
            improves=True,
            best=True,
        ),
        Shape(
            key="table-a3",
            number="Table A.3",
            title="Degradation with {a} and with every site admissible, ten metrics",
            symbols=_TEN,
            build=_pairs,
        ),
        Shape(
            key="table-a4",
            number="Table A.4",
            title="Degradation with {a} alone, ten metrics",
            symbols=_TEN,
            build=_alone,
            needs_all=False,
        ),
    )
}
"""By key, in the order of the paper."""
