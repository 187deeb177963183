"""Figures of rankings: degradations as bars, and metrics of strategies by admissible share."""

import math
from collections.abc import Mapping

import numpy as np

from parsched.policies.grid.strategies import STRATEGIES
from parsched.policies.grid.theory import curve
from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.phrases import behind
from parsched.report.ranking.grid_sweeps import SYMBOLS, GridSweep
from parsched.report.ranking.method_table import ENDLESS, NOTHING
from parsched.report.ranking.methods import Ranking
from parsched.report.ranking.paper import MAIN_METRICS
from parsched.report.ranking.paper_tables import EVERY_SITE, PaperMethod

MEAN, BOUND = "mean", "bound"
"""Keys in addition to the keys of metrics: the mean over them, and ρ with its bound."""
MOST = 30
"""Most methods that are drawn: the best ones."""
FAR = 300.0
"""Bounds above this one are not drawn."""
PAIRS_NOTE = "As figures 5 to 8 of Quezada-Pina et al. 2012. Fainter: every site is admissible."
BOUND_NOTE = (
    "The bound (of theorem 3: the larger of figures 2 and 3) is on MLB and MCT with any list "
    "scheduler at the sites and exact estimates, whatever the jobs are; at a = 1 there is one, 5, "
    "only where every job fits the smallest site. ρ is over a lower bound, so the true ratio is at "
    "most ρ. The axis is logarithmic in the distance to 1."
)


def degradation_figure(ranking: Ranking, of: str = MEAN) -> Figure:
    """Return the degradation of the best methods: by a metric, over the cases, or over all."""
    titles = {metric.key: metric.title for metric in ranking.metrics}
    mean = ranking.degradations.mean(metrics=None if of == MEAN else [of]).tolist()
    total = len(mean)
    best = sorted(range(total), key=lambda i: _place(mean[i]))[:MOST]
    bars = [
        _bar(method.name, mean[i], method.run.key if method.run else "", method.algorithm or "")
        for i in best
        for method in [ranking.methods[i]]
    ]
    subject = "all metrics" if of == MEAN else titles[of]
    over = ", mean of the cases" if len(ranking.cases) > 1 and of != MEAN else ""
    notes = (f"The {MOST} best of {total:,}; the table has all.",) if total > MOST else ()
    return _bars("degradation", "Degradation", bars, f"{subject}{over}", notes)


def pairs_figure(sweep: GridSweep, share: float, of: str = MEAN) -> Figure:
    """Return the degradation of each strategy with a share, and with every site (figures 5 to 8 of
    quezada2012)."""
    data = sweep.data.with_shares(share, EVERY_SITE).first
    symbols = MAIN_METRICS if of == MEAN else (of,)
    mean = data.degradations(symbols).mean().tolist()
    bars = [
        _bar(method.name, value, "", "grid", is_light=method.share == EVERY_SITE)
        for method, value in zip(data.methods, mean, strict=True)
    ]
    subject = f"mean of {', '.join(symbols)}" if of == MEAN else of
    title = f"Degradation with a = {share:g} and with every site admissible"
    return _bars("pairs", title, bars, subject, (PAIRS_NOTE,))


def _bar(name: str, value: float, record: str, algorithm: str, *, is_light: bool = False) -> Series:
    """Return the bar of a method: infinite beside a best of 0, NaN without a value."""
    text = NOTHING if math.isnan(value) else f"{behind(value)} %"
    text = "∞" if math.isinf(value) else text
    fact = f"{text} ({ENDLESS})" if math.isinf(value) else text
    return Series(
        title=name,
        record=record,
        algorithm=algorithm,
        shape="bars",
        x=floats([value]),
        y=floats([0]),
        texts=(text,),
        facts={"behind": (fact,)},
        is_light=is_light,
    )


def _place(value: float) -> tuple[bool, float]:
    """Sort key, the best first; NaN is last, as it cannot be compared."""
    return (True, 0.0) if math.isnan(value) else (False, value)


def _bars(
    key: str, title: str, bars: list[Series], subject: str, notes: tuple[str, ...] = ()
) -> Figure:
    """Put the best on top."""
    ordered = sorted(bars, key=lambda bar: _place(float(bar.x[0])))
    series = (bar.in_row(row) for row, bar in enumerate(ordered))
    x = Axis(title=f"% behind the best, {subject}", scale="spread")
    return Figure(
        key=key, title=title, x=x, y=Axis(title=""), series=tuple(series), kind="bars", notes=notes
    )


def shares_figure(sweep: GridSweep, of: str) -> Figure:
    """Return a metric of each strategy over the admissible share, or ρ with its bound."""
    data, symbol = sweep.data.first, "ρ" if of == BOUND else of
    values = {m: data.value(symbol, m) for m in data.methods}
    metric = SYMBOLS[symbol]
    lines = [_line(key, values) for key in data.strategies]
    if of == BOUND:
        lines.append(_bound(data.shares[0]))
    return Figure(
        key="shares",
        title="By share of admissible processors",
        x=Axis(title="share a of admissible processors", end=1.0),
        y=Axis(title=metric.title, unit=metric.unit, scale="bound" if of == BOUND else "span"),
        series=tuple(lines),
        notes=(BOUND_NOTE,) if of == BOUND else (),
    )


def _line(strategy: str, values: Mapping[PaperMethod, float | None]) -> Series:
    pairs = [
        (m.share, v) for m, v in sorted(values.items()) if m.strategy == strategy if v is not None
    ]
    return Series(
        title=STRATEGIES[strategy].title,
        x=floats([share for share, _ in pairs]),
        y=floats([value for _, value in pairs]),
    )


def _bound(least: float) -> Series:
    """Return the bound of theorem 3 of quezada2012 from the least share on."""
    worst = curve("worst")
    in_range = (worst.bound <= FAR) & (worst.factor >= least)
    x, y = (np.asarray(values[in_range]) for values in (worst.factor, worst.bound))
    return Series(title="bound on MLB and MCT", shape="limit", x=x, y=y)
