"""The bibliography: what algorithms, metrics, bounds and generators cite, once.

Entries stand in `references.bib`, one field a line; the line for people and the BibTeX for papers
derive from their fields.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A publication. `venue` is a journal when there is a volume number, else a conference.

    One that is not `published` says no venue; then `venue` says whose manuscript it is, and `year`
    is the year of the latest work that it cites.
    """

    key: str
    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    volume: str = ""
    number: str = ""
    pages: str = ""
    series: str = ""
    published: bool = True

    @property
    def text(self) -> str:
        """One line for people."""
        names = ", ".join(_short(author) for author in self.authors)
        place = f"{self.venue} {self.volume}({self.number})" if self.number else self.venue
        series = f", {self.series} {self.volume}" if self.series else ""
        pages = f", pp. {self.pages}" if self.pages else ""
        return f"{names}. {self.title}. {place}{series}{pages}, {self.year}."

    @property
    def bibtex(self) -> str:
        """The entry for a BibTeX file (UTF-8)."""
        kind, venue = ("article", "journal") if self.number else ("inproceedings", "booktitle")
        if not self.published:
            kind, venue = "unpublished", "note"
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            venue: self.venue,
            "series": self.series,
            "volume": self.volume,
            "number": self.number,
            "pages": self.pages.replace("–", "--"),
            "year": str(self.year),
        }
        lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        return f"@{kind}{{{self.key},\n{lines}\n}}"


def _short(author: str) -> str:
    *first_names, family = author.split(" ")
    initials = (
        "-".join(f"{part[0]}." for part in name.split("-")) if name[0].isupper() else name
        for name in first_names
    )
    return " ".join([*initials, family])


_ENTRY = re.compile(r"@(\w+)\{(\S+),\s*\n((?:[ \t]+\w+.+\n)+)\}[ \t]*(?:\n|$)")
_FIELD = re.compile(r"[ \t]+(\w+)[ \t]*=[ \t]*\{?(.+?)\}?,?[ \t]*\n")
_VENUES = {"article": "journal", "inproceedings": "booktitle", "unpublished": "note"}
"""Which field says where an entry of each kind was published."""


def read(text: str) -> Iterator[Reference]:
    """Read BibTeX as `Reference.bibtex` writes it: a field a line, of articles, conference papers
    and manuscripts. Fields that a `Reference` has none of are left alone, as BibTeX does.

    Raises
    ------
    ValueError
        When there is anything else.
    """
    text = text.replace("\r\n", "\n")
    if rest := _ENTRY.sub("", text).strip():
        raise ValueError(f"the bibliography has lines that are no entry: {rest[:60]!r}")
    for kind, key, lines in _ENTRY.findall(text):
        yield _reference(kind, key, {name.lower(): v for name, v in _FIELD.findall(lines)})


def _reference(kind: str, key: str, given: Mapping[str, str]) -> Reference:
    venue = _VENUES.get(kind.lower())
    if venue is None:
        raise ValueError(f"entry {key!r} is none of @{', @'.join(_VENUES)}, but @{kind}")
    if missing := [name for name in ("author", "title", venue, "year") if name not in given]:
        raise ValueError(f"entry {key!r} has no {missing[0]}")
    if not given["year"].isdecimal():
        raise ValueError(f"the year of entry {key!r} must be a number, got {given['year']!r}")
    return Reference(
        key=key,
        authors=tuple(map(_given_first, given["author"].split(" and "))),
        title=given["title"].removeprefix("{").removesuffix("}"),
        venue=given[venue],
        year=int(given["year"]),
        volume=given.get("volume", ""),
        number=given.get("number", ""),
        pages=given.get("pages", "").replace("--", "–"),
        series=given.get("series", ""),
        published=kind.lower() != "unpublished",
    )


def _given_first(author: str) -> str:
    """Return a name as we write it, where it is written as "Family, Given"."""
    family, _, given = author.strip().partition(", ")
    return f"{given} {family}".strip()


def add_references(file: Traversable | str) -> None:
    """Add the bibliography of a plugin: a BibTeX file, or the text of one.

    Raises
    ------
    ValueError
        When it cannot be read, or has an entry of another publication under a known key.

    Examples
    --------
    >>> from importlib.resources import files
    >>> add_references(files("parsched") / "declare" / "references.bib")
    """
    text = file if isinstance(file, str) else file.read_text(encoding="utf-8")
    for reference in read(text):
        if REFERENCES.setdefault(reference.key, reference) != reference:
            raise ValueError(f"two publications are called {reference.key!r} in bibliographies")


def _all() -> dict[str, Reference]:
    """Read the bibliography.

    Raises
    ------
    ValueError
        When two entries have one key.
    """
    text = Path(__file__).with_suffix(".bib").read_text(encoding="utf-8")
    entries = list(read(text))
    by_key = {reference.key: reference for reference in entries}
    if len(by_key) < len(entries):
        raise ValueError("two entries of the bibliography have one key")
    return by_key


REFERENCES = _all()
