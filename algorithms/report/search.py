"""How searches went: the best makespan and the bound over time."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.problem.arrays import Floats
from algorithms.record import Record
from algorithms.report.declared import NoOptions, Report, report
from algorithms.report.figure import Axis, Figure, Series
from algorithms.report.records import Records
from algorithms.report.table import Table, raw_head, raw_table
from algorithms.search_trace import SERIES

Trace = Mapping[str, list[float | None]]
DRAWN = ("best", "bound", "T")
_HEADS = [raw_head(key, series.unit) for key, series in SERIES.items()]


def is_search(record: Record) -> bool:
    """Tell whether an algorithm searches, so that it may have told how."""
    return record.algorithm in ALGORITHMS and ALGORITHMS[record.algorithm].is_search


@report("search", title="Search history", suits=lambda records: any(map(is_search, records.done)))
def search(records: Records, _: NoOptions) -> Report:
    """Best makespan and bound of each search over time."""
    traces = _traces(records)
    labels = {record.key: record for record in records}
    figures = tuple(
        Figure(
            key=f"search-{i + 1}",
            title=labels[key].label,
            x=Axis(title="time since the search began", unit="s", scale="time"),
            y=Axis(title="makespan", unit="s"),
            series=tuple(_series(trace, name, labels[key]) for name in DRAWN if name in trace),
        )
        for i, (key, trace) in enumerate(traces.items())
    )
    rows: list[list[Any]] = []
    for key, trace in traces.items():
        rows += [[labels[key].label, *row] for row in _rows(trace, [*SERIES])]
    data = raw_table("search", ["run", "time [s]", *_HEADS], rows)
    return Report(tables=(replace(data, is_for_programs=True),), figures=figures)


def _traces(records: Records) -> dict[str, Trace]:
    """Return what searches told, by key."""
    found: dict[str, Trace] = records.details(records.done, "trace")
    return {key: trace for key, trace in found.items() if trace.get("seconds")}


def _series(trace: Trace, name: str, record: Record) -> Series:
    return Series(
        title=SERIES[name].title,
        record=record.key,
        algorithm=record.algorithm,
        shape="step",
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
