"""Reading GWF, the Grid Workload Format, block by block; the rules are the same as for SWF.

Whole seconds, rounded down; processors as requested, else as allocated; jobs that never ran are
left out and counted. Submit times that count from 1970 are moved to begin at 0. Comments may say
when time 0 was and in which zone, as comments of SWF do (`# UnixStartTime: 1085313600`).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import SHOWN, shown_cell
from parsched.data.files.reading import Reading, ReadOptions
from parsched.data.formats.gwf import cell_parser, kinds
from parsched.data.formats.gwf.columns import WordColumns, WordRows
from parsched.data.formats.gwf.layout import WORDS, GwfLayout, best_line, data_lines, has_titles
from parsched.data.formats.swf.read import BYTE_ORDER_MARK, MOST_HEADER_LINES, SwfReader, read_lines
from parsched.data.formats.swf.rows import ERRORS, REMARKS, RowRule, SwfRows


def read_gwf(content: Iterator[bytes], name: str, options: ReadOptions) -> Reading:
    """Read a workload from the blocks of a file of either kind.

    Takes O(n) time.

    Raises
    ------
    FormatError
        When no line holds a job, a column is missing, or there are more jobs than the limit; says
        which line does not fit and what was expected.
    """
    return read_lines(_GridReader(options, WordColumns(options.limits)), content, name)


def _for_tasks(rule: RowRule) -> RowRule:
    return replace(rule, kind=kinds.unnumbered(rule.kind))


def _shown(cells: list[str], i: int) -> str:
    return shown_cell(cells[i])


class _GridReader(SwfReader):
    """What has been read so far."""

    of_fault = kinds.OF_FAULT
    foreign = (*SwfReader.foreign, kinds.SHORT, kinds.EXTRA, *kinds.TEXT.values())

    def __init__(self, options: ReadOptions, columns: WordColumns) -> None:
        super().__init__(options, columns)
        self._tasks = columns
        self._layout: GwfLayout | None = None
        self._cells = np.empty((len(WORDS), 0, 2), np.int64)

    def read_header(self, block: bytes) -> int:
        """Return where the lines begin that the parser takes: it skips comments itself."""
        begin = len(BYTE_ORDER_MARK) if not self.lines and block.startswith(BYTE_ORDER_MARK) else 0
        if self._layout is None:
            self._read_comments(block[begin:])
        rows = data_lines(block[begin:]) if self._layout is None else []
        if rows and has_titles(rows[0]):
            self._layout = GwfLayout.of_titles(rows[0])
            self._speak_of_tasks()
        elif rows:
            self._layout = GwfLayout.of(best_line(rows))
        return begin

    def _read_comments(self, block: bytes) -> None:
        """Take what comments before the first job say, in the words of SWF's header: when time 0
        was, and how large the machine is."""
        for line in block.split(b"\n", MOST_HEADER_LINES)[:MOST_HEADER_LINES]:
            if line.strip() and not line.lstrip().startswith((b"#", b";")):
                return
            self.header.add(line.lstrip(b" \t#;"))

    def _speak_of_tasks(self) -> None:
        self.of_fault = kinds.OF_TASK_FAULT
        self._tasks.are_tasks, self._tasks.link_kinds = True, kinds.TASK_LINKS
        self._tasks.partition_kind = kinds.unnumbered(kinds.PARTITIONS)
        self.errors = tuple(map(_for_tasks, ERRORS))
        self.remarks = tuple(map(_for_tasks, REMARKS))

    def with_texts(self, rows: SwfRows, block: bytes) -> SwfRows:
        """Return rows as they are, as names are words here; report text in place of numbers that
        jobs can do without, each field by itself."""
        lines = block.split(b"\n")
        for slot, kind in kinds.TEXT.items():
            own = kinds.unnumbered(kind) if self._tasks.are_tasks else kind
            where = rows.lines[np.isnan(rows.values[slot])]
            cells = [self._cell(lines[line - self.lines - 1], slot) for line in where[:SHOWN]]
            self.findings.add_all(own, where, partial(_shown, cells))
        return rows

    def _cell(self, line: bytes, slot: int) -> str:
        """Return the text in the field of a line whose number a row of values takes."""
        layout = self._layout or GwfLayout.of(b"\t")
        if layout.separator == cell_parser.BLANK:
            cells = re.split(rb"[ \t]+", line.strip(b" \t"))
        else:
            cells = line.split(bytes((layout.separator,)))
        place = int(np.flatnonzero(layout.slots == slot)[0])
        return cells[place - 1].decode("utf-8", "replace").strip()

    def parse(self, block: bytes) -> tuple[SwfRows, int]:
        """Return the rows of a block, and how many lines it has."""
        layout = self._layout or GwfLayout.of(b"\t")
        text = np.frombuffer(block, np.uint8)
        values, numbers = self.space(len(text) // layout.least + 1)
        if self._cells.shape[1] < len(numbers):
            self._cells = np.zeros((len(WORDS), len(numbers), 2), np.int64)
        rows, seen = cell_parser.parse_lines(
            text,
            self.lines,
            layout.separator,
            layout.least,
            self.before_jobs,
            layout.slots,
            layout.words,
            values,
            self._cells,
            numbers,
            self.counts,
            self.where,
        )
        cells = self._cells[:, :rows]
        columns = values[:, :rows], numbers[:rows], cells, block
        return WordRows(*columns, has_decimals=self.has_decimals), seen

    def close(self, name: str) -> Reading:
        """Build the workload."""
        if self._layout is None:
            raise FormatError("the file holds no jobs, only comments")
        return super().close(name)
