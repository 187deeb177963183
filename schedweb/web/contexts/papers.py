"""The tables of what the papers say: a row for each, with links to where it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from django.urls import reverse

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.phrases import counted
from parsched.studies.covered import SEEDS, KeysPlace, Seed, SeedReference, places
from schedweb.web.contexts.study_list import PaperStudies, StudyListPage

BESIDE = ("algorithm", "example")
"""What stands on the page of an algorithm."""


@dataclass(frozen=True)
class SeedRow:
    """A seed, and where it stands."""

    seed: Seed

    @property
    def places(self) -> Iterator[tuple[KeysPlace, str]]:
        """Yield each place, with the address of what has it; blank for what has no page."""
        for place in places(self.seed.where, _home):
            yield place, _address(place)


def _home(one: SeedReference) -> str:
    """Return what a reference is in: a study, an algorithm, or a criterion."""
    return one.key.partition(":")[0] if one.what == "algorithm" else one.within


def _address(place: KeysPlace) -> str:
    if place.what in BESIDE:
        return reverse("algorithm", args=[place.within]) if place.within in ALGORITHMS else ""
    return reverse("study_preset", args=[place.within]) if place.is_of_study else ""


@dataclass(frozen=True)
class ShownPaperTable:
    """The table of a paper."""

    paper: PaperStudies
    rows: Sequence[SeedRow]

    @property
    def sentence(self) -> str:
        """How many rows there are, and how many of them are open."""
        is_open = sum(row.seed.is_open for row in self.rows)
        found = f"{counted(len(self.rows), 'row')}, {is_open or 'none'} open"
        return f"{found}, each with a reason." if is_open else f"{found}."


@dataclass(frozen=True)
class PapersPage:
    """All papers, in their order."""

    tables: Sequence[ShownPaperTable]

    @classmethod
    def of(cls) -> Self:
        """Build it from what is declared."""
        papers = (paper for paper in StudyListPage.of().papers if paper.number in SEEDS)
        return cls(
            [ShownPaperTable(one, [SeedRow(seed) for seed in SEEDS[one.number]]) for one in papers]
        )
