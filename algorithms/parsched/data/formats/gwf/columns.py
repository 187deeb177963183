"""From the kept rows of a GWF file to a workload: ids and names are text."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.naming import visible
from parsched.data.files.findings import FindingKind, Findings, quoted
from parsched.data.files.links import JobLinks, LinkKinds, delays, split_ids
from parsched.data.files.names import LONGEST_NAME, apart, fit
from parsched.data.files.not_held import says_something
from parsched.data.files.source import FileLimits
from parsched.data.files.status import STATUS
from parsched.data.formats.gwf import DAG, cell_parser, kinds
from parsched.data.formats.gwf.layout import NAMES as LABELS
from parsched.data.formats.gwf.layout import WORDS
from parsched.data.formats.swf import line_parser, with_noted_labels
from parsched.data.formats.swf.columns import SwfColumns, number_column, numbered_labels
from parsched.data.formats.swf.header import Header
from parsched.data.formats.swf.rows import SwfRows
from parsched.model.problem.workload import Ints, Labels

_NUMBER = re.compile(r"\d+(\.\d*)?(e[+-]?\d+)?", re.ASCII)
_STRUCTURES = ("UNITARY", "BOT", DAG)
"""What field 19 says of jobs that wait for none, or for the jobs of field 20."""
STRUCTURE, AFTER = WORDS.index("structure"), WORDS.index("after")


@dataclass(frozen=True, eq=False)
class WordRows(SwfRows):
    """Rows with words: `cells` has the places of `WORDS` in `block`, shape (n_words, n_rows, 2)."""

    cells: Ints
    block: bytes

    def take(self, mask: NDArray[np.bool_]) -> "WordRows":
        """Return the chosen rows."""
        if mask.all():
            return self
        cells = self.cells[:, mask]
        return replace(self, values=self.values[:, mask], lines=self.lines[mask], cells=cells)

    def word(self, column: int, row: int) -> str:
        """Return a word as it is written."""
        start, end = self.cells[column, row].tolist()
        return self.block[start:end].decode()


class WordColumns(SwfColumns):
    """Columns of the kept jobs, in blocks."""

    format = "gwf"
    shifted: FindingKind = kinds.SHIFTED
    link_kinds: LinkKinds = kinds.LINKS
    partition_kind: FindingKind = kinds.PARTITIONS
    are_tasks = False
    """Are the lines tasks of workflows?"""

    def __init__(self, limits: FileLimits) -> None:
        super().__init__(limits)
        self._codes: dict[str, dict[str, int]] = {name: {} for name in LABELS}
        self._ids: dict[int, str] = {}
        self._seed = randbits(32)

    def names(self, rows: SwfRows) -> dict[str, NDArray[Any]]:
        """Return the name columns of a block, as codes; ids that are not written as numbers are,
        such as 007, are kept apart."""
        if not isinstance(rows, WordRows):
            raise TypeError("rows must have words")
        text = np.frombuffer(rows.block, np.uint8)
        self._keep_ids(rows, text)
        columns: dict[str, NDArray[Any]] = {"status": number_column(rows, line_parser.STATUS)}
        for column, name in enumerate(LABELS, 1):
            columns[name] = self._coded(rows, column, self._first_alike(rows, column))
        self._note_what_is_not_held(rows)
        return columns

    def _first_alike(self, rows: WordRows, column: int) -> Ints:
        """Return for each row the first one with the same word, −1 where there is none."""
        table = np.empty(2 << max(len(rows), 1).bit_length(), np.int64)
        first = np.empty(len(rows), np.int64)
        text, cells = np.frombuffer(rows.block, np.uint8), np.ascontiguousarray(rows.cells[column])
        cell_parser.first_alike(text, cells, self._seed, table, first)
        return first

    def _note_what_is_not_held(self, rows: WordRows) -> None:
        """Say which jobs ask for what cannot be held, or are parts of an unknown structure."""
        for lost, kind in kinds.LOST.items():
            self._note(rows, WORDS.index(lost), kind, says_something)
        if not self.are_tasks:
            self._note(rows, STRUCTURE, kinds.STRUCTURE, _is_other_structure)

    def _note(
        self, rows: WordRows, column: int, kind: FindingKind, is_told: Callable[[str], bool]
    ) -> None:
        first = self._first_alike(rows, column)
        told = [row for row in np.unique(first[first >= 0]) if is_told(rows.word(column, row))]
        where = np.flatnonzero(np.isin(first, told))
        self.findings.add_all(
            kind, rows.lines[where], lambda i: quoted(rows.word(column, where[i]))
        )

    def _keep_ids(self, rows: WordRows, text: NDArray[np.uint8]) -> None:
        plain = np.empty(len(rows), np.bool_)
        cell_parser.are_plain(text, np.ascontiguousarray(rows.cells[0]), plain)
        plain &= _is_plain(rows.values[line_parser.NUMBER])
        begin = len(self) - len(rows)
        for row in np.flatnonzero(~plain).tolist():
            self._ids[begin + row] = visible(rows.word(0, row)[:LONGEST_NAME])

    def _coded(self, rows: WordRows, column: int, first: Ints) -> Ints:
        """Return the codes of a column, given for each row the first with the same word."""
        codes = self._codes[LABELS[column - 1]]
        by_row = np.full(len(rows) + 1, -1)
        unfit: dict[int, str] = {}
        for row in np.unique(first[first >= 0]).tolist():
            word = rows.word(column, row)
            key = fit(word, LONGEST_NAME)
            if key != word:
                unfit[row] = word
            by_row[row] = codes.setdefault(key, len(codes))
        self.limits.check_names(LABELS[column - 1], len(codes))
        if unfit:
            where = np.flatnonzero(np.isin(first, list(unfit)))
            self.findings.add_all(
                kinds.NAME, rows.lines[where], lambda i: quoted(unfit[int(first[where[i]])])
            )
        return by_row[first]

    def links(self, rows: SwfRows) -> JobLinks:
        """Return which jobs of a block wait for which, by rows of the block."""
        if not isinstance(rows, WordRows):
            raise TypeError("rows must have words")
        length = rows.cells[:, :, 1] - rows.cells[:, :, 0]
        there = length[AFTER] > 0
        if not self.are_tasks:
            there &= length[STRUCTURE] == len(DAG)
        return JobLinks.of(
            [
                (row, id, 0.0)
                for row in np.flatnonzero(there).tolist()
                if self.are_tasks or rows.word(STRUCTURE, row).upper() == DAG
                for id in split_ids(rows.word(AFTER, row))
            ]
        )

    def told_apart(self, links: JobLinks, ids: NDArray[Any]) -> JobLinks:
        """Return the pairs whose ids are ids of jobs; in other ids, the part behind a colon is a
        delay."""
        names, before, delay = set(map(str, ids.tolist())), links.before.copy(), links.delay.copy()
        for k, id in enumerate(before.tolist()):
            name, colon, seconds = id.rpartition(":")
            if id not in names and colon and _NUMBER.fullmatch(seconds):
                before[k], delay[k] = name, float(seconds)
        return JobLinks(links.row, before, delays(delay))

    def ids(self, lines: Ints, findings: Findings) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the job ids, or the line numbers if they do not tell the jobs apart, and those
        that the file gives."""
        numbers = self.take("number")
        plain = np.where(_is_plain(numbers), numbers, -1).astype(np.int64)
        ids: NDArray[Any] = plain
        if self._ids:
            texts = plain.astype(np.str_).astype(object)
            texts[list(self._ids)] = list(self._ids.values())
            ids = texts.astype(np.str_)
        order = np.argsort(ids, kind="stable")
        odd = np.zeros(len(ids), np.bool_)
        odd[order[1:]] = ids[order[1:]] == ids[order[:-1]]
        odd |= ids == ("" if self._ids else -1)
        if not odd.any():
            return ids, ids
        findings.add_all(kinds.RENUMBERED, lines[odd], lambda i: str(ids[odd][i]))
        return lines, ids

    def labels(self, header: Header, order: Any) -> dict[str, Labels | None]:
        """Return the name columns of the workload, in its order."""
        status = STATUS | header.names("Status")
        labels = {"status": numbered_labels(self.take("status"), status, order)}
        for name in LABELS:
            codes, names = self.take(name), apart(tuple(self._codes[name]), LONGEST_NAME)
            labels[name] = Labels(codes[order].astype(np.int32), names) if names else None
        return with_noted_labels(labels, header.all("Note"))


def _is_other_structure(word: str) -> bool:
    return says_something(word) and word.upper() not in _STRUCTURES


def _is_plain(numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which job numbers are whole, from 0."""
    plain: NDArray[np.bool_] = (numbers == np.floor(numbers)) & (numbers >= 0)
    return plain
