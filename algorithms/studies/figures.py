"""Figures of a study: aggregates over values, a line for each method, with whiskers."""

from collections.abc import Iterator
from math import nan

import numpy as np

from algorithms.report.figure import Axis, Figure, Series, floats
from algorithms.request import Request
from algorithms.studies.cells import Cells
from algorithms.studies.measured import Group
from algorithms.studies.measures import Measure
from algorithms.studies.plots import Plot
from algorithms.studies.statistics import (
    AGGREGATES,
    NOTHING,
    UNKNOWN,
    Interval,
    aggregate,
    deviation,
    t_interval,
)

SPREADS = {
    "interval": "whiskers: 95 % interval of the mean by Student's t",
    "deviation": "whiskers: ± σ",
    "range": "whiskers: from the least to the largest value of a run",
    "none": "",
}
"""What whiskers may be, and the words for it."""
TIGHT = 5.0
"""Ratio of the largest to the least aggregate up to which an axis need not begin at 0."""


def figure(cells: Cells, plot: Plot) -> Figure:
    """Return a picture of what is computed; methods without any value are left out."""
    series = [line for line in _lines(cells, plot) if np.isfinite(line.y).any()]
    measure = Measure.parse(plot.measure)
    ticks = sorted({x for line in series for x in line.x.tolist()})
    return Figure(
        key=plot.key,
        title=plot.title,
        x=Axis(title=plot.along.replace("_", " "), ticks=tuple(ticks)),
        y=Axis(
            title=measure.title,
            unit=measure.unit,
            scale="log" if plot.logarithmic else "span",
        ),
        series=tuple(series),
        notes=tuple(filter(None, (_meaning(cells, plot), *plot.notes))),
    )


def _meaning(cells: Cells, plot: Plot) -> str:
    """Say what points and whiskers are, and of how many runs each."""
    counts = {cells.parts[key].part.repetitions for key in plot.parts if key in cells.parts}
    repetitions = " or ".join(f"{count:,}" for count in sorted(counts))
    words = [f"{AGGREGATES[plot.aggregate].title} of {repetitions} instances a point"]
    return "; ".join(filter(None, [*words, SPREADS[plot.spread]])).capitalize() + "."


def _lines(cells: Cells, plot: Plot) -> Iterator[Series]:
    for key in plot.parts:
        if key not in cells.parts:
            continue
        groups = cells.groups((key,))
        part = cells.parts[key].part
        shown = [one for one in part.requests if not plot.methods or one.label in plot.methods]
        for request in shown:
            names = [part.title] if len(plot.parts) > 1 else []
            names += [request.label] if len(shown) > 1 or not names else []
            yield _line(groups, plot, request, ": ".join(names))


def _line(groups: list[Group], plot: Plot, request: Request, title: str) -> Series:
    points = sorted((float(group.name[plot.along]), i) for i, group in enumerate(groups))
    found = [_point(groups[i], plot, request.label) for _, i in points]
    return Series(
        title=title,
        record=title,
        algorithm=request.algorithm.key,
        x=floats([x for x, _ in points]),
        y=floats([value for value, _ in found]),
        low=floats([low for _, (low, _) in found]),
        high=floats([high for _, (_, high) in found]),
    )


def _point(group: Group, plot: Plot, method: str) -> tuple[float, Interval]:
    """Return an aggregate, and where its whisker begins and ends."""
    values = group.of(plot.measure, method)
    known = values[np.isfinite(values)]
    if not len(known):
        return nan, UNKNOWN
    is_ratio = Measure.parse(plot.measure).is_ratio
    above, below = group.sums(plot.measure, method) if is_ratio else (NOTHING, NOTHING)
    value = aggregate(plot.aggregate, known, above, below)
    if plot.spread == "range":
        return value, (float(known.min()), float(known.max()))
    if plot.spread == "deviation":
        return value, (value - deviation(known), value + deviation(known))
    return value, t_interval(known) if plot.spread == "interval" else UNKNOWN
