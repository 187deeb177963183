"""The library's docstrings as blocks that a template can show."""

import inspect
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_CODE = re.compile(r"``?([^`]+)``?")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_ITEM = re.compile(r"(?:[-*•]|\d+\.) ")
_NUMBER = re.compile(r"\d+\. ")
_WORDS = re.compile(r"^([A-Z][\w-]*(?: [\w-]+){0,2}): ")
"""Label at the start of a paragraph, such as "Guarantee: "."""
_RULE = re.compile(r"\|[\s:|-]+\|")
_MODULE = re.compile(r"`(parsched(?:\.\w+)+)`")

Kind = Literal["paragraph", "heading", "list", "numbers", "code", "table"]


@dataclass(frozen=True)
class DocstringBlock:
    """A paragraph, a heading, a list, preformatted lines or a table.

    `html` is escaped text with <code> and <strong>; a table has its heads there, and `rows`.
    """

    kind: Kind
    html: tuple[SafeString, ...]
    rows: tuple[tuple[SafeString, ...], ...] = ()


@dataclass(frozen=True)
class Background:
    """A module that a docstring refers to, with its own docstring."""

    name: str
    title: SafeString
    blocks: Sequence[DocstringBlock]


def blocks(docstring: str) -> list[DocstringBlock]:
    """Split a docstring at its blank lines; a heading is underlined, code is indented."""
    parts: list[DocstringBlock] = []
    for chunk in re.split(r"\n\s*\n", docstring.strip()):
        lines = chunk.split("\n")
        if len(lines) > 1 and re.fullmatch(r"-{3,}", lines[1].strip()):
            parts.append(DocstringBlock("heading", (inline(lines[0].strip()),)))
            lines = lines[2:]
        if lines:
            parts += _bodies(lines)
    return parts


def background(docstring: str) -> list[Background]:
    """Return the modules that a docstring names in backquotes, each once."""
    names = dict.fromkeys(name for name in _MODULE.findall(docstring) if name in sys.modules)
    modules = []
    for name in names:
        title, *rest = blocks(inspect.getdoc(sys.modules[name]) or name)
        modules.append(Background(name, title.html[0], rest))
    return modules


def _bodies(lines: list[str]) -> list[DocstringBlock]:
    if all(line.startswith("  ") for line in lines):
        return [DocstringBlock("code", (escape("\n".join(lines)),))]
    if len(lines) > 1 and lines[0].startswith("|") and _RULE.fullmatch(lines[1].strip()):
        rows = [_row(line) for line in (lines[0], *lines[2:])]
        return [DocstringBlock("table", rows[0], tuple(rows[1:]))]
    first = next((i for i, line in enumerate(lines) if _ITEM.match(line)), None)
    if first is None or (first and not _opens(lines[first - 1])):
        return [_paragraph(lines)]
    before = [_paragraph(lines[:first])] if first else []
    return [*before, _list(lines[first:])]


def _opens(line: str) -> bool:
    """Return whether a list can follow this line without a blank line."""
    return line.rstrip().endswith((":", ",", ";"))


def _paragraph(lines: Sequence[str]) -> DocstringBlock:
    text = inline(" ".join(line.strip() for line in lines))
    return DocstringBlock("paragraph", (mark_safe(_WORDS.sub(r"<strong>\1:</strong> ", text)),))


def _list(lines: Sequence[str]) -> DocstringBlock:
    items = re.split(rf"\n(?={_ITEM.pattern})", "\n".join(lines))
    kind: Kind = "numbers" if _NUMBER.match(lines[0]) else "list"
    texts = [re.sub(r"\s+", " ", _ITEM.sub("", item, count=1)) for item in items]
    return DocstringBlock(kind, tuple(inline(text) for text in texts))


def _row(line: str) -> tuple[SafeString, ...]:
    return tuple(inline(cell.strip()) for cell in line.strip().strip("|").split("|"))


def inline(text: str) -> SafeString:
    with_code = _CODE.sub(r"<code>\1</code>", escape(text))
    return mark_safe(_STRONG.sub(r"<strong>\1</strong>", with_code))
