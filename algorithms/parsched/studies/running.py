"""Running a study: all units that are not computed yet, on one or several processes."""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import NamedTuple, TypeAlias

from parsched.base.program import without_interrupts
from parsched.model.stop import Stop
from parsched.studies.cells import Cells
from parsched.studies.computing import compute
from parsched.studies.measured import UnitRow
from parsched.studies.part import Unit
from parsched.studies.study import Study

BATCH_SECONDS = 1.0
"""What a batch of units should take."""
LARGEST_BATCH = 1_000
AHEAD = 2
"""Batches that wait for each process, so that none is idle."""

Computed: TypeAlias = tuple[Unit, UnitRow]
Take: TypeAlias = Callable[[Unit, UnitRow], None]


def run(cells: Cells, take: Take, *, processes: int = 1, allow_commands: bool = False) -> None:
    """Compute what is missing, and give it to `take` and to the cells as it comes.

    The cells are the same with every number of processes: a study determines each instance and each
    seed, independent of the process.

    Raises
    ------
    CommandError
        When a method names a program and commands are not allowed, before anything is computed.
    FormatError, ParameterError, WorkloadError
        When an instance cannot be made; what was computed before has been taken.

    Examples
    --------
    >>> from parsched.studies import Cells, find_study
    >>> cells = Cells(find_study("demt").changed(repetitions=1, only="fig3"))
    >>> run(cells, lambda unit, row: None)
    >>> cells.done == cells.total
    True
    """
    Stop(allow_commands=allow_commands).refuse_commands(cells.study.commands)
    # Closed at once when it is interrupted, and not only when the last reference to it is gone.
    work = _Work(cells.study, allow_commands)
    with closing(_computed(work, list(cells.missing()), processes)) as computed:
        for unit, row in computed:
            take(unit, row)
            cells.put(unit, row)


class _Work(NamedTuple):
    """What processes compute, and whether it may run commands."""

    study: Study
    allow_commands: bool

    def compute(self, unit: Unit) -> UnitRow:
        """Compute a unit."""
        return compute(self.study, unit, allow_commands=self.allow_commands)


def _computed(
    work: _Work, units: Sequence[Unit], processes: int
) -> Generator[Computed, None, None]:
    if processes == 1 or len(units) < 2:
        return ((unit, work.compute(unit)) for unit in units)
    return _in_parallel(work, units, processes)


def _in_parallel(
    work: _Work, units: Sequence[Unit], processes: int
) -> Generator[Computed, None, None]:
    """Compute units in batches; these become as large as their times allow. Whatever ends it early
    ends the processes, too, in the middle of their batches."""
    left, size = deque(units), 1
    context = get_context("spawn")
    # A process that is forked would share locks of threads; one that is spawned loads everything
    # again.
    heard, end = context.Pipe(duplex=False)
    with heard, end, ProcessPoolExecutor(processes, context, _begin, (work, heard)) as pool:
        waiting: set[Future[tuple[float, list[Computed]]]] = set()
        try:
            while left or waiting:
                while left and len(waiting) < AHEAD * processes:
                    batch = [left.popleft() for _ in range(min(size, len(left)))]
                    with without_interrupts():  # the parent says what is kept
                        waiting.add(pool.submit(_compute_batch, batch))
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    seconds, computed = future.result()
                    yield from computed
                    size = batch_size(len(computed), seconds)
        except BaseException:
            end.close()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def batch_size(units: int, seconds: float) -> int:
    """Return how many units a batch should have, after some have taken so many seconds."""
    wanted = int(units * BATCH_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, 2 * units, LARGEST_BATCH))


_work: _Work
"""What a process of the pool works on."""


def _begin(work: _Work, end: Connection) -> None:
    global _work
    _work = work
    threading.Thread(target=_end_with_parent, args=(end,), daemon=True).start()


def _end_with_parent(end: Connection) -> None:
    """End this process when its parent closes the other side, as it does when it is killed, too."""
    wait_for([end])
    os._exit(1)


def _compute_batch(units: Sequence[Unit]) -> tuple[float, list[Computed]]:
    began = time.perf_counter()
    computed = [(unit, _work.compute(unit)) for unit in units]
    return time.perf_counter() - began, computed
