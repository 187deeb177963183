"""Files that are no workload we read: what they are, and how to convert them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parsched.data.files.refusals import listed
from parsched.data.files.unpacking import BZIP2, GZIP, XZ, ZIP, ZSTANDARD

_EMPTY_ZIP = b"PK\x05\x06"
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


def several_files(names: Sequence[str]) -> str:
    """Return the sentence of a zip archive that does not hold one file, by the names of those that
    it holds.

    >>> several_files(["a.swf", "b.swf"])
    'is a zip archive of 2 files: give one of them, "a.swf", "b.swf"'
    """
    if not names:
        return "is a zip archive that holds no file"
    return f"is a zip archive of {len(names):,} files: give one of them, {listed(names)}"


def is_zip(head: bytes) -> bool:
    """Tell whether a file is a zip archive, also an empty one."""
    return head.startswith((ZIP, _EMPTY_ZIP))


_OAR_SUMS = re.compile(rb"\s*(Usage summary for user .* from |User +First window starts )")
"""How OAR prints what users have used (`oarstat --accounting`)."""
_STUDY = re.compile(
    rb"(?m)\A\s*\{[^{}]{0,200}\"schedweb-study\"|^format *= *\"schedweb-study\"|"
    rb"^\[\[(algorithms|parts|parts\.methods|claims)\]\] *\r?$"
)
_PROFILE = re.compile(rb"(?m)^\[columns\] *\r?$")


def _begins(form: "re.Pattern[bytes]") -> Callable[[bytes], bool]:
    return lambda head: form.match(head) is not None


def _holds(form: "re.Pattern[bytes]") -> Callable[[bytes], bool]:
    return lambda head: form.search(head) is not None


NO_TEXT = (
    Foreign("is a PNG picture", _starts(b"\x89PNG")),
    Foreign("is a JPEG picture", _starts(b"\xff\xd8\xff")),
    Foreign("is a PDF document", _starts(b"%PDF")),
    Foreign("is a zip archive, which must hold one file", is_zip),
    Foreign("is packed twice: unpack it once", _starts(*PACKED)),
    Foreign("is an SQLite database: export its jobs as SWF or GWF", _starts(b"SQLite format 3")),
    Foreign("is text in UTF-16: save it as UTF-8 or ASCII", _starts(b"\xff\xfe", b"\xfe\xff")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<html")),
    Foreign("is a web page, not the trace that it may link to", _has(b"<!DOCTYPE")),
    Foreign(
        "is a sum of what users of OAR have used, without jobs: give what oarstat -J --gantt "
        "prints",
        _begins(_OAR_SUMS),
    ),
    Foreign("is a study, not a workload: python -m parsched study run takes it", _holds(_STUDY)),
    Foreign(
        "is a profile, which says what columns of a log mean: give the log, and this beside it",
        _holds(_PROFILE),
    ),
    Foreign("is binary", _is_binary),
)
"""Refused before any format is tried."""


def sentence(head: bytes, kinds: tuple[Foreign, ...]) -> str | None:
    """Return the sentence of the first kind that matches, or None."""
    return next((kind.sentence for kind in kinds if kind.recognises(head)), None)
