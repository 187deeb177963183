"""The table of trade-offs: columns of the page, and the same as CSV, LaTeX and Markdown."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from algorithms.metrics import METRICS
from schedweb.naming import one_line
from schedweb.runs.exports import (
    ABOUT_RUN,
    about_run,
    escaped,
    headings,
    markdown_line,
    provenance,
)
from schedweb.runs.trade_off_words import notes, sentence, third
from schedweb.runs.trade_offs import Trade, Trades, times
from schedweb.runs.units import Unit, significant

TITLE = "Trade-offs of makespan, deployments and Σ C"
DIGITS = 4
FACTOR = "target_factor"
Number = float | int | None


@dataclass(frozen=True)
class Column:
    """Numbers of one kind; `formula` says below the title what they are."""

    key: str
    title: str
    unit: Unit
    formula: str
    value: Callable[[Trade], Number]

    @property
    def heading(self) -> str:
        """Title and unit."""
        return f"{self.title} ({self.unit.name})" if self.unit.name else self.title

    @property
    def about(self) -> str:
        """What stands below the title: unit, formula or both."""
        return ", ".join(filter(None, (self.formula, self.unit.name)))

    @property
    def is_metric(self) -> bool:
        """True for what the glossary explains."""
        return self.key in METRICS

    def text(self, trade: Trade) -> str:
        """Write the number of a run; counts in full."""
        value = self.value(trade)
        if value is None:
            return "–"
        if isinstance(value, int):
            return f"{value:,}"
        if self.key == FACTOR:
            return times(value)
        return significant(value / self.unit.size, DIGITS)


def columns(found: Trades) -> list[Column]:
    """Return the columns in which some run has a number."""
    time, plain = found.time, Unit("", 1.0)
    every = [
        Column("makespan", "makespan", time, "", lambda t: t.point.makespan),
        Column("deployments", "deployments", plain, "", lambda t: t.point.deployments),
        Column("sum_completion", "Σ C", found.sums, "", lambda t: t.point.sum_completion),
        Column("target", "λ", time, "", lambda t: t.point.target),
        Column(FACTOR, "λ / minimum", plain, "", lambda t: t.factor),
        Column(
            "guaranteed_makespan",
            "makespan at most",
            time,
            found.guarantee,
            lambda t: t.point.guaranteed_makespan,
        ),
        Column(
            "guaranteed_deployments",
            "deployments at most",
            plain,
            "2·D_λ",
            lambda t: t.point.guaranteed_deployments,
        ),
        Column("d_lambda", "D_λ", plain, "", lambda t: t.point.d_lambda),
        Column("group_widths", "Σ group widths", plain, "", lambda t: t.point.group_widths),
    ]
    return [c for c in every if any(c.value(trade) is not None for trade in found.trades)]


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


def as_json(found: Trades) -> dict[str, Any]:
    """Return plain JSON values, and every sentence about them."""
    return {**found.as_json(), "summary": said(found)}


def as_csv(found: Trades) -> str:
    """One row a run, in full precision; what is unknown is blank."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*ABOUT_RUN, *headings(RAW.items())])
    for trade, values in zip(found.trades, found.as_json()["points"], strict=True):
        told = ("" if values[key] is None else values[key] for key in RAW)
        writer.writerow([*about_run(trade.run), *told])
    return file.getvalue()


def as_markdown(found: Trades) -> str:
    """Every run; what no other beats in makespan and deployments is bold."""
    shown = columns(found)
    heads = [f"{c.heading}, {c.formula}" if c.formula else c.heading for c in shown]
    lines = [
        markdown_line(["run", *heads, "standing"]),
        markdown_line(["---", *["---:"] * len(shown), "---"]),
    ]
    for trade in found.trades:
        label = one_line(trade.run.label).replace("|", "\\|")
        name = f"**{label}**" if trade.point.on_front else label
        lines.append(markdown_line([name, *_texts(shown, trade), trade.place]))
    told = [found.comparison.conditions_line, *said(found)]
    return "\n".join([TITLE, "", *lines, "", *told]) + "\n"


def as_latex(found: Trades) -> str:
    """A booktabs table of every run; comments say where the numbers come from."""
    shown = columns(found)
    below = [f"({escaped(c.about)})" if c.about else "" for c in shown]
    comments = [TITLE, *provenance(found.comparison), *said(found)]
    return "\n".join(
        [
            *(f"% {one_line(comment)}" for comment in comments),
            r"% needs \usepackage{booktabs}",
            rf"\begin{{tabular}}{{l{'r' * len(shown)}l}}",
            r"\toprule",
            " & ".join(["Run", *(escaped(c.title) for c in shown), "Standing"]) + r" \\",
            " & ".join(["", *below, ""]) + r" \\",
            r"\midrule",
            *(_latex_row(shown, trade) for trade in found.trades),
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _latex_row(shown: Sequence[Column], trade: Trade) -> str:
    label = escaped(one_line(trade.run.label))
    name = rf"\textbf{{{label}}}" if trade.point.on_front else label
    cells = [escaped(text) for text in _texts(shown, trade)]
    return " & ".join([name, *cells, escaped(trade.place)]) + r" \\"


def _texts(shown: Sequence[Column], trade: Trade) -> list[str]:
    return [column.text(trade) for column in shown]


def said(found: Trades) -> list[str]:
    """Every sentence about them."""
    return [text for text in (sentence(found), third(found), *notes(found)) if text]
