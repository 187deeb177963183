"""Which field of a line means what: fixed in GWF, said by the column names in the workflow kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from algorithms.errors import FormatError
from algorithms.formats.gwf import FIELDS
from algorithms.formats.report import quoted
from algorithms.kernels import cells
from algorithms.kernels import swf as kernel
from algorithms.workload import Ints

WORDS = ("id", "user", "group", "executable", "queue", "partition", "origin")
"""Columns of text, by the rows in which the parser puts their places."""

LEAST = 18
"""Fields that a GWF line must have: those behind are often missing, and are not read."""

_SLOTS = {
    "JobID": kernel.NUMBER,
    "SubmitTime": kernel.SUBMIT,
    "RunTime": kernel.RUN,
    "NProcs": kernel.ALLOCATED,
    "ReqNProcs": kernel.REQUESTED,
    "ReqTime": kernel.ESTIMATE,
    "Status": kernel.STATUS,
}
_WORDS = {
    "JobID": "id",
    "UserID": "user",
    "GroupID": "group",
    "ExecutableID": "executable",
    "QueueID": "queue",
    "PartitionID": "partition",
    "OrigSiteID": "origin",
}
_TASK_SLOTS = _SLOTS | {"Dependencies": kernel.PRECEDING}
_TASK_WORDS = {"JobID": "id", "UserID": "user", "WorkflowID": "group"}
_TASK_NEEDS = ("JobID", "SubmitTime", "RunTime")
_TASK_SIZES = ("NProcs", "ReqNProcs")


@dataclass(frozen=True, eq=False)
class Layout:
    """How the parser takes lines: see `kernels.cells.parse_lines`."""

    separator: int
    least: int
    slots: Ints
    words: Ints

    @classmethod
    def of(cls, first: bytes) -> Self:
        """Return the layout of a GWF file, by its first data line."""
        separator = cells.TAB if b"\t" in first.strip() else cells.BLANK
        return cls._named(FIELDS, separator, LEAST, _SLOTS, _WORDS)

    @classmethod
    def of_titles(cls, line: bytes) -> Self:
        """Return the layout that a line of column names gives.

        Raises
        ------
        FormatError
            When a column that is needed is missing, or one is there twice.
        """
        known = {name.lower(): name for name in (*_TASK_SLOTS, *_TASK_WORDS)}
        given = [cell.strip().lower() for cell in line.decode("latin-1").split(",")]
        names = [known.get(name, "") for name in given]
        for name in _TASK_NEEDS:
            if name not in names:
                raise FormatError(f"the first line must name a column {name}, got {_shown(line)}")
        if not set(_TASK_SIZES) & set(names):
            rule = f"must name a column {' or '.join(_TASK_SIZES)}"
            raise FormatError(f"the first line {rule}, got {_shown(line)}")
        twice = [name for name in names if name and names.count(name) > 1]
        if twice:
            raise FormatError(f"column {twice[0]} must be named once in the first line")
        needed = [i for i, name in enumerate(names, 1) if name in (*_TASK_NEEDS, *_TASK_SIZES)]
        return cls._named(names, cells.COMMA, max(needed), _TASK_SLOTS, _TASK_WORDS)

    @classmethod
    def _named(
        cls,
        names: Sequence[str],
        separator: int,
        least: int,
        slots: Mapping[str, int],
        words: Mapping[str, str],
    ) -> Self:
        """Return the layout of fields by their names."""
        slot = [-1, *(slots.get(name, -1) for name in names)]
        word = [-1, *(WORDS.index(words[name]) if name in words else -1 for name in names)]
        return cls(separator, least, np.array(slot, np.int64), np.array(word, np.int64))


def has_titles(line: bytes) -> bool:
    """Tell whether a line has the column names of the workflow kind."""
    names = {cell.strip().lower() for cell in line.split(b",")}
    return {b"submittime", b"runtime"} <= names and b"workflowid" in names


def data_lines(head: bytes) -> list[bytes]:
    """Return the lines of a text that are neither empty nor comments."""
    lines = (line.strip(b" ") for line in head.splitlines())
    return [line for line in lines if line.strip() and not line.startswith((b"#", b";"))]


def recognises(head: bytes) -> bool:
    """Tell whether a file that begins like this is GWF of either kind."""
    rows = data_lines(head[: 1 << 16].removeprefix(b"\xef\xbb\xbf"))[:1]
    if not rows:
        return head.lstrip().startswith(b"#") and b"JobID" in head
    if has_titles(rows[0]):
        return True
    tabs, blanks = rows[0].count(b"\t"), len(rows[0].split())
    has_comments = head.lstrip().startswith(b"#")
    return tabs >= len(FIELDS) - 1 or (has_comments and max(tabs + 1, blanks) > _MOST_OF_SWF)


_MOST_OF_SWF = 20
"""Fields of SWF with what some programs add: only lines with more are taken for GWF."""


def _shown(line: bytes) -> str:
    return quoted(line.decode("latin-1").strip())
