"""A table that is read once, batch by batch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from parsched.model.problem.workload import Floats, Ints

ROWS = 1 << 16
"""Rows of a batch."""

Batch = tuple[pa.RecordBatch, Ints]
"""Rows, and where each stands in the file: its line, or its number among the records."""


@dataclass(frozen=True)
class LogTable:
    """The columns of a table, and what reads some of them; once. `processors` is the size of the
    machine if the file tells it, else 0; `has_lines` says whether rows are told by their lines, and
    `may_have_commas` whether numbers may have a decimal comma; `close` gives back what reading
    took. `moldable` has the run times of jobs on each of their numbers of processors, by the place
    of the row, where they differ."""

    columns: tuple[str, ...]
    batches: Callable[[Sequence[str]], Iterator[Batch]]
    processors: int = 0
    has_lines: bool = True
    close: Callable[[], None] = lambda: None
    may_have_commas: bool = False
    moldable: Mapping[int, Floats] = field(default_factory=dict)


def of_records(columns: Sequence[str], records: Iterator[tuple[int, Sequence[Any]]]) -> LogTable:
    """Return the table of records: the place of each, and its cells as text or None."""

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        places = [columns.index(name) for name in wanted]
        while part := list(islice(records, ROWS)):
            cells = [[row[place] for _, row in part] for place in places]
            arrays = [pa.array(map(_encodable, column), pa.string()) for column in cells]
            batch = pa.RecordBatch.from_arrays(arrays, names=list(wanted))
            yield batch, np.array([at for at, _ in part], np.int64)

    return LogTable(tuple(columns), batches)


def _encodable(cell: str | None) -> str | None:
    """Return a text without halves of characters, which JSON may hold and UTF-8 may not."""
    if cell is None or cell.isascii():
        return cell
    return cell.encode("utf-8", "replace").decode()
