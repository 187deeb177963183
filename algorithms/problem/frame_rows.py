"""The rows of a data frame as the columns of a workload."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import WorkloadError
from algorithms.problem.arrays import Floats, Ints
from algorithms.problem.dependencies import Dependencies
from algorithms.problem.labels import Labels
from algorithms.problem.profiles import Profiles

NUMBERS = {"release": 0.0, "weight": 1.0, "estimate": np.nan, "start": np.nan}
"""Columns of numbers of whole jobs, with what a missing value means."""
NAMES = (
    *("user", "group", "executable", "queue", "partition"),
    *("environment", "status", "origin"),
)
"""Columns of names of whole jobs, called as the columns of a workload."""
COLUMNS = ("id", "release", "procs", "time", "weight", "estimate", "start", "after", "delay")
"""Columns of a frame before its names, called as in CSV files."""
INSTANT = "submit_date"
"""Column of instants: when each job was released."""


def arguments(frame: Mapping[str, Any], unix_start: float | None) -> dict[str, Any]:
    """Return what the constructor of a workload takes."""
    _check_names(frame)
    width = _numbers(frame, "procs", np.nan)
    ids = _ids(frame, len(width))
    if len(odd := np.flatnonzero(~(width == np.floor(width)) | (np.abs(width) > 2**53))):
        rule = "procs must be a whole number"
        raise WorkloadError(f"job {ids[odd[0]]}: {rule}, got {width[odd[0]]:g}")
    first, job = _jobs(ids)
    whole = {
        name: _of_jobs(name, _numbers(frame, name, missing), ids, first, job)
        for name, missing in NUMBERS.items()
        if name in frame
    }
    names = {
        name: _of_jobs(name, _texts(frame[name]), ids, first, job)
        for name in NAMES
        if name in frame
    }
    release = whole.setdefault("release", np.zeros(len(first)))
    order = np.argsort(release, kind="stable")
    place = np.argsort(order)
    rows = np.lexsort((width, place[job]))
    counts = np.bincount(job, minlength=len(first))[order]
    if "start" in whole:
        whole["recorded"] = whole.pop("start")
    return {
        "ids": ids[first][order],
        "profiles": Profiles(
            np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
            width[rows].astype(np.int64),
            _numbers(frame, "time", np.nan)[rows],
        ),
        "unix_start": _start(frame, release, first) if unix_start is None else unix_start,
        "after": _after(frame, ids, first, job, place),
        **{name: values[order] for name, values in whole.items()},
        **{name: Labels.of(values[order].tolist()) for name, values in names.items()},
    }


def _check_names(frame: Mapping[str, Any]) -> None:
    known = (*COLUMNS, *NAMES, INSTANT)
    if others := [name for name in frame if name not in known]:
        verb = "column has" if len(others) == 1 else "columns have"
        raise WorkloadError(
            f"{len(others)} {verb} no meaning here: {', '.join(others)}; drop what is not needed, "
            f"or give it one of these names: {', '.join(known)}"
        )
    if missing := [name for name in ("procs", "time") if name not in frame]:
        has = ", ".join(frame) or "none"
        raise WorkloadError(f"a frame of jobs needs the column {missing[0]}; it has: {has}")
    if "delay" in frame and "after" not in frame:
        raise WorkloadError("a frame of jobs with the column delay needs the column after")


def _numbers(frame: Mapping[str, Any], name: str, missing: float) -> Floats:
    """Return a column of numbers, with another value in place of missing ones."""
    column = frame[name]
    is_empty = column.null_count() == len(column)
    if not (column.dtype.is_numeric() or is_empty):
        raise WorkloadError(f"column {name} must hold numbers, got {column.dtype}")
    values = column.to_list()
    unknown = float("nan")
    numbers = np.array([unknown if v is None else v for v in values], np.float64)
    return np.where(np.isnan(numbers), missing, numbers)


def _texts(column: Any) -> NDArray[Any]:
    """Return a column of names, None where there is none."""
    return np.array(
        [None if value is None or value != value else str(value) for value in column.to_list()],
        object,
    )


def _ids(frame: Mapping[str, Any], rows: int) -> NDArray[Any]:
    if "id" not in frame:
        return np.arange(1, rows + 1, dtype=np.int64)
    column = frame["id"]
    if column.dtype.is_integer():
        return np.array(column.to_list(), np.int64)
    texts = _texts(column)
    if len(empty := np.flatnonzero([text is None for text in texts])):
        raise WorkloadError(f"row {empty[0] + 1}: id must be given")
    return texts.astype(np.str_)


def _jobs(ids: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return the first row of each job, and the job of each row, in the order of first rows."""
    _, first, job = np.unique(ids, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return first[order], rank[job]


def _of_jobs(
    name: str, values: NDArray[Any], ids: NDArray[Any], first: Ints, job: Ints
) -> NDArray[Any]:
    """Return the values of jobs, which must be the same in all rows of one."""
    expected = values[first][job]
    same = (values == expected) | ((values != values) & (expected != expected))
    if len(other := np.flatnonzero(~same.astype(bool))):
        row = other[0]
        raise WorkloadError(
            f"job {ids[row]}: {name} must be the same in all of its rows, got {expected[row]} "
            f"and {values[row]}"
        )
    return values[first]


def _start(frame: Mapping[str, Any], release: Floats, first: Ints) -> float | None:
    """Return the Unix time of time 0, as the first job with an instant has it."""
    if INSTANT not in frame:
        return None
    column = frame[INSTANT]
    if not column.dtype.is_temporal():
        raise WorkloadError(f"column {INSTANT} must hold instants, got {column.dtype}")
    instants = column.dt.timestamp("us").to_list()
    for seconds, row in zip(release.tolist(), first.tolist(), strict=True):
        if instants[row] is not None and instants[row] == instants[row]:
            start: float = instants[row] / 1e6 - seconds
            return start
    return None


def _after(
    frame: Mapping[str, Any], ids: NDArray[Any], first: Ints, job: Ints, place: Ints
) -> Dependencies | None:
    if "after" not in frame:
        return None
    cells = _of_jobs("after", _texts(frame["after"]), ids, first, job)
    delays = np.full(len(first), None, object)
    if "delay" in frame:
        delays = _of_jobs("delay", _texts(frame["delay"]), ids, first, job)
    known = {str(id): int(place[i]) for i, id in enumerate(ids[first].tolist())}
    waiting, before, seconds = [], [], []
    for i, (cell, delay) in enumerate(zip(cells, delays, strict=True)):
        named = [] if cell is None else [cell] if cell in known else cell.split()
        for id in named:
            if id not in known:
                raise WorkloadError(f"job {ids[first[i]]}: after names no job of the frame: {id}")
        waiting += [int(place[i])] * len(named)
        before += [known[id] for id in named]
        seconds += _delays(f"job {ids[first[i]]}", delay, len(named))
    return Dependencies.of(len(first), job=waiting, before=before, delay=seconds)


def _delays(job: str, cell: str | None, count: int) -> list[float]:
    try:
        values = [float(text) for text in (cell or "0").split()]
    except ValueError as error:
        raise WorkloadError(f"{job}: delay must be numbers, got {cell}") from error
    if len(values) not in (1, count):
        raise WorkloadError(f"{job}: delay must be one number or {count}, got {len(values)}")
    return values * count if len(values) == 1 else values
