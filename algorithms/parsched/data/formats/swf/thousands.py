"""Signs between the thousands of numbers in lines of fields."""

import re

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.thousands import THOUSANDS, without_signs

_BETWEEN = re.compile(rb"(\s+)")
_SIGN = re.compile(rb"[0-9][,'][0-9]{3}")
_NUMBERS = 11
"""Fields that are numbers in all files: in later ones commas may stand between names or jobs."""


def has_signs(block: bytes) -> bool:
    """Tell whether lines may hold such numbers."""
    return bool(_SIGN.search(block))


def plain_lines(block: bytes, before: int, findings: Findings) -> bytes:
    """Return lines with plain numbers, and report those that were not: 1,024 or 1'024. The first
    line is the one behind the line `before`."""
    lines = block.split(b"\n")
    for at, line in enumerate(lines):
        if (b"," in line or b"'" in line) and not line.lstrip().startswith(b";"):
            lines[at] = _plain(line, before + at + 1, findings)
    return b"\n".join(lines)


def _plain(line: bytes, number: int, findings: Findings) -> bytes:
    parts = _BETWEEN.split(line)
    fields = [at for at, part in enumerate(parts) if part and not part.isspace()]
    for at in fields[:_NUMBERS]:
        cell = parts[at].decode("utf-8", "replace")
        if (plain := without_signs(cell)) is not None and plain.isascii():
            parts[at] = plain.encode()
            findings.add(THOUSANDS, line=number, value=quoted(cell))
    return b"".join(parts)
