"""The first line of a CSV workload: what separates cells, and which column is which."""

import csv
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Self

from parsched.data.files.reading import DoesNotFit
from parsched.data.files.refusals import listed
from parsched.data.files.roles import ROLES, Reads
from parsched.data.files.vocabulary import lost_by, meant
from parsched.data.formats.jobs_csv import (
    COLUMNS,
    DELAY,
    HELD,
    NEEDED,
    SEPARATORS,
    SUBMIT_DATE,
    ZONE,
)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ENOUGH = 2
"""Known names that make a line the first one of a table: one alone could be any word."""


@dataclass(frozen=True)
class CsvLayout:
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
        return cls(separator, titles, _named(titles), blank)

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

    @property
    def lost(self) -> dict[int, str]:
        """What is not kept of what unknown columns say, by their index."""
        known = self._known
        found = ((i, lost_by(name)) for i, name in enumerate(self.names) if name not in known)
        return {i: lost for i, lost in found if lost}

    @property
    def read(self) -> tuple[int, ...]:
        """Index of each column whose cells are looked at: known ones, then those that are lost."""
        return *self.places.values(), *self.lost

    def check(self) -> None:
        """Refuse a first line without the columns that are needed, or with one twice.

        Raises
        ------
        FormatError
            Says which columns the file has.
        """
        missing = [name for name in NEEDED if name not in self.names]
        if missing:
            rule = f"line 1 must name {' and '.join(NEEDED)}, and has no {' and no '.join(missing)}"
            raise DoesNotFit(f"columns {listed(self.titles)}: {rule}")
        twice = [name for name, times in Counter(self.names).items() if times > 1]
        for name in COLUMNS:
            if name in twice:
                raise DoesNotFit(f"columns {listed(self.titles)}: line 1 must name {name} once")


def _named(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each column: its own in lower case, or the name of its role, if no other
    column is called so or has a more usual name for it."""
    names = [title.lower() for title in titles]
    own = set(names)
    likeliest: dict[str, tuple[int, int]] = {}
    for i, title in enumerate(titles):
        role, rank, unit = meant(title)
        name = HELD.get(role, "")
        if name and not unit and names[i] not in _own(own) and name not in own:
            likeliest[name] = min(likeliest.get(name, (rank, i)), (rank, i))
    for name, (_, i) in likeliest.items():
        names[i] = name
    return tuple(names)


def is_certain(head: bytes) -> bool:
    """Tell whether the first line names all columns that are needed, and none that another reader
    may read better: times and numbers by other names, which may be dates or have units, and what no
    column here is for."""
    titles = {title.lower(): title for title in _first(head).titles}
    return set(NEEDED) <= titles.keys() and all(
        name in _own(titles) or _is_text(meant(title).role) for name, title in titles.items()
    )


def _own(names: Container[str]) -> frozenset[str]:
    """Return the names of columns that mean what they do here: without a release, `submitted` is
    that."""
    without = frozenset() if "release" in names else frozenset(("submitted",))
    return frozenset(COLUMNS) - without


def _is_text(role: str) -> bool:
    """Tell whether a name has no role, or the role of a text or dependency that is held here."""
    return not role or (role in HELD and (ROLES[role].reads == Reads.TEXT or role == DELAY))


def _first(head: bytes) -> CsvLayout:
    text = head.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace").replace("\r", "\n")
    return CsvLayout.guess(next((line for line in text.split("\n") if line.strip()), ""))


def recognises(head: bytes) -> bool:
    """Tell whether a file that begins like this is a table of jobs, by the names in its first
    line."""
    text = head.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace").replace("\r", "\n")
    line = next((line for line in text.split("\n") if line.strip()), "")
    if line.startswith((";", "#")):
        return False
    layout = CsvLayout.guess(line)
    own = {title.lower() for title in layout.titles}.intersection(COLUMNS)
    return own.issuperset(NEEDED) or (layout.separator != "\t" and len(own) >= _ENOUGH)
