"""Charts of the section "Ranking", and what each of them draws."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import numpy as np

from algorithms.grid.strategies import STRATEGIES
from algorithms.grid.theory import curve
from algorithms.report.ranking.grid_sweeps import SYMBOLS, GridSweep
from algorithms.report.ranking.methods import Ranking
from algorithms.report.ranking.paper import PAPER_METRICS
from algorithms.report.ranking.paper_tables import EVERY_SITE, Method
from algorithms.report.ranking.selection import Selection
from algorithms.report.ranking.sheet import Method as SheetMethod
from algorithms.report.units import Unit, unit_for
from schedweb.runs.models import Comparison
from schedweb.web import figures_ranking
from schedweb.web.contexts.ranking import Asked
from schedweb.web.doors import Door
from schedweb.web.figures_ranking import LINES_HEIGHT, Bar, ShareLine, bars_height
from schedweb.web.palette import Style, style

MEAN, BOUND = "mean", "bound"
FEWEST_SHARES = 3
"""Shares that make a line."""
MOST = 30
"""Methods of a chart; of more, the best are drawn."""
FAR = 300.0
"""Bounds above this one are not drawn."""
PAIRS_NOTE = "As figures 5 to 8 of Quezada-Pina et al. 2012. Fainter: every site is admissible."
BOUND_NOTE = (
    "The bound (of theorem 3: the larger of figures 2 and 3) is on MLB and MCT with any list "
    "scheduler at the sites and exact estimates, whatever the jobs are; at a = 1 there is one, 5, "
    "only where every job fits the smallest site. ρ is over a lower bound, so the true ratio is at "
    "most ρ."
)


@dataclass(frozen=True)
class Option:
    """A choice: what it is called, its figure (what is drawn, or the address), and a note."""

    text: str
    figure: str
    note: str = ""


@dataclass(frozen=True)
class Chart:
    """A plot with its choices.

    `height` is that of the figure, CSS pixels; `says` tells those who do not see it what it shows.
    """

    key: str
    title: str
    choices: Sequence[Option]
    asks: str
    height: int
    says: str

    @property
    def first(self) -> Option:
        """What is shown at first."""
        return self.choices[0]


Figure = dict[str, Any]
Looks = Mapping[str, Style]
"""Style of each run by its id."""


@dataclass(frozen=True)
class Charts:
    """Charts of the ranking, and those beside the tables of the grid paper."""

    general: Sequence[Chart] = ()
    paper: Sequence[Chart] = ()


def charts(door: Door, comparison: Comparison, asked: Asked) -> Charts:
    """Return the charts that say something of what was chosen."""
    chosen, query = asked.selection, asked.query

    def addressed(chart: Chart) -> Chart:
        address = door.comparison("comparison_ranking_plot", comparison, chart.key)
        parts = [(one, urlencode({"of": one.figure})) for one in chart.choices]
        return replace(
            chart,
            choices=[
                replace(one, figure=f"{address}?{'&'.join(filter(None, [of, query]))}")
                for one, of in parts
            ],
        )

    return Charts(
        [addressed(chart) for chart in [_bars_chart(chosen)] if chart],
        [addressed(chart) for chart in (_pairs_chart(chosen), _shares_chart(chosen)) if chart],
    )


def _bars_chart(chosen: Selection) -> Chart | None:
    ranking = chosen.ranking
    if not ranking.metrics:
        return None
    names, total = _best_of(ranking, MEAN, {}), len(ranking.methods)
    left_out = f"The {MOST} best of {total:,}; the table has all." if total > MOST else ""
    return Chart(
        key="bars",
        title="Degradation",
        choices=[
            Option("mean over all", MEAN, left_out),
            *(Option(metric.title, metric.key, left_out) for metric in ranking.metrics),
        ],
        asks="by",
        height=bars_height([bar.name for bar in names]),
        says="the numbers of the table as bars, the best on top",
    )


def _pairs_chart(chosen: Selection) -> Chart | None:
    """Figures 5 to 8 of the paper."""
    sweep, share = chosen.sweep, chosen.pair
    if sweep is None or share is None:
        return None
    return Chart(
        key="pairs",
        title=f"Degradation with a = {share:g} and with every site admissible",
        choices=[
            Option("mean of ρ, SD_b, t_w", MEAN, PAIRS_NOTE),
            *(Option(symbol, symbol, PAIRS_NOTE) for symbol in PAPER_METRICS),
        ],
        asks="by",
        height=bars_height(names_of(sweep, share)),
        says="the numbers of Tables 5 and A.3 as bars, the best on top",
    )


def _shares_chart(chosen: Selection) -> Chart | None:
    sweep = chosen.sweep
    if sweep is None or len(sweep.data.shares) < FEWEST_SHARES:
        return None
    first = dict.fromkeys(("t_w", "SD_b", "ρ", BOUND, *PAPER_METRICS))
    return Chart(
        key="shares",
        title="By share of admissible processors",
        choices=[
            Option("ρ with its bound", key, BOUND_NOTE) if key == BOUND else Option(key, key)
            for key in first
        ],
        asks="of",
        height=LINES_HEIGHT,
        says="a line for each strategy; the result table has the numbers",
    )


def names_of(sweep: GridSweep, share: float) -> list[str]:
    """Return the names of the pairs of methods with a share and with every site."""
    return [method.name for method in sweep.data.chosen(share, EVERY_SITE).methods]


def bars(chosen: Selection, of: str, looks: Looks) -> Figure | None:
    """Draw the degradation of the best methods: by a metric, over the cases, or over all."""
    ranking = chosen.ranking
    titles = {metric.key: metric.title for metric in ranking.metrics}
    if not titles or (of != MEAN and of not in titles):
        return None
    what = "all metrics" if of == MEAN else titles[of]
    over = ", mean of the cases" if len(ranking.cases) > 1 and of != MEAN else ""
    return figures_ranking.bars(_best_of(ranking, of, looks), f"% behind the best, {what}{over}")


def _best_of(ranking: Ranking, of: str, looks: Looks) -> list[Bar]:
    """Return as many methods as a chart shows."""
    mean = ranking.degradations.mean(metrics=None if of == MEAN else [of]).tolist()
    shown = [
        Bar(method.name, None if value != value else value, _color(method, looks))
        for method, value in zip(ranking.methods, mean, strict=True)
    ]
    return sorted(shown, key=lambda bar: bar.place)[:MOST]


def _color(method: SheetMethod, looks: Looks) -> str:
    if method.run and method.run.key in looks:
        return looks[method.run.key].color
    return style(method.algorithm or "").color


def pairs(chosen: Selection, of: str, _: Looks) -> Figure | None:
    """Draw the strategies with the chosen share and with every site."""
    sweep, share = chosen.sweep, chosen.pair
    if sweep is None or share is None or (of != MEAN and of not in PAPER_METRICS):
        return None
    data = sweep.data.chosen(share, EVERY_SITE).first
    symbols = ("ρ", "SD_b", "t_w") if of == MEAN else (of,)
    mean = data.degradations(symbols).mean().tolist()
    color = style("grid").color
    shown = [
        Bar(method.name, None if value != value else value, color, method.share == EVERY_SITE)
        for method, value in zip(data.methods, mean, strict=True)
    ]
    what = f"mean of {', '.join(symbols)}" if of == MEAN else of
    return figures_ranking.bars(shown, f"% behind the best, {what}")


def shares(chosen: Selection, of: str, _: Looks) -> Figure | None:
    """Draw a metric of each strategy over the admissible share."""
    if chosen.sweep is None or (of != BOUND and of not in PAPER_METRICS):
        return None
    data, symbol = chosen.sweep.data.first, "ρ" if of == BOUND else of
    values = {m: data.value(symbol, m) for m in data.methods}
    metric = SYMBOLS[symbol]
    unit = unit_for(metric.unit, values.values())
    lines = [_line(key, values, unit) for key in data.strategies]
    return figures_ranking.over_shares(
        lines, metric.title, unit, _bound(data.shares[0]) if of == BOUND else None
    )


def _line(strategy: str, values: Mapping[Method, float | None], unit: Unit) -> ShareLine:
    known = [
        (m.share, v) for m, v in sorted(values.items()) if m.strategy == strategy if v is not None
    ]
    share, value = (np.array([pair[i] for pair in known], np.float64) for i in (0, 1))
    return ShareLine(STRATEGIES[strategy].title, share, value / unit.size)


def _bound(least: float) -> ShareLine:
    found = curve("worst")
    seen = (found.bound <= FAR) & (found.factor >= least)
    return ShareLine("bound on MLB and MCT", found.factor[seen], found.bound[seen])


FIGURES: Mapping[str, Callable[[Selection, str, Looks], Figure | None]] = {
    "bars": bars,
    "pairs": pairs,
    "shares": shares,
}
"""By the kind in the address; None where there is nothing of that name to draw."""
