"""Status of jobs in logs: the numbers of SWF and GWF, and their names."""

import numpy as np

from algorithms.problem.workload import Ints, Labels

STATUS = {
    0: "failed",
    1: "completed",
    2: "partial",
    3: "last part completed",
    4: "last part failed",
    5: "cancelled",
}
"""Names by number; 2 to 4 are parts of checkpointed jobs. Other numbers are kept as they are."""

_NUMBERS = {name: number for number, name in STATUS.items()}


def status_numbers(column: Labels | None, jobs: int) -> Ints:
    """Return the status of each job as a number; −1 where its name is no status and no number."""
    if column is None:
        return np.full(jobs, -1)
    numbers = [_NUMBERS.get(name, _number(name)) for name in column.names]
    by_code: Ints = np.array([*numbers, -1])
    return by_code[column.codes]


def _number(name: str) -> int:
    return int(name) if name.isascii() and name.isdigit() and len(name) <= 15 else -1
