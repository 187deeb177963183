"""The cells of a schedule file: columns by name, with the line and the job of each row."""

from collections.abc import Mapping, Sequence

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import shown, shown_cell
from parsched.model.problem.workload import LATEST, Floats, Ints

COLUMNS = (
    "job_id",
    "submission_time",
    "requested_number_of_resources",
    "final_state",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
    "width",
    "site",
    "backfilled",
)
"""Columns that are read where they exist; the others are passed over."""

TIMES = ("submission_time", "starting_time", "execution_time", "finish_time", "waiting_time")
"""Those that hold the times from which a schedule is made."""

MOST_DECIMALS = 6
"""Decimals of a time that count: further decimals are rounding errors of the program that wrote the
file."""


class ScheduleTable:
    """The columns that a schedule needs, as text, and the line of each row."""

    def __init__(self, columns: Mapping[str, Sequence[str]], lines: Sequence[int]) -> None:
        self._columns, self._lines = dict(columns), lines

    def take(self, rows: Ints) -> "ScheduleTable":
        """Return some rows, by their indices."""
        if len(rows) == len(self):
            return self
        chosen = rows.tolist()
        columns = {name: [cells[i] for i in chosen] for name, cells in self._columns.items()}
        return ScheduleTable(columns, [self._lines[i] for i in chosen])

    def replaced(self, name: str, cells: Sequence[str]) -> "ScheduleTable":
        """Return the same rows with other cells in a column."""
        return ScheduleTable({**self._columns, name: cells}, self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    def text(self, name: str) -> Sequence[str]:
        """Return the cells of a column, one per row; empty ones where it does not exist."""
        return self._columns.get(name) or [""] * len(self)

    def line(self, row: int) -> int:
        """Return the line of a row, counted from 1."""
        return self._lines[row]

    def row(self, row: int) -> tuple[str, ...]:
        """Return all cells of a row."""
        return tuple(cells[row] for cells in self._columns.values())

    @property
    def decimals(self) -> int:
        """How many decimals times have at most, 0 where all are whole numbers."""
        most = 0
        for name in TIMES:
            for cell in set(self.text(name)):
                most = max(most, _decimals(cell))
        return min(most, MOST_DECIMALS)

    def place(self, row: int) -> str:
        """Return line and job of a row, in words."""
        return f"line {self._lines[row]}, job {shown(self._columns['job_id'][row])}"

    def numbers(self, name: str) -> Floats:
        """Return a column of numbers, NaN where a cell is empty.

        Raises
        ------
        FormatError
            Names the first cell that holds no number, or one beyond ±2^53.
        """
        cells, values = self.text(name), self._floats(name)
        for row in np.flatnonzero(~(np.abs(values) <= LATEST)).tolist():
            if cells[row].strip():
                raise self.wrong(row, name, "must be a number up to 2^53")
        return values

    def ratios(self, name: str) -> Floats:
        """Return a column of numbers of any size, NaN where a cell is empty or says so."""
        cells, values = self.text(name), self._floats(name)
        for row in np.flatnonzero(np.isnan(values)).tolist():
            if cells[row].strip().lower().lstrip("+-") not in ("", "nan"):
                raise self.wrong(row, name, "must be a number")
        return values

    def _floats(self, name: str) -> Floats:
        """Return a column of numbers, NaN where a cell holds none."""
        cells = self.text(name)
        nan = float("nan")
        try:
            return np.array([float(cell) if cell else nan for cell in cells], np.float64)
        except ValueError:
            return np.array([_number(cell) for cell in cells], np.float64)

    def integers(self, name: str) -> Ints:
        """Return a column of integers, 0 where a cell is empty."""
        values = np.nan_to_num(self.numbers(name))
        odd = np.flatnonzero((values != np.floor(values)) | (np.abs(values) >= 2**31))
        if len(odd):
            raise self.wrong(int(odd[0]), name, "must be an integer below 2^31")
        return values.astype(np.int64)

    def wrong(self, row: int, name: str, rule: str) -> FormatError:
        """Return the error that names line, job, column, rule and value."""
        return FormatError(
            f"{self.place(row)}: {name} {rule}, got {shown_cell(self.text(name)[row])}"
        )


def _number(cell: str) -> float:
    try:
        return float(cell or "nan")
    except ValueError:
        return float("nan")


def _decimals(cell: str) -> int:
    mantissa, _, exponent = cell.strip().lower().partition("e")
    return MOST_DECIMALS if exponent else len(mantissa.partition(".")[2].rstrip("0"))
