"""The numbers of a plot as a table: a row for each point of each series."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from parsched.report.plot import Axis, Plot, Series
from parsched.report.shapes import headings_of
from parsched.report.table import Table, raw_head, raw_table


def tidy(plot: Plot, key: str) -> Table:
    """Return every point: its series, its place on both axes, the ends of its spread, the text at
    it, and its facts, each where some point has any."""
    heads = ["series", *_axes(plot)]
    has_spread = any(series.has_spread for series in plot.series)
    has_texts = any(series.texts for series in plot.series)
    facts = headings_of(plot.series)
    heads += ["low", "high"] if has_spread else []
    heads += ["text"] if has_texts else []
    rows = []
    for series in plot.series:
        spread = series.spread
        for at, place in enumerate(_places(plot, series)):
            if series.shape == "threads" and np.isnan(series.y[at]):
                continue
            ends = [float(end[at]) for end in spread] if has_spread else []
            text = [series.texts[at] if series.texts else ""] if has_texts else []
            own = [series.facts[name][at] if name in series.facts else "" for name in facts]
            rows.append([series.title, *place, *ends, *text, *own])
    return raw_table(key, _unlike([*heads, *facts]), rows)


def _unlike(heads: Sequence[str]) -> dict[str, str]:
    """Return headings by keys that differ."""
    return {f"{place} {head}": head for place, head in enumerate(heads)}


def _axes(plot: Plot) -> list[str]:
    """Head both axes; bars lie in rows that have no numbers."""
    heads = [raw_head(axis.title or name, axis.unit) for name, axis in _named(plot)]
    return heads[:1] if plot.kind == "bars" else heads


def _named(plot: Plot) -> tuple[tuple[str, Axis], ...]:
    return ("x", plot.x), ("y", plot.y)


def _places(plot: Plot, series: Series) -> Iterator[list[Any]]:
    for x, y in zip(series.x.tolist(), series.y.tolist(), strict=True):
        across = _value(plot.x, x)
        yield [across] if plot.kind == "bars" else [across, _value(plot.y, y)]


def _value(axis: Axis, value: float) -> float | str:
    """Return a number, or the name of the class that it stands for."""
    return axis.names[int(value)] if axis.names else value
