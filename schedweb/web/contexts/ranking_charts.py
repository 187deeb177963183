"""Charts of the section "Ranking", and the figures they show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from parsched.report.figure import Figure
from parsched.report.ranking.figures import (
    BOUND,
    MEAN,
    degradation_figure,
    pairs_figure,
    shares_figure,
)
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS
from parsched.report.ranking.selection import Selection
from schedweb.runs.models import Comparison
from schedweb.web.access import Access
from schedweb.web.contexts.ranking import RankingState
from schedweb.web.plots import height

LONG = 480
"""CSS pixels of the longest chart that is not folded."""


@dataclass(frozen=True)
class ChartOption:
    """An option of a chart: label, address of the figure, and a note."""

    text: str
    url: str
    note: str = ""


@dataclass(frozen=True)
class RankingChart:
    """A plot with its choices.

    `height` is the figure's in CSS pixels; `says` describes the chart to screen readers.
    """

    key: str
    title: str
    choices: Sequence[ChartOption]
    asks: str
    height: int
    says: str

    @property
    def is_long(self) -> bool:
        """Whether it is folded: the table says the same in fewer pixels."""
        return self.height > LONG

    @property
    def first(self) -> ChartOption:
        """The option that is selected first."""
        return self.choices[0]


@dataclass(frozen=True)
class Charts:
    """Charts of the ranking, and those beside the tables of the grid paper."""

    general: Sequence[RankingChart] = ()
    paper: Sequence[RankingChart] = ()


@dataclass(frozen=True)
class _Kind:
    """A kind of chart: `choices` returns labels by key, none if there is nothing to draw; `draw`
    makes the figure of a selection for one key."""

    draw: Callable[[Selection, str], Figure]
    choices: Callable[[Selection], Mapping[str, str]]
    asks: str
    says: str
    is_of_paper: bool = True


def _metrics(selection: Selection) -> Mapping[str, str]:
    titles = {metric.key: metric.title for metric in selection.ranking.metrics}
    return {MEAN: "mean over all"} | titles if titles else {}


def _pairs(selection: Selection) -> Mapping[str, str]:
    if selection.pair is None:
        return {}
    return {MEAN: f"mean of {', '.join(MAIN_METRICS)}"} | _themselves(PAPER_METRICS)


def _lines(selection: Selection) -> Mapping[str, str]:
    if not selection.has_lines:
        return {}
    first = _themselves(("t_w", "SD_b", "ρ"))
    return first | {BOUND: "ρ with its bound"} | _themselves(PAPER_METRICS)


def _themselves(symbols: Iterable[str]) -> dict[str, str]:
    return {symbol: symbol for symbol in symbols}


def _pairs_figure(selection: Selection, of: str) -> Figure:
    assert selection.sweep is not None
    assert selection.pair is not None
    return pairs_figure(selection.sweep, selection.pair, of)


def _shares_figure(selection: Selection, of: str) -> Figure:
    assert selection.sweep is not None
    return shares_figure(selection.sweep, of)


KINDS = {
    "bars": _Kind(
        lambda selection, of: degradation_figure(selection.ranking, of),
        _metrics,
        asks="by",
        says="the numbers of the table as bars, the best on top",
        is_of_paper=False,
    ),
    "pairs": _Kind(
        _pairs_figure,
        _pairs,
        asks="by",
        says="the numbers of Tables 5 and A.3 as bars, the best on top",
    ),
    "shares": _Kind(
        _shares_figure,
        _lines,
        asks="of",
        says="a line for each strategy; the result table has the numbers",
    ),
}
"""By the kind in the address."""


def figure(kind: str, selection: Selection, of: str) -> Figure | None:
    """Return the figure of a chart for the option `of`; None if there is no such option."""
    declared = KINDS.get(kind)
    if declared is None or of not in declared.choices(selection):
        return None
    return declared.draw(selection, of)


def charts(access: Access, comparison: Comparison, state: RankingState) -> Charts:
    """Return the charts that have data for the current selection."""
    by_kind: dict[bool, list[RankingChart]] = {True: [], False: []}
    for key, kind in KINDS.items():
        if choices := kind.choices(state.selection):
            address = access.comparison("comparison_ranking_plot", comparison, key)
            chart = _chart(key, kind, state, choices, address)
            by_kind[kind.is_of_paper].append(chart)
    return Charts(general=by_kind[False], paper=by_kind[True])


def _chart(
    key: str, kind: _Kind, state: RankingState, choices: Mapping[str, str], address: str
) -> RankingChart:
    figures = {of: kind.draw(state.selection, of) for of in choices}
    options = [
        ChartOption(
            text,
            f"{address}?{'&'.join(filter(None, [urlencode({'of': of}), state.query]))}",
            " ".join(figures[of].notes),
        )
        for of, text in choices.items()
    ]
    first = next(iter(figures.values()))
    return RankingChart(key, first.title, options, kind.asks, height(first), kind.says)
