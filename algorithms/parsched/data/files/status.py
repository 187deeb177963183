"""Status of jobs in logs: the numbers of SWF and GWF, and their names."""

from itertools import count

from parsched.model.problem.workload import Labels

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


def status_numbers(column: Labels) -> list[int]:
    """Return a number for each name of a status: its own where it has one or is one, and others
    from the next free number on, which a header has to list."""
    numbers = [_NUMBERS.get(name, _number(name)) for name in column.names]
    free = count(1 + max(max(STATUS), *numbers))
    return [next(free) if number < 0 else number for number in numbers]


def _number(name: str) -> int:
    """Return the number that a name is, −1 where it is none or has a name of its own."""
    is_number = name.isascii() and name.isdigit() and len(name) <= 15 and name == str(int(name))
    return int(name) if is_number and int(name) not in STATUS else -1
