"""Speed-up of moldable jobs by number of processors, drawn as SVG by the server."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched import Workload
from parsched.report.figure import Figure
from parsched.report.phrases import counted
from parsched.report.speedups import SpeedupGain, Speedups
from schedweb.web.histograms import Tick
from schedweb.web.quantities import duration, significant

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SpeedupCurve:
    """The speed-up of one job: `points` of a polyline, and its tooltip."""

    points: str
    text: str


@dataclass(frozen=True)
class SpeedupChart:
    """Speed-up by number of processors; places are in percent of the plot, from its upper left.

    `band` (a polygon) is the middle 80 % of the jobs, `median` a polyline; both are empty for few
    jobs. `ideal` is the line on which n processors are n times as fast as one.
    """

    figure: Figure
    summary: str
    note: str
    curves: Sequence[SpeedupCurve]
    band: str
    median: str
    ideal: str
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return self.figure.key

    @property
    def title(self) -> str:
        """What it is called."""
        return self.figure.title


@dataclass(frozen=True)
class SpeedupAxis:
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
    found = Speedups.of(workload)
    if found is None:
        return None
    x, y = _axes(found)
    grid, ends = found.grid, (found.low, found.high)
    around = np.append(grid, grid[::-1]), np.append(ends[1], ends[0][::-1])
    widest = np.array([1, found.widest])
    return SpeedupChart(
        figure=found.figure,
        summary=found.summary,
        note=found.note,
        curves=[_curve(workload, gain, x, y) for gain in found.drawn],
        band=_points(x, y, *around) if found.has_band else "",
        median=_points(x, y, grid, found.middle) if found.has_band else "",
        ideal=_points(x, y, widest, widest.astype(np.float64)),
        x_ticks=[Tick(round(float(x.at(v)), 2), f"{v:,g}") for v in x.ticks()],
        y_ticks=[Tick(round(100 - float(y.at(v)), 2), f"{v:,g}") for v in y.ticks()],
    )


def _axes(found: Speedups) -> tuple[SpeedupAxis, SpeedupAxis]:
    lowest = min(1.0, *(float(gain.speedup.min()) for gain in found.drawn))
    highest = found.highest * (1.05 if found.is_log else 1.02)
    return SpeedupAxis(1.0, float(found.widest), found.is_log), SpeedupAxis(
        lowest, highest, found.is_log
    )


def _curve(workload: Workload, gain: SpeedupGain, x: SpeedupAxis, y: SpeedupAxis) -> SpeedupCurve:
    widths, times = workload.profiles.job(gain.job)
    best = int(times.argmin())
    text = (
        f"job {workload.ids[gain.job]}: {duration(float(times[0]))} on {widths[0]:,}, "
        f"{duration(float(times[best]))} on {counted(widths[best], 'processor')}, "
        f"{significant(float(times[0] / times[best]), 3)} times as fast"
    )
    return SpeedupCurve(_points(x, y, gain.widths, gain.speedup), text)


def _points(x: SpeedupAxis, y: SpeedupAxis, widths: Ints, speedup: Floats) -> str:
    has_value = ~np.isnan(speedup)
    places = zip(x.at(widths[has_value]).tolist(), y.at(speedup[has_value]).tolist(), strict=True)
    return " ".join(f"{left:.2f},{100 - up:.2f}" for left, up in places)
