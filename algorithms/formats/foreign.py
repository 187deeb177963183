"""Files that are no workload we read: what they are, and how to convert them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_TEXT = b"\t\n\r\f " + bytes(range(33, 127)) + bytes(range(128, 256))


@dataclass(frozen=True)
class Foreign:
    """A kind of file, recognised by its first block; `sentence` continues "the file …"."""

    sentence: str
    recognises: Callable[[bytes], bool]


def _starts(*beginnings: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(beginnings)


def _has(*parts: bytes) -> Callable[[bytes], bool]:
    return lambda head: all(part in head for part in parts)


def _lines(head: bytes) -> list[bytes]:
    return [line for line in re.split(rb"[\r\n]+", head[:65536]) if line.strip()]


def _separated_by(separator: bytes, least: int) -> Callable[[bytes], bool]:
    def recognises(head: bytes) -> bool:
        rows = [line for line in _lines(head) if not line.lstrip().startswith((b";", b"#"))]
        return bool(rows) and rows[0].count(separator) >= least

    return recognises


def _is_binary(head: bytes) -> bool:
    return len(head[:4096].translate(None, _TEXT)) > len(head[:4096]) // 20


NO_TEXT = (
    Foreign("is a PNG picture", _starts(b"\x89PNG")),
    Foreign("is a JPEG picture", _starts(b"\xff\xd8\xff")),
    Foreign("is a PDF document", _starts(b"%PDF")),
    Foreign("is a zip archive (or a spreadsheet): unpack it first", _starts(b"PK\x03\x04")),
    Foreign("is packed with xz: unpack it, or pack it with gzip", _starts(b"\xfd7zXZ")),
    Foreign("is packed with bzip2: unpack it, or pack it with gzip", _starts(b"BZh")),
    Foreign("is packed with zstd: unpack it, or pack it with gzip", _starts(b"\x28\xb5\x2f\xfd")),
    Foreign("is packed with gzip twice: unpack it once", _starts(b"\x1f\x8b")),
    Foreign("is an SQLite database: export its jobs as SWF or GWF", _starts(b"SQLite format 3")),
    Foreign("is text in UTF-16: save it as UTF-8 or ASCII", _starts(b"\xff\xfe", b"\xfe\xff")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<html")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<!DOCTYPE")),
    Foreign("is binary", _is_binary),
)
"""Refused before any format is tried."""

OTHER_WORKLOADS = (
    Foreign(
        "is a Batsim workload in JSON, which is not read yet: convert it to SWF",
        _has(b'"nb_res"', b'"profiles"'),
    ),
    Foreign(
        "is a Batsim jobs.csv, a schedule: give the workload, and check the schedule against it",
        _has(b"job", b"submission_time", b"allocated_"),
    ),
)
"""Also refused, though they are text: parts of them could be mistaken for SWF."""

HINTS = (
    Foreign(
        "separates its fields by semicolons, as the Slurm simulator does: put blanks in their "
        "place, numbers in place of names and -1 where nothing stands",
        _separated_by(b";", 17),
    ),
    Foreign("looks like sacct output: convert it to SWF", _separated_by(b"|", 4)),
    Foreign(
        "looks like a table with commas: name its columns in the first line (procs, time, …)",
        _separated_by(b",", 4),
    ),
)
"""Added to the error when no line could be read."""


def sentence(head: bytes, kinds: tuple[Foreign, ...]) -> str | None:
    """Return the sentence of the first kind that matches, or None."""
    return next((kind.sentence for kind in kinds if kind.recognises(head)), None)
