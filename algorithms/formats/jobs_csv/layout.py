"""The first line of a CSV workload: what separates cells, and which column is which."""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from algorithms.formats.findings import quoted
from algorithms.formats.jobs_csv import ALSO, COLUMNS, NEEDED, SEPARATORS, SUBMIT_DATE, ZONE
from algorithms.formats.reading import DoesNotFit

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ENOUGH = 2
"""Known names that make a line the first one of a table: one alone could be any word."""
_LISTED = 20
"""Columns of a file that a sentence lists."""


@dataclass(frozen=True)
class Layout:
    """Names of the columns in file order, as they stand there and plain: lower case, no blanks,
    and of several names for one thing the first.

    `skips_blanks` says that cells begin after a blank, as they do in the first line.
    """

    separator: str
    titles: tuple[str, ...]
    names: tuple[str, ...]
    skips_blanks: bool

    @classmethod
    def guess(cls, line: str) -> Self:
        """Split a line by the separator that gives the most known names, or else the most cells."""
        return max(
            (cls._cut(line, separator) for separator in SEPARATORS),
            key=lambda layout: (len(layout.places), len(layout.names)),
        )

    @classmethod
    def _cut(cls, line: str, separator: str) -> Self:
        try:
            cells = next(csv.reader([line], delimiter=separator), [])
        except csv.Error:
            cells = []
        blank = len(cells) > 1 and all(cell.startswith(" ") for cell in cells[1:])
        titles = tuple(cell.strip() for cell in cells)
        return cls(separator, titles, tuple(map(_plain, titles)), blank)

    @property
    def places(self) -> dict[str, int]:
        """Index of each known column, by name."""
        known = self._known
        return {name: i for i, name in enumerate(self.names) if name in known}

    @property
    def _known(self) -> set[str]:
        """Names that mean something here: dates do beside seconds."""
        if "release" not in self.names:
            return {*COLUMNS} - {SUBMIT_DATE, ZONE}
        return {*COLUMNS} if SUBMIT_DATE in self.names else {*COLUMNS} - {ZONE}

    @property
    def unknown(self) -> list[str]:
        """Titles of unknown columns as in the file, without blank ones."""
        pairs, known = zip(self.titles, self.names, strict=True), self._known
        return [title for title, name in pairs if name and name not in known]

    def check(self) -> None:
        """Refuse a first line without the columns that are needed, or with one twice.

        Raises
        ------
        FormatError
            Says which columns the file has.
        """
        missing = [name for name in NEEDED if name not in self.names]
        if missing:
            raise DoesNotFit(
                f"the first line must name the columns {' and '.join(NEEDED)}, and has no "
                f"{' and no '.join(missing)} among {_listed(self.titles)}"
            )
        twice = [name for name, times in Counter(self.names).items() if times > 1]
        for name in COLUMNS:
            if name in twice:
                raise DoesNotFit(
                    f"the first line must name the column {name} once, got {_listed(self.titles)}"
                )


def _plain(title: str) -> str:
    return ALSO.get(title.lower(), title.lower())


def _listed(names: Sequence[str]) -> str:
    listed = ", ".join(quoted(name) for name in names[:_LISTED])
    more = len(names) - _LISTED
    return f"{listed} and {more:,} more" if more > 0 else listed


def has_all(head: bytes) -> bool:
    """Tell whether the first line names all columns that are needed."""
    return set(NEEDED) <= _first(head).places.keys()


def _first(head: bytes) -> Layout:
    text = head.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace").replace("\r", "\n")
    return Layout.guess(next((line for line in text.split("\n") if line.strip()), ""))


def recognises(head: bytes) -> bool:
    """Tell whether a file that begins like this is a table of jobs, by the names in its first
    line."""
    text = head.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace").replace("\r", "\n")
    line = next((line for line in text.split("\n") if line.strip()), "")
    if line.startswith((";", "#")):
        return False
    layout = Layout.guess(line)
    if set(NEEDED) <= layout.places.keys():
        return True
    return layout.separator != "\t" and len(layout.places) >= _ENOUGH
