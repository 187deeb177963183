"""The table of trade-offs: every run by its makespan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from parsched.measure.metrics import METRICS
from parsched.report.results import ABOUT_RUN, about_run
from parsched.report.table import ABSENT, Cell, Column, Table, raw_head, raw_table
from parsched.report.trade_offs.trades import Trade, Trades, times
from parsched.report.trade_offs.words import notes, sentence, third
from parsched.report.units import DisplayUnit, significant

TITLE = "Trade-offs of makespan, deployments and Σ C"
DIGITS = 4
FACTOR = "target_factor"
Number = float | int | None


@dataclass(frozen=True)
class TradeOffColumn:
    """A column of numbers; `formula` below the title explains them."""

    key: str
    title: str
    unit: DisplayUnit
    formula: str
    value: Callable[[Trade], Number]

    @property
    def heading(self) -> str:
        """Title and unit."""
        return f"{self.title} ({self.unit.name})" if self.unit.name else self.title

    @property
    def about(self) -> str:
        """Text below the title: unit, formula or both."""
        return ", ".join(filter(None, (self.formula, self.unit.name)))

    @property
    def is_metric(self) -> bool:
        """True if the glossary explains the column."""
        return self.key in METRICS

    def text(self, trade: Trade) -> str:
        """Write the number of a run; counts in full."""
        value = self.value(trade)
        if value is None:
            return ABSENT
        if isinstance(value, int):
            return f"{value:,}"
        if self.key == FACTOR:
            return times(value)
        return significant(value / self.unit.size, DIGITS)


def columns(trades: Trades) -> list[TradeOffColumn]:
    """Return the columns in which some run has a number."""
    time, plain = trades.time, DisplayUnit("", 1.0)
    every = [
        TradeOffColumn("makespan", "makespan", time, "", lambda t: t.point.makespan),
        TradeOffColumn("deployments", "deployments", plain, "", lambda t: t.point.deployments),
        TradeOffColumn("sum_completion", "Σ C", trades.sums, "", lambda t: t.point.sum_completion),
        TradeOffColumn("target", "λ", time, "", lambda t: t.point.target),
        TradeOffColumn(FACTOR, "λ / minimum", plain, "", lambda t: t.factor),
        TradeOffColumn(
            "guaranteed_makespan",
            "makespan at most",
            time,
            trades.guarantee,
            lambda t: t.point.guaranteed_makespan,
        ),
        TradeOffColumn(
            "guaranteed_deployments",
            "deployments at most",
            plain,
            "2·D_λ",
            lambda t: t.point.guaranteed_deployments,
        ),
        TradeOffColumn("d_lambda", "D_λ", plain, "", lambda t: t.point.d_lambda),
        TradeOffColumn("group_widths", "Σ group widths", plain, "", lambda t: t.point.group_widths),
    ]
    return [c for c in every if any(c.value(trade) is not None for trade in trades.trades)]


RAW = {
    "makespan": "s",
    "deployments": "",
    "sum_completion": "s",
    "target": "s",
    "target_factor": "",
    "guaranteed_makespan": "s",
    "guaranteed_deployments": "",
    "d_lambda": "",
    "group_widths": "",
    "on_front": "",
    "unbeaten": "",
}
"""Numbers of `Trades.as_json` in the CSV, with their units."""


def table_of(trades: Trades) -> Table:
    """Return a table of all runs; those on the front of makespan and deployments are emphasised."""
    filled = columns(trades)
    return Table(
        key="trade-offs",
        title=TITLE,
        columns=(
            Column(key="run", title="run", is_number=False),
            *(
                Column(key=c.key, title=c.title, unit=c.unit.name, formula=c.formula)
                for c in filled
            ),
            Column(key="standing", title="standing", is_number=False),
        ),
        rows=tuple(_row(filled, trade) for trade in trades.trades),
        notes=tuple(sentences(trades)),
        about=trades.records.about,
        data=_data(trades),
    )


def _row(columns: Sequence[TradeOffColumn], trade: Trade) -> tuple[Cell, ...]:
    name = Cell(trade.record.label, trade.record.key, trade.point.on_front)
    cells = (Cell(column.text(trade), column.value(trade)) for column in columns)
    return (name, *cells, Cell(trade.place, trade.place))


def _data(trades: Trades) -> Table:
    """Return every run for programs, in full precision; unknown values are blank."""
    heads = {name: name for name in ABOUT_RUN} | {k: raw_head(k, unit) for k, unit in RAW.items()}
    rows: list[list[Any]] = []
    for trade, values in zip(trades.trades, trades.as_json()["points"], strict=True):
        about = about_run(trade.record, trades.records.about)
        rows.append([*about, *(values[key] for key in RAW)])
    return raw_table("trade-offs", heads, rows)


def sentences(trades: Trades) -> list[str]:
    """Return all sentences and notes about the trade-offs."""
    return [text for text in (sentence(trades), third(trades), *notes(trades)) if text]
