"""The section "Trade-offs" of a comparison: the reader's choices, chart and table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.report.palette import Style
from parsched.report.trade_offs.table import TradeOffColumn, columns
from parsched.report.trade_offs.trades import Trade, Trades, times
from parsched.report.trade_offs.words import notes, sentence, third, time_text
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.access import Access
from schedweb.web.contexts.ranking_view import RankingOption
from schedweb.web.http import others_in
from schedweb.web.paging import Paged
from schedweb.web.plots.trade_legend import legend
from schedweb.web.plots.trade_marks import PLANES, Method, corners, looks_of, method_of
from schedweb.web.plots.trade_offs import BESIDE, HEIGHT
from schedweb.web.report_files import file_addresses
from schedweb.web.table_view import PAGE

AXES, TARGET, ROWS = KEYS = ("axes", "lambda", "points")
ALL, NONE = "all", "none"
USUAL = "deployments"
SIZE = 5
"""Rows of a page of the table."""


@dataclass(frozen=True)
class TradeOffRow:
    """A run of the table, and the number of equal runs that are not listed."""

    trade: Trade
    look: Style
    url: str
    cells: Sequence[tuple[str, float | None]]
    equal_runs: int


@dataclass(frozen=True)
class TradeOffView:
    """The reader's choices, as query parameters. Blank is the default; `others` are the remaining
    parameters of the address, and `differs` are messages about invalid ones."""

    axes: str
    target: float | None
    lam: str
    is_all: bool
    others: tuple[tuple[str, str], ...] = ()
    differs: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict, trades: Trades) -> Self:
        """Read the query; invalid values become the default."""
        targets = _targets(trades)
        axes, lam, rows = (query.get(name, "") for name in KEYS)
        allowed = {AXES: (*PLANES, ALL), TARGET: (*targets, NONE), ROWS: (ALL,)}
        asked_for = {AXES: axes, TARGET: lam, ROWS: rows}
        wrong = [name for name, value in asked_for.items() if value and value not in allowed[name]]
        lam = "" if TARGET in wrong else lam
        return cls(
            axes=USUAL if AXES in wrong or not axes else axes,
            target=None if lam == NONE else targets[lam] if lam else usual_target(trades),
            lam=lam,
            is_all=rows == ALL,
            others=others_in(query, KEYS),
            differs=tuple(_unknown(name, asked_for[name], allowed[name]) for name in wrong),
        )

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice that differs from the default."""
        axes = "" if self.axes == USUAL else self.axes
        every = [(AXES, axes), (TARGET, self.lam), (ROWS, ALL if self.is_all else "")]
        return [(name, value) for name, value in every if value]

    def address(self, at: str, /, **changed: str) -> str:
        """Return the address of the page with these choices, updated by `changed`."""
        unchanged = [(name, value) for name, value in self.items if name not in changed]
        others = [(name, value) for name, value in self.others if name not in changed]
        query = urlencode([*others, *unchanged, *((k, v) for k, v in changed.items() if v)])
        return f"{at}?{query}" if query else at


def _unknown(name: str, value: str, allowed: Sequence[str]) -> str:
    return (
        f"“{name}” in the address must be {'' if len(allowed) == 1 else 'one of '}"
        f"{', '.join(allowed)}; got {value}. What is usual is shown instead."
    )


def _targets(trades: Trades) -> dict[str, float]:
    """Return every λ in seconds by its text in addresses."""
    return {f"{target:.10g}": target for target in sorted({c.target for c in corners(trades)})}


def usual_target(trades: Trades) -> float | None:
    """Return the least λ of the front, seconds; where there is none, the least of all."""
    points = [trade.point for trade in trades.trades if trade.point.target is not None]
    front = [point for point in points if point.on_front]
    return min(
        (point.target for point in front or points if point.target is not None), default=None
    )


@dataclass(frozen=True)
class TradeOffPart:
    """The whole section."""

    trades: Trades
    view: TradeOffView
    access: Access
    comparison: Comparison

    @classmethod
    def of(cls, comparison: Comparison, access: Access, query: QueryDict) -> Self | None:
        """Build it; None where no run with a result has deployments."""
        trades = Trades.of(records_of(comparison))
        view = None if trades is None else TradeOffView.of(query, trades)
        return None if trades is None or view is None else cls(trades, view, access, comparison)

    @property
    def sentences(self) -> list[str]:
        """Summary sentences, the main one first."""
        return [text for text in (sentence(self.trades), third(self.trades)) if text]

    @property
    def notes(self) -> list[str]:
        """Caveats and messages."""
        return [*self.view.differs, *notes(self.trades)]

    @property
    def home(self) -> str:
        """Address of the tab."""
        return self.access.tab(self.comparison, "trade-offs")

    @property
    def figure(self) -> str:
        """Address of the chart."""
        page = self.access.comparison("comparison_trade_offs_plot", self.comparison)
        own = [(name, value) for name, value in self.view.items if name != ROWS]
        return f"{page}?{urlencode(own)}" if own else page

    @property
    def files(self) -> Mapping[str, str]:
        """Addresses of the table as files, by their names."""
        return file_addresses(self.access, self.comparison, "trade-offs", {})

    @property
    def title(self) -> str:
        """Title of the chart."""
        return next(choice.text for choice in self.axes if choice.is_chosen)

    @property
    def height(self) -> int:
        """CSS pixels of the chart."""
        return HEIGHT if self.view.axes in PLANES else BESIDE

    @property
    def axes(self) -> list[RankingOption]:
        """Planes to choose from."""
        planes = [(key, plane.title) for key, plane in PLANES.items()]
        every = [*planes, (ALL, "all three, side by side")]
        return [RankingOption(key, text, key == self.view.axes) for key, text in every]

    @property
    def targets(self) -> list[RankingOption]:
        """λ whose guarantees can be drawn."""
        least, chosen = self.trades.trade_offs.least_target, self.view.target
        choices = [
            RankingOption(
                key,
                f"λ = {times(target / least) if least else '0'}, {time_text(self.trades, target)}",
                target == chosen,
            )
            for key, target in _targets(self.trades).items()
        ]
        return [*choices, RankingOption(NONE, "none", chosen is None)] if choices else []

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form."""
        return [*self.view.others, *((k, v) for k, v in self.view.items if k == ROWS)]

    @property
    def rows(self) -> list[TradeOffRow]:
        """What the page of the table that is open lists."""
        return [self._row(trade, equal_runs) for trade, equal_runs in self.paged.items]

    @cached_property
    def paged(self) -> Paged[tuple[Trade, int]]:
        """The rows of the page that is open, each with the number of equal runs."""
        asked = dict(self.view.others).get(PAGE, "")
        fields = (*self.view.others, *self.view.items)
        return Paged.of(self._listed, asked, PAGE, fields, SIZE, names_first=True)

    @cached_property
    def _listed(self) -> list[tuple[Trade, int]]:
        """All runs, or only unbeaten runs without duplicates."""
        if self.view.is_all:
            return [(trade, 0) for trade in self.trades.trades]
        groups: dict[tuple[float, ...], list[Trade]] = {}
        for trade in self.trades.unbeaten:
            point = trade.point
            key = (point.makespan, point.deployments, point.sum_completion)
            groups.setdefault(key, []).append(trade)
        return [(first, len(others)) for first, *others in groups.values()]

    @property
    def is_open(self) -> bool:
        """Whether the table is unfolded: where the address asks for all rows or for a page, which
        may be the first."""
        return self.view.is_all or PAGE in dict(self.view.others)

    @property
    def listed(self) -> int:
        """How many rows there are on all pages."""
        return len(self._listed)

    @cached_property
    def looks(self) -> Mapping[Method, Style]:
        """How each method looks."""
        return looks_of(self.trades)

    @cached_property
    def columns(self) -> list[TradeOffColumn]:
        """Columns of the table."""
        return columns(self.trades)

    def _row(self, trade: Trade, equal_runs: int) -> TradeOffRow:
        return TradeOffRow(
            trade=trade,
            look=self.looks[method_of(trade.record)],
            url=self.access.run("run", trade.record.key),
            cells=[(c.text(trade), c.value(trade)) for c in self.columns],
            equal_runs=equal_runs,
        )

    @property
    def other_rows(self) -> str:
        """Address of the page that switches between all runs and the unbeaten ones."""
        rows = "" if self.view.is_all else ALL
        return self.view.address(self.home, **{ROWS: rows, PAGE: ""})

    @property
    def total(self) -> int:
        """Number of runs."""
        return len(self.trades.trades)

    @property
    def legend(self) -> str:
        """Legend of the chart in words."""
        return legend(self.trades, self.view.axes, self.view.target)
