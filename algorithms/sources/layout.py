"""How a text is cut into cells: by a separator, or in columns of fixed width."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

Spans = list[tuple[int, int | None]]
"""Where cells begin and end."""

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
    is_named
        Whether the names of the columns are names: some is no number.
    repeated
        Names that stand above several columns.
    """

    separator: str
    columns: tuple[str, ...]
    skipped: int = 0
    is_bare: bool = False
    quote: str = '"'
    widths: tuple[int, ...] = ()
    encoding: str = "utf-8"
    is_named: bool = True
    repeated: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns that have one in the file."""
        return tuple(name for name in self.columns if not name.startswith("\0"))

    @property
    def spans(self) -> Spans:
        """Where each column of fixed width begins and ends."""
        return list(pairwise((*self.widths, None)))  # type: ignore[arg-type]

    @property
    def cut(self) -> "Layout":
        """The layout of the same text once separators stand between its cells."""
        return replace(self, separator="\x1f", widths=(), quote="", encoding="utf-8", skipped=0)

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
        # sacct puts no quotes around cells, and names of jobs may hold some.
        quote = "" if separator == "|" and '"' not in first else '"'
        return cls._named(
            cells, separator=separator, skipped=skipped, quote=quote, encoding=encoding
        )

    @classmethod
    def _named(cls, cells: Sequence[str], **others: Any) -> Self:
        return cls(
            columns=distinct(cells),
            is_named=any(cell.strip() and not _NUMBER.fullmatch(cell.strip()) for cell in cells),
            repeated=repeated(cells),
            **others,
        )

    @classmethod
    def _fixed(cls, names: str, dashes: str, skipped: int, encoding: str) -> Self:
        places = [match.start() for match in re.finditer("-+", dashes)]
        ends = [*places[1:], None]
        cells = [names[a:b].strip() for a, b in zip(places, ends, strict=True)]
        return cls._named(
            cells, separator=" ", skipped=skipped, widths=tuple(places), encoding=encoding
        )


def distinct(cells: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns, each once: what has none is called by its place, what comes again
    has a number behind it. A last one without a name, behind a separator that ends the line, gets a
    name that no file can give.

    >>> distinct(["id", "", "id", ""])
    ('id', 'column 2', 'id (2)', '\\x003')
    """
    plain = _plain(cells)
    taken, times, names = set(plain), dict[str, int](), []
    for i, name in enumerate(plain):
        made = name or f"column {i + 1}"
        times[made] = times.get(made, 0) + 1
        while times[made] > 1 and (numbered := f"{made} ({times[made]})") in taken:
            times[made] += 1
        if times[made] > 1:
            made = numbered
            taken.add(made)
        names.append(made)
    if len(plain) > 1 and not plain[-1]:
        names[-1] = f"\0{len(plain) - 1}"
    return tuple(names)


def repeated(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the names that occur again, each once."""
    counts = Counter(filter(None, _plain(cells)))
    return tuple(name for name, count in counts.items() if count > 1)


def _plain(cells: Sequence[str]) -> list[str]:
    return [cell.strip().strip('"') for cell in cells]


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
