"""The first rows of a table, by which one sees what a mapping makes of it. This loads pyarrow."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from parsched.base.errors import FormatError
from parsched.data.files.doubted import doubted
from parsched.data.files.findings import Findings, ReadReport
from parsched.data.files.layout import GUESSED, StatedCut
from parsched.data.files.mapping import Mapping as Profile
from parsched.data.files.reading import Reading, ReadOptions
from parsched.data.logs.declared import SOURCES, Source
from parsched.data.logs.reading import Opened, cells_in, read_opened
from parsched.data.logs.tables.table import Batch, LogTable
from parsched.model.problem.workload import Ints

ROWS = 2_000
"""Rows of a sample."""
BYTES = 8_000_000
"""Bytes that the rows of a sample may take; of larger ones fewer are kept."""
_LONGEST = 1_000
"""Characters of a cell that a sample keeps, and bytes of one that is no text."""
_ARE_BYTES = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)


@dataclass(frozen=True, eq=False)
class TableSample:
    """The first rows of a table, on which line each stands, the source that was recognised, what
    was found while they were taken, and whether there are more rows.

    Of a text, `separator` is what stands between its cells, blank where it is unknown, and
    `first_line` what the first of its lines is; `said` what a user has said of both, and `shape`
    the names that are remembered of it.
    """

    rows: pa.RecordBatch
    lines: Ints
    source: Source | None
    found: ReadReport
    has_lines: bool = True
    processors: int = 0
    is_whole: bool = True
    is_text: bool = False
    separator: str = ""
    first_line: str = ""
    said: StatedCut = GUESSED
    shape: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.rows.schema.names)

    @property
    def cells(self) -> Mapping[str, Sequence[str]]:
        """Some cells of each column."""
        return cells_in(self.rows)

    @classmethod
    def of(cls, file: Opened, said: StatedCut = GUESSED) -> "TableSample":
        """Take the first rows of a table, which was cut as a user has `said`; it cannot be read
        any more."""
        table, layout = file.table, file.layout
        batches = table.batches(table.columns)
        first = next(batches, None)
        if first is None:
            raise FormatError("the file holds no jobs, only the names of columns")
        batch, lines = first
        rows = _fitting(
            pa.RecordBatch.from_arrays(
                [_kept(batch.column(name).slice(0, ROWS)) for name in table.columns],
                names=list(table.columns),
            )
        )
        return cls(
            rows,
            lines[: len(rows)],
            file.source,
            file.findings.report(0),
            table.has_lines,
            table.processors,
            len(batch) == len(rows) and next(batches, None) is None,
            layout is not None and not layout.widths,
            layout.cells_apart_by if layout else "",
            layout.first_line if layout else "",
            said,
            file.shape or table.columns,
        )

    def read(self, profile: Profile | None, options: ReadOptions) -> Reading:
        """Read the rows as a profile says, else as is usual.

        Raises
        ------
        FormatError
            As `parsched.data.formats.read` does.
        """

        def batches(wanted: Sequence[str]) -> Iterator[Batch]:
            yield self.rows.select(list(wanted)), self.lines

        table = LogTable(
            self.columns,
            batches,
            self.processors,
            self.has_lines,
            may_have_commas=self.is_text and self.separator != ",",
        )
        file = Opened(table, self.source, Findings.of(self.found), shape=self.shape)
        return doubted(read_opened(file, "sample", options, profile), options)

    def as_bytes(self) -> bytes:
        """Return what `from_bytes` takes: an Arrow stream."""
        about = {
            "source": self.source.key if self.source else "",
            "found": self.found.as_json(),
            "has_lines": self.has_lines,
            "processors": self.processors,
            "is_whole": self.is_whole,
            "is_text": self.is_text,
            "separator": self.separator,
            "first_line": self.first_line,
            "said": asdict(self.said),
            "shape": self.shape,
            "lines": self.lines.tolist(),
        }
        rows = self.rows.replace_schema_metadata({"about": json.dumps(about)})
        file = io.BytesIO()
        with pa.ipc.new_stream(file, rows.schema) as stream:
            stream.write_batch(rows)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "TableSample":
        """Rebuild what `as_bytes` returned."""
        rows = next(iter(pa.ipc.open_stream(content)))
        about: dict[str, Any] = json.loads(rows.schema.metadata[b"about"])
        source = SOURCES.get(about.pop("source"))
        lines = np.array(about.pop("lines"), np.int64)
        found = ReadReport.from_json(about.pop("found"))
        said = about.pop("said")  # a separator alone, as earlier versions have stored it, or both
        about["said"] = StatedCut(said) if isinstance(said, str) else StatedCut(**said)
        about["shape"] = tuple(about.get("shape", ())) or tuple(rows.schema.names)
        return cls(rows, lines, source, found, **about)


def _kept(column: pa.Array) -> pa.Array:
    """Return a column as it can be stored: lists and the like as text, long cells cut."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_nested(column.type):
        column = pa.array([None if v is None else str(v)[:_LONGEST] for v in column.to_pylist()])
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return pc.utf8_slice_codeunits(column, 0, _LONGEST)
    if any(is_bytes(column.type) for is_bytes in _ARE_BYTES):
        return pc.binary_slice(column, 0, _LONGEST)
    return column


def _fitting(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Return as many of some rows as fit, at least one."""
    while rows.nbytes > BYTES and len(rows) > 1:
        rows = rows.slice(0, len(rows) // 2)
    return rows
