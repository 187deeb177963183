"""Files that are no workload we read: what they are, and how to convert them."""

from collections.abc import Callable
from dataclasses import dataclass

from algorithms.formats.unpacking import BZIP2, GZIP, XZ, ZSTANDARD

PACKED = (GZIP, XZ, BZIP2, ZSTANDARD)

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


def _is_binary(head: bytes) -> bool:
    return len(head[:4096].translate(None, _TEXT)) > len(head[:4096]) // 20


SEVERAL_FILES = "is a zip archive of several files: give one of them"

NO_TEXT = (
    Foreign("is a PNG picture", _starts(b"\x89PNG")),
    Foreign("is a JPEG picture", _starts(b"\xff\xd8\xff")),
    Foreign("is a PDF document", _starts(b"%PDF")),
    Foreign(SEVERAL_FILES, _starts(b"PK\x03\x04")),
    Foreign("is packed twice: unpack it once", _starts(*PACKED)),
    Foreign("is an SQLite database: export its jobs as SWF or GWF", _starts(b"SQLite format 3")),
    Foreign("is text in UTF-16: save it as UTF-8 or ASCII", _starts(b"\xff\xfe", b"\xfe\xff")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<html")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<!DOCTYPE")),
    Foreign("is binary", _is_binary),
)
"""Refused before any format is tried."""


def sentence(head: bytes, kinds: tuple[Foreign, ...]) -> str | None:
    """Return the sentence of the first kind that matches, or None."""
    return next((kind.sentence for kind in kinds if kind.recognises(head)), None)
