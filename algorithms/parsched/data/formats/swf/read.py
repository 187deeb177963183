"""Reading SWF, the Standard Workload Format of the Parallel Workloads Archive, block by block.

The rules are those that comparisons of schedulers need: whole seconds, rounded down unless a note
of the header says that there are decimals; processors as requested, else as allocated; jobs that
never ran are left out and counted.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import FormatError
from parsched.data.files.findings import Finding, FindingKind, Findings, Severity, shown_cell
from parsched.data.files.reading import DoesNotFit, Reading, ReadOptions
from parsched.data.files.refusals import misfit, refuse_dropped
from parsched.data.files.source import lines
from parsched.data.formats.swf import DECIMALS, kinds, line_parser
from parsched.data.formats.swf.columns import SwfColumns
from parsched.data.formats.swf.header import Header
from parsched.data.formats.swf.rows import ERRORS, REMARKS, RowRule, SwfRows
from parsched.data.formats.swf.texts import TextRows
from parsched.data.formats.swf.thousands import has_signs, plain_lines
from parsched.model.problem.workload import Floats, Ints

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MOST_HEADER_LINES = 100_000
"""Lines in which header entries are looked for."""

_LONGEST_VALUE = 100


def read_swf(content: Iterator[bytes], name: str, options: ReadOptions) -> Reading:
    """Read a workload from the blocks of a file.

    Takes O(n) time and about 90 bytes per job beside the workload itself.

    Raises
    ------
    FormatError
        When no line holds a job, or there are more jobs than the limit; says which line does not
        fit and what was expected.
    """
    return read_lines(SwfReader(options, SwfColumns(options.limits)), content, name)


def read_lines(reader: "SwfReader", content: Iterator[bytes], name: str) -> Reading:
    """Feed a reader all blocks of a file."""
    for block in lines(content, reader.findings):
        reader.feed(block)
    return reader.close(name)


class SwfReader:
    """What has been read so far.

    Formats of the same meaning parse lines in their own way: `of_fault` has their words for what
    the parser finds, `errors` and `remarks` their rules.
    """

    of_fault = kinds.OF_FAULT
    foreign: tuple[FindingKind, ...] = kinds.FOREIGN
    errors: tuple[RowRule, ...] = ERRORS
    remarks: tuple[RowRule, ...] = REMARKS

    def __init__(self, options: ReadOptions, columns: SwfColumns) -> None:
        self.options = options
        self.header = Header()
        self.findings = Findings()
        self.columns = columns
        columns.findings = self.findings
        self.lines = 0
        self.before_jobs = True
        self._values = np.empty((line_parser.COLUMNS, 0))
        self._lines = np.empty(0, np.int64)
        self.counts = np.zeros(line_parser.FAULTS, np.int64)
        self.where = np.zeros((line_parser.FAULTS, line_parser.SHOWN, 4), np.int64)

    def feed(self, block: bytes) -> None:
        """Read one block; comments before the first data line go into the header."""
        begin = self.read_header(block) if self.before_jobs else 0
        block = block[begin:]
        before = self.counts.copy()
        rows, seen = self.parse(block)
        is_odd = bool((self.counts != before).any()) and has_signs(block)
        if is_odd and (plain := plain_lines(block, self.lines, self.findings)) != block:
            self.counts[:], block = before, plain
            rows, seen = self.parse(block)
        if self.counts[line_parser.TEXT] > before[line_parser.TEXT]:
            rows = self.with_texts(rows, block)
        for fault, kind in self.of_fault.items():
            self._tell(fault, kind, int(before[fault]), block)
        self.lines += seen
        self.before_jobs &= not len(rows) and bool((self.counts == 0).all())
        for rule in self.errors:
            rows = rows.take(self._unlike(rule, rows))
        for rule in self.remarks:
            self._unlike(rule, rows)
        self.columns.append(rows)
        if len(self.columns) > self.options.limits.max_jobs:
            raise FormatError(
                f"the file holds more than {self.options.limits.max_jobs:,} jobs, the limit"
            )

    def _unlike(self, rule: RowRule, rows: SwfRows) -> NDArray[np.bool_]:
        """Report the rows that a rule applies to, and return the mask of the others."""
        applies = rule.applies(rows)
        where = np.flatnonzero(applies)
        self.findings.add_all(rule.kind, rows.lines[where], lambda i: rule.value(rows, where[i]))
        return ~applies

    def read_header(self, block: bytes) -> int:
        """Return where the first data line begins."""
        begin = len(BYTE_ORDER_MARK) if not self.lines and block.startswith(BYTE_ORDER_MARK) else 0
        while begin < len(block) and self.lines < MOST_HEADER_LINES:
            end = block.index(b"\n", begin)
            line = block[begin:end].lstrip(b" \t")
            if line and not line.startswith(b";"):
                break
            self.header.add(line)
            self.lines += 1
            begin = end + 1
        return begin

    def parse(self, block: bytes) -> tuple[SwfRows, int]:
        """Return the rows of a block, and how many lines it has."""
        text = np.frombuffer(block, np.uint8)
        values, numbers = self.space(len(text) // line_parser.SHORTEST_LINE + 1)
        rows, seen = line_parser.parse_lines(
            text, self.lines, self.before_jobs, values, numbers, self.counts, self.where
        )
        return SwfRows(values[:, :rows], numbers[:rows], has_decimals=self.has_decimals), seen

    @property
    def has_decimals(self) -> bool:
        """Whether the file says that its times are no whole seconds."""
        return DECIMALS in self.header.all("Note")

    def with_texts(self, rows: SwfRows, block: bytes) -> SwfRows:
        """Return rows with what stands in place of numbers in some of them."""
        cells = np.empty((line_parser.FIELDS * len(rows), 4), np.int64)
        text = np.frombuffer(block, np.uint8)
        count = line_parser.text_cells(text, self.lines, rows.lines, cells)
        columns = rows.values, rows.lines, cells[:count].copy(), block
        return TextRows(*columns, has_decimals=rows.has_decimals)

    def space(self, capacity: int) -> tuple[Floats, Ints]:
        """Return arrays for values and line numbers of `capacity` rows, valid for one block."""
        if capacity > len(self._lines):
            self._values = np.empty((line_parser.COLUMNS, capacity))
            self._lines = np.empty(capacity, np.int64)
        return self._values, self._lines

    def _tell(self, fault: int, kind: FindingKind, before: int, block: bytes) -> None:
        """Take over the faults that the parser found in a block."""
        after = int(self.counts[fault])
        places = self.where[fault, before : min(after, line_parser.SHOWN)].tolist()
        for line, field, start, end in places:
            cell = block[start : min(end, start + _LONGEST_VALUE)]
            text = cell.decode("utf-8", "replace").strip()
            if fault in (line_parser.SHORT, line_parser.EXTRA):
                text = f"{field} fields" if field > 1 else f"1 field, {shown_cell(text)}"
            elif fault == line_parser.TITLES:
                text = shown_cell(text)
            else:
                text = f"{shown_cell(text)} (field {field})"
            self.findings.add(kind, line=line, value=text)
        if after > before + len(places):
            self.findings.count(kind, after - before - len(places))

    def close(self, name: str) -> Reading:
        """Build the workload."""
        report = self.findings.report(len(self.columns))
        refuse_dropped(report, self.options.bad_lines)
        if not len(self.columns):
            raise self._nothing(report.of(Severity.ERROR) or report.findings)
        reading = self.columns.reading(name, self.header, self.findings)
        refuse_dropped(reading.report, self.options.bad_lines)
        return reading

    def _nothing(self, findings: tuple[Finding, ...]) -> FormatError:
        """Say why no line is a job, by the first that does not fit.

        Where no line tells that this is SWF at all, the file may be of another format.
        """
        if not findings:
            return FormatError("the file holds no jobs, only comments")
        is_foreign = all(finding.kind in self.foreign for finding in findings)
        return misfit(findings, DoesNotFit if is_foreign else FormatError)
