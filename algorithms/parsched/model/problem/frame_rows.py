"""The rows of a data frame as the columns of a workload."""

import warnings
from collections.abc import Container, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import SharedIdWarning, WorkloadError
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.dependencies import Dependencies, in_circles
from parsched.model.problem.frame_cells import (
    DURATION,
    EXACT,
    INSTANTS,
    ids_of,
    instants_of,
    kind_of,
    numbers_of,
    texts_of,
    zone_in,
)
from parsched.model.problem.labels import Labels
from parsched.model.problem.profiles import Profiles

NUMBERS = {
    "release": np.nan,
    "weight": 1.0,
    "estimate": np.nan,
    "start": np.nan,
    "allocated": 0.0,
    "submitted": np.nan,
}
"""Columns of numbers of whole jobs, with what a missing value means."""
NAMES = (
    *("user", "group", "executable", "queue", "partition"),
    *("environment", "status", "origin"),
)
"""Columns of names of whole jobs, called as the columns of a workload."""
COLUMNS = (
    *("id", "release", "procs", "time", "weight", "estimate", "start"),
    *("allocated", "submitted", "after", "delay"),
)
"""Columns of a frame before its names, called as in CSV files."""
TIMES = ("release", "estimate", "start", "submitted")
"""Columns of times: durations are taken for seconds."""
INSTANT = "submit_date"
"""Column of instants: when each job was released."""
SYNONYMS = {
    "id": ("job", "job_id", "jobid"),
    "release": ("arrival", "arrival_time", "submit", "submit_time", "submission"),
    "procs": ("cores", "cpus", "nodes", "num_procs", "processors", "size", "width"),
    "time": ("duration", "run_time", "runtime"),
    "estimate": ("requested_time", "time_limit", "walltime"),
    "user": ("uid", "user_id"),
    "group": ("gid", "group_id"),
}
"""What other programs call columns."""
EACH_A_JOB = "where each row is a job, drop the column id"
ALIKE = 0.8
"""How alike a name is to one that was misspelt, of 1."""


def arguments(frame: Mapping[str, Any], unix_start: float | None, zone: str) -> dict[str, Any]:
    """Return what the constructor of a workload takes."""
    _check_names(frame)
    frame, dates = _dated(frame)
    ids, width = _widths(frame)
    first, job = _jobs(ids)
    whole = {
        name: _of_jobs(name, values, ids, first, job) for name, values in _numbers(frame).items()
    }
    names = {
        name: _of_jobs(name, texts_of(frame[name]), ids, first, job)
        for name in NAMES
        if name in frame
    }
    given = whole.get("release", np.full(len(first), np.nan))
    instants = None if INSTANT not in frame else instants_of(dates, frame[INSTANT], zone)
    release, unix_start = _released(instants, dates, given, unix_start, ids, first, job)
    time = numbers_of("time", frame["time"], np.nan, is_time=True)
    _tell_apart(ids, job, width, time)
    whole["release"] = release
    order = np.argsort(release, kind="stable")
    place = np.argsort(order)
    rows = np.lexsort((width, place[job]))
    counts = np.bincount(job, minlength=len(first))[order]
    whole |= _of_logs(whole, ids[first])
    return {
        "ids": ids[first][order],
        "profiles": Profiles(
            np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
            width[rows].astype(np.int64),
            time[rows],
        ),
        "unix_start": unix_start,
        "zone": zone or _shown_in(frame),
        "after": _after(frame, ids, first, job, place),
        **{name: values[order] for name, values in whole.items() if name != "start"},
        **{name: Labels.of(values[order].tolist()) for name, values in names.items()},
    }


def _of_logs(whole: Mapping[str, Any], ids: NDArray[Any]) -> dict[str, Any]:
    """Return the columns that only logs have, by their names in a workload."""
    found: dict[str, Any] = {}
    if "submitted" in whole:
        found["submitted"] = _submitted(whole["submitted"], whole["release"], ids)
    if "allocated" in whole:
        found["allocated"] = _allocated(whole["allocated"], ids)
    if "start" in whole:
        found["recorded"] = whole["start"]
    return found


def _submitted(submitted: Floats, release: Floats, ids: NDArray[Any]) -> Floats:
    """Return when jobs were submitted where that is before their release, NaN elsewhere."""
    if len(late := np.flatnonzero(submitted > release)):
        row = late[0]
        raise WorkloadError(
            f"job {ids[row]}: submitted must be at most release, {release[row]:g} s, "
            f"got {submitted[row]:g}"
        )
    return np.where(submitted < release, submitted, np.nan)


def _allocated(sizes: Floats, ids: NDArray[Any]) -> Ints:
    """Return on how many processors jobs ran in a log, which must be whole."""
    if len(odd := np.flatnonzero(~(sizes == np.floor(sizes)) | (np.abs(sizes) > EXACT))):
        row = odd[0]
        raise WorkloadError(f"job {ids[row]}: allocated must be a whole number, got {sizes[row]:g}")
    return sizes.astype(np.int64)


def _widths(frame: Mapping[str, Any]) -> tuple[NDArray[Any], Floats]:
    """Return the id of the job in each row, and the row's processors, which must be whole."""
    width = numbers_of("procs", frame["procs"], np.nan)
    ids = ids_of(frame["id"]) if "id" in frame else np.arange(1, len(width) + 1, dtype=np.int64)
    if len(odd := np.flatnonzero(~(width == np.floor(width)) | (np.abs(width) > EXACT))):
        rule = "procs must be a whole number"
        raise WorkloadError(f"job {ids[odd[0]]}: {rule}, got {width[odd[0]]:g}")
    return ids, width


def _shown_in(frame: Mapping[str, Any]) -> str:
    """Return the zone whose dates the instants are; blank for UTC, which is what blank means."""
    zone = zone_in(frame[INSTANT]) if INSTANT in frame else ""
    return "" if zone == "UTC" else zone


def _numbers(frame: Mapping[str, Any]) -> dict[str, Floats]:
    """Return the numbers that are the same in all rows of a job, by column."""
    return {
        name: numbers_of(name, frame[name], missing, is_time=name in TIMES)
        for name, missing in NUMBERS.items()
        if name in frame
    }


def _check_names(frame: Mapping[str, Any]) -> None:
    known = (*COLUMNS, *NAMES, INSTANT)
    if others := [name for name in frame if name not in known]:
        verb = "column has" if len(others) == 1 else "columns have"
        free = [name for name in known if name not in frame]
        hinted = ", ".join(name + _hint(name, free) for name in others)
        raise WorkloadError(
            f"{len(others)} {verb} no meaning here: {hinted}; drop what is not needed, "
            f"or give it one of these names: {', '.join(known)}"
        )
    if missing := [name for name in ("procs", "time") if name not in frame]:
        has = ", ".join(frame) or "none"
        raise WorkloadError(f"a frame of jobs needs the column {missing[0]}; it has: {has}")
    if "delay" in frame and "after" not in frame:
        raise WorkloadError("a frame of jobs with the column delay needs the column after")


def _hint(name: str, free: Sequence[str]) -> str:
    """Return the name that was probably meant, of those that no column has yet."""
    lower = name.lower()
    same = [column for column, others in SYNONYMS.items() if column in free and lower in others]
    near = same or get_close_matches(lower, free, n=1, cutoff=ALIKE)
    return f" (did you mean {near[0]}?)" if near else ""


def _dated(frame: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """Return the columns without releases that are dates, and the column that holds the dates."""
    if "release" not in frame or kind_of(frame["release"]) not in INSTANTS:
        return frame, INSTANT
    if INSTANT in frame:
        raise WorkloadError(f"release holds dates, as {INSTANT} does: drop one of the two columns")
    others = {name: column for name, column in frame.items() if name != "release"}
    return {**others, INSTANT: frame["release"]}, "release"


def _tell_apart(ids: NDArray[Any], job: Ints, width: Floats, time: Floats) -> None:
    """Refuse rows of one id that cannot be the configurations of one job, as they have the same
    processors; and tell of those that hardly are, as more of them take longer: they may be jobs
    whose ids are no ids."""
    rows = np.lexsort((width, job))
    shared = np.flatnonzero(np.diff(job[rows]) == 0)
    one, next_one = rows[shared], rows[shared + 1]
    if len(same := np.flatnonzero(width[one] == width[next_one])):
        row = one[same[0]]
        raise WorkloadError(
            f"job {ids[row]}: procs must differ between its rows, its configurations, got "
            f"{width[row]:g} twice; {EACH_A_JOB}"
        )
    if len(slower := np.flatnonzero(time[one] < time[next_one])):
        first, second = one[slower[0]], next_one[slower[0]]
        warnings.warn(
            f"job {ids[first]}: its rows are taken for configurations of one moldable job, but it "
            f"takes longer on {width[second]:g} processors than on {width[first]:g}; {EACH_A_JOB}",
            SharedIdWarning,
            stacklevel=4,
        )


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


def _released(
    found: tuple[NDArray[np.datetime64], float] | None,
    dates: str,
    given: Floats,
    unix_start: float | None,
    ids: NDArray[Any],
    first: Ints,
    job: Ints,
) -> tuple[Floats, float | None]:
    """Return when jobs are released, seconds, from `given` (NaN where missing) and their instants,
    which must agree, and the Unix time of time 0 if it is known. `dates` is what the frame calls
    the instants."""
    if found is None:
        return _at(given, ids, first), unix_start
    values, resolution = found
    instants = _of_jobs(dates, values, ids, first, job)
    seconds = np.where(np.isnat(instants), np.nan, instants.astype(np.int64) / 1e6)
    if np.isnan(seconds).all():
        return _at(given, ids, first), unix_start
    if unix_start is None:
        starts = seconds - given
        both = starts[~np.isnan(starts)]
        unix_start = float(both[0] if len(both) else np.nanmin(seconds))
    release = np.where(np.isnan(given), np.round(seconds - unix_start, 6), given)
    if len(unknown := np.flatnonzero(np.isnan(release))):
        which = dates if dates == "release" else f"release or {dates}"
        raise WorkloadError(f"job {ids[first[unknown[0]]]}: {which} must be given")
    if len(other := np.flatnonzero(np.abs(release + unix_start - seconds) >= resolution)):
        at = other[0]
        zero = np.datetime64(round(unix_start * 1e6), "us")
        raise WorkloadError(
            f"job {ids[first[at]]}: release and {INSTANT} must agree, got {release[at]:g} s and "
            f"{instants[at]}, where time 0 is {zero}"
        )
    return release, unix_start


def _at(given: Floats, ids: NDArray[Any], first: Ints) -> Floats:
    """Return when jobs are released by that alone: all at time 0 where no job has it."""
    if (missing := np.isnan(given)).all():
        return np.zeros(len(given))
    if missing.any():
        raise WorkloadError(f"job {ids[first[np.argmax(missing)]]}: release must be given")
    return given


def _after(
    frame: Mapping[str, Any], ids: NDArray[Any], first: Ints, job: Ints, place: Ints
) -> Dependencies | None:
    if "after" not in frame:
        return None
    cells = _of_jobs("after", texts_of(frame["after"]), ids, first, job)
    delays = np.full(len(first), None, object)
    if "delay" in frame:
        delays = _of_jobs("delay", _delay_texts(frame["delay"]), ids, first, job)
    known = {str(id): int(place[i]) for i, id in enumerate(ids[first].tolist())}
    waiting, before, seconds = [], [], []
    for i, (cell, delay) in enumerate(zip(cells, delays, strict=True)):
        named = named_in(cell, known)
        for id in named:
            if id not in known:
                raise WorkloadError(f"job {ids[first[i]]}: after names no job of the frame: {id}")
        waiting += [int(place[i])] * len(named)
        before += [known[id] for id in named]
        seconds += _delays(f"job {ids[first[i]]}", delay, len(named))
    waits, ends = np.array(waiting, np.int64), np.array(before, np.int64)
    if (circle := in_circles(len(first), waits, ends)).any():
        named = ids[first][np.argsort(place)][np.unique(waits[circle])].tolist()
        listed = ", ".join(map(str, named[:5]))
        raise WorkloadError(f"after: jobs wait for their own ends: {listed}")
    return Dependencies.of(len(first), job=waits, before=ends, delay=seconds)


def named_in(cell: str | None, known: Container[str]) -> list[str]:
    """Return the ids that a cell of `after` names: one of a job, or several with blanks between.

    Raises
    ------
    WorkloadError
        When it can be read as both.

    Examples
    --------
    >>> named_in("a b", {"a b", "c"}), named_in("a c", {"a", "c"})
    (['a b'], ['a', 'c'])
    """
    apart = [] if cell is None else cell.split()
    if cell is None or cell not in known:
        return apart
    if len(apart) > 1 and all(id in known for id in apart):
        raise WorkloadError(
            f"after must name one job or several, and {cell!r} is both: a job, and others with "
            "blanks between; give ids without blanks"
        )
    return [cell]


def _delay_texts(column: Any) -> NDArray[Any]:
    """Return delays as texts, which may name several; durations as seconds."""
    if kind_of(column) != DURATION:
        return texts_of(column)
    seconds = numbers_of("delay", column, np.nan, is_time=True).tolist()
    return np.array([None if value != value else repr(value) for value in seconds], object)


def _delays(job: str, cell: str | None, count: int) -> list[float]:
    try:
        values = [float(text) for text in (cell or "0").split()]
    except ValueError as error:
        raise WorkloadError(f"{job}: delay must be numbers, got {cell}") from error
    if len(values) not in (1, count):
        raise WorkloadError(f"{job}: delay must be one number or {count}, got {len(values)}")
    return values * count if len(values) == 1 else values
