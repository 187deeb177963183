"""Speed-up: how much faster moldable jobs are on more processors."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.report.figure import Axis, Figure, Scale, Series
from parsched.report.phrases import capital, counted
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.units import significant

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
SHARES = (0.1, 0.5, 0.9)
"""Of the jobs, those below the band, below the median, and below the upper end of the band."""


class SpeedupGain(NamedTuple):
    """Speed-up of a job (its row) on each of its widths, both of shape (n_configurations,)."""

    job: int
    widths: Ints
    speedup: Floats

    @classmethod
    def of(cls, workload: Workload, job: int) -> Self:
        """Return the speed-up of a job, assuming full efficiency on its fewest processors."""
        widths, times = workload.profiles.job(job)
        good = times > 0
        return cls(job, widths[good], widths[0] * times[0] / times[good])

    @property
    def thinned(self) -> Self:
        """The same with few corners, evenly spread over a logarithmic axis."""
        if len(self.widths) <= POINTS:
            return self
        wanted = np.geomspace(self.widths[0], self.widths[-1], POINTS - 1)
        index = np.minimum(np.unique(np.searchsorted(self.widths, wanted)), len(self.widths) - 1)
        return self._replace(widths=self.widths[index], speedup=self.speedup[index])

    def best_on(self, grid: Ints) -> Floats:
        """Return the best speed-up on at most each count of `grid`; NaN if the job needs more."""
        place = np.searchsorted(self.widths, grid, side="right") - 1
        best = np.maximum.accumulate(self.speedup)[np.maximum(place, 0)]
        return np.where(place < 0, np.nan, best)


@dataclass(frozen=True, eq=False)
class Speedups:
    """Speed-up of the moldable jobs of a workload: of `drawn` ones by itself, and of `measured`
    ones the middle with the ends of the middle 80 %, at processor counts `grid`, arrays of shape
    (n_counts,)."""

    workload: Workload
    drawn: tuple[SpeedupGain, ...]
    moldable: int
    measured: int
    grid: Ints
    low: Floats
    middle: Floats
    high: Floats

    @classmethod
    def of(cls, workload: Workload) -> Self | None:
        """Measure them; None if no job has a choice of processors.

        >>> import parsched as sched
        >>> Speedups.of(sched.generate("mixed", jobs=20, processors=8)).figure
        <Figure speed-up: 3 series, Speed-up>
        """
        profiles = workload.profiles
        least, most = profiles.least(profiles.times), -profiles.least(-profiles.times)
        jobs = np.flatnonzero((profiles.counts > 1) & (least * LARGEST > most))
        if not len(jobs):
            return None
        gains = [SpeedupGain.of(workload, int(i)) for i in _evenly(jobs, MEASURED)]
        grid = _grid(min(int(g.widths[0]) for g in gains), max(int(g.widths[-1]) for g in gains))
        ends = np.nanquantile([gain.best_on(grid) for gain in gains], SHARES, axis=0)
        drawn = tuple(SpeedupGain.of(workload, int(i)).thinned for i in _evenly(jobs, DRAWN))
        return cls(workload, drawn, len(jobs), len(gains), grid, *ends)

    @property
    def has_band(self) -> bool:
        """Whether there are enough jobs for a median with a band."""
        return self.measured >= FEWEST_IN_BAND

    @property
    def widest(self) -> int:
        """Most processors of a job."""
        return int(self.grid[-1])

    @property
    def is_log(self) -> bool:
        """Whether the axes are logarithmic."""
        return self.widest > LINEAR

    @property
    def highest(self) -> float:
        """Highest speed-up that is drawn, at least 2."""
        band = float(self.high[-1]) if self.has_band else 0.0
        return max(2.0, band, *(float(gain.speedup.max()) for gain in self.drawn))

    @property
    def summary(self) -> str:
        """The speed-up on most processors, in words."""
        low, middle, high = (
            significant(float(values[-1]), 3) for values in (self.low, self.middle, self.high)
        )
        text = f"median {middle} on up to {counted(self.widest, 'processor')}"
        return f"{text}, middle 80 % {low} to {high}" if self.has_band else text

    @property
    def note(self) -> str:
        """What is drawn, for which jobs."""
        drawn = len(self.drawn)
        which = f"{drawn} of {self.moldable:,}" if drawn < self.moldable else f"all {drawn}"
        text = f"Time on one processor over time on k; {which} moldable jobs"
        if self.has_band and self.measured < self.moldable:
            text += f", median and middle 80 % of {self.measured:,}"
        profiles = self.workload.profiles
        first = profiles.widths[profiles.offsets[:-1]]
        if (first[profiles.counts > 1] > 1).any():
            text += ". Jobs that need several processors begin on the ideal line"
        return f"{text}."

    @property
    def figure(self) -> Figure:
        """Curves of jobs, their median with a band, and the line on which k processors are k times
        as fast as one."""
        scale: Scale = "log" if self.is_log else "linear"
        end = min(float(self.widest), self.highest)
        ideal = np.array([1.0, end])
        title = "ideal: k processors, k times as fast"
        median = Series(
            title="median, middle 80 %",
            x=self.grid.astype(np.float64),
            y=self.middle,
            shape="line",
            low=self.low,
            high=self.high,
        )
        return Figure(
            key="speed-up",
            title="Speed-up",
            x=Axis(title="processors", scale=scale),
            y=Axis(title="times as fast", scale=scale),
            series=(
                self._curves,
                *([median] if self.has_band else []),
                Series(title=title, x=ideal, y=ideal, shape="limit"),
            ),
            notes=(capital(f"{self.summary}."), self.note),
        )

    @property
    def _curves(self) -> Series:
        """All drawn jobs as one series, an unknown value behind each."""
        points = [
            (str(self.workload.ids[gain.job]), width, value)
            for gain in self.drawn
            for width, value in [
                *zip(gain.widths.tolist(), gain.speedup.tolist(), strict=True),
                (int(gain.widths[-1]), np.nan),
            ]
        ]
        jobs, widths, values = zip(*points, strict=True)
        x, y = np.array(widths, np.float64), np.array(values, np.float64)
        return Series(title="a job", x=x, y=y, shape="threads", facts={"job": jobs})


def _evenly(jobs: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """Choose `count` jobs, evenly spread over all."""
    places = np.unique(np.linspace(0, len(jobs) - 1, count).round().astype(np.intp))
    return jobs[places]


def _grid(narrowest: int, widest: int) -> Ints:
    """Return the processor counts at which median and band are computed."""
    if widest <= POINTS:
        return np.arange(narrowest, widest + 1)
    return np.unique(np.geomspace(narrowest, widest, POINTS).round().astype(np.int64))


@report(
    "speed-up",
    title="Speed-up",
    suits=lambda records: records.about.traits.is_moldable,
    options=NoOptions,
)
def speed_up(records: Records, _: NoOptions) -> Report:
    """How much faster moldable jobs are on more processors."""
    found = Speedups.of(records.about.load().workload)
    if found is None:
        return Report(sentences=("No job is faster on more processors in a way that is known.",))
    return Report(
        sentences=(capital(f"{found.summary}."),), figures=(found.figure,), notes=(found.note,)
    )
