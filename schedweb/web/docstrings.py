"""The library's docstrings as blocks that a template can show."""

import re
from dataclasses import dataclass
from typing import Literal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_CODE = re.compile(r"``?([^`]+)``?")
_ITEM = re.compile(r"[-*•] ")


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading, a list or preformatted lines; `html` is escaped text with <code>."""

    kind: Literal["paragraph", "heading", "list", "code"]
    html: tuple[SafeString, ...]


def blocks(docstring: str) -> list[Block]:
    """Split a docstring at its blank lines; a heading is underlined, code is indented."""
    found: list[Block] = []
    for chunk in re.split(r"\n\s*\n", docstring.strip()):
        lines = chunk.split("\n")
        if len(lines) > 1 and re.fullmatch(r"-{3,}", lines[1].strip()):
            found.append(Block("heading", (_inline(lines[0].strip()),)))
            lines = lines[2:]
        if lines:
            found.append(_body(lines))
    return found


def _body(lines: list[str]) -> Block:
    if all(line.startswith("  ") for line in lines):
        return Block("code", (escape("\n".join(lines)),))
    if _ITEM.match(lines[0]):
        items = re.split(r"\n(?=[-*•] )", "\n".join(lines))
        return Block("list", tuple(_inline(_ITEM.sub("", item, count=1)) for item in items))
    return Block("paragraph", (_inline(" ".join(line.strip() for line in lines)),))


def _inline(text: str) -> SafeString:
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))
