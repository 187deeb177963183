"""How searches went: the best makespan and the bound over time."""

from collections.abc import Mapping, Sequence

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.model.search_trace import SERIES, SearchSeries, shown
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.figure import Axis, Figure, Series
from parsched.report.highlights import HighlightOptions
from parsched.report.records import Records
from parsched.report.registry import Report, report
from parsched.report.table import (
    ABSENT,
    Cell,
    Column,
    Table,
    for_programs,
    raw_head,
    raw_table,
)
from parsched.run.record import Record

Trace = Mapping[str, list[float | None]]
DRAWN = ("best", "bound", "T")
_HEADS = [raw_head(key, series.unit) for key, series in SERIES.items()]


def is_search(record: Record) -> bool:
    """Return whether the algorithm searches, so that the run may have a trace."""
    return record.algorithm in ALGORITHMS and ALGORITHMS[record.algorithm].is_search


@report(
    "search",
    title="Search history",
    suits=lambda records: any(map(is_search, records.done)),
    options=HighlightOptions,
)
def search(records: Records, options: HighlightOptions) -> Report:
    """Best makespan and bound of each search over time."""
    searches = records.only(record.key for record in records.done if is_search(record))
    chosen, notes = options.among(records if options.runs else searches)
    runs = [record for record in chosen if is_search(record)]
    if not runs:
        return Report(notes=("None of the chosen runs is of an algorithm that searches.",))
    traces: Mapping[str, Trace] = records.details(runs, "trace")
    lost = records.about.traits.unmodelled
    traced = [(r, shown(traces[r.key], lost)) for r in runs if traces[r.key].get("seconds")]
    figures = tuple(
        Figure(
            key=f"search-{i}",
            title=record.label,
            x=Axis(title="time since the search began", unit="s", scale="clock"),
            y=Axis(title="makespan", unit="s", scale="span"),
            series=tuple(_series(trace, name, record) for name in DRAWN if name in trace),
        )
        for i, (record, trace) in enumerate(traced, start=1)
    )
    data = for_programs("search", lambda: _data(traced))
    totals = _totals([record for record in runs if record.search])
    return Report(tables=(*totals, data), figures=figures, notes=notes)


def _totals(records: Sequence[Record]) -> tuple[Table, ...]:
    """Numbers of whole searches, for those series that have one; no table where no search has
    any."""
    if not records:
        return ()
    series = {key: one for key, one in SERIES.items() if one.total}
    columns = (
        Column(key="run", title="run", is_number=False),
        *(
            Column(
                key=key,
                title=one.title,
                unit=one.unit,
                formula="mean over all" if one.total == "mean" else "",
            )
            for key, one in series.items()
        ),
    )
    rows = tuple(
        (Cell(r.label, r.label), *(_total(one, r.search.get(key)) for key, one in series.items()))
        for r in records
    )
    return (Table(key="totals", title="Whole searches", columns=columns, rows=rows),)


def _total(series: SearchSeries, value: float | None) -> Cell:
    if value is None:
        return Cell(ABSENT)
    return Cell(f"{100 * value:.1f}" if series.unit == "%" else f"{value:,.0f}", value)


def _data(traced: Sequence[tuple[Record, Trace]]) -> Table:
    rows = [[record.label, *row] for record, trace in traced for row in _rows(trace, [*SERIES])]
    return raw_table("search", ["run", "time [s]", *_HEADS], rows)


def _series(trace: Trace, name: str, record: Record) -> Series:
    is_tried = name == "T"  # which is often as high as the best: another colour, and set off
    return Series(
        title=SERIES[name].title,
        record="" if is_tried else record.key,
        algorithm="" if is_tried else record.algorithm,
        shape="limit" if name == "bound" else "step",
        is_light=is_tried,
        x=column(trace, "seconds"),
        y=column(trace, name),
    )


def column(trace: Trace, name: str) -> Floats:
    """Return a column of a trace, NaN where a point lacks it."""
    count = len(trace["seconds"])
    values = trace.get(name) or [None] * count
    return np.array([np.nan if value is None else value for value in values], np.float64)


def trace_table(trace: Trace) -> Table:
    """Return the points of a search as they are stored: seconds, and each series that occurs."""
    keys = [key for key in SERIES if key in trace]
    heads = [raw_head(key, SERIES[key].unit) for key in keys]
    return raw_table("trace", ["time [s]", *heads], _rows(trace, keys))


def _rows(trace: Trace, keys: Sequence[str]) -> list[list[float | None]]:
    count = len(trace["seconds"])
    columns = [trace["seconds"], *(trace.get(key) or [None] * count for key in keys)]
    return [list(row) for row in zip(*columns, strict=True)]
