"""Figures of a study: aggregates over values, a line for each method, with whiskers."""

from collections.abc import Iterator, Sequence
from math import isinf, isnan, nan
from typing import TypeAlias

import numpy as np

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.phrases import counted
from parsched.run.request import Request
from parsched.studies.cells import Cells
from parsched.studies.measured import MeasuredGroup
from parsched.studies.measures import BEST, Measure
from parsched.studies.part import Part
from parsched.studies.plots import StudyPlot
from parsched.studies.printed_tables import bars
from parsched.studies.samples import MethodSample
from parsched.studies.statistics import (
    AGGREGATES,
    KINDS,
    NOTHING,
    UNKNOWN,
    Interval,
    aggregate,
    deviation,
    ratio_interval,
    t_interval,
)

SPREADS = {
    "interval": "",
    "deviation": "whiskers: ± σ",
    "range": "whiskers: from the least to the largest value of a run",
    "none": "",
}
"""What whiskers may be, and the words for it; intervals are named after their aggregate."""
PER_CENT = 100.0
"""What degradations count in; axes take fractions."""
Spread: TypeAlias = tuple[float, Interval]
"""An aggregate, and the ends of its whisker."""
Place: TypeAlias = tuple[float, list[MeasuredGroup], str]
"""A point of a line: its value along it, and the groups and the method that it is about."""


def pictures(cells: Cells) -> Iterator[Figure]:
    """Yield all pictures: those that are plotted, and the bars of printed tables."""
    for plot in cells.study.plots:
        yield figure(cells, plot)
    for table in cells.study.tables:
        for line in table.lines:
            if line.figure:
                yield bars(cells, table, line)


def figure(cells: Cells, plot: StudyPlot) -> Figure:
    """Return a picture of what is computed; methods without any value are left out."""
    if not plot.along:
        return _bars(cells, plot)
    series = [line for line in _lines(cells, plot) if (~np.isnan(line.y)).any()]
    measure = Measure.parse(plot.measure)
    aggregate = plot.aggregated(cells.study.average)
    of = "" if aggregate == "mean" else f", {AGGREGATES[aggregate].title}"
    return Figure(
        key=plot.key,
        title=plot.title,
        x=_across(cells, plot, series),
        y=Axis(
            title=f"{measure.title}{of}",
            unit=measure.unit,
            scale="log" if plot.logarithmic else "span",
        ),
        series=(*series, *_limits(plot, series)),
        notes=tuple(filter(None, (_meaning(cells, plot), _lost(cells, plot), *plot.notes))),
    )


def _bars(cells: Cells, plot: StudyPlot) -> Figure:
    """Return a bar of each method, for each value."""
    found = [bar for key in plot.parts if key in cells.parts for bar in _of_part(cells, plot, key)]
    known = [bar for bar in found if (~np.isnan(bar.x)).any()]
    measure = Measure.parse(plot.measure)
    aggregate = plot.aggregated(cells.study.average)
    of = "" if aggregate == "mean" else f", {AGGREGATES[aggregate].title}"
    return Figure(
        key=plot.key,
        title=plot.title,
        x=Axis(title=f"{measure.title}{of}", unit=measure.unit, scale="spread"),
        y=Axis(title=""),
        series=tuple(bar.in_row(row) for row, bar in enumerate(known)),
        kind="bars",
        notes=tuple(filter(None, (_meaning(cells, plot), _lost(cells, plot), *plot.notes))),
    )


def _of_part(cells: Cells, plot: StudyPlot, key: str) -> Iterator[Series]:
    """Yield the bars of a part, which names its values where there are several."""
    part, groups = cells.parts[key].part, cells.groups((key,))
    for group in groups:
        before = [part.title] if len(plot.parts) > 1 else []
        before += [group.label] if len(groups) > 1 else []
        for request in _shown(part, plot):
            value, (low, high) = _point(cells, [group], plot, plot.measure, request.label)
            yield Series(
                title=": ".join([", ".join(before), request.label] if before else [request.label]),
                algorithm=request.algorithm.key,
                shape="bars",
                x=floats([value]),
                y=floats([0]),
                low=floats([low]),
                high=floats([high]),
                methods=(request.label,),
            )


def _across(cells: Cells, plot: StudyPlot, series: Sequence[Series]) -> Axis:
    """Return the horizontal axis: of a measure, or of the values that there are."""
    if plot.against:
        measure = Measure.parse(plot.against)
        return Axis(title=measure.title, unit=measure.unit, scale="span")
    ticks = sorted({x for line in series for x in line.x.tolist()})
    return Axis(title=along_title(cells, plot), ticks=tuple(ticks))


def is_along_values(part: Part, plot: StudyPlot) -> bool:
    """Tell whether a plot is along a value of the instances, and not along a parameter."""
    return plot.along in part.instances.values[0]


def is_along_parameter(part: Part, plot: StudyPlot) -> bool:
    """Tell whether a plot is along a parameter of the methods, over all instances."""
    return bool(plot.along) and not is_along_values(part, plot)


def along_title(cells: Cells, plot: StudyPlot) -> str:
    """Return what people call the value or the parameter that a plot is along."""
    parts = [cells.parts[key].part for key in plot.parts if key in cells.parts]
    parts = [part for part in parts if not is_along_values(part, plot)]
    specs = (spec for part in parts for of in part.requests for spec in of.params.flat_specs())
    titles = (spec.title for spec in specs if spec.name == plot.along)
    return next(titles, "") or plot.along.replace("_", " ")


def _limits(plot: StudyPlot, series: Sequence[Series]) -> Iterator[Series]:
    """Yield a line for each level to compare with, as wide as what is drawn, and each curve."""
    places = [x for line in series for x in line.x.tolist() if np.isfinite(x)]
    for title, level in plot.limits.items() if places else ():
        ends = floats([min(places), max(places)])
        yield Series(title=title, shape="limit", x=ends, y=floats([level, level]))
    for title, curve in plot.curves.items() if places else ():
        x, y = zip(*curve, strict=True)
        yield Series(title=title, shape="limit", x=floats(x), y=floats(y))


def _meaning(cells: Cells, plot: StudyPlot) -> str:
    """Say what points and whiskers are, and of how many runs each."""
    parts = [cells.parts[key].part for key in plot.parts if key in cells.parts]
    counts = {
        part.repetitions * (len(part.instances.values) if is_along_parameter(part, plot) else 1)
        for part in parts
    }
    *fewer, most = sorted(counts) or [0]
    instances = " or ".join([*(f"{count:,}" for count in fewer), counted(most, "instance")])
    each = "point" if plot.along else "bar"
    aggregate = plot.aggregated(cells.study.average)
    words = [f"{AGGREGATES[aggregate].title} of {instances} a {each}"]
    sentence = "; ".join(filter(None, [*words, _whiskers(plot, aggregate)]))
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _whiskers(plot: StudyPlot, key: str) -> str:
    """Say what the whiskers of an aggregate are."""
    if plot.spread != "interval":
        return SPREADS[plot.spread]
    return f"whiskers: {KINDS[key]}" if key in KINDS else ""


def _lost(cells: Cells, plot: StudyPlot) -> str:
    """Say how runs without a schedule count, if any that a picture is about has none."""
    if not Measure.parse(plot.measure).is_of_schedule:
        return ""
    tried = without = 0
    for part in (cells.parts[key] for key in plot.parts if key in cells.parts):
        values, labels = part.of(plot.measure), part.labels
        shown = [at for at in part.unsolved if not plot.methods or labels[at[2]] in plot.methods]
        unknown = sum(isnan(values[at]) for at in shown)
        tried, without = tried + len(shown) - unknown, without + unknown
    found = []
    if tried:
        runs = f"{counted(tried, 'run')} without a schedule"
        verb = "counts" if tried == 1 else "count"
        found.append(f"{runs} {verb} with the longest makespan tried, as “at least”.")
    if without:
        runs = f"{counted(without, 'run')} without a schedule"
        found.append(f"{runs} and without a number put their points at the upper edge.")
    return " ".join(found)


def _lines(cells: Cells, plot: StudyPlot) -> Iterator[Series]:
    for key in plot.parts:
        if key in cells.parts:
            part = cells.parts[key].part
            before = [part.title] if len(plot.parts) > 1 else []
            shown = _shown(part, plot)
            lines = _of_values if is_along_values(part, plot) else _of_parameter
            found = [*lines(cells.groups((key,)), plot, shown)]
            for words, request, places in found:
                own = [words] if len(found) > 1 or not before else []
                yield _line(cells, ": ".join([*before, *own]), request, plot, places)


def _shown(part: Part, plot: StudyPlot) -> list[Request]:
    """Return the methods of a part that a plot shows, in its order."""
    if not plot.methods:
        return [*part.requests]
    shown = (one for one in part.requests if one.label in plot.methods)
    return sorted(shown, key=lambda one: plot.methods.index(one.label))


def _of_values(
    groups: list[MeasuredGroup], plot: StudyPlot, shown: Sequence[Request]
) -> Iterator[tuple[str, Request, list[Place]]]:
    """Yield a line for each method, along a value of the instances."""
    places = sorted((float(group.name[plot.along]), i) for i, group in enumerate(groups))
    for request in shown:
        yield request.label, request, [(x, [groups[i]], request.label) for x, i in places]


def _of_parameter(
    groups: list[MeasuredGroup], plot: StudyPlot, shown: Sequence[Request]
) -> Iterator[tuple[str, Request, list[Place]]]:
    """Yield a line for each choice of the other parameters, along one of the methods'; over the
    instances of all values. Of trade-offs, methods without the parameter are lines, too."""
    lines: dict[str, list[Request]] = {}
    several = len({request.algorithm.key for request in shown}) > 1
    along = [request for request in shown if plot.along in request.params.flat()]
    for request in shown:
        if request in along:
            own = [name for name in request.stated if name != plot.along and _differs(along, name)]
            short = request.algorithm.short
            words = [short] if several or not own else []
            words += [request.params.wording(own)] if own else []
            lines.setdefault(", ".join(words), []).append(request)
        elif plot.against:
            lines.setdefault(request.label, []).append(request)
    for title, requests in lines.items():
        at = [(float(one.params.flat().get(plot.along, nan)), one.label) for one in requests]
        yield title, requests[0], [(x, groups, label) for x, label in sorted(at)]


def _differs(requests: Sequence[Request], name: str) -> bool:
    """Tell whether a parameter has several values: what all have in common, no line says."""
    return len({str(request.params.flat().get(name)) for request in requests}) > 1


def origin(group: MeasuredGroup) -> str:
    """Return what tells the origin of a point: a part and the place of one of its values."""
    return f"{group.cells.part.key}:{group.value}"


def _line(
    cells: Cells, title: str, request: Request, plot: StudyPlot, places: Sequence[Place]
) -> Series:
    points = [_point(cells, groups, plot, plot.measure, method) for _, groups, method in places]
    along, facts = [x for x, _, _ in places], dict[str, list[str]]()
    if plot.against:
        facts = {along_title(cells, plot): ["–" if isnan(x) else f"{x:g}" for x in along]}
        along = [
            _point(cells, groups, plot, plot.against, method)[0] for _, groups, method in places
        ]
    single = all(len(groups) == 1 for _, groups, _ in places)
    return Series(
        title=title,
        algorithm=request.algorithm.key,
        shape="points" if plot.against and len(places) == 1 else "line",
        x=floats(along),
        y=floats([value for value, _ in points]),
        low=floats([low for _, (low, _) in points]),
        high=floats([high for _, (_, high) in points]),
        facts=facts,
        origins=tuple(origin(groups[0]) for _, groups, _ in places) if single else (),
        methods=tuple(dict.fromkeys(method for *_, method in places)),
    )


def _point(
    cells: Cells, groups: Sequence[MeasuredGroup], plot: StudyPlot, measure: str, method: str
) -> Spread:
    """Return an aggregate, and where its whisker begins and ends; infinite where a run has no
    schedule and no number."""
    whole = MethodSample.joined([group.sample(measure, method) for group in groups]).value
    if isinf(whole):
        return whole, UNKNOWN
    values = np.concatenate([group.of(measure, method) for group in groups])
    if Measure.parse(measure).bottom == BEST:
        values = values / PER_CENT
    known = values[np.isfinite(values)]
    if not len(known):
        return nan, UNKNOWN
    above = below = NOTHING
    if Measure.parse(measure).is_ratio:
        sums = [group.sums(measure, method) for group in groups]
        above, below = (np.concatenate(column) for column in zip(*sums, strict=True))
    key = plot.aggregated(cells.study.average)
    value = aggregate(key, known, above, below)
    if plot.spread == "range":
        return value, (float(known.min()), float(known.max()))
    if plot.spread == "deviation":
        return value, (value - deviation(known), value + deviation(known))
    if plot.spread == "none" or key not in KINDS:
        return value, UNKNOWN
    return value, ratio_interval(above, below) if key == "ratio_of_sums" else t_interval(known)
