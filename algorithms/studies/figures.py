"""Figures of a study: aggregates over values, a line for each method, with whiskers."""

from collections.abc import Iterator, Sequence
from math import nan
from typing import TypeAlias

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
Spread: TypeAlias = tuple[float, Interval]
"""An aggregate, and the ends of its whisker."""


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
    sentence = "; ".join(filter(None, [*words, SPREADS[plot.spread]]))
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _lines(cells: Cells, plot: Plot) -> Iterator[Series]:
    for key in plot.parts:
        if key in cells.parts:
            part = cells.parts[key].part
            before = [part.title] if len(plot.parts) > 1 else []
            shown = [one for one in part.requests if not plot.methods or one.label in plot.methods]
            along_values = plot.along in part.instances.values[0]
            lines = _of_values if along_values else _of_parameter
            yield from lines(cells.groups((key,)), plot, shown, before)


def _of_values(
    groups: list[Group], plot: Plot, shown: Sequence[Request], before: list[str]
) -> Iterator[Series]:
    """Yield a line for each method, along a value of the instances."""
    places = sorted((float(group.name[plot.along]), i) for i, group in enumerate(groups))
    for request in shown:
        own = [request.label] if len(shown) > 1 or not before else []
        points = [(x, _point([groups[i]], plot, request.label)) for x, i in places]
        origins = [origin(groups[i]) for _, i in places]
        yield _line(": ".join([*before, *own]), request, points, origins)


def _of_parameter(
    groups: list[Group], plot: Plot, shown: Sequence[Request], before: list[str]
) -> Iterator[Series]:
    """Yield a line for each choice of the other parameters, along one of the methods'; over the
    instances of all values."""
    lines: dict[str, list[Request]] = {}
    along = [request for request in shown if plot.along in request.params.flat()]
    for request in along:
        own = [name for name in request.stated if name != plot.along and _differs(along, name)]
        words = request.params.wording(own) or request.algorithm.short
        lines.setdefault(words, []).append(request)
    for words, requests in lines.items():
        places = sorted((float(one.params.flat()[plot.along]), one.label) for one in requests)
        points = [(x, _point(groups, plot, label)) for x, label in places]
        origins = [origin(groups[0])] * len(points) if len(groups) == 1 else []
        yield _line(": ".join([*before, words]), requests[0], points, origins)


def _differs(requests: Sequence[Request], name: str) -> bool:
    """Tell whether a parameter has several values: what all have in common, no line says."""
    return len({str(request.params.flat().get(name)) for request in requests}) > 1


def origin(group: Group) -> str:
    """Return what tells the origin of a point: a part and the place of one of its values."""
    return f"{group.cells.part.key}:{group.value}"


def _line(
    title: str,
    request: Request,
    points: Sequence[tuple[float, Spread]],
    origins: Sequence[str],
) -> Series:
    return Series(
        title=title,
        algorithm=request.algorithm.key,
        x=floats([x for x, _ in points]),
        y=floats([value for _, (value, _) in points]),
        low=floats([low for _, (_, (low, _)) in points]),
        high=floats([high for _, (_, (_, high)) in points]),
        origins=tuple(origins),
    )


def _point(groups: Sequence[Group], plot: Plot, method: str) -> Spread:
    """Return an aggregate, and where its whisker begins and ends."""
    values = np.concatenate([group.of(plot.measure, method) for group in groups])
    known = values[np.isfinite(values)]
    if not len(known):
        return nan, UNKNOWN
    above = below = NOTHING
    if Measure.parse(plot.measure).is_ratio:
        sums = [group.sums(plot.measure, method) for group in groups]
        above, below = (np.concatenate(column) for column in zip(*sums, strict=True))
    value = aggregate(plot.aggregate, known, above, below)
    if plot.spread == "range":
        return value, (float(known.min()), float(known.max()))
    if plot.spread == "deviation":
        return value, (value - deviation(known), value + deviation(known))
    return value, t_interval(known) if plot.spread == "interval" else UNKNOWN
