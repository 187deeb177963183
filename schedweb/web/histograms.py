"""Small bar charts of a workload, drawn as SVG by the server."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algorithms.workload import Workload
from schedweb.runs.gantt.rows import LATE_BEGIN
from schedweb.web.quantities import duration

BINS = 48
TIME_EDGES = np.concatenate([[0.0], np.geomspace(1.0, 10_000_000.0, 57)])
MARKED_TIMES = (1.0, 60.0, 3_600.0, 86_400.0, 864_000.0)


@dataclass(frozen=True)
class Bar:
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
    """A mark on the axis, in percent of the plot."""

    at: float
    text: str


@dataclass(frozen=True)
class Histogram:
    """Counts of jobs by a quantity."""

    title: str
    summary: str
    bars: Sequence[Bar]
    ticks: Sequence[Tick]
    most: int


def histograms(workload: Workload) -> list[Histogram]:
    """Arrivals, widths, run times and, where there are any, estimates."""
    if not len(workload):
        return []
    found = []
    if workload.has_releases:
        found.append(_arrivals(workload.release))
    found.append(_widths(workload.least_width))
    found.append(_times("Run times", workload.least_time))
    given = workload.estimate[workload.estimate > 0]
    if len(given):
        found.append(_times("Estimates", given))
    return found


def _arrivals(release: NDArray[np.float64]) -> Histogram:
    last = float(release[-1])
    begin = float(release[0]) if release[0] > LATE_BEGIN * last else 0.0
    counts, edges = np.histogram(release, BINS, (begin, max(last, begin + 1.0)))
    texts = [f"{duration(a)} to {duration(b)}" for a, b in itertools.pairwise(edges)]
    ticks = [
        Tick(100 * share, duration(begin + (last - begin) * share)) for share in (0.0, 0.5, 1.0)
    ]
    return _chart("Arrivals", f"over {duration(last - float(release[0]))}", counts, texts, ticks)


def _widths(width: NDArray[np.int64]) -> Histogram:
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
    middle = f"median {int(np.median(width)):,} processors, widest {widest:,}"
    return _chart("Widths", middle, counts, texts, ticks)


def _processors(first: int, last: int) -> str:
    number = f"{first:,}" if first == last else f"{first:,} to {last:,}"
    return f"{number} processor{'' if last == 1 else 's'}"


def _times(title: str, seconds: NDArray[np.float64]) -> Histogram:
    counts, edges = np.histogram(np.minimum(seconds, TIME_EDGES[-1]), TIME_EDGES)
    used = np.flatnonzero(counts)
    low, high = max(int(used[0]) - 1, 0), min(int(used[-1]) + 2, len(counts))
    texts = [f"{duration(a)} to {duration(b)}" for a, b in itertools.pairwise(edges)]
    places = [(int(np.searchsorted(edges, t)), t) for t in MARKED_TIMES]
    ticks = [
        Tick(100 * (place - low) / (high - low), duration(time))
        for place, time in places
        if low <= place <= high
    ]
    middle = f"median {duration(float(np.median(seconds)))}, longest {duration(seconds.max())}"
    return _chart(title, middle, counts[low:high], texts[low:high], ticks)


def _chart(
    title: str,
    summary: str,
    counts: NDArray[np.int64],
    texts: Sequence[str],
    ticks: Sequence[Tick],
) -> Histogram:
    most, step = int(counts.max()), 100 / len(counts)
    bars = [
        Bar(
            round(i * step, 3),
            round(step * 0.88, 3),
            round(100 * int(count) / most, 3),
            f"{text}: {int(count):,} job{'' if count == 1 else 's'}",
        )
        for i, (count, text) in enumerate(zip(counts, texts, strict=True))
        if count
    ]
    return Histogram(title, summary, bars, ticks, most)
