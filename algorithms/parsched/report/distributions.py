"""Distributions: waits, times in the system and slowdowns of jobs, and what happens over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from parsched.report.curves import BINS, CurvePoints
from parsched.report.figure import Axis, Figure, Series
from parsched.report.highlights import HighlightOptions
from parsched.report.records import Records, Subject
from parsched.report.registry import Report, report
from parsched.report.results import ABOUT_RUN, about_run
from parsched.report.table import Table, for_programs, raw_table
from parsched.run.record import Record

SEEN = 125
"""Bins of time that are drawn if there are more steps."""
MEANS = f"Long series are drawn as means over {SEEN} or more equal time spans."
FAR = 4.0
"""Ratio of the end of a run to the next earlier end from which it is outside the first view."""
AFTER = 1.15
"""End of the first view as a multiple of the last end inside it."""


@dataclass(frozen=True, kw_only=True)
class CurveAxes:
    """Title and axes of a curve."""

    title: str
    x: Axis
    y: Axis
    needs_releases: bool = False

    @property
    def is_over_time(self) -> bool:
        """True for curves over time; the others are distributions."""
        return self.x.scale == "clock"


SHARE = Axis(title="share of jobs", unit="%", end=1.0)
TIME = Axis(title="time", unit="s", scale="clock")
PLANS: Mapping[str, CurveAxes] = {
    "wait": CurveAxes(
        title="Wait", x=Axis(title="wait of a job", unit="s", scale="duration"), y=SHARE
    ),
    "flow": CurveAxes(
        title="Time in the system",
        x=Axis(title="time in the system of a job", unit="s", scale="duration"),
        y=SHARE,
    ),
    "slowdown": CurveAxes(
        title="Bounded slowdown", x=Axis(title="slowdown of a job", scale="ratio"), y=SHARE
    ),
    "utilisation": CurveAxes(
        title="Utilisation over time", x=TIME, y=Axis(title="busy processors", unit="%", end=1.0)
    ),
    "queue": CurveAxes(
        title="Queue length over time", x=TIME, y=Axis(title="waiting jobs"), needs_releases=True
    ),
}
"""By the key of the curve."""


@report("distributions", title="Distributions", options=HighlightOptions)
def distributions(records: Records, options: HighlightOptions) -> Report:
    """Waits, times in the system and slowdowns of all jobs, busy processors and queue over time."""
    runs, notes = options.among(records)
    has_releases = records.about.traits.has_releases
    figures = tuple(
        curves_figure(key, runs, records)
        for key, plan in PLANS.items()
        if has_releases or not plan.needs_releases
    )
    data = for_programs("curves", lambda: _data(figures, runs, records.about))
    return Report(tables=(data,), figures=figures, notes=notes)


def curves_figure(key: str, runs: Sequence[Record], records: Records) -> Figure:
    """Return one curve of some runs, each by its key, on one pair of axes."""
    plan = PLANS[key]
    series = tuple(_series(key, plan, record, records) for record in runs)
    x = plan.x
    if plan.is_over_time:
        end = first_view([float(curve.x.max(initial=0.0)) for curve in series])
        x = replace(x, end=end, calendar=records.about.calendar)
    notes = (MEANS,) if plan.is_over_time else ()
    return Figure(key=key, title=plan.title, x=x, y=plan.y, series=series, notes=notes)


def first_view(ends: Sequence[float]) -> float:
    """Return where a time axis ends at first, in seconds.

    It is the last end, unless half of the runs or more ended long before: then a little after
    those, or their lines could not be told apart.
    """
    ordered = sorted(ends)
    for i in range((len(ordered) + 1) // 2, len(ordered)):
        if ordered[i - 1] > 0 and ordered[i] > FAR * ordered[i - 1]:
            return AFTER * ordered[i - 1]
    return ordered[-1] if ordered else 0.0


def _series(key: str, plan: CurveAxes, record: Record, records: Records) -> Series:
    """Return a curve of a run; processors as the share that is busy."""
    curve = records.curve(key, record)
    points = readable(curve) if plan.is_over_time else curve
    size = records.about.platform.processors if key == "utilisation" else 1
    return Series(
        title=record.label,
        record=record.key,
        algorithm=record.algorithm,
        shape="step",
        x=points.x,
        y=points.y / size,
    )


def _data(figures: Sequence[Figure], runs: Sequence[Record], about: Subject) -> Table:
    rows = [
        [*about_run(record, about), figure.key, x, y]
        for figure in figures
        for record, series in zip(runs, figure.series, strict=True)
        for x, y in zip(series.x.tolist(), series.y.tolist(), strict=True)
    ]
    return raw_table("curves", [*ABOUT_RUN, "curve", "x", "y"], rows)


def readable(points: CurvePoints) -> CurvePoints:
    """Merge bins of time so that few enough remain to distinguish several lines."""
    x, y = points.x, points.y
    if len(x) <= BINS:
        return points
    join = (len(x) - 1) // SEEN
    whole = (len(x) - 1) // join * join
    mean = y[:whole].reshape(-1, join).mean(axis=1)
    return CurvePoints(np.append(x[:whole:join], x[-1]), np.append(mean, mean[-1]))
