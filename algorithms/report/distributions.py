"""Distributions: waits, times in the system and slowdowns of jobs, and what happens over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from algorithms.record import Record
from algorithms.report.curves import BINS
from algorithms.report.curves import Series as Points
from algorithms.report.declared import Report, report
from algorithms.report.figure import Axis, Figure, Series
from algorithms.report.highlights import Chosen
from algorithms.report.records import Records, Subject
from algorithms.report.results import ABOUT_RUN, about_run
from algorithms.report.table import Table, for_programs, raw_table

SEEN = 125
"""Bins of time that are drawn where there are too many steps."""
MEANS = f"Where there are too many steps to see: means of {SEEN} or more equal spans of time."


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """How a curve is drawn: titles of the axes; a curve over time has bins."""

    title: str
    x: Axis
    y: Axis
    is_over_time: bool = False
    needs_releases: bool = False


SHARE = Axis(title="share of jobs", unit="%")
TIME = Axis(title="time", unit="s", scale="time")
DRAWN: Mapping[str, Drawn] = {
    "wait": Drawn(title="Wait", x=Axis(title="wait of a job", unit="s", scale="time"), y=SHARE),
    "flow": Drawn(
        title="Time in the system",
        x=Axis(title="time in the system of a job", unit="s", scale="time"),
        y=SHARE,
    ),
    "slowdown": Drawn(
        title="Bounded slowdown", x=Axis(title="slowdown of a job", scale="ratio"), y=SHARE
    ),
    "utilisation": Drawn(
        title="Utilisation over time",
        x=TIME,
        y=Axis(title="busy processors", unit="%"),
        is_over_time=True,
    ),
    "queue": Drawn(
        title="Queue length over time",
        x=TIME,
        y=Axis(title="waiting jobs"),
        is_over_time=True,
        needs_releases=True,
    ),
}
"""By the key of the curve."""


@report("distributions", title="Distributions", options=Chosen)
def distributions(records: Records, options: Chosen) -> Report:
    """Waits, times in the system and slowdowns of all jobs, busy processors and queue over time."""
    some, notes = options.among(records)
    has_releases = records.about.traits.has_releases
    figures = tuple(
        Figure(
            key=key,
            title=drawn.title,
            x=drawn.x,
            y=drawn.y,
            series=tuple(_series(key, drawn, record, records) for record in some),
            notes=(MEANS,) if drawn.is_over_time else (),
        )
        for key, drawn in DRAWN.items()
        if has_releases or not drawn.needs_releases
    )
    data = for_programs("curves", lambda: _data(figures, some, records.about))
    return Report(tables=(data,), figures=figures, notes=notes)


def _series(key: str, drawn: Drawn, record: Record, records: Records) -> Series:
    """Return a curve of a run; processors as the share that is busy."""
    found = records.curve(key, record)
    points = readable(found) if drawn.is_over_time else found
    size = records.about.platform.processors if key == "utilisation" else 1
    return Series(
        title=record.label,
        record=record.key,
        algorithm=record.algorithm,
        shape="step",
        x=points.x,
        y=points.y / size,
    )


def _data(figures: Sequence[Figure], some: Sequence[Record], about: Subject) -> Table:
    rows = [
        [*about_run(record, about), figure.key, x, y]
        for figure in figures
        for record, series in zip(some, figure.series, strict=True)
        for x, y in zip(series.x.tolist(), series.y.tolist(), strict=True)
    ]
    return raw_table("curves", [*ABOUT_RUN, "curve", "x", "y"], rows)


def readable(points: Points) -> Points:
    """Join equal bins of time to few enough that several lines can be told apart."""
    x, y = points.x, points.y
    if len(x) <= BINS:
        return points
    join = (len(x) - 1) // SEEN
    whole = (len(x) - 1) // join * join
    mean = y[:whole].reshape(-1, join).mean(axis=1)
    return Points(np.append(x[:whole:join], x[-1]), np.append(mean, mean[-1]))
