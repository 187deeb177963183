"""A study: experiments with repetitions, declared once."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Self

from pydantic import ConfigDict

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.declare.parameters import MAX_SEED
from parsched.report.phrases import counted
from parsched.studies.claims import Claim
from parsched.studies.instances import Traced
from parsched.studies.kept import Kept
from parsched.studies.named import unknown_names
from parsched.studies.part import Part, Unit, beyond_windows
from parsched.studies.plots import StudyPlot
from parsched.studies.printed import PrintedTable
from parsched.studies.samples import Average
from parsched.studies.strict import STRICT

FORMS = ("repaired", "ours")
"""Usual names of other forms than the printed one, in their order; others come behind."""
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
    revision
        Rises when its numbers change and nothing else that is declared says so.
    tables
        Tables as the paper prints them, beside which ours stand.
    choices
        What the paper does not print, and is our choice, in sentences.
    forms
        Other forms of methods that stand beside those as printed, such as "repaired" and "ours":
        for each, labels by the label as printed. Each verdict says what they would give.
    average
        How ratios are averaged, in verdicts, means and figures alike: "mean", or "ratio_of_sums".

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> find_study("demt").changed(repetitions=1, only="fig3")
    <Study demt: 66 runs, 4 claims>
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    title: str
    parts: tuple[Part, ...]
    about: str = ""
    paper: str = ""
    cites: tuple[str, ...] = ()
    seed: int = 1
    revision: int = 1
    plots: tuple[StudyPlot, ...] = ()
    claims: tuple[Claim, ...] = ()
    tables: tuple[PrintedTable, ...] = ()
    choices: tuple[str, ...] = ()
    average: Average = "mean"
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        keys = [part.key for part in self.parts]
        if not keys or len(set(keys)) < len(keys):
            raise ParameterError({"parts": f"parts must have keys of their own, got {keys}"})
        files = [self.key, *(p.key for p in self.plots), *(table.key for table in self.tables)]
        for key in files:
            if not key.strip() or key.startswith(".") or not {*key}.isdisjoint("/\\\0"):
                rule = "a key names files: it must have a letter, no slash and no dot first"
                raise ParameterError({"key": f"{rule}, got {key!r:.60}"})
        if not self.title.strip():
            raise ParameterError({"title": f"title must have a letter, got {self.title!r:.60}"})
        if not 0 <= self.seed <= MAX_SEED:
            rule = f"seed must be an integer from 0 to {MAX_SEED:,}"
            raise ParameterError({"seed": f"{rule}, got {self.seed:,}"})
        if self.revision < 1:
            text = f"revision must be an integer of 1 or more, got {self.revision:,}"
            raise ParameterError({"revision": text})
        if errors := unknown_names(self):
            raise ParameterError(errors)
        if self.cells > MOST_CELLS:
            rule = f"at most {MOST_CELLS:,} runs"
            raise ParameterError({"parts": f"a study must have {rule}, got {self.cells:,}"})

    def __repr__(self) -> str:
        size = f"{counted(self.cells, 'run')}, {counted(len(self.claims), 'claim')}"
        return f"<Study {self.key}: {size}>"

    @property
    def other_forms(self) -> dict[str, Mapping[str, str]]:
        """Its `forms` in the usual order, which a file need not keep."""
        usual = {name: i for i, name in enumerate(FORMS)}
        order = sorted(self.forms, key=lambda name: usual.get(name, len(FORMS)))
        return {name: self.forms[name] for name in order}

    @property
    def figures(self) -> dict[str, str]:
        """Titles of its figures by key: the title of the first picture of each."""
        titles: dict[str, str] = {}
        for plot in self.plots:
            titles.setdefault(plot.figure, plot.title)
        for table in self.tables:
            titles = {**table.figures, **titles}
        return titles

    @property
    def titles(self) -> dict[str, str]:
        """Titles of its parts by key, with the key where two are called alike."""
        titles = [part.title for part in self.parts]
        return {
            part.key: part.title if titles.count(part.title) == 1 else f"{part.title} ({part.key})"
            for part in self.parts
        }

    @property
    def cells(self) -> int:
        """Number of runs."""
        return sum(part.cells for part in self.parts)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that its methods would run, each once."""
        return tuple(dict.fromkeys(command for part in self.parts for command in part.commands))

    @property
    def most_repetitions(self) -> float:
        """Repetitions that any of its parts may have: of windows alone, no more than there are."""
        return max(part.most_repetitions for part in self.parts)

    def kept_at(self, repetitions: int) -> list[str]:
        """Return a sentence for each part that has fewer repetitions than were asked for."""
        return [
            f"{self.titles[part.key][:1].upper()}{self.titles[part.key][1:]} stays at "
            f"{counted(part.repetitions, 'repetition')}, {part.why_no_more}."
            for part in self.parts
            if part.repetitions < repetitions
        ]

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
            For a number that is not allowed: of windows alone, above their number. Where other
            parts may have as many, those that may not stay as they are: `kept_at` says which.
        """
        study = self.only(only) if only else self
        if repetitions is not None:
            if repetitions > study.most_repetitions:
                longest = max(study.parts, key=lambda part: part.most_repetitions)
                raise ParameterError({"repetitions": beyond_windows(longest, repetitions)})
            parts = tuple(part.repeated(repetitions) for part in study.parts)
            study = replace(study, parts=parts)
        return study if seed is None else replace(study, seed=seed)

    def fewer(self, repetitions: int) -> Self:
        """Return the study with at most a number of repetitions of each part."""
        parts = (part.repeated(min(repetitions, part.repetitions)) for part in self.parts)
        return replace(self, parts=tuple(parts))

    def only(self, figure: str) -> Self:
        """Return one figure or printed table with the parts that it needs, and the claims about
        these."""
        plots = tuple(plot for plot in self.plots if figure in (plot.key, plot.figure))
        found = (table if figure == table.key else table.only(figure) for table in self.tables)
        tables = tuple(table for table in found if table is not None)
        if not plots and not tables:
            keys = ", ".join((*self.figures, *(table.key for table in self.tables)))
            raise UnknownKeyError(f"{self.key} has no figure {figure!r}; there are: {keys}")
        used = {key for plot in plots for key in plot.parts}
        used |= {key for table in tables for key in table.parts}
        return self._of(used, plots, tables)

    def having(self, parts: Collection[str]) -> Self:
        """Return some parts, by their keys, with what is drawn, printed and claimed of these
        alone."""
        plots = tuple(plot for plot in self.plots if {*plot.parts} <= {*parts})
        tables = tuple(table for table in self.tables if {*table.parts} <= {*parts})
        return self._of(parts, plots, tables)

    def _of(
        self, used: Collection[str], plots: tuple[StudyPlot, ...], tables: tuple[PrintedTable, ...]
    ) -> Self:
        return replace(
            self,
            parts=tuple(part for part in self.parts if part.key in used),
            plots=plots,
            tables=tables,
            claims=tuple(c for c in self.claims if self._is_about(c, {*used}, tables)),
        )

    def parts_of(self, claim: Claim) -> tuple[Part, ...]:
        """Return the parts that a claim is about, also by lines of printed tables."""
        lines = {(table.key, line.title): line for table in self.tables for line in table.lines}
        every = tuple(part.key for part in self.parts)
        keys: set[str] = set()
        for judge in claim.judges:
            line = None if judge.printed is None else lines.get(judge.printed)
            keys.update(judge.parts or (line.parts if line else ()) or every)
        return tuple(part for part in self.parts if part.key in keys)

    def _is_about(self, claim: Claim, used: set[str], tables: Collection[PrintedTable]) -> bool:
        """Tell whether some parts and tables are all that a claim is about."""
        lines = {(table.key, line.title) for table in tables for line in table.lines}
        parts = claim.parts or [part.key for part in self.parts]
        return used.issuperset(parts) and lines.issuperset(claim.lines)

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
