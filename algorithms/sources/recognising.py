"""Telling logs by how they begin. Loads no pyarrow."""

from collections.abc import Sequence

from algorithms.errors import UnknownKeyError
from algorithms.formats.source import unpacked_name
from algorithms.sources.declared import SOURCES, Source
from algorithms.sources.guess import guessed
from algorithms.sources.layout import Layout

PARQUET = b"PAR1"
_ARCHIVE = b"PK\x03\x04"
_SHEET = (b"[Content_Types].xml", b"xl/", b"_rels/.rels", b"docProps/")
_TABLES = (".csv", ".tsv", ".psv")
"""How names of tables end: of these it is said what they lack."""
_SWF, _SWF_NUMBERS = 18, 11
"""Fields of a line of SWF, and those that are numbers in all files."""


def _is_swf(head: bytes) -> bool:
    """Tell whether the second line, below titles, is one of SWF."""
    cells = head.split(b"\n", 2)[1].split() if head.count(b"\n") > 1 else []
    return len(cells) >= _SWF and all(map(_is_number, cells[:_SWF_NUMBERS]))


def _is_number(cell: bytes) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def known(key: str) -> Source:
    """Return a source by its key.

    Raises
    ------
    UnknownKeyError
        For an unknown key; lists the keys that exist.
    """
    if key not in SOURCES:
        raise UnknownKeyError(f"no source is called {key!r}; there are: {', '.join(SOURCES)}")
    return SOURCES[key]


def recognised_by(head: bytes) -> Source | None:
    """Return the source of a file that begins like this, where that tells."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    return next((each for each in SOURCES.values() if each.recognises(head)), None)


def recognised_as(columns: Sequence[str]) -> Source | None:
    """Return the source whose columns a table has: the one that needs most of them."""
    names = set(columns)
    fitting = [
        each
        for each in SOURCES.values()
        if each.needs and each.needs <= names and not each.mapping.within(names).lacks()
    ]
    return max(fitting, key=lambda each: len(each.needs), default=None)


def is_sheet(head: bytes) -> bool:
    """Tell a spreadsheet by its beginning: an archive whose first parts are those of one."""
    return head.startswith(_ARCHIVE) and any(part in head for part in _SHEET)


def is_packed_table(head: bytes) -> bool:
    """Tell whether a file is a table that is no text: Parquet, or a spreadsheet."""
    return head.startswith(PARQUET) or is_sheet(head)


def is_table(head: bytes, name: str) -> bool:
    """Tell whether a file is a table of jobs, by the names of its columns; by its own name, too, so
    that it can be said what it lacks."""
    if is_packed_table(head):
        return True
    layout = Layout.of(head)
    if layout is None or head.lstrip().startswith((b";", b"{", b"[", b"<")) or _is_swf(head):
        return False
    if recognised_as(layout.names) is not None or not guessed(layout.names).lacks():
        return True
    return unpacked_name(name.lower()).endswith(_TABLES)
