"""ClassAds of HTCondor that stand in a file as XML or JSON, one after the other."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

from algorithms.errors import FormatError
from algorithms.formats.findings import Findings, quoted
from algorithms.formats.json_text import parsed
from algorithms.formats.source import Limits
from algorithms.sources.kinds import NOT_WHOLE

Ad = tuple[int, dict[str, Any]]
"""The line on which one begins, and its attributes by name."""

_PARTS = re.compile(r"(?=<c>)|(?<=</c>)")
_VALUE = re.compile(r'<a n="([^"]{1,200})">\s*<\w+(?: v="(\w)")?\s*/?>([^<]*)')
_BETWEEN = "[], "
"""Signs that stand alone between the objects of a list."""


def of_xml(lines: Iterable[tuple[int, str]]) -> Iterator[Ad]:
    """Yield the ads of XML; what stands in one within another counts as its own.

    Examples
    --------
    >>> list(of_xml([(1, '<c><a n="Proc"><i>0</i></a>'), (2, '<a n="Ok"><b v="t"/></a></c>')]))
    [(1, {'Proc': '0', 'Ok': 't'})]
    """
    values: dict[str, Any] = {}
    first = depth = 0
    for number, line in lines:
        for part in _PARTS.split(line):
            if part.startswith("<c>") and depth == 0:
                first, values = number, {}
            depth += part.startswith("<c>")
            values |= {name: flag or unescape(text) for name, flag, text in _VALUE.findall(part)}
            if part.endswith("</c>") and depth:
                depth -= 1
                if depth == 0:
                    yield first, values


def of_json(lines: Iterable[tuple[int, str]], limits: Limits, findings: Findings) -> Iterator[Ad]:
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
        findings.add(NOT_WHOLE, line=first, value=quoted(held[0]))


def _ends(begin: str) -> tuple[str, str]:
    """Return the lines that may end an object whose first line is known: indented as that is."""
    indent = begin[: len(begin) - len(begin.lstrip())]
    return f"{indent}}}", f"{indent}}}]"


def _objects(line: int, text: str, limits: Limits, findings: Findings) -> Iterator[Ad]:
    text = text.strip().removesuffix(",")
    whole = text if text.startswith("[") and text.endswith("]") else text.strip("[]")
    try:
        value = parsed(iter((whole.encode(),)), limits)
    except FormatError:
        findings.add(NOT_WHOLE, line=line, value=quoted(text.partition("\n")[0]))
        return
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            yield line, each
