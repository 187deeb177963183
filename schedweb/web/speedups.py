"""Speed-up of moldable jobs by number of processors, drawn as SVG by the server."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms import Workload
from schedweb.web.histograms import Tick
from schedweb.web.quantities import duration, significant

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
DRAWN = 30
"""Most jobs with a curve of their own."""
MEASURED = 500
"""Most jobs from which the median and the band are computed."""
FEWEST_IN_BAND = 10
LARGEST = 1e9
"""Ratio of a job's longest to its shortest time above which the data is taken for an error."""
POINTS = 64
"""Corners of a line at most."""
LINEAR = 16
"""Processors up to which the axes are linear."""


@dataclass(frozen=True)
class Curve:
    """The speed-up of one job: `points` of a polyline, and its tooltip."""

    points: str
    text: str


@dataclass(frozen=True)
class SpeedupChart:
    """Speed-up by number of processors; places are in percent of the plot, from its upper left.

    `band` (a polygon) is the middle 80 % of the jobs, `median` a polyline; both are empty for few
    jobs. `ideal` is the line on which n processors are n times as fast as one.
    """

    summary: str
    note: str
    curves: Sequence[Curve]
    band: str
    median: str
    ideal: str
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]


class Gain(NamedTuple):
    """Speed-up of a job on each of its widths, both of shape (n_configurations,)."""

    job: int
    widths: Ints
    speedup: Floats


@dataclass(frozen=True)
class Axis:
    """One direction of the plot, linear or logarithmic."""

    low: float
    high: float
    log: bool

    def at(self, values: Floats | Ints | float) -> Floats:
        """Return places from 0 to 100."""
        value, low, high = (
            np.log(v) if self.log else np.asarray(v, np.float64)
            for v in (values, self.low, self.high)
        )
        return np.asarray(100 * (value - low) / (high - low))

    def ticks(self) -> list[float]:
        """Return round values, both ends among them if they are round enough."""
        if not self.log:
            step = next(step for step in (1, 2, 4, 5, math.inf) if self.high <= 5 * step)
            values = [1.0, *(float(step * i) for i in range(1 + (step == 1), 6))]
            return [v for v in values if self.low <= v <= self.high]
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        spread = math.log10(self.high / self.low)
        factors = (1, 1.5, 2, 3, 4, 5, 7) if spread < 1 else (1, 2, 5) if spread < 3.2 else (1,)
        values = [factor * 10.0**decade for decade in decades for factor in factors]
        return [v for v in values if self.low * 0.999 <= v <= self.high * 1.001]


def speedup_chart(workload: Workload) -> SpeedupChart | None:
    """Return the chart; None if no job has a choice of processors."""
    profiles = workload.profiles
    least, most = profiles.least(profiles.times), -profiles.least(-profiles.times)
    jobs = np.flatnonzero((profiles.counts > 1) & (least * LARGEST > most))
    if not len(jobs):
        return None
    gains = [_gain(workload, int(i)) for i in _evenly(jobs, MEASURED)]
    curves = [_gain(workload, int(i)) for i in _evenly(jobs, DRAWN)]
    grid = _grid(min(int(g.widths[0]) for g in gains), max(int(g.widths[-1]) for g in gains))
    low, middle, high = np.nanquantile([_on(gain, grid) for gain in gains], (0.1, 0.5, 0.9), axis=0)
    many = len(gains) >= FEWEST_IN_BAND
    x, y = _axes(int(grid[-1]), curves, float(high[-1]) if many else 0.0)
    return SpeedupChart(
        summary=_summary(int(grid[-1]), middle[-1], low[-1], high[-1], many),
        note=_note(workload, len(jobs), len(gains), many),
        curves=[_curve(workload, gain, x, y) for gain in curves],
        band=_points(x, y, np.append(grid, grid[::-1]), np.append(high, low[::-1])) if many else "",
        median=_points(x, y, grid, middle) if many else "",
        ideal=_points(x, y, np.array([1, grid[-1]]), np.array([1.0, grid[-1]])),
        x_ticks=[Tick(round(float(x.at(v)), 2), f"{v:,g}") for v in x.ticks()],
        y_ticks=[Tick(round(100 - float(y.at(v)), 2), f"{v:,g}") for v in y.ticks()],
    )


def _evenly(jobs: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """Choose `count` jobs, evenly spread over all."""
    places = np.unique(np.linspace(0, len(jobs) - 1, count).round().astype(np.intp))
    return jobs[places]


def _gain(workload: Workload, job: int) -> Gain:
    """Return the speed-up of a job, assuming full efficiency on its fewest processors."""
    widths, times = workload.profiles.job(job)
    good = times > 0
    return Gain(job, widths[good], widths[0] * times[0] / times[good])


def _axes(widest: int, gains: Sequence[Gain], high: float) -> tuple[Axis, Axis]:
    log = widest > LINEAR
    lowest = min(1.0, *(float(gain.speedup.min()) for gain in gains))
    highest = max(2.0, high, *(float(gain.speedup.max()) for gain in gains))
    return Axis(1.0, float(widest), log), Axis(lowest, highest * (1.05 if log else 1.02), log)


def _grid(narrowest: int, widest: int) -> Ints:
    """Return the processor counts at which median and band are computed."""
    if widest <= POINTS:
        return np.arange(narrowest, widest + 1)
    return np.unique(np.geomspace(narrowest, widest, POINTS).round().astype(np.int64))


def _on(gain: Gain, grid: Ints) -> Floats:
    """Return the best speed-up on at most each count of `grid`; NaN if the job needs more."""
    place = np.searchsorted(gain.widths, grid, side="right") - 1
    best = np.maximum.accumulate(gain.speedup)[np.maximum(place, 0)]
    return np.where(place < 0, np.nan, best)


def _curve(workload: Workload, gain: Gain, x: Axis, y: Axis) -> Curve:
    widths, speedup = gain.widths, gain.speedup
    if len(widths) > POINTS:
        index = np.unique(np.searchsorted(widths, np.geomspace(widths[0], widths[-1], POINTS - 1)))
        index = np.minimum(index, len(widths) - 1)
        widths, speedup = widths[index], speedup[index]
    all_widths, times = workload.profiles.job(gain.job)
    best = int(times.argmin())
    text = (
        f"job {workload.ids[gain.job]}: {duration(float(times[0]))} on {all_widths[0]:,}, "
        f"{duration(float(times[best]))} on {all_widths[best]:,} processors, "
        f"{significant(float(times[0] / times[best]), 3)} times as fast"
    )
    return Curve(_points(x, y, widths, speedup), text)


def _points(x: Axis, y: Axis, widths: Ints, speedup: Floats) -> str:
    has_value = ~np.isnan(speedup)
    places = zip(x.at(widths[has_value]).tolist(), y.at(speedup[has_value]).tolist(), strict=True)
    return " ".join(f"{left:.2f},{100 - up:.2f}" for left, up in places)


def _summary(widest: int, middle: float, low: float, high: float, has_band: bool) -> str:
    text = f"median {significant(middle, 3)} on up to {widest:,} processors"
    if has_band:
        text += f", middle 80 % {significant(low, 3)} to {significant(high, 3)}"
    return text


def _note(workload: Workload, moldable: int, measured: int, has_band: bool) -> str:
    drawn = min(moldable, DRAWN)
    text = f"Time on one processor over time on k; {drawn} of {moldable:,} moldable jobs"
    text = text if drawn < moldable else text.replace(f"{drawn} of {moldable:,}", f"all {drawn}")
    if has_band and measured < moldable:
        text += f", median and middle 80 % of {measured:,}"
    first = workload.profiles.widths[workload.profiles.offsets[:-1]]
    if (first[workload.profiles.counts > 1] > 1).any():
        text += ". Jobs that need several processors begin on the ideal line"
    return f"{text}."
