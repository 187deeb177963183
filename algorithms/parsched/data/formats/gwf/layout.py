"""Order of the fields of a line: fixed in GWF, given by column names in the workflow kind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import quoted
from parsched.data.files.vocabulary import lost_by
from parsched.data.formats.gwf import FIELDS, cell_parser
from parsched.data.formats.swf import line_parser
from parsched.model.problem.unmodelled import (
    CONSTRAINTS,
    MEMORY,
    RESOURCES,
    UNMODELLED,
)
from parsched.model.problem.workload import Ints

NAMES = ("user", "group", "executable", "queue", "partition", "origin")
LOST = {
    "ReqMemory": MEMORY,
    "ReqPlatform": CONSTRAINTS,
    "ReqNetwork": RESOURCES,
    "RequestedLocalDiskSpace": RESOURCES,
    "RequestedResources": RESOURCES,
}
"""What fields ask for that a workload cannot hold."""
WORDS = ("id", *NAMES, "structure", "after", *UNMODELLED)
"""Columns of text, by the rows in which the parser puts their places."""

LEAST = 18
"""Fields that a GWF line must have: those behind are often missing, and are not read."""

_SLOTS = {
    "JobID": line_parser.NUMBER,
    "WaitTime": line_parser.WAIT,
    "SubmitTime": line_parser.SUBMIT,
    "RunTime": line_parser.RUN,
    "NProcs": line_parser.ALLOCATED,
    "ReqNProcs": line_parser.REQUESTED,
    "ReqTime": line_parser.ESTIMATE,
    "Status": line_parser.STATUS,
}
_WORDS = {
    "JobID": "id",
    "UserID": "user",
    "GroupID": "group",
    "ExecutableID": "executable",
    "QueueID": "queue",
    "PartitionID": "partition",
    "OrigSiteID": "origin",
    "JobStructure": "structure",
    "JobStructureParams": "after",
    **LOST,
}
_TASK_WORDS = {"JobID": "id", "UserID": "user", "WorkflowID": "group", "Dependencies": "after"}
_TASK_NEEDS = ("JobID", "SubmitTime", "RunTime")
_TASK_SIZES = ("NProcs", "ReqNProcs")


@dataclass(frozen=True, eq=False)
class GwfLayout:
    """How the parser takes lines: see `cell_parser.parse_lines`."""

    separator: int
    least: int
    slots: Ints
    words: Ints

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the layout of a GWF file, by one of its data lines."""
        separator = cell_parser.TAB if b"\t" in line.strip() else cell_parser.BLANK
        return cls._named(FIELDS, separator, LEAST, _SLOTS, _WORDS)

    @classmethod
    def of_titles(cls, line: bytes) -> Self:
        """Return the layout that a line of column names gives.

        Raises
        ------
        FormatError
            When a column that is needed is missing, or one is there twice.
        """
        by_lower = {name.lower(): name for name in (*_SLOTS, *_TASK_WORDS)}
        titles = [cell.strip().lower() for cell in line.decode("latin-1").split(",")]
        names = [by_lower.get(name, "") for name in titles]
        for name in _TASK_NEEDS:
            if name not in names:
                raise FormatError(f"the first line must name a column {name}, got {_shown(line)}")
        if not set(_TASK_SIZES) & set(names):
            rule = f"must name a column {' or '.join(_TASK_SIZES)}"
            raise FormatError(f"the first line {rule}, got {_shown(line)}")
        twice = [name for name, times in Counter(filter(None, names)).items() if times > 1]
        if twice:
            raise FormatError(f"column {twice[0]} must be named once in the first line")
        needed = [i for i, name in enumerate(names, 1) if name in (*_TASK_NEEDS, *_TASK_SIZES)]
        words = dict(_TASK_WORDS)
        for i, title in enumerate(titles):
            if not names[i] and (lost := lost_by(title)):
                names[i], words[title] = title, lost
        return cls._named(names, cell_parser.COMMA, max(needed), _SLOTS, words)

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


def best_line(rows: Sequence[bytes]) -> bytes:
    """Return the one with the most fields among the first lines: some line may be broken."""
    return max(rows[:_LOOKED_AT], key=_fields)


def recognises(head: bytes, name: str = "") -> bool:
    """Tell whether a file that begins like this is GWF of either kind.

    Lines with no more fields than SWF has, and no comment that names the columns, are GWF where the
    name of the file says so.
    """
    head = head[: 1 << 16].removeprefix(b"\xef\xbb\xbf")
    if _names_columns(head):
        return True
    rows = data_lines(head)
    if not rows or has_titles(rows[0]):
        return bool(rows)
    best = best_line(rows)
    if best.count(b"\t") >= len(FIELDS) - 1:
        return True
    begin = head.lstrip()[:1]
    if begin == b"#" and _fields(best) > _MOST_OF_SWF:
        return True
    is_called_so = name.lower().removesuffix(".gz").endswith(".gwf")
    return is_called_so and begin != b";" and _fields(best) >= LEAST


_LOOKED_AT = 20
"""Data lines that are read to recognise a file."""
_MOST_OF_SWF = 20
"""Fields of SWF with what some programs add: only lines with more are taken for GWF."""


def _fields(line: bytes) -> int:
    return max(line.count(b"\t") + 1, len(line.split()))


def _names_columns(head: bytes) -> bool:
    comments = (line for line in head.splitlines() if line.lstrip().startswith(b"#"))
    return any(b"JobID" in comment for comment in comments)


def _shown(line: bytes) -> str:
    return quoted(line.decode("latin-1").strip())
