"""Text in UTF-8, and lines of it that are in an older encoding."""

import re

from parsched.data.files.findings import FindingKind, Findings, Severity, quoted

OTHER_ENCODING = FindingKind(
    key="other_encoding",
    severity=Severity.NOTE,
    field="A line",
    rule="is not in UTF-8",
    action="read as Windows-1252, which contains Latin-1",
)
_WORD = re.compile(r"[^\s|,;]*[^\x00-\x7f][^\s|,;]*")


def in_utf_8(block: bytes, line: int, findings: Findings) -> bytes:
    """Return a block of whole lines in UTF-8, where `line` is the number of the first one in the
    file; lines of another encoding are reported, each with a word of it.

    Examples
    --------
    >>> from parsched.data.files.encoding import in_utf_8
    >>> from parsched.data.files.findings import Findings
    >>> in_utf_8("für\\n".encode() + "für\\n".encode("latin-1"), 1, Findings()).decode()
    'für\\nfür\\n'
    """
    if block.isascii() or _is_utf_8(block):
        return block
    made = block.split(b"\n")
    for i, text in enumerate(made):
        if not _is_utf_8(text):
            read = _decoded(text)
            word = _WORD.search(read)
            findings.add(OTHER_ENCODING, line=line + i, value=quoted(word[0] if word else read))
            made[i] = read.encode()
    return b"\n".join(made)


def text_of(content: bytes) -> str:
    """Return a whole text, line by line in UTF-8 or as `in_utf_8` says; a mark at its beginning is
    no part of it."""
    return in_utf_8(content, 1, Findings()).decode().removeprefix("\ufeff")


def _is_utf_8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _decoded(text: bytes) -> str:
    try:
        return text.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no character there
        return text.decode("latin-1")
