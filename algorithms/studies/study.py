"""A study: experiments with repetitions, declared once."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Self

from pydantic import ConfigDict

from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.request import Entry, Request, expanded
from algorithms.studies.claims import Claim
from algorithms.studies.instances import Instances, Traced
from algorithms.studies.measures import Measure, measures, needed
from algorithms.studies.plots import STRICT, Plot

MOST_METHODS = 200
"""Methods of one part."""
MOST_CELLS = 2_000_000
"""Runs of one study."""
MAX_REPETITIONS = 100_000


@dataclass(frozen=True)
class Method:
    """An algorithm with its parameters, as the command line takes it: "demt:compaction=list".

    One with parameters of several values, or with a ready-made sweep, stands for many, which are
    called by their texts; a label is for one.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    entry: str
    label: str = ""

    def requests(self) -> list[Request]:
        """Return the runs that it stands for, labelled.

        Raises
        ------
        UnknownKeyError, ParameterError
            As `Entry.parse` does, and for a label of several.
        """
        found = expanded([Entry.parse(self.entry)])
        if self.label and len(found) > 1:
            text = f"a label is for one method, {self.entry!r} stands for {len(found)}"
            raise ParameterError({"label": text})
        return [replace(one, label=self.label or one.label) for one in found]


@dataclass(frozen=True, kw_only=True)
class Part:
    """Instances, the methods that run on each of them, and what is looked at.

    Methods are given as `Method`, or as their entries alone.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    title: str
    instances: Instances
    methods: tuple[Method | str, ...]
    measures: tuple[str, ...]
    repetitions: int = 40

    def __post_init__(self) -> None:
        if not 1 <= self.repetitions <= MAX_REPETITIONS:
            rule = f"an integer from 1 to {MAX_REPETITIONS:,}"
            raise ParameterError(
                {"repetitions": f"repetitions must be {rule}, got {self.repetitions:,}"}
            )
        labels = [request.label for request in self.requests]
        if not 1 <= len(labels) <= MOST_METHODS:
            rule = f"1 to {MOST_METHODS} methods"
            raise ParameterError({"methods": f"a part must have {rule}, got {len(labels)}"})
        for label in labels:
            if labels.count(label) > 1:
                text = f"methods must have labels of their own, {label!r} is one of two"
                raise ParameterError({"methods": text})
        if not self.typed_measures:
            raise ParameterError({"measures": "a part must have at least one measure"})

    @cached_property
    def requests(self) -> tuple[Request, ...]:
        """The runs on each instance, labelled."""
        typed = (Method(m) if isinstance(m, str) else m for m in self.methods)
        return tuple(request for method in typed for request in method.requests())

    @cached_property
    def typed_measures(self) -> tuple[Measure, ...]:
        """What is looked at."""
        return measures(self.measures)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """What is kept of each run."""
        return needed(self.typed_measures)

    @property
    def bounds(self) -> frozenset[str]:
        """Keys of the bounds that are computed."""
        return frozenset(key for measure in self.typed_measures for key in measure.bounds)

    @property
    def cells(self) -> int:
        """Number of runs."""
        return len(self.instances.values) * self.repetitions * len(self.requests)

    def repeated(self, repetitions: int) -> Self:
        """Return the part with another number of repetitions; of traces there are no more windows
        than it has."""
        if isinstance(self.instances, Traced):
            return replace(self, repetitions=min(repetitions, self.instances.windows))
        return replace(self, repetitions=repetitions)


@dataclass(frozen=True)
class Unit:
    """What is computed at once: all methods of a part on one instance."""

    part: str
    value: int
    repetition: int


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
    choices: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        keys = [part.key for part in self.parts]
        if not keys or len(set(keys)) < len(keys):
            raise ParameterError({"parts": f"parts must have keys of their own, got {keys}"})
        if self.cells > MOST_CELLS:
            rule = f"at most {MOST_CELLS:,} runs"
            raise ParameterError({"parts": f"a study must have {rule}, got {self.cells:,}"})

    def __repr__(self) -> str:
        return f"<Study {self.key}: {self.cells:,} runs, {len(self.claims)} claims>"

    @property
    def cells(self) -> int:
        """Number of runs."""
        return sum(part.cells for part in self.parts)

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
        """Return the study with another seed, other repetitions, or only what one figure needs.

        Raises
        ------
        UnknownKeyError
            For a figure that there is not.
        ParameterError
            For a number that is not allowed.
        """
        study = self.only(only) if only else self
        if repetitions is not None:
            parts = tuple(part.repeated(repetitions) for part in study.parts)
            study = replace(study, parts=parts)
        return study if seed is None else replace(study, seed=seed)

    def only(self, figure: str) -> Self:
        """Return what one figure needs: its parts, and the claims about these."""
        plots = tuple(plot for plot in self.plots if figure in (plot.key, plot.figure))
        if not plots:
            keys = ", ".join(dict.fromkeys(plot.figure for plot in self.plots))
            raise UnknownKeyError(f"{self.key} has no figure {figure!r}; there are: {keys}")
        used = {key for plot in plots for key in plot.parts}
        return replace(
            self,
            parts=tuple(part for part in self.parts if part.key in used),
            plots=plots,
            claims=tuple(c for c in self.claims if used.issuperset(self._parts_of(c))),
        )

    def _parts_of(self, claim: Claim) -> Collection[str]:
        return claim.parts or [part.key for part in self.parts]

    def with_traces(self, folder: Path) -> Self:
        """Return the study with another folder of traces."""
        parts = tuple(
            replace(part, instances=replace(part.instances, folder=str(folder)))
            if isinstance(part.instances, Traced)
            else part
            for part in self.parts
        )
        return replace(self, parts=parts)
