"""Kinds of schedule files: recognised by what they hold, plain or packed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parsched.base.errors import FormatError, UnknownKeyError
from parsched.data.files import foreign
from parsched.data.files.encoding import text_of
from parsched.data.files.source import FileLimits, Source, blocks
from parsched.data.formats.schedules.csv_table import csv_table
from parsched.data.formats.schedules.swf_table import FIELDS, swf_table
from parsched.data.formats.schedules.table import ScheduleTable

MOST_BYTES = 256 << 20
_HEAD = 1 << 16


@dataclass(frozen=True, kw_only=True)
class ScheduleKind:
    """A kind of file: what people call it, who writes it, and how it is read.

    `recognises` takes the first lines of a file that the kinds before it did not recognise.
    """

    title: str
    about: str
    recognises: Callable[[str], bool]
    read: Callable[[str, FileLimits], ScheduleTable]


def _is_swf(head: str) -> bool:
    """True for comments with a semicolon, or 18 words that begin with a number."""
    line = next((line.strip() for line in head.splitlines() if line.strip()), "")
    words = line.split()
    return line.startswith(";") or (len(words) >= FIELDS and words[0].lstrip("+-").isdecimal())


def _names(*wanted: str) -> Callable[[str], bool]:
    """Tell whether line 1 names columns."""

    def recognises(head: str) -> bool:
        names = {name.strip() for name in head.split("\n", 1)[0].split(",")}
        return names.issuperset(wanted)

    return recognises


SCHEDULES: Mapping[str, ScheduleKind] = {
    "swf": ScheduleKind(
        title="SWF with waits",
        about="18 numbers a line: submit time, wait and run time (fields 2, 3, 4) say when a job "
        "ran, field 5 on how many processors.",
        recognises=_is_swf,
        read=swf_table,
    ),
    "schedweb": ScheduleKind(
        title="SchedWeb CSV",
        about="What the page of a run exports: the columns of Batsim, then width, site and others.",
        recognises=_names("job_id", "starting_time", "width", "backfilled"),
        read=csv_table,
    ),
    "evalys": ScheduleKind(
        title="evalys CSV",
        about="A job set with jobID, submission_time, waiting_time or starting_time, "
        "execution_time and allocated_resources or proc_alloc.",
        recognises=_names("jobID"),
        read=csv_table,
    ),
    "batsim": ScheduleKind(
        title="Batsim jobs.csv",
        about="The jobs file that Batsim writes, of any version; columns are found by their names.",
        recognises=lambda head: True,
        read=csv_table,
    ),
}
"""By key, in the order in which they are tried."""


@dataclass(frozen=True)
class ReadTable:
    """The columns of a file, and the key of its kind."""

    kind: str
    table: ScheduleTable


def read_table(source: Source, limits: FileLimits, kind: str = "") -> ReadTable:
    """Read a file as what it is recognised as, or as the given kind.

    Raises
    ------
    UnknownKeyError
        When there is no such kind.
    FormatError
        When the file has another format; names the line.
    """
    if kind and kind not in SCHEDULES:
        kinds = ", ".join(SCHEDULES)
        raise UnknownKeyError(f"no kind of schedule file is called {kind!r}; there are: {kinds}")
    text = _text(source, limits)
    if not text.strip():
        raise FormatError("the file is empty")
    kind = kind or recognised(text[:_HEAD])
    return ReadTable(kind, SCHEDULES[kind].read(text, limits))


def recognised(head: str) -> str:
    """Return the key of the kind that a file begins like."""
    return next(key for key, kind in SCHEDULES.items() if kind.recognises(head))


def _text(source: Source, limits: FileLimits) -> str:
    data = bytearray()
    for block in blocks(source, limits):
        if not data and (what := foreign.sentence(block, foreign.NO_TEXT)):
            raise FormatError(f"the file {what}")
        data += block
        if len(data) > MOST_BYTES:
            raise FormatError(f"the file holds more than {MOST_BYTES >> 20} MiB, the limit here")
    return text_of(bytes(data))
