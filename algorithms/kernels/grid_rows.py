"""The machines of a grid side by side: one row of the columns per machine.

A job gets the next number on its machine when it is placed there. Views of one row have the types
that the kernels of a single machine work on, so each site follows the same rules by the same code.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from algorithms.kernels.compiled import inlined
from algorithms.kernels.machine import DUE_FROM, DUE_TO, FREE, Floats, Ints, Jobs, Machine

T = TypeVar("T", bound=np.generic)
IDLE, BEGUN, SETTLED = range(3)


class Rows(NamedTuple):
    """Machines and their jobs; times are in seconds.

    Of shape (n_rows, n_places): `release`, `run`, `estimate` float64 and `width` int64 as placed,
    `job` int64, which job of the workload it is, `start` float64 (NaN until known), `backfilled`
    bool. Of shape (n_rows, n_running): the columns of `machine.Machine`, and `numbers` its numbers.
    Of shape (n_rows,): `size` counts the jobs placed so far, `unfinished` those that have not
    ended, `load` adds up their widths and `work` their width times estimate; `next_at` is the next
    instant of the machine, `touched` says how far the instant at hand has come there.
    """

    release: Floats
    run: Floats
    estimate: Floats
    width: Ints
    job: Ints
    start: Floats
    backfilled: NDArray[np.bool_]
    end: Floats
    heap_job: Ints
    rank: Ints
    due: Ints
    planned_end: Floats
    planned_width: Ints
    numbers: Ints
    size: Ints
    unfinished: Ints
    load: Ints
    work: Floats
    next_at: Floats
    touched: Ints


def stacked(column: NDArray[T], rows: int) -> NDArray[T]:
    """Return so many copies of a column, as the rows of an array."""
    return np.repeat(column[None], rows, axis=0)


def new_rows(processors: Ints, places: int, running: int) -> Rows:
    """Return idle machines with room for so many jobs each, so many of them running.

    Parameters
    ----------
    processors
        Of each machine, int64 of shape (n_rows,).
    """
    rows = len(processors)
    floats = np.empty((3, rows, places))
    ints = np.empty((2, rows, places), np.int64)
    heap = np.empty((2, rows, running))
    jobs = np.empty((4, rows, running), np.int64)
    numbers = np.zeros((rows, 8), np.int64)
    numbers[:, FREE] = processors
    counts = np.zeros((4, rows), np.int64)
    return Rows(
        floats[0],
        floats[1],
        floats[2],
        ints[0],
        ints[1],
        np.full((rows, places), np.nan),
        np.zeros((rows, places), np.bool_),
        heap[0],
        jobs[0],
        jobs[1],
        jobs[2],
        heap[1],
        jobs[3],
        numbers,
        counts[0],
        counts[1],
        counts[2],
        np.zeros(rows),
        np.full(rows, np.inf),
        counts[3],
    )


@inlined
def machine_of(rows: Rows, row: int) -> Machine:
    """Return the running jobs of a row."""
    return Machine(
        rows.end[row],
        rows.heap_job[row],
        rows.rank[row],
        rows.due[row],
        rows.planned_end[row],
        rows.planned_width[row],
        rows.numbers[row],
    )


@inlined
def jobs_of(rows: Rows, row: int) -> Jobs:
    """Return the jobs placed in a row so far, in order of arrival."""
    size = rows.size[row]
    return Jobs(
        rows.release[row][:size],
        rows.run[row][:size],
        rows.estimate[row][:size],
        rows.width[row][:size],
    )


@inlined
def place(rows: Rows, row: int, jobs: Jobs, job: int, planned: bool) -> int:
    """Put a job behind those of a row; return its number there.

    With `planned`, the row holds what was planned: the job takes as long as estimated.
    """
    at = rows.size[row]
    rows.size[row] += 1
    rows.release[row, at] = jobs.release[job]
    rows.run[row, at] = jobs.estimate[job] if planned else jobs.run[job]
    rows.estimate[row, at] = jobs.estimate[job]
    rows.width[row, at] = jobs.width[job]
    rows.job[row, at] = job
    rows.unfinished[row] += 1
    rows.load[row] += jobs.width[job]
    rows.work[row] += jobs.width[job] * jobs.estimate[job]
    return int(at)


@inlined
def leave(rows: Rows, row: int) -> None:
    """Take the jobs that end now out of the sums of their row."""
    numbers = rows.numbers[row]
    for k in range(numbers[DUE_FROM], numbers[DUE_TO]):
        job = rows.due[row, k]
        width = rows.width[row, job]
        rows.unfinished[row] -= 1
        rows.load[row] -= width
        rows.work[row] -= width * rows.estimate[row, job]
    if rows.unfinished[row] == 0:
        rows.work[row] = 0.0
