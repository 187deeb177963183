"""How a text is cut into cells: by a separator, or in columns of fixed width."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from string import punctuation
from typing import Any, Self

from parsched.base.errors import FormatError
from parsched.data.files.bare import is_job, names_of
from parsched.data.files.encoding import text_of

Spans = list[tuple[int, int | None]]
"""Where cells begin and end."""

SEPARATORS = ",|\t;"
"""Usual separators: the one that gives most cells is taken."""
OTHER_SEPARATORS = "#^~!"
"""Those that are tried where none of the usual ones cuts the first line: as many cells must stand
in the line below."""
WORDS = {"tab": "\t", "tabs": "\t+", "space": " "}
"""What separators are called that cannot be seen; tabs and a space stand for any number of them."""
_LONGEST = 8
"""Characters of a separator."""
_SIGNS = re.compile(r'[^\w\s"]{2,}|\t{2,}')
"""What may be a separator of several characters."""
_WHOLE = "\x1f"
"""Separator of a text that nothing cuts."""
_COMPARED = 20
"""Lines that some sign must cut into as many cells each, if a text is to be a table."""
_MOST_TITLES = 8
"""Lines below a title among which the names of columns must stand."""
_LONGEST_TITLE = 500
"""Characters of a title."""
_COMMENT = ("#", "%")
_NUMBER = re.compile(r"[-+0-9.eE]+")
FIRST_LINES = ("names", "job")
"""What the first line of a table may be: the names of its columns, or a job."""


@dataclass(frozen=True)
class StatedCut:
    """What a user says of how a text is cut: the `separator` between its cells, as `separator_of`
    takes it, and what its `first_line` is, of `FIRST_LINES`; blank what is guessed.

    Raises
    ------
    FormatError
        States the rule.

    Examples
    --------
    >>> bool(StatedCut()), bool(StatedCut(first_line="job"))
    (False, True)
    """

    separator: str = ""
    first_line: str = ""

    def __post_init__(self) -> None:
        if self.separator:
            separator_of(self.separator)
        if self.first_line not in ("", *FIRST_LINES):
            rule = f"first_line must be {' or '.join(FIRST_LINES)}"
            raise FormatError(f"{rule}, got {self.first_line!r:.60}")

    def __bool__(self) -> bool:
        return bool(self.separator or self.first_line)


GUESSED = StatedCut()
"""Nothing is said: all of it is guessed."""


@dataclass(frozen=True, kw_only=True)
class TextLayout:
    """How a text is cut into cells.

    Parameters
    ----------
    separator
        What stands between cells.
    columns
        Names of the columns, in order; each once.
    skipped
        Lines before the line of names.
    titles
        The names that are titles, and on which line each stands.
    is_bare
        Whether there is no line of names.
    quote
        What cells with separators stand in; blank where nothing does.
    widths
        Where columns begin, in characters, if they have a fixed width.
    is_named
        Whether the names of the columns are names: some is no number.
    repeated
        Names that stand above several columns.
    written
        What stands between cells in the file, where `separator` took its place.
    """

    separator: str
    columns: tuple[str, ...]
    skipped: int = 0
    is_bare: bool = False
    quote: str = '"'
    widths: tuple[int, ...] = ()
    is_named: bool = True
    repeated: tuple[str, ...] = ()
    titles: tuple[tuple[int, str], ...] = ()
    written: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns that have one in the file."""
        return tuple(name for name in self.columns if not name.startswith("\0"))

    @property
    def spans(self) -> Spans:
        """Where each column of fixed width begins and ends."""
        return list(pairwise((*self.widths, None)))  # type: ignore[arg-type]

    @property
    def is_aligned(self) -> bool:
        """Whether cells are separated by one or several blanks."""
        return self.separator == WORDS["space"]

    @property
    def has_signs(self) -> bool:
        """Whether several characters stand between cells."""
        return len(self.separator) > 1

    @property
    def cells_apart_by(self) -> str:
        """What a person says for the separator; blank where none cuts the text."""
        if self.widths or self.separator == _WHOLE:
            return ""
        words = {sign: word for word, sign in WORDS.items()}
        return words.get(self.separator, self.separator)

    @property
    def cut(self) -> "TextLayout":
        """The layout of the same text once separators stand between its cells."""
        written = self.separator if self.has_signs else " "
        return replace(self, separator=_WHOLE, widths=(), quote="", skipped=0, written=written)

    @property
    def first_line(self) -> str:
        """What the first line is, of `FIRST_LINES`."""
        return FIRST_LINES[self.is_bare]

    @classmethod
    def of(cls, head: bytes, cut: StatedCut = GUESSED) -> Self | None:
        """Guess the layout of a text that begins like this, but for what a user says of it; None
        where it is no table."""
        first, second, above = _beginning(head)
        if not first:
            return None
        if not cut.separator and re.fullmatch(r"-+(\s+-+)+\s*", second):
            return cls._fixed(first, second, **above)
        said = cut.separator
        separator = separator_of(said) if said else _likeliest(_below(head, above))
        above["first_line"] = cut.first_line
        cells = _cells(first, separator)
        if len(cells) < 2:
            return None
        if separator == WORDS["space"] or len(separator) > 1:
            return cls._named(cells, separator=separator, quote="", **above)
        # sacct puts no quotes around cells, and names of jobs may hold some.
        quote = "" if separator == "|" and '"' not in first else '"'
        return cls._named(cells, separator=separator, quote=quote, **above)

    @classmethod
    def whole(cls, head: bytes, cut: StatedCut = GUESSED) -> Self | None:
        """Return the layout of a text with an unknown separator: one column, of whole lines,
        called as the first line is. None where that has no letters, or no sign cuts all of the
        first lines into as many cells."""
        first, _, above = _beginning(head)
        if not any(map(str.isalpha, first)) or not _is_cut_by_something(_below(head, above)):
            return None
        above["first_line"] = cut.first_line
        return cls._named([first], separator=_WHOLE, quote="", **above)

    @classmethod
    def _named(cls, cells: Sequence[str], first_line: str = "", **others: Any) -> Self:
        if first_line == "job" or (not first_line and is_job(cells)):
            return cls(columns=names_of(cells), is_bare=True, **others)
        return cls(
            columns=distinct(cells),
            is_named=any(cell.strip() and not _NUMBER.fullmatch(cell.strip()) for cell in cells),
            repeated=repeated(cells),
            **others,
        )

    @classmethod
    def _fixed(cls, names: str, dashes: str, **above: Any) -> Self:
        places = [match.start() for match in re.finditer("-+", dashes)]
        ends = [*places[1:], None]
        cells = [names[a:b].strip() for a, b in zip(places, ends, strict=True)]
        return cls._named(cells, separator=" ", widths=tuple(places), **above)


def separator_of(text: str) -> str:
    """Return the separator that a user means: characters, or a word for one.

    >>> separator_of("tab"), separator_of("#"), separator_of("||")
    ('\\t', '#', '||')

    Raises
    ------
    FormatError
        States the rule.
    """
    separator = WORDS.get(text, text)
    is_short = 0 < len(separator) <= _LONGEST and (len(separator) == 1 or not separator.isspace())
    is_sign = is_short and separator.isascii() and separator.isprintable()
    is_plain = not any(each.isalnum() or each == '"' for each in separator)
    if separator in WORDS.values() or (is_sign and is_plain):
        return separator
    rule = (
        f"must be one to {_LONGEST} characters, no letters, digits or quotes, "
        "or one of the words tab, tabs and space"
    )
    raise FormatError(f"separator {rule}, got {text!r:.60}")


def _beginning(head: bytes) -> tuple[str, str, dict[str, Any]]:
    """Return the first line that counts, the one below, and what a layout says of those
    above."""
    lines = _text(head).splitlines()
    skipped, titles = 0, list[tuple[int, str]]()
    while skipped < len(lines):
        line = lines[skipped]
        if _is_title(lines[skipped : skipped + 2 + _MOST_TITLES]):
            titles.append((skipped + 1, line.strip(SEPARATORS + ' "')))
        elif line.strip() and not line.startswith(_COMMENT):
            break
        skipped += 1
    first, second = [*lines[skipped : skipped + 2], "", ""][:2]
    return first, second, {"skipped": skipped, "titles": tuple(titles)}


def _below(head: bytes, above: dict[str, Any]) -> list[str]:
    """Return the first lines of the table, the names among them."""
    below = _text(head).splitlines()[above["skipped"] :]
    return [line for line in below if line.strip()][:_COMPARED]


def _is_title(lines: Sequence[str]) -> bool:
    """Tell whether the first of some lines is a title: one cell, where two lines that follow each
    other below have the same number of them, three or more. What some separator cuts as it cuts
    those lines is none: names stand above numbers with decimal commas, too."""
    line = lines[0]
    if not line.strip() or len(line) > _LONGEST_TITLE:
        return False
    for one, other in pairwise(lines[1:]):
        sign = max(SEPARATORS, key=lambda each: len(_cells(one, each)))
        if len(_cells(one, sign)) > 2 and _cut_alike(one, other, sign):
            is_cut = any(_cut_alike(line, one, each) for each in SEPARATORS + OTHER_SEPARATORS)
            filled = sum(1 for cell in _cells(line, sign) if cell.strip())
            return filled == 1 and (not is_cut or len(_cells(line, sign)) > 1)
    return False


def _cut_alike(one: str, other: str, sign: str) -> bool:
    return 1 < len(_cells(one, sign)) == len(_cells(other, sign))


def _is_cut_by_something(lines: Sequence[str]) -> bool:
    """Tell whether some sign cuts all of some lines into as many cells."""
    signs = set(punctuation + WORDS["space"]).difference('"').intersection(lines[0])
    counts = ({len(_cells(line, sign)) for line in lines} for sign in signs)
    return len(lines) > 1 and any(len(each) == 1 for each in counts)


def _likeliest(lines: Sequence[str]) -> str:
    """Return the separator that cuts the first line of a table and those below."""
    first, second = [*lines, ""][:2]
    usual = max(SEPARATORS, key=lambda each: len(_cells(first, each)))
    if signs := _signs(lines):
        return signs
    if len(_cells(first, usual)) > 1:
        return usual
    others = (each for each in OTHER_SEPARATORS if _cut_alike(first, second, each))
    return next(others, usual)


def _signs(lines: Sequence[str]) -> str:
    """Return the several characters that cut all of some lines into as many cells, three or more;
    blank where none do, or where a usual separator stands in the first line without them."""
    first = lines[0]
    found: Counter[str] = Counter(_SIGNS.findall(first))
    for signs, _ in found.most_common(3):
        rest = first.replace(signs, "")
        is_alone = not any(each in rest for each in SEPARATORS)
        if is_alone and _all_cut_alike(lines, signs):
            return signs
    tabs = WORDS["tabs"]
    are_uneven = "\t\t" in first and not _all_cut_alike(lines, "\t")
    return tabs if are_uneven and _all_cut_alike(lines, tabs) else ""


def _all_cut_alike(lines: Sequence[str], separator: str) -> bool:
    counts = {len(_cells(line, separator)) for line in lines}
    return len(lines) > 1 and len(counts) == 1 and min(counts) > 2


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
    if separator == WORDS["space"]:
        return line.split()
    if separator == WORDS["tabs"]:
        return re.split(separator, line.rstrip("\t"))
    if len(separator) > 1:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _text(head: bytes) -> str:
    """Return the whole lines of a beginning; of one line what there is."""
    return text_of(head[: head.rfind(b"\n") + 1 or None])
