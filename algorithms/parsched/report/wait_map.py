"""Waits by width and run time: a heat map of each run, and of the difference of two."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.declare.parameters import text
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.differences import named_run, other_run, usual_run
from parsched.report.figure import Axis, Figure, Series, Shape
from parsched.report.gantt.classes import TIMES, limits, spread
from parsched.report.highlights import HighlightOptions
from parsched.report.phrases import counted
from parsched.report.records import Records
from parsched.report.registry import Report, report, wrong
from parsched.report.scales import label
from parsched.report.table import Cell, Column, Table, raw_table
from parsched.run.record import Record

STEPS = (0.02, 0.2, 0.6)
"""Where classes of longer, and of shorter waits begin, as shares of the largest difference."""


@dataclass(frozen=True, kw_only=True)
class MapOptions(HighlightOptions):
    """Which runs have a map, and which two are compared."""

    first: str = text("", "Key or label of a run; else the baseline.", longest=2_000, commas=True)
    second: str = text(
        "",
        "Key or label of another run; else what was made elsewhere, or one of the others.",
        longest=2_000,
        commas=True,
    )

    def pair(self, records: Records) -> tuple[Record, Record] | None:
        """Return both runs that are compared, None where there is one alone; raises ParameterError
        for one that is not there."""
        first = named_run(records, "first", self.first) or usual_run(records)
        second = named_run(records, "second", self.second)
        if second is not None and second.key == first.key:
            raise wrong("second", "must be another run than first", self.second)
        other = second or other_run(records, first)
        return None if other is None else (first, other)


@dataclass(frozen=True, eq=False)
class WaitMap:
    """Mean waits, seconds, of jobs by class of width (rows) and of run time (columns): float64 of
    shape (n_widths, n_times), NaN without jobs; `jobs` counts them. `widths` and `times` name the
    classes."""

    widths: tuple[str, ...]
    times: tuple[str, ...]
    jobs: NDArray[np.int64]
    waits: Floats


def wait_map_of(jobs: Workload, schedule: Schedule) -> WaitMap:
    """Return the mean waits under a schedule; a moldable job counts by the least width and run time
    that it can have, so that a cell has the same jobs under every run."""
    found = limits(jobs)
    edges = {name: np.array(found[name]) for name in ("width", "runtime")}
    row = np.searchsorted(edges["width"], jobs.least_width, side="left")
    column = np.searchsorted(edges["runtime"], jobs.least_time, side="left")
    shape = len(edges["width"]) + 1, len(edges["runtime"]) + 1
    cell = row * shape[1] + column
    waits = schedule.wait(jobs)
    count = np.bincount(cell, minlength=shape[0] * shape[1])
    total = np.bincount(cell, waits, minlength=len(count))
    mean = np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)
    some = count.reshape(shape) > 0
    rows, columns = np.flatnonzero(some.any(axis=1)), np.flatnonzero(some.any(axis=0))
    widths = [*_names([f"{limit:,.0f}" for limit in edges["width"]])]
    times = [*_names(_labels(edges["runtime"]))]
    return WaitMap(
        widths=tuple(widths[row] for row in rows),
        times=tuple(times[column] for column in columns),
        jobs=count.reshape(shape)[np.ix_(rows, columns)],
        waits=mean.reshape(shape)[np.ix_(rows, columns)],
    )


def _names(limits: Sequence[str]) -> Iterator[str]:
    yield f"≤ {limits[0]}"
    for low, high in pairwise(limits):
        yield f"{low} to {high}"
    yield f"> {limits[-1]}"


@report(
    "wait-map",
    title="Waits by width and run time",
    suits=lambda records: bool(records.done) and records.about.traits.has_releases,
    options=MapOptions,
)
def wait_map(records: Records, options: MapOptions) -> Report:
    """How long wide and narrow, long and short jobs wait, and how that differs between two runs."""
    runs, notes = options.among(records)
    pair = options.pair(records)
    maps = {r.key: records.found(wait_map_of, r) for r in (*runs, *(pair or ()))}
    edges = _rungs(found.waits for found in maps.values())
    figures = [_figure(f"waits-{at}", r.label, maps[r.key], edges) for at, r in enumerate(runs, 1)]
    sentences = tuple(_longest(r, maps[r.key]) for r in runs[:1])
    if pair is not None:
        first, second = pair
        figures.insert(0, _difference(pair, maps[first.key], maps[second.key]))
        sentences = (_most(pair, maps[first.key], maps[second.key]),)
    return Report(
        sentences=sentences,
        tables=(_table(records, [(r, maps[r.key]) for r in runs]),),
        figures=tuple(figures),
        notes=("Each cell is the mean wait of its jobs, the same under every run.", *notes),
    )


def _longest(run: Record, found: WaitMap) -> str:
    if np.isnan(found.waits).all():
        return f"There is no job under {run.label}."
    row, column = np.unravel_index(int(np.nanargmax(found.waits)), found.waits.shape)
    one = bool(found.jobs[row, column] == 1)
    wait = label(float(found.waits[row, column]))
    longest = f"{_jobs_of(found, row, column)} wait{'s' * one} longest"
    return f"Under {run.label}, {longest}: {wait}{' on average' * (not one)}."


def _jobs_of(found: WaitMap, row: Any, column: Any) -> str:
    """Say which jobs are in a cell: a mean of few jobs is only read well with their number."""
    jobs = counted(int(found.jobs[row, column]), "job")
    return f"{jobs} of {found.widths[row]} processors and {found.times[column]}"


def _most(pair: tuple[Record, Record], first: WaitMap, second: WaitMap) -> str:
    later = second.waits - first.waits
    names = [run.label for run in pair]
    if np.isnan(later).all() or not np.nanmax(np.abs(later)) > 0:
        return (
            f"Jobs of every width and run time wait as long under {names[1]} as under {names[0]}."
        )
    row, column = np.unravel_index(int(np.nanargmax(np.abs(later))), later.shape)
    one = bool(first.jobs[row, column] == 1)
    more = "longer" if later[row, column] > 0 else "shorter"
    waits = " → ".join(label(float(each.waits[row, column])) for each in (first, second))
    wait = f"{_jobs_of(first, row, column)} wait{'s' * one} {more}"
    return f"Under {names[1]}, {wait} than under {names[0]}: {waits}."


def _rungs(values: Iterable[Floats]) -> Floats:
    """Return readable limits of classes of times, spread over those that are positive."""
    known = np.concatenate([np.zeros(0), *(v[np.isfinite(v)] for v in values)])
    return np.array(spread(known, np.ones(len(known)), TIMES))


def _figure(key: str, title: str, found: WaitMap, edges: Floats) -> Figure:
    heading = f"Mean wait under {title}"
    return _cells(key, heading, found, found.waits, edges, [*_names(_labels(edges))], "cells")


def _labels(edges: Floats) -> list[str]:
    return [label(float(limit)) for limit in edges]


def _difference(pair: tuple[Record, Record], first: WaitMap, second: WaitMap) -> Figure:
    later = second.waits - first.waits
    largest = float(np.nanmax(np.abs(later), initial=0.0))
    near = [np.abs(np.log(np.array(TIMES) / (share * largest or 1.0))) for share in STEPS]
    edges = np.array(TIMES)[np.unique([each.argmin() for each in near])]
    names = [*_names(_labels(edges))]
    more, less = ([f"{name} {word}" for name in names[1:]] for word in ("more", "less"))
    classes = [*reversed(less), f"within {_labels(edges)[0]}", *more]
    title = f"Mean wait under {pair[1].label} minus under {pair[0].label}"
    limits_of_all = np.concatenate([-edges[::-1], edges])
    return _cells("difference", title, first, later, limits_of_all, classes, "changes")


def _cells(
    key: str,
    title: str,
    found: WaitMap,
    values: Floats,
    edges: Floats,
    names: Sequence[str],
    shape: Shape,
) -> Figure:
    """Return a heat map with one series for each class of values, which may have no cell."""
    rows, columns = np.nonzero(found.jobs)
    inside = values[rows, columns]
    kinds = np.searchsorted(edges, inside, side="left")
    series = []
    for kind, name in enumerate(names):
        at = kinds == kind
        waits = [_signed(label(abs(value)), value, shape) for value in inside[at].tolist()]
        texts = [_signed(_short(value), value, shape) for value in inside[at].tolist()]
        counts = [f"{count:,}" for count in found.jobs[rows[at], columns[at]].tolist()]
        facts = {
            "processors": [found.widths[row] for row in rows[at]],
            "run time": [found.times[column] for column in columns[at]],
            "mean wait": waits,
            "jobs": counts,
        }
        x, y = columns[at].astype(np.float64), rows[at].astype(np.float64)
        series.append(Series(title=name, shape=shape, x=x, y=y, texts=texts, facts=facts))
    return Figure(
        key=key,
        title=title,
        kind="cells",
        x=Axis(title="run time", names=found.times),
        y=Axis(title="processors", names=found.widths),
        series=tuple(series),
    )


def _signed(text: str, value: float, shape: Shape) -> str:
    if shape == "cells" or value == 0:
        return text
    return f"{'+' if value > 0 else '−'}{text}"


def _short(seconds: float) -> str:
    """Write the size of a duration with two significant digits, as cells are narrow: `21 h`."""
    number, _, unit = label(abs(seconds)).replace(",", "").partition(" ")
    text = f"{float(number):.0f}" if float(number) >= 9.95 else f"{float(number):.2g}"
    return f"{text} {unit}".rstrip()


def _table(records: Records, maps: Sequence[tuple[Record, WaitMap]]) -> Table:
    """Return one row for each cell with jobs, with its mean wait under every run."""
    first = maps[0][1]
    cells = np.argwhere(first.jobs > 0).tolist()
    columns = (
        Column(key="processors", title="processors", is_number=False),
        Column(key="run time", title="run time", is_number=False),
        Column(key="jobs", title="jobs"),
        *(Column(key=run.key, title=run.label, better="lower") for run, _ in maps),
    )
    rows, raw = [], []
    for row, column in cells:
        count = int(first.jobs[row, column])
        names = first.widths[row], first.times[column]
        waits = [float(found.waits[row, column]) for _, found in maps]
        texts = [Cell(label(wait), wait) for wait in waits]
        rows.append((*(Cell(name, name) for name in names), Cell(f"{count:,}", count), *texts))
        raw.append([*names, count, *waits])
    heads: dict[str, Any] = {c.key: c.title for c in columns[:3]}
    heads |= {run.key: f"mean wait, {run.key} [s]" for run, _ in maps}
    return Table(
        key="waits",
        title="Mean wait by width and run time",
        columns=columns,
        rows=tuple(rows),
        about=records.about,
        data=raw_table("waits", heads, raw),
    )
