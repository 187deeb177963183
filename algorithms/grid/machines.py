"""The machines of a grid side by side: one row of the columns per machine.

A job gets the next number on its machine when it is placed there. Views of one row have the types
that the kernels of a single machine work on, so each site follows the same rules by the same code.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import inlined
from algorithms.compiled.records import Record, Records
from algorithms.simulation.machine import Counts, Floats, Ints, Jobs, Machine

T = TypeVar("T", bound=np.generic)
RELEASE, RUN, ESTIMATE, START = range(4)
WIDTH, JOB = range(2)
END, PLANNED_END = range(2)
HEAP_JOB, RANK, DUE, PLANNED_WIDTH = range(4)
IDLE, BEGUN, SETTLED = range(3)
"""How far the instant at hand has come on a machine."""


class Load(Record):
    """What a machine has to do.

    Jobs `placed` so far, and those `unfinished`. How many are `counted` by strategies, their
    `total_width`, and what they have `asked` for, the sum of width times estimate: of the
    unfinished ones, or of all that were ever placed if the machine `keeps` (1) what has ended;
    then `waited` is the sum of the waits of ended jobs, each times its width if that is
    `by_width` (1). `next_at` is the next instant of the machine, `touched` says how far that at
    hand has come.
    """

    placed: int
    unfinished: int
    counted: int
    total_width: int
    touched: int
    keeps: int
    by_width: int
    asked: float
    waited: float
    next_at: float


class Rows(NamedTuple):
    """Machines and their jobs; times are in seconds. Few arrays that hold many columns: handing
    them around is what compiled code spends its time on.

    Of shape (n_rows, columns, n_places): `times`, float64, RELEASE, RUN and ESTIMATE as placed, and
    START, NaN until known; `ids`, int64, WIDTH, and which JOB of the workload it is. `backfilled`
    is bool of shape (n_rows, n_places). Of shape (n_rows, columns, n_running), the columns of
    `machine.Machine`: `ends`, END and PLANNED_END; `heap`, HEAP_JOB, RANK, DUE, PLANNED_WIDTH. Of
    shape (n_rows,): `machines` and `loads`.
    """

    times: Floats
    ids: Ints
    backfilled: NDArray[np.bool_]
    ends: Floats
    heap: Ints
    machines: Records[Counts]
    loads: Records[Load]


def stacked(column: NDArray[T], rows: int) -> NDArray[T]:
    """Return an array of `rows` copies of a column."""
    return np.repeat(column[None], rows, axis=0)


def new_rows(processors: Ints, places: int, running: int) -> Rows:
    """Return idle machines with room for `places` jobs each, `running` of them at once.

    Parameters
    ----------
    processors
        Of each machine, int64 of shape (n_rows,).
    """
    rows = len(processors)
    machines, loads = Counts.new(rows), Load.new(rows)
    machines["free"] = processors
    loads["next_at"] = np.inf
    return Rows(
        np.full((rows, 4, places), np.nan),
        np.empty((rows, 2, places), np.int64),
        np.zeros((rows, places), np.bool_),
        np.empty((rows, 2, running)),
        np.empty((rows, 4, running), np.int64),
        machines,
        loads,
    )


@inlined
def machine_of(rows: Rows, row: int) -> Machine:
    """Return the running jobs of a row."""
    return Machine(
        rows.ends[row, END],
        rows.heap[row, HEAP_JOB],
        rows.heap[row, RANK],
        rows.heap[row, DUE],
        rows.ends[row, PLANNED_END],
        rows.heap[row, PLANNED_WIDTH],
        rows.machines[row : row + 1],
    )


@inlined
def jobs_of(rows: Rows, row: int) -> Jobs:
    """Return the jobs placed in a row so far, in order of arrival."""
    size = rows.loads[row].placed
    return Jobs(
        rows.times[row, RELEASE][:size],
        rows.times[row, RUN][:size],
        rows.times[row, ESTIMATE][:size],
        rows.ids[row, WIDTH][:size],
    )


@inlined
def place(rows: Rows, row: int, jobs: Jobs, job: int, planned: bool) -> int:
    """Put a job behind those of a row; return its number there.

    With `planned`, the row holds what was planned: the job takes as long as estimated.
    """
    load = rows.loads[row]
    at = load.placed
    load.placed += 1
    rows.times[row, RELEASE, at] = jobs.release[job]
    rows.times[row, RUN, at] = jobs.estimate[job] if planned else jobs.run[job]
    rows.times[row, ESTIMATE, at] = jobs.estimate[job]
    rows.ids[row, WIDTH, at] = jobs.width[job]
    rows.ids[row, JOB, at] = job
    load.unfinished += 1
    load.counted += 1
    load.total_width += jobs.width[job]
    load.asked += jobs.width[job] * jobs.estimate[job]
    return int(at)


@inlined
def leave(rows: Rows, row: int) -> None:
    """Take the jobs that end now out of the sums of their row, unless it keeps them there."""
    counts, load = rows.machines[row], rows.loads[row]
    for k in range(counts.due_from, counts.due_to):
        job = rows.heap[row, DUE, k]
        width = rows.ids[row, WIDTH, job]
        load.unfinished -= 1
        if load.keeps == 1:
            wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
            load.waited += wait * (width if load.by_width == 1 else 1)
        else:
            load.counted -= 1
            load.total_width -= width
            load.asked -= width * rows.times[row, ESTIMATE, job]
    if load.counted == 0:
        load.asked = 0.0  # what rounding leaves of a sum and its terms
