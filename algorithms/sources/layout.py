"""How a text is cut into cells: by a separator, or in columns of fixed width."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

SEPARATORS = ",|\t;"
_COMMENT = ("#", "%")
_NUMBER = re.compile(r"[-+0-9.eE]+")


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a text is cut into cells.

    Parameters
    ----------
    separator
        What stands between cells.
    columns
        Names of the columns, in order; each once.
    skipped
        Lines before the line of names.
    is_bare
        Whether there is no line of names.
    quote
        What cells with separators stand in; blank where nothing does.
    widths
        Where columns begin, in characters, if they have a fixed width.
    encoding
        Of the text.
    """

    separator: str
    columns: tuple[str, ...]
    skipped: int = 0
    is_bare: bool = False
    quote: str = '"'
    widths: tuple[int, ...] = ()
    encoding: str = "utf-8"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns that have one in the file."""
        return tuple(name for name in self.columns if not name.startswith("\0"))

    @property
    def spans(self) -> list[tuple[int, int | None]]:
        """Where each column of fixed width begins and ends."""
        return list(pairwise((*self.widths, None)))  # type: ignore[arg-type]

    @property
    def cut(self) -> "Layout":
        """The layout of the same text once separators stand between its cells."""
        return replace(self, separator="\x1f", widths=(), quote="", encoding="utf-8", skipped=0)

    @property
    def is_named(self) -> bool:
        """Whether the names of the columns are names: some is no number."""
        return any(not _NUMBER.fullmatch(name) for name in self.names)

    @classmethod
    def of(cls, head: bytes) -> Self | None:
        """Guess the layout of a text that begins like this; None where it is no table."""
        text, encoding = _decoded(head)
        lines = text.splitlines()
        skipped = 0
        while skipped < len(lines) and (
            not lines[skipped].strip() or lines[skipped].startswith(_COMMENT)
        ):
            skipped += 1
        if skipped == len(lines):
            return None
        first, second = lines[skipped], lines[skipped + 1] if skipped + 1 < len(lines) else ""
        if re.fullmatch(r"-+(\s+-+)+\s*", second):
            return cls._fixed(first, second, skipped, encoding)
        separator = max(SEPARATORS, key=lambda each: len(_cells(first, each)))
        cells = _cells(first, separator)
        if len(cells) < 2:
            return None
        quote = "" if separator == "|" else '"'
        return cls(
            separator=separator,
            columns=distinct(cells),
            skipped=skipped,
            quote=quote,
            encoding=encoding,
        )

    @classmethod
    def _fixed(cls, names: str, dashes: str, skipped: int, encoding: str) -> Self:
        places = [match.start() for match in re.finditer("-+", dashes)]
        ends = [*places[1:], None]
        cells = [names[a:b].strip() for a, b in zip(places, ends, strict=True)]
        return cls(
            separator=" ",
            columns=distinct(cells),
            skipped=skipped,
            widths=tuple(places),
            encoding=encoding,
        )


def distinct(cells: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns, each once: what has none, or one that is taken, gets a name that no
    file can give."""
    names: list[str] = []
    for i, cell in enumerate(cells):
        name = cell.strip().strip('"')
        names.append(name if name and name not in names else f"\0{i}")
    return tuple(names)


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _decoded(head: bytes) -> tuple[str, str]:
    head = head.removeprefix(b"\xef\xbb\xbf")
    try:
        return head[: head.rfind(b"\n") + 1 or None].decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return head.decode("latin-1"), "latin-1"
