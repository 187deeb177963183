"""Small bar charts of a workload, drawn as SVG by the server, and as figures for files."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from django.utils.text import slugify
from numpy.typing import NDArray

from parsched import Workload
from parsched.model.problem.calendar import Calendar
from parsched.report.figure import Axis, Figure, Series
from parsched.report.gantt.rows import LATE_BEGIN
from parsched.report.phrases import capital, counted
from schedweb.web.quantities import duration, significant

BINS = 48
LINEAR_BINS = 20
LINEAR_SPREAD = 30.0
"""Ratio of longest to shortest time up to which bins are equally wide."""
TIME_EDGES = np.concatenate([[0.0], np.geomspace(0.001, 10_000_000.0, 81)])
MARKED_TIMES = (0.001, 0.01, 0.1, 1.0, 60.0, 3_600.0, 86_400.0, 864_000.0)


@dataclass(frozen=True)
class HistogramBar:
    """One bar in percent of the plot: left edge, width, height; `text` says what it counts."""

    left: float
    width: float
    height: float
    text: str

    @property
    def top(self) -> float:
        """Upper edge, from the top."""
        return round(100 - self.height, 3)


@dataclass(frozen=True)
class Tick:
    """A mark on the axis, in percent of the plot; `date` is what it says in dates, if it can."""

    at: float
    text: str
    date: str = ""


@dataclass(frozen=True)
class Histogram:
    """Counts of jobs by a quantity; `note` explains it where the title is not enough."""

    title: str
    summary: str
    bars: Sequence[HistogramBar]
    ticks: Sequence[Tick]
    most: int
    counts: NDArray[np.int64]
    edges: NDArray[np.float64]
    axis: Axis
    note: str = ""
    dates: str = ""
    """Whose dates its marks are, if they have any."""

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return slugify(self.title)

    @property
    def figure(self) -> Figure:
        """The same as a figure for files: jobs from each edge to the next one."""
        heights = np.append(self.counts, 0).astype(np.float64)
        steps = Series(title="jobs", x=self.edges, y=heights, shape="step")
        notes = tuple(filter(None, (capital(f"{self.summary}."), self.note)))
        return Figure(
            key=self.key,
            title=self.title,
            x=self.axis,
            y=Axis(title="jobs"),
            series=(steps,),
            notes=notes,
        )


def histograms(workload: Workload) -> list[Histogram]:
    """Return arrivals, widths, times and, if jobs have them, estimates and weights."""
    if not len(workload):
        return []
    charts = []
    if workload.has_releases:
        charts.append(_arrivals(workload.release, Calendar.of(workload)))
    charts += _rigid(workload) if workload.is_rigid else _moldable(workload)
    estimates = workload.estimate[workload.estimate > 0]
    if len(estimates):
        charts.append(_times("Estimates", estimates))
    if np.any(workload.weight != workload.weight[0]):
        charts.append(_weights(workload.weight))
    return charts


def _rigid(workload: Workload) -> list[Histogram]:
    return [_widths("Widths", workload.width), _times("Run times", workload.runtime)]


def _moldable(workload: Workload) -> list[Histogram]:
    of = workload.profiles
    narrow = of.times[of.offsets[:-1]]
    fewest = "one processor" if workload.widest == 1 else "fewest processors"
    useful = "A job’s most processors on which it is at least half as efficient as at its best."
    return [
        _times(f"Times on {fewest}", narrow),
        _times("Least times", workload.least_time),
        replace(_widths("Useful widths", of.useful_widths(waste=2.0)), note=useful),
    ]


def _arrivals(release: NDArray[np.float64], calendar: Calendar | None) -> Histogram:
    last = float(release[-1])
    begin = float(release[0]) if release[0] > LATE_BEGIN * last else 0.0
    counts, edges = np.histogram(release, BINS, (begin, max(last, begin + 1.0)))
    dates = calendar.text if calendar else lambda time: ""
    spans = [f"{duration(a)} to {duration(b)}" for a, b in itertools.pairwise(edges)]
    days = [f"{dates(a)} to {dates(b)}" for a, b in itertools.pairwise(edges)]
    texts = [f"{d} ({s})" for d, s in zip(days, spans, strict=True)] if calendar else spans
    places = [begin + (last - begin) * share for share in (0.0, 0.5, 1.0)]
    said = dates_apart([dates(at) for at in places])
    ticks = [
        Tick(100 * share, duration(at), date)
        for share, at, date in zip((0.0, 0.5, 1.0), places, said, strict=True)
    ]
    summary = f"over {duration(last - float(release[0]))}"
    axis = Axis(
        title="arrival",
        unit="s",
        scale="clock",
        begin=begin,
        end=float(edges[-1]),
        calendar=calendar,
    )
    chart = _chart("Arrivals", summary, (counts, edges), texts, ticks, axis)
    return replace(chart, dates=calendar.note if calendar else "")


def dates_apart(texts: Sequence[str]) -> list[str]:
    """Write dates that stand side by side; with hours where some are of one day, to the second
    where some are of one minute. Of each day the date is written once."""
    days = [text.partition(" ")[0] for text in texts]
    if len(set(days)) == len(days):
        return days
    hours = [text.split(" ")[1] if text else "" for text in texts]
    minutes = [hour[:5] for hour in hours]
    pairs = set(zip(days, minutes, strict=True))
    shown = minutes if len(pairs) == len(texts) else hours
    return [
        hour if i and day == days[i - 1] else f"{day} {hour}".strip()
        for i, (day, hour) in enumerate(zip(days, shown, strict=True))
    ]


def _widths(title: str, width: NDArray[np.int64]) -> Histogram:
    widest = int(width.max())
    if widest <= BINS:
        edges = np.arange(1, widest + 2)
    else:
        edges = np.unique(np.geomspace(1, widest + 1, BINS).astype(np.int64))
    counts, _ = np.histogram(width, edges)
    pairs = list(zip(edges, edges[1:] - 1, strict=False))
    texts = [_processors(int(a), int(b)) for a, b in pairs]
    marks = [0, len(pairs) // 2, len(pairs) - 1]
    ticks = [Tick(100 * (i + 0.5) / len(pairs), f"{int(edges[i]):,}") for i in dict.fromkeys(marks)]
    median = int(np.median(width))
    middle = f"median {_processors(median, median)}, widest {widest:,}"
    is_fine = widest <= BINS
    axis = Axis(title="processors", scale="linear" if is_fine else "log")
    return _chart(title, middle, (counts, edges.astype(np.float64)), texts, ticks, axis)


def _processors(first: int, last: int) -> str:
    number = f"{first:,}" if first == last else f"{first:,} to {last:,}"
    return f"{number} processor{'' if last == 1 else 's'}"


def _times(title: str, seconds: NDArray[np.float64]) -> Histogram:
    middle = f"median {duration(float(np.median(seconds)))}, longest {duration(seconds.max())}"
    if 0 < seconds.max() <= LINEAR_SPREAD * seconds.min():
        return _linear(title, middle, seconds, duration, "s")
    short = np.any((seconds > 0) & (seconds < 1))
    limits = TIME_EDGES if short else TIME_EDGES[(TIME_EDGES == 0) | (TIME_EDGES > 0.99)]
    counts, edges = np.histogram(np.minimum(seconds, limits[-1]), limits)
    used = np.flatnonzero(counts)
    low, high = max(int(used[0]) - 1, 0), min(int(used[-1]) + 2, len(counts))
    texts = [f"{duration(a)} to {duration(b)}" for a, b in itertools.pairwise(edges)]
    places = [(int(np.searchsorted(edges, t)), t) for t in MARKED_TIMES]
    ticks = [
        Tick(100 * (place - low) / (high - low), duration(time))
        for place, time in places
        if low <= place <= high and time > 0.99 * edges[1]
    ]
    if len(ticks) < 2:
        ticks = [Tick(0, duration(edges[low])), Tick(100, duration(edges[high]))]
    axis = Axis(title=title.lower(), unit="s", scale="duration")
    binned = counts[low:high], edges[low : high + 1]
    return _chart(title, middle, binned, texts[low:high], ticks, axis)


def _weights(weight: NDArray[np.float64]) -> Histogram:
    largest = significant(float(weight.max()), 3)
    summary = f"median {significant(float(np.median(weight)), 3)}, largest {largest}"
    return _linear("Weights", summary, weight, lambda value: significant(value, 3), "")


def _linear(
    title: str,
    summary: str,
    values: NDArray[np.float64],
    write: Callable[[float], str],
    unit: str,
) -> Histogram:
    """Draw equal bins from 0 to the largest value."""
    counts, edges = np.histogram(values, LINEAR_BINS, (0.0, float(values.max())))
    texts = [f"{write(a)} to {write(b)}" for a, b in itertools.pairwise(edges.tolist())]
    ticks = [Tick(100 * share, write(share * float(values.max()))) for share in (0.0, 0.5, 1.0)]
    axis = Axis(title=title.lower(), unit=unit)
    return _chart(title, summary, (counts, edges), texts, ticks, axis)


def _chart(
    title: str,
    summary: str,
    binned: tuple[NDArray[np.int64], NDArray[np.float64]],
    texts: Sequence[str],
    ticks: Sequence[Tick],
    axis: Axis,
) -> Histogram:
    """Draw counts between edges; there is one more edge than counts."""
    counts, edges = binned
    most, step = int(counts.max()), 100 / len(counts)
    bars = [
        HistogramBar(
            round(i * step, 3),
            round(step * 0.88, 3),
            round(100 * int(count) / most, 3),
            f"{text}: {counted(count, 'job')}",
        )
        for i, (count, text) in enumerate(zip(counts, texts, strict=True))
        if count
    ]
    return Histogram(title, summary, bars, ticks, most, counts, edges, axis)
