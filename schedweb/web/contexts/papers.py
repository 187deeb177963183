"""The tables of what the papers say: a row for each, with links to where it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from django.urls import reverse

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.report.phrases import counted
from algorithms.studies.covered import SEEDS, Reference, Seed
from schedweb.web.contexts.study_list import Paper, StudyListPage

BESIDE = ("algorithm", "example")
"""What stands on the page of an algorithm."""


@dataclass(frozen=True)
class Place:
    """Where something stands: names of one kind, and the address of what has them."""

    what: str
    names: Sequence[str]
    of: str = ""
    address: str = ""

    @property
    def noun(self) -> str:
        """What the names are, one or several."""
        return f"{self.what}s" if len(self.names) > 1 else self.what


@dataclass(frozen=True)
class Row:
    """A seed, and its places."""

    seed: Seed

    @property
    def places(self) -> Iterator[Place]:
        """Yield references, those of one kind and place together."""
        together: dict[tuple[str, str], list[str]] = {}
        for one in self.seed.where:
            together.setdefault((one.what, _home(one)), []).append(one.key)
        for (what, home), names in together.items():
            yield Place(what, names, home, _address(what, home))


def _home(one: Reference) -> str:
    """Return what a reference is in: a study, an algorithm, or a criterion."""
    return one.key.partition(":")[0] if one.what == "algorithm" else one.within


def _address(what: str, home: str) -> str:
    if what in BESIDE:
        return reverse("algorithm", args=[home]) if home in ALGORITHMS else ""
    is_of_study = what in ("claim", "figure", "table", "part")
    return reverse("study_preset", args=[home]) if is_of_study else ""


@dataclass(frozen=True)
class PaperTable:
    """The table of a paper."""

    paper: Paper
    rows: Sequence[Row]

    @property
    def sentence(self) -> str:
        """How many rows there are, and how many of them are open."""
        is_open = sum(row.seed.is_open for row in self.rows)
        found = f"{counted(len(self.rows), 'row')}, {is_open or 'none'} open"
        return f"{found}, each with a reason." if is_open else f"{found}."


@dataclass(frozen=True)
class PapersPage:
    """All papers, in their order."""

    tables: Sequence[PaperTable]

    @classmethod
    def of(cls) -> Self:
        """Build it from what is declared."""
        papers = (paper for paper in StudyListPage.of().papers if paper.number in SEEDS)
        return cls([PaperTable(one, [Row(seed) for seed in SEEDS[one.number]]) for one in papers])
