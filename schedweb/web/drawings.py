"""Small Gantt charts with numbered jobs, drawn as SVG by the server."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from parsched import Platform, Workload
from parsched.measure.metrics import METRICS
from parsched.report.examples import Picture, WorkedExample, kinds
from parsched.report.gantt.rows import IntervalRows
from parsched.report.phrases import counted
from parsched.report.scales import label
from parsched.report.units import DisplayUnit, unit_for
from schedweb.web.job_table import has_weights, letter

ROW = 26
"""Pixels of a processor."""
GAP = 8
"""Pixels between two sites, as in the style sheet."""
TICKS = 8
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
SHADES = 3
"""Number of shades of weights and times, and of environments with a colour of their own."""
NARROW = 2.5
"""Percent."""
ROOM = 1.02
"""Width of the chart as a multiple of the end of the last job."""


@dataclass(frozen=True)
class DrawnBox:
    """A rectangle of neighbouring processors: left and width in percent, top and height in pixels.

    `name` is written in the box, `text` is its tooltip.
    """

    left: float
    width: float
    top: int
    height: int
    name: str
    shade: int
    text: str

    @property
    def is_narrow(self) -> bool:
        """True if the box is too narrow for its name."""
        return self.width < NARROW

    @property
    def middle(self) -> tuple[float, float]:
        """Where the name of a job stands: percent and pixels."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Percent."""
        return round(self.left + self.width, 3)

    @property
    def bottom(self) -> int:
        """Pixels."""
        return self.top + self.height


@dataclass(frozen=True)
class DrawnMark:
    """A time on the axis, or a line across the chart, in percent."""

    at: float
    text: str

    @property
    def is_late(self) -> bool:
        """True where the text must stand before the line."""
        return self.at > 92


@dataclass(frozen=True)
class DrawnBand:
    """The processors of a site, from the top: pixels, and numbers within the site."""

    name: str
    top: int
    processors: Sequence[int]

    @property
    def height(self) -> int:
        """Pixels."""
        return ROW * len(self.processors)


@dataclass(frozen=True)
class ScheduleDrawing:
    """One schedule with its `caption`.

    Jobs are coloured by the quantity `colours`, from low to high, or by the `names` of categories.
    `deployments` end where their jobs start; `groups` are around their jobs and deployments.
    """

    boxes: Sequence[DrawnBox]
    ticks: Sequence[DrawnMark]
    lines: Sequence[DrawnMark]
    bands: Sequence[DrawnBand]
    caption: str
    colours: str
    names: Sequence[str]
    deployments: Sequence[DrawnBox]
    groups: Sequence[DrawnBox]

    @property
    def height(self) -> int:
        """Pixels of all sites, the first site at the bottom."""
        return self.bands[0].top + self.bands[0].height

    @property
    def is_grid(self) -> bool:
        """True with several sites."""
        return len(self.bands) > 1

    @property
    def look(self) -> str:
        """CSS class of jobs, by the quantity that colours them."""
        return "environment" if self.names else "shade"

    @property
    def takes_time(self) -> bool:
        """True where deployments do."""
        return any(box.width for box in self.deployments)


def drawings(example: WorkedExample) -> list[ScheduleDrawing]:
    """Draw every picture of an example on one time axis."""
    last = max(_end(picture) for picture in example.pictures)
    return [_Canvas(example, picture, last * ROOM).drawing() for picture in example.pictures]


def _end(picture: Picture) -> float:
    lines = picture.lines.times.values() if picture.lines else ()
    return max(float(picture.result.schedule.end.max()), *lines, 0.0)


@dataclass(frozen=True)
class _Canvas:
    """A picture of an example, and its width in seconds."""

    example: WorkedExample
    picture: Picture
    span: float

    @property
    def jobs(self) -> Workload:
        """The scheduled jobs, which may be fewer than the example's jobs."""
        return self.picture.result.workload

    def drawing(self) -> ScheduleDrawing:
        """Draw it."""
        times = self.picture.lines.times if self.picture.lines else {}
        step = next((step for step in STEPS if self.span / step <= TICKS), STEPS[-1])
        ticks = [DrawnMark(self._percent(at), label(at)) for at in np.arange(0, self.span, step)]
        environment, colours = self.jobs.environment, "time"
        if environment is not None:
            colours = "environment"
        elif has_weights(self.example.workload):
            colours = "weight"
        return ScheduleDrawing(
            boxes=self._boxes(),
            ticks=ticks,
            lines=[DrawnMark(self._percent(time), name) for name, time in times.items()],
            bands=_bands(self.example.platform),
            caption=_caption(self.example, self.picture),
            colours=colours,
            names=() if environment is None else environment.names,
            deployments=self._deployments(),
            groups=self._groups(),
        )

    def _percent(self, time: float) -> float:
        return round(100 * float(time) / self.span, 3)

    def _box(
        self,
        site: int,
        lo: int,
        hi: int,
        begin: float,
        end: float,
        name: str,
        shade: int,
        text: str,
    ) -> DrawnBox:
        """Return the box of processors lo to hi - 1 of a site from `begin` to `end`."""
        band = _bands(self.example.platform)[site]
        return DrawnBox(
            left=self._percent(begin),
            width=self._percent(end - begin),
            top=int(band.top + band.height - ROW * hi),
            height=int(hi - lo) * ROW,
            name=name,
            shade=shade,
            text=text,
        )

    def _boxes(self) -> list[DrawnBox]:
        rows, shades = (
            IntervalRows.of(self.example.platform, self.picture.result.schedule),
            _shades(self.jobs),
        )
        boxes = []
        for job, site, lo, hi, start, length in zip(
            rows.job, rows.site, rows.lo, rows.hi, rows.start, rows.duration, strict=True
        ):
            name, end = str(self.jobs.ids[job]), start + length
            text = f"job {name}: {label(start)} to {label(end)}"
            boxes.append(self._box(site, lo, hi, start, end, name, int(shades[job]), text))
        return boxes

    def _deployments(self) -> list[DrawnBox]:
        environment, schedule, deployed = (
            self.jobs.environment,
            self.picture.result.schedule,
            self.picture.deployed,
        )
        if environment is None:
            return []
        boxes, processors = [], deployed.processors
        for number, job in enumerate(deployed.first.tolist()):
            text = f"{environment.name(job)} is deployed for {self._receiver(job)}"
            end, site = float(deployed.end[number]), schedule.site[job]
            begin = end - float(deployed.seconds[number])
            for lo, hi in zip(*processors.intervals(number), strict=True):
                boxes.append(self._box(site, lo, hi, begin, end, "", 0, text))
        return boxes

    def _receiver(self, job: int) -> str:
        """Name the group of a job, or the job if it has none."""
        groups = self.picture.result.schedule.groups
        if groups is not None and groups.job[job] >= 0:
            return f"group {letter(int(groups.job[job]))}"
        return f"job {self.jobs.ids[job]}"

    def _groups(self) -> list[DrawnBox]:
        groups, boxes = self.picture.result.schedule.groups, []
        for number, kind in enumerate(kinds(self.picture.result)):
            assert groups is not None
            members = np.flatnonzero(groups.job == number)
            text = f"group {letter(number)}, {kind}"
            boxes += self._around(members, letter(number), text)
        return boxes

    def _around(self, members: NDArray[np.intp], name: str, text: str) -> list[DrawnBox]:
        """Frame the members from their first deployment on: a box per range of processors."""
        schedule, deployed = self.picture.result.schedule, self.picture.deployed
        assert schedule.processors is not None
        begins = (deployed.end - deployed.seconds)[np.isin(deployed.first, members)]
        begin = float(min([schedule.start[members].min(), *begins]))
        is_held = np.zeros(self.example.platform.processors + 2, np.bool_)
        for job in members:
            for lo, hi in zip(*schedule.processors.intervals(int(job)), strict=True):
                is_held[lo + 1 : hi + 1] = True
        edges = np.flatnonzero(np.diff(is_held))
        end = float(schedule.end[members].max())
        return [
            self._box(0, lo, hi, begin, end, name, 0, text)
            for lo, hi in zip(edges[::2], edges[1::2], strict=True)
        ]


def _bands(platform: Platform) -> list[DrawnBand]:
    """Return the bands of the sites in order, stacked upwards."""
    bands, top = [], 0
    for site in reversed(platform.sites):
        bands.append(DrawnBand(site.name, top, range(site.processors, 0, -1)))
        top += bands[-1].height + GAP
    return bands[::-1]


def _shades(jobs: Workload) -> Sequence[int]:
    """Return the environment of each job; without environments three classes of weight, or of time
    if all weights are equal."""
    if jobs.environment is not None:
        return [1 + int(code) for code in jobs.environment.codes]
    values = jobs.weight if has_weights(jobs) else jobs.least_time
    ranks = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    return [1 + int(rank) * SHADES // len(jobs) for rank in ranks]


def _caption(example: WorkedExample, picture: Picture) -> str:
    jobs = picture.result.workload
    sizes = " + ".join(str(site.processors) for site in example.platform.sites)
    parts = [f"{_count(len(jobs))} on {sizes} processors"]
    if picture.title:
        parts[0] = f"{picture.title}: {parts[0]}"
    elif len(example.pictures) > 1:
        conditions = ", ".join(picture.conditions)
        parts[0] += f" with {conditions or 'default parameters'}"
    metrics = picture.result.metrics
    keys = [key for key in _criteria(jobs) if not isnan(metrics[key])]
    text = f"{', '.join([*parts, *(_measured(key, metrics[key]) for key in keys)])}."
    return f"{text} Dashed lines: {picture.lines.meaning}." if picture.lines else text


def _count(jobs: int) -> str:
    return counted(jobs, "job")


def _criteria(jobs: Workload) -> tuple[str, ...]:
    if jobs.environment is not None:
        return ("makespan", "deployments", "group_widths", "d_lambda")
    if jobs.has_releases and jobs.is_rigid:
        return ("mean_wait", "makespan")
    return ("makespan", "sum_weighted_completion")


def _measured(key: str, value: float) -> str:
    metric = METRICS[key]
    unit: DisplayUnit = unit_for(metric.unit, [])
    return f"{metric.title} {unit.text(value)} {unit.name}".strip()
