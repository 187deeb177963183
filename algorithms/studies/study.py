"""A study: experiments with repetitions, declared once."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Self

from pydantic import ConfigDict

from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.studies.claims import Claim
from algorithms.studies.instances import Traced
from algorithms.studies.kept import Kept
from algorithms.studies.part import Part, Unit, beyond_windows
from algorithms.studies.plots import Plot
from algorithms.studies.printed import PrintedTable
from algorithms.studies.strict import STRICT

MOST_CELLS = 2_000_000
"""Runs of one study."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """Experiments, what is drawn of them, and what they are said to show.

    Parameters
    ----------
    key, title, about
        Names, and what it is about in a paragraph.
    paper
        Number of the paper whose experiments these are, "000" to "004"; blank for others.
    cites
        Keys of publications.
    seed
        Determines all instances and all runs.
    tables
        Tables as the paper prints them, beside which ours stand.
    choices
        What the paper does not print, and is our choice, in sentences.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    title: str
    parts: tuple[Part, ...]
    about: str = ""
    paper: str = ""
    cites: tuple[str, ...] = ()
    seed: int = 1
    plots: tuple[Plot, ...] = ()
    claims: tuple[Claim, ...] = ()
    tables: tuple[PrintedTable, ...] = ()
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        keys = [part.key for part in self.parts]
        if not keys or len(set(keys)) < len(keys):
            raise ParameterError({"parts": f"parts must have keys of their own, got {keys}"})
        files = [self.key, *(p.key for p in self.plots), *(table.key for table in self.tables)]
        for key in files:
            if not key.strip() or key.startswith(".") or not {*key}.isdisjoint("/\\\0"):
                rule = "a key names files: it must have a letter, no slash and no dot first"
                raise ParameterError({"key": f"{rule}, got {key!r:.60}"})
        if self.cells > MOST_CELLS:
            rule = f"at most {MOST_CELLS:,} runs"
            raise ParameterError({"parts": f"a study must have {rule}, got {self.cells:,}"})

    def __repr__(self) -> str:
        return f"<Study {self.key}: {self.cells:,} runs, {len(self.claims)} claims>"

    @property
    def figures(self) -> dict[str, str]:
        """Titles of its figures by key, each that of its first picture."""
        titles: dict[str, str] = {}
        for plot in self.plots:
            titles.setdefault(plot.figure, plot.title)
        for table in self.tables:
            titles = {**table.figures, **titles}
        return titles

    @property
    def cells(self) -> int:
        """Number of runs."""
        return sum(part.cells for part in self.parts)

    @property
    def most_repetitions(self) -> float:
        """Repetitions that any of its parts may have: of traces alone, no more than windows."""
        return max(part.most_repetitions for part in self.parts)

    def part(self, key: str) -> Part:
        """Return a part; raises UnknownKeyError."""
        for part in self.parts:
            if part.key == key:
                return part
        keys = ", ".join(part.key for part in self.parts)
        raise UnknownKeyError(f"{self.key} has no part {key!r}; there are: {keys}")

    def units(self) -> Iterator[Unit]:
        """Yield everything that is to be computed, repetition by repetition, so that a study that
        is stopped early has some of each value."""
        most = max(part.repetitions for part in self.parts)
        for repetition in range(most):
            for part in self.parts:
                if repetition < part.repetitions:
                    for value in range(len(part.instances.values)):
                        yield Unit(part.key, value, repetition)

    def changed(
        self, *, repetitions: int | None = None, seed: int | None = None, only: str = ""
    ) -> Self:
        """Return the study with another seed, other repetitions, or only what one figure
        or printed table needs.

        Raises
        ------
        UnknownKeyError
            For a figure or table that there is not.
        ParameterError
            For a number that is not allowed: of traces alone, above that of their windows.
        """
        study = self.only(only) if only else self
        if repetitions is not None:
            if repetitions > study.most_repetitions:
                longest = max(study.parts, key=lambda part: part.most_repetitions)
                raise ParameterError({"repetitions": beyond_windows(longest, repetitions)})
            parts = tuple(part.repeated(repetitions) for part in study.parts)
            study = replace(study, parts=parts)
        return study if seed is None else replace(study, seed=seed)

    def only(self, figure: str) -> Self:
        """Return what one figure or printed table needs: its parts, and the claims and tables
        about these."""
        plots = tuple(plot for plot in self.plots if figure in (plot.key, plot.figure))
        tables = [t for t in self.tables if figure == t.key or figure in t.figures]
        if not plots and not tables:
            keys = ", ".join((*self.figures, *(table.key for table in self.tables)))
            raise UnknownKeyError(f"{self.key} has no figure {figure!r}; there are: {keys}")
        used = {key for plot in plots for key in plot.parts}
        used |= {key for table in tables for key in table.parts}
        return replace(
            self,
            parts=tuple(part for part in self.parts if part.key in used),
            plots=plots,
            tables=tuple(table for table in self.tables if used.issuperset(table.parts)),
            claims=tuple(c for c in self.claims if used.issuperset(self._parts_of(c))),
        )

    def _parts_of(self, claim: Claim) -> Collection[str]:
        return claim.parts or [part.key for part in self.parts]

    def with_traces(self, folder: Path) -> Self:
        """Return the study with another folder of traces."""
        return self._located((Traced,), lambda _: str(folder))

    def with_files(self, place: Callable[[str], str]) -> Self:
        """Return the study with other folders of traces and workloads, each by what it was."""
        return self._located((Traced, Kept), place)

    def _located(self, kinds: tuple[type, ...], place: Callable[[str], str]) -> Self:
        parts = []
        for part in self.parts:
            if isinstance(of := part.instances, Traced | Kept) and isinstance(of, kinds):
                part = replace(part, instances=replace(of, folder=place(of.folder)))
            parts.append(part)
        return replace(self, parts=tuple(parts))
