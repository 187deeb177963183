"""What becomes of series in every medium: positions on axes, markers, spreads, names and rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from parsched.report.axes import AxisLayout
from parsched.report.plot import Plot, Series
from parsched.report.scales import Floats, label

MARKS = 9
"""Number of markers on a line of many points."""
FEW = 30
"""Most points of a line on which every point has a marker, and whiskers."""
Axes = tuple[AxisLayout, AxisLayout]
Ends = tuple[Floats, Floats, Floats]
"""Positions of points along one axis, and of both ends of their spread along the other one."""


@dataclass(frozen=True, eq=False)
class Stroke:
    """A line on its axes: positions of its points, whose values are in `series`; of `marks`; and of
    its spread, as `whiskers` of few points or as a `band` of many. If `is_step`, each y holds up to
    the next x. Distributions begin at 0 jobs and reach the end of the axis."""

    series: Series
    x: Floats
    y: Floats
    marks: tuple[Floats, Floats]
    whiskers: Ends | None
    band: Ends | None
    is_joined: bool
    """False for points that no line joins."""
    is_step: bool
    is_share: bool
    """True for a distribution: y is the share of jobs that have at most x."""

    @classmethod
    def of(cls, series: Series, axes: Axes, last: float) -> "Stroke":
        """Lay out a series; `last` is the last x of all series of the figure."""
        across, up = axes
        is_share = across.kind in ("duration", "ratio")
        whole = _extended(series, last) if is_share else series
        x, y = across.places(whole.x), up.places(whole.y)
        is_dense = series.shape == "step" or len(series.x) > FEW
        ends = spread_of(whole, x, up) if series.has_spread else None
        return cls(
            series=whole,
            x=x,
            y=y,
            marks=_marks(series, x, y),
            whiskers=None if is_dense else ends,
            band=ends if is_dense else None,
            is_joined=series.shape != "points",
            is_step=series.shape == "step" or (series.shape == "limit" and across.kind == "clock"),
            is_share=is_share,
        )

    def say_x(self, across: AxisLayout) -> list[str]:
        """Write the x of each point; of a clock with a calendar also its date."""
        most = "≤ " if self.is_share else ""
        texts = [f"{most}{across.say(float(value))}" for value in self.series.x]
        if across.calendar is None:
            return texts
        dates = map(across.calendar.text, self.series.x.tolist())
        return [f"{date} ({text})" for date, text in zip(dates, texts, strict=True)]


def spread_of(series: Series, along: Floats, up: AxisLayout) -> Ends:
    """Return the positions of whiskers of the points with a known spread, by the positions of all
    points along the other axis."""
    low, high = series.spread
    known = ~np.isnan(low) & ~np.isnan(along)
    return along[known], up.ends(low[known]), up.ends(high[known])


def said(values: Floats, series: Series, axis: AxisLayout) -> list[str]:
    """Write values of a series with their spread along an axis; – for unknown ones."""
    ends = zip(values.tolist(), *(end.tolist() for end in series.spread), strict=True)
    return [
        axis.say_spread(value, low, high) if np.isfinite(value) else "–"
        for value, low, high in ends
    ]


def values_of(several: Iterable[Series], name: str) -> Iterator[float]:
    """Yield the values of lines or bars that an axis must show: of the axis with the spread its
    ends, too."""
    for series in several:
        yield from getattr(series, name).tolist()
        if name == ("x" if series.shape == "bars" else "y"):
            for end in series.spread:
                yield from end.tolist()


def values_in_plane(plot: Plot, name: str) -> list[float]:
    """Return the values that an axis of a plane must show: all of points, and of other series the
    least."""
    values: list[float] = []
    for series in plot.series:
        finite = [value for value in values_of([series], name) if np.isfinite(value)]
        values += finite if series.shape == "points" else sorted(finite)[:1]
    return values


def legend_title(series: Series, plot: Plot) -> str:
    """Return the text of a legend, with the end of the line if it is beyond the first view."""
    end, last = plot.x.end, float(series.x.max(initial=0.0))
    if plot.x.scale != "clock" or end is None or last <= end:
        return series.title
    return f"{series.title} (until {label(last)})"


def bar_rows(series: Iterable[Series]) -> list[list[Series]]:
    """Return the bars of each row, from the top; a row has the name of its first bar."""
    ordered = sorted((bar for bar in series if len(bar.x)), key=lambda bar: float(bar.y[0]))
    return [list(row) for _, row in groupby(ordered, key=lambda bar: float(bar.y[0]))]


def headings_of(several: Sequence[Series]) -> list[str]:
    """Return the headings of the facts of series, each once."""
    return list(dict.fromkeys(heading for series in several for heading in series.facts))


def _extended(series: Series, last: float) -> Series:
    """Extend a distribution to begin at 0 jobs and to reach the end of the axis."""
    if not len(series.x):
        return series

    def up(values: Floats) -> Floats:
        return np.concatenate([[0.0], values, values[-1:]])

    x = np.concatenate([series.x[:1], series.x, [last]])
    if series.low is None or series.high is None:
        return replace(series, x=x, y=up(series.y))
    return replace(series, x=x, y=up(series.y), low=up(series.low), high=up(series.high))


def _marks(series: Series, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Choose the points with a marker: all of few and where no line joins them, of steps some at
    even distances along the axis; none of limits and long lines."""
    if series.shape == "step" and len(x):
        targets = np.linspace(x[0], x[-1], MARKS + 2)[1:-1]
        places = np.unique(np.searchsorted(x, targets, side="right") - 1)
        return x[places], y[places]
    if series.shape == "points" or (series.shape == "line" and len(x) <= FEW):
        return x, y
    return x[:0], y[:0]
