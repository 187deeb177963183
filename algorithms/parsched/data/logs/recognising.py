"""Telling logs by how they begin. Loads no pyarrow."""

from collections.abc import Sequence
from dataclasses import replace

from parsched.base.errors import UnknownKeyError
from parsched.data.files.layout import StatedCut, TextLayout
from parsched.data.files.refusals import listed
from parsched.data.files.source import unpacked_name
from parsched.data.logs.declared import SOURCES, Source
from parsched.data.logs.guess import guessed
from parsched.data.logs.json_lines import is_json_lines

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
    names = {name.lower() for name in columns}
    fitting = [
        (len(way.split()), each)
        for each in SOURCES.values()
        for way in each.needs
        if names.issuperset(way.lower().split()) and not each.mapping.within(columns).lacks()
    ]
    return max(fitting, key=lambda found: found[0], default=(0, None))[1]


def is_sheet(head: bytes) -> bool:
    """Tell a spreadsheet by its beginning: an archive that begins with the parts of one."""
    return head.startswith(_ARCHIVE) and any(part in head for part in _SHEET)


def is_packed_table(head: bytes) -> bool:
    """Tell whether a file is a table by its form: Parquet, a spreadsheet, or lines of JSON."""
    return head.startswith(PARQUET) or is_sheet(head) or is_json_lines(head)


def named_columns(head: bytes) -> tuple[str, ...]:
    """Return the names of several columns, known or not, that a text begins with; else none."""
    layout = TextLayout.of(head)
    has_names = layout is not None and len(layout.names) > 1 and layout.is_named
    return layout.names if layout and has_names and _may_be_table(head) else ()


def is_nameless(head: bytes) -> bool:
    """Tell whether a text is cut into several numbers, which cannot be names of columns."""
    layout = TextLayout.of(head)
    return layout is not None and not layout.is_named and _may_be_table(head)


def cut_of(head: bytes, said: StatedCut) -> StatedCut:
    """Return what is said of how a text is cut; the first line of one without names is a job."""
    is_untold = not said.first_line and is_nameless(head)
    return replace(said, first_line="job") if is_untold else said


def shape_of(head: bytes) -> tuple[str, ...]:
    """Return the names by which a text is recognised once a user has said what its columns mean:
    the names of its columns, their places where all are numbers, or its first line where nothing
    known cuts it; else none."""
    if names := named_columns(head):
        return names
    if is_nameless(head) and (bare := TextLayout.of(head, StatedCut(first_line="job"))):
        return bare.names
    is_cut = TextLayout.of(head) is not None or not _may_be_table(head)
    layout = None if is_cut else TextLayout.whole(head)
    return layout.names if layout else ()


def lack_of(head: bytes) -> str:
    """Say what a workload needs that no column of a table says, by its names; blank of a text that
    is none."""
    names = named_columns(head)
    lack = guessed(names).lacks() if names else ""
    return f"columns {listed(names)}: {lack}" if lack else ""


def _may_be_table(head: bytes) -> bool:
    return not head.lstrip().startswith((b";", b"{", b"[", b"<")) and not _is_swf(head)


def is_table(head: bytes, name: str) -> bool:
    """Tell whether a file is a table of jobs, by the names of its columns; by its own name, too, so
    that it can be said what it lacks."""
    if is_packed_table(head):
        return True
    layout = TextLayout.of(head)
    if layout is None or not _may_be_table(head):
        return False
    if (
        layout.is_bare
        or recognised_as(layout.names) is not None
        or not guessed(layout.names).lacks()
    ):
        return True
    return unpacked_name(name.lower()).endswith(_TABLES)
