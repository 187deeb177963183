"""ClassAds of HTCondor that stand in a file as XML or JSON, one after the other."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from json import JSONDecoder
from typing import Any

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings, quoted
from parsched.data.files.json_text import collected, no_number
from parsched.data.files.source import FileLimits
from parsched.data.logs.kinds import NOT_WHOLE

Ad = tuple[int, dict[str, Any]]
"""The line on which one begins, and its attributes by name."""

_PARTS = re.compile(r"(?=<c>)|(?<=</c>)")
_VALUE = re.compile(r'<a n="([^"]{1,200})">\s*<\w+(?: v="(\w)")?\s*/?>([^<]*)')
_DECODER = JSONDecoder(parse_constant=no_number)
_BEGIN = re.compile(r"\s*<c>")
_WITHIN = ('">', "<l>", "</c>")
"""Ends of lines below which an ad stands within another."""
_BETWEEN = "[], \t\r\n"
"""Signs that stand between objects."""


def of_xml(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[Ad]:
    """Yield the ads of XML; what stands in one within another counts as its own. One that is cut
    off is reported: the file ends, or another begins as it did and stands not within it.

    Examples
    --------
    >>> lines = [(1, '<c><a n="Proc"><i>0</i></a>'), (2, '<a n="Ok"><b v="t"/></a></c>')]
    >>> list(of_xml(lines, Findings()))
    [(1, {'Proc': '0', 'Ok': 't'})]
    """
    values: dict[str, Any] = {}
    first, depth, before = 0, 0, ""
    begin: str | None = None
    for number, line in lines:
        opened = _BEGIN.match(line)
        if depth and opened and opened[0] == begin and not before.endswith(_WITHIN):
            findings.add(NOT_WHOLE, line=first, value=quoted("<c>"))
            depth = 0
        for part in _PARTS.split(line):
            if part.startswith("<c>") and depth == 0:
                first, values, begin = number, {}, opened and opened[0]
            depth += part.startswith("<c>")
            values |= {name: flag or unescape(text) for name, flag, text in _VALUE.findall(part)}
            if part.endswith("</c>") and depth:
                depth -= 1
                if depth == 0:
                    yield first, values
        before = line.rstrip() or before
    if depth:
        findings.add(NOT_WHOLE, line=first, value=quoted("<c>"))


def of_json(
    lines: Iterable[tuple[int, str]], limits: FileLimits, findings: Findings
) -> Iterator[Ad]:
    """Yield the objects of a text that has them one after the other, each on one line or over
    several, also within a list; what is cut off is reported."""
    first, held = 0, list[str]()
    for number, line in lines:
        text = line.rstrip().removesuffix(",")
        if not held and not text.strip(_BETWEEN):
            continue
        first = first if held else number
        held.append(line)
        if (len(held) == 1 and text.endswith(("}", "}]"))) or text in _ends(held[0]):
            yield from _objects(first, "\n".join(held), limits, findings)
            held = []
    if held:
        yield from _objects(first, "\n".join(held), limits, findings)


def _ends(begin: str) -> tuple[str, str]:
    """Return the lines that may end an object whose first line is known: indented as that is."""
    indent = begin[: len(begin) - len(begin.lstrip())]
    return f"{indent}}}", f"{indent}}}]"


def _objects(line: int, text: str, limits: FileLimits, findings: Findings) -> Iterator[Ad]:
    """Yield the objects of a text, which may be parts of a list; what is none is reported."""
    try:
        text = collected(iter((text.encode(),)), limits).decode()
        at = _next(text, 0)
        while at < len(text):
            value, at = _DECODER.raw_decode(text, at)
            at = _next(text, at)
            if isinstance(value, dict):
                yield line, value
    except (FormatError, ValueError):
        findings.add(NOT_WHOLE, line=line, value=quoted(text.strip().partition("\n")[0]))


def _next(text: str, at: int) -> int:
    """Return where the next object begins."""
    while at < len(text) and text[at] in _BETWEEN:
        at += 1
    return at
