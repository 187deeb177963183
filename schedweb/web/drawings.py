"""Small Gantt charts with numbered jobs, drawn as SVG by the server."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms.examples import Example, Picture
from algorithms.metrics import METRICS
from algorithms.platform import Platform
from algorithms.workload import Floats, Workload
from schedweb.runs.gantt.rows import Rows
from schedweb.runs.units import Unit, unit_for
from schedweb.web.times import label

ROW = 26
"""Pixels of a processor."""
GAP = 8
"""Pixels between two sites, as in the style sheet."""
TICKS = 8
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
SHADES = 3
ROOM = 1.02
"""The chart goes on a little behind the last job."""


@dataclass(frozen=True)
class Box:
    """A job on neighbouring processors: left and width in percent, top and height in pixels."""

    left: float
    width: float
    top: int
    height: int
    number: str
    shade: int
    text: str

    @property
    def middle(self) -> tuple[float, float]:
        """Where the number stands: percent and pixels."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True)
class Mark:
    """A time on the axis, or a line across the chart, in percent."""

    at: float
    text: str

    @property
    def is_late(self) -> bool:
        """True where the text must stand before the line."""
        return self.at > 92


@dataclass(frozen=True)
class Band:
    """The processors of a site, from the top: pixels, and numbers within the site."""

    name: str
    top: int
    processors: Sequence[int]

    @property
    def height(self) -> int:
        """Pixels."""
        return ROW * len(self.processors)


@dataclass(frozen=True)
class Drawing:
    """One schedule; `caption` says what is seen, `shades` what they stand for."""

    boxes: Sequence[Box]
    ticks: Sequence[Mark]
    lines: Sequence[Mark]
    bands: Sequence[Band]
    caption: str
    shades: str

    @property
    def height(self) -> int:
        """Pixels of all sites, the first of which is below."""
        return self.bands[0].top + self.bands[0].height

    @property
    def is_grid(self) -> bool:
        """True with several sites."""
        return len(self.bands) > 1


@dataclass(frozen=True)
class JobTable:
    """The jobs of an example: what is known of each, then when it runs."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def drawings(example: Example) -> list[Drawing]:
    """Draw every picture of an example on one time axis."""
    last = max(_end(picture) for picture in example.pictures)
    return [_drawing(example, picture, last * ROOM) for picture in example.pictures]


def _end(picture: Picture) -> float:
    lines = picture.lines.times.values() if picture.lines else ()
    return max(float(picture.result.schedule.end.max()), *lines, 0.0)


def job_table(example: Example) -> JobTable:
    """Return the jobs with widths, times and weights, and where the last picture puts them."""
    jobs, schedule = example.workload, example.pictures[-1].result.schedule
    columns: list[tuple[str, Sequence[str]]] = [("job", [str(name) for name in jobs.ids])]
    if jobs.has_releases:
        columns.append(("released", _texts(jobs.release)))
    columns += _configurations(jobs)
    if _has_weights(jobs):
        columns.append(("weight", _texts(jobs.weight)))
    if not jobs.is_rigid:
        columns.append(("runs on", [str(width) for width in schedule.width]))
    if example.platform.is_grid:
        columns.append(("site", [str(site + 1) for site in schedule.site]))
    columns += [("starts", _texts(schedule.start)), ("ends", _texts(schedule.end))]
    rows = list(zip(*(column for _, column in columns), strict=True))
    return JobTable([head for head, _ in columns], rows)


def _configurations(jobs: Workload) -> list[tuple[str, Sequence[str]]]:
    if jobs.is_rigid:
        return [
            ("processors", [str(width) for width in jobs.width]),
            ("time", _texts(jobs.runtime)),
        ]
    widest = int(jobs.profiles.widths.max())
    return [
        (
            f"time on {width}",
            _texts(jobs.profiles.times_at(np.full(len(jobs), width))),
        )
        for width in range(1, widest + 1)
    ]


def _texts(values: Floats) -> list[str]:
    return [f"{value:.4g}" if value == value else "–" for value in values]


def _has_weights(jobs: Workload) -> bool:
    return bool(np.any(jobs.weight != jobs.weight[0]))


def _drawing(example: Example, picture: Picture, span: float) -> Drawing:
    times = picture.lines.times if picture.lines else {}
    lines = [Mark(_percent(time, span), name) for name, time in times.items()]
    step = next((step for step in STEPS if span / step <= TICKS), STEPS[-1])
    marks = np.arange(0, span, step)
    return Drawing(
        boxes=_boxes(example, picture, span),
        ticks=[Mark(_percent(float(time), span), label(float(time))) for time in marks],
        lines=lines,
        bands=_bands(example.platform),
        caption=_caption(example, picture),
        shades="weight" if _has_weights(example.workload) else "time",
    )


def _bands(platform: Platform) -> list[Band]:
    """Return where the sites are drawn, in their order: each one above the one before it."""
    bands, top = [], 0
    for site in reversed(platform.sites):
        bands.append(Band(site.name, top, range(site.processors, 0, -1)))
        top += bands[-1].height + GAP
    return bands[::-1]


def _percent(time: float, span: float) -> float:
    return round(100 * time / span, 3)


def _boxes(example: Example, picture: Picture, span: float) -> list[Box]:
    rows = Rows.of(example.platform, picture.result.schedule)
    shades = _shades(example.workload)
    bottom = np.array([band.top + band.height for band in _bands(example.platform)])[rows.site]
    return [
        Box(
            left=_percent(start, span),
            width=_percent(length, span),
            top=int(below - ROW * high),
            height=int(high - low) * ROW,
            number=str(example.workload.ids[job]),
            shade=int(shades[job]),
            text=f"job {example.workload.ids[job]}: {label(start)} to {label(start + length)}",
        )
        for job, start, length, low, high, below in zip(
            rows.job, rows.start, rows.duration, rows.lo, rows.hi, bottom, strict=True
        )
    ]


def _shades(jobs: Workload) -> Sequence[int]:
    """Three classes of weight, or of time where all weigh the same."""
    values = jobs.weight if _has_weights(jobs) else jobs.least_time
    ranks = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    return [1 + int(rank) * SHADES // len(jobs) for rank in ranks]


def _caption(example: Example, picture: Picture) -> str:
    jobs = example.workload
    sizes = " + ".join(str(site.processors) for site in example.platform.sites)
    parts = [f"{len(jobs)} jobs on {sizes} processors"]
    if len(example.pictures) > 1:
        given = ", ".join(f"{name} = {value}" for name, value in picture.settings.items())
        parts[0] += f" with {given or 'default parameters'}"
    criteria = ["makespan", "sum_weighted_completion"]
    if jobs.has_releases and jobs.is_rigid:
        criteria = ["mean_wait", "makespan"]
    parts += [_measured(key, picture.result.metrics[key]) for key in criteria]
    text = f"{', '.join(parts)}."
    return f"{text} Dashed lines: {picture.lines.meaning}." if picture.lines else text


def _measured(key: str, value: float) -> str:
    metric = METRICS[key]
    unit: Unit = unit_for(metric.unit, [])
    return f"{metric.title} {unit.text(value)} {unit.name}"
