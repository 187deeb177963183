"""Which job of a workload each row of a schedule file is about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched.data.formats.schedules.table import ScheduleTable
from parsched.model.problem.workload import Ints, Workload

_LONGEST_NUMBER = 18
"""Digits of the longest id that is read as a number."""


@dataclass(frozen=True, eq=False)
class Matching:
    """The rows of a file beside the jobs of a workload.

    Parameters
    ----------
    job
        Index of each row's job, int64 of shape (n_rows,), -1 for an id that no job has.
    rewritten
        Rows whose id is written another way than in the workload: 007 or 7.0 for 7.
    again
        Rows whose job has a row before, and `first` the rows before them.
    """

    job: Ints
    rewritten: NDArray[np.intp]
    again: NDArray[np.intp]
    first: NDArray[np.intp]

    @property
    def unknown(self) -> NDArray[np.intp]:
        """Rows with an id that no job has."""
        return np.flatnonzero(self.job < 0)

    @property
    def used(self) -> NDArray[np.intp]:
        """The first row of each job that has one, in file order."""
        keep = self.job >= 0
        keep[self.again] = False
        return np.flatnonzero(keep)

    def missing(self, jobs: int) -> NDArray[np.intp]:
        """Return the jobs without a row, of `jobs` in all."""
        has_row = np.zeros(jobs, np.bool_)
        has_row[self.job[self.job >= 0]] = True
        return np.flatnonzero(~has_row)


def match(table: ScheduleTable, workload: Workload) -> Matching:
    """Match rows with jobs: by the text of their ids, without the name of a workload before an
    exclamation mark (as Batsim has it), and else as whole numbers.

    A number that several ids of the workload could be (7 where there are 07 and 007) matches none.
    """
    index = {id: i for i, id in enumerate(map(str, workload.ids.tolist()))}
    numbers = _by_number(index)
    cells = table.text("job_id")
    jobs: list[int] = []
    rewritten: list[int] = []
    for row, cell in enumerate(cells):
        word = cell.strip().rpartition("!")[2].strip()
        job = index.get(cell, index.get(word, -1))
        if job < 0 and (number := _number(word)) is not None:
            job = numbers.get(number, -1)
            if job >= 0:
                rewritten.append(row)
        jobs.append(job)
    of_row = np.array(jobs, np.int64)
    again, first = _repeated(of_row)
    return Matching(of_row, np.array(rewritten, np.intp), again, first)


def _by_number(index: dict[str, int]) -> dict[int, int]:
    """Return the jobs whose id is a number that no other id is."""
    numbers: dict[int, int] = {}
    ambiguous = set()
    for id, job in index.items():
        number = _number(id)
        if number is not None:
            if number in numbers:
                ambiguous.add(number)
            numbers[number] = job
    return {number: job for number, job in numbers.items() if number not in ambiguous}


def _number(word: str) -> int | None:
    """Return the whole number that a word writes, such as 7, 007 or 7.0; None for other words."""
    digits, _, decimals = word.removeprefix("-").partition(".")
    is_number = digits.isascii() and digits.isdigit() and not decimals.strip("0")
    if not is_number or len(digits) > _LONGEST_NUMBER:
        return None
    return -int(digits) if word.startswith("-") else int(digits)


def _repeated(job: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows whose job has a row before, in file order, and the first rows of those."""
    order = np.argsort(job, kind="stable")
    ordered = job[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=-2) != 0)
    first = order[np.repeat(begins, np.diff(np.append(begins, len(order))))]
    later = (order != first) & (ordered >= 0)
    rows = order[later]
    by_line = np.argsort(rows, kind="stable")
    return rows[by_line], first[later][by_line]


def described(ids: Sequence[object]) -> str:
    """Return the first few ids, in words."""
    shown = ", ".join(str(id) for id in ids[:3])
    return f"{shown}, …" if len(ids) > 3 else shown
