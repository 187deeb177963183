"""The cells of a schedule file: columns by name, with the line and the job of each row."""

import csv
import io
from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from algorithms.errors import FormatError
from algorithms.formats.findings import quoted, shown, shown_cell
from algorithms.formats.source import Limits, Source, blocks
from algorithms.problem.workload import LATEST, Floats, Ints

ALIASES = {
    "jobID": "job_id",
    "requested_number_of_processors": "requested_number_of_resources",
    "allocated_processors": "allocated_resources",
}
"""Older names of columns."""

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

_MOST_BYTES = 256 << 20


class Table:
    """The columns that a schedule needs."""

    def __init__(self, source: Source, limits: Limits) -> None:
        reader = csv.reader(io.StringIO(_text(source, limits), newline=""))
        try:
            header = [ALIASES.get(name.strip(), name.strip()) for name in next(reader, [])]
            self._need(header)
            limits.check_columns(len(header))
            names = [name for name in COLUMNS if name in header]
            pick = itemgetter(*(header.index(name) for name in names))
            rows, self._lines = [], []
            for row in reader:
                if len(row) == len(header):
                    rows.append(pick(row))
                    self._lines.append(reader.line_num)
                elif row:
                    raise FormatError(
                        f"line {reader.line_num} has {len(row)} cells, the header {len(header)}"
                    )
        except csv.Error as error:
            raise FormatError(f"line {reader.line_num} is not CSV: {error}") from error
        columns = zip(*rows, strict=True) if rows else ((),) * len(names)
        self._columns: dict[str, Sequence[str]] = dict(zip(names, columns, strict=True))

    @staticmethod
    def _need(header: list[str]) -> None:
        for names in (
            ("job_id",),
            ("starting_time", "waiting_time"),
            ("execution_time", "finish_time"),
        ):
            if not any(name in header for name in names):
                raise FormatError(
                    f"line 1 must name the columns of Batsim's jobs.csv: {' or '.join(names)} is "
                    f"missing, got {quoted(','.join(header))}"
                )

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    def text(self, name: str) -> Sequence[str]:
        """Return the cells of a column, one per row; empty ones where it does not exist."""
        return self._columns.get(name) or [""] * len(self)

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


def _text(source: Source, limits: Limits) -> str:
    data = bytearray()
    for block in blocks(source, limits):
        data += block
        if len(data) > _MOST_BYTES:
            raise FormatError(
                f"the file holds more than {_MOST_BYTES >> 20} MiB, the limit for CSV"
            )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
