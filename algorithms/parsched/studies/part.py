"""Parts of a study: instances, methods and measures."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import ClassVar, Self

from pydantic import ConfigDict

from parsched.base.errors import ParameterError
from parsched.base.naming import quoted
from parsched.policies.catalogue import Algorithm, algorithm
from parsched.run.request import Request, RequestEntry, expanded
from parsched.studies.instances import Instances, Traced
from parsched.studies.kept import Kept
from parsched.studies.listed import Listed
from parsched.studies.measures import Measure, measures, needed
from parsched.studies.once import repeated
from parsched.studies.strict import STRICT

MOST_METHODS = 200
"""Methods of one part."""
USUAL_REPETITIONS, MAX_REPETITIONS = 40, 100_000


@dataclass(frozen=True)
class Method:
    """An algorithm with its parameters, as the command line takes it: "demt:compaction=list".

    One with parameters of several values, or with a ready-made sweep, stands for many, which are
    called by their texts; a label is for one.

    Examples
    --------
    >>> Method("demt:compaction=list").entry
    'demt:compaction=list'
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    entry: str
    label: str = ""

    def __post_init__(self) -> None:
        if self.label and not self.label.strip():
            rule = "label must have a letter, or be left out"
            raise ParameterError({"label": f"{rule}, got {quoted(self.label)}"})

    def requests(self) -> list[Request]:
        """Return the runs that it stands for, labelled.

        Raises
        ------
        UnknownKeyError, ParameterError
            As `RequestEntry.parse` does, and for a label of several.
        """
        found = _runs_of(self.entry, algorithm(self.entry.partition(":")[0]))
        if self.label and len(found) > 1:
            text = f"a label is for one method, {self.entry!r} stands for {len(found)}"
            raise ParameterError({"label": text})
        return [replace(one, label=self.label or one.label) for one in found]


@lru_cache(maxsize=1024)
def _runs_of(entry: str, declared: Algorithm) -> tuple[Request, ...]:
    """Return the runs that an entry stands for; hundreds of methods have few entries, and every
    program declares them when it starts."""
    return tuple(expanded([RequestEntry.parse(entry)]))


@dataclass(frozen=True, kw_only=True)
class Part:
    """Instances, the methods that run on each of them, and what is looked at.

    Methods are given as `Method`, or as their entries alone. Of fewer windows of traces or kept
    workloads than the usual repetitions, each is taken once.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> find_study("demt").parts[0].key
    'weak'
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    title: str
    instances: Instances
    methods: tuple[Method | str, ...]
    measures: tuple[str, ...]
    repetitions: int = USUAL_REPETITIONS

    def __post_init__(self) -> None:
        for name in ("key", "title"):
            if not getattr(self, name).strip():
                raise ParameterError({name: f"{name} must have a letter, got a blank"})
        if self.repetitions == USUAL_REPETITIONS > self.most_repetitions:
            object.__setattr__(self, "repetitions", int(self.most_repetitions))
        if not 1 <= self.repetitions <= MAX_REPETITIONS:
            rule = f"an integer from 1 to {MAX_REPETITIONS:,}"
            raise ParameterError(
                {"repetitions": f"repetitions must be {rule}, got {self.repetitions:,}"}
            )
        if self.repetitions > self.most_repetitions:
            raise ParameterError({"repetitions": beyond_windows(self, self.repetitions)})
        labels = self.labels
        if not 1 <= len(labels) <= MOST_METHODS:
            rule = f"1 to {MOST_METHODS} methods"
            raise ParameterError({"methods": f"a part must have {rule}, got {len(labels)}"})
        for label in labels:
            if labels.count(label) > 1:
                text = f"methods must have labels of their own, {quoted(label)} is one of two"
                raise ParameterError({"methods": text})
        if twice := repeated(self.measures):
            text = f"each measure must be given once, {twice[0]!r} is given twice"
            raise ParameterError({"measures": text})
        if not self.typed_measures:
            raise ParameterError({"measures": "a part must have at least one measure"})

    @cached_property
    def requests(self) -> tuple[Request, ...]:
        """The runs on each instance, labelled."""
        typed = (Method(m) if isinstance(m, str) else m for m in self.methods)
        return tuple(request for method in typed for request in method.requests())

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that its methods would run, each once."""
        return tuple(dict.fromkeys(c for one in self.requests for c in one.params.commands))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What its methods are called."""
        return tuple(request.label for request in self.requests)

    @cached_property
    def along(self) -> dict[str, None]:
        """Names that a plot may be along: of values, and of parameters of methods."""
        names = {name: None for value in self.instances.values for name in value}
        return names | {name: None for of in self.requests for name in of.params.flat()}

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

    @property
    def is_whole(self) -> bool:
        """True where its instances are all that there are: jobs that are written down, and one
        window. Another repetition would take the same again, so one value says everything."""
        match self.instances:
            case Listed():
                return True
            case Traced(windows=windows) | Kept(windows=windows):
                return windows == 1
        return False

    @property
    def most_repetitions(self) -> float:
        """Repetitions that it may have: of windows no more than there are, as the same jobs twice
        are no new evidence; those that are kept may come again for methods that draw."""
        match self.instances:
            case Traced(windows=windows):
                return windows
            case Kept(windows=windows) if not self.draws:
                return windows
        return inf

    @property
    def draws(self) -> bool:
        """True where any method draws numbers, with a seed that the study determines."""
        return any(
            request.params.seed_name(request.params.flat()) not in (None, *request.stated)
            for request in self.requests
        )

    @property
    def repeats(self) -> str:
        """What a repetition is, in a word."""
        return "window" if isinstance(self.instances, Traced | Kept) else "repetition"

    @property
    def why_no_more(self) -> str:
        """Why more repetitions would be no new evidence."""
        if isinstance(self.instances, Listed):
            return "as its jobs are written down and the same each time"
        return "one for each window of its jobs"

    def repeated(self, repetitions: int) -> Self:
        """Return the part with another number of repetitions, but no more than it may have; jobs
        that are written down are the same each time, so they stay as often as they are."""
        if isinstance(self.instances, Listed):
            return self
        return replace(self, repetitions=int(min(repetitions, self.most_repetitions)))


def beyond_windows(part: Part, repetitions: int) -> str:
    """Say that a part has fewer windows than repetitions: each is looked at once."""
    rule = f"repetitions must be at most {part.most_repetitions:,}"
    why = f"as many as part {part.key!r} has windows: more would take the same jobs again"
    return f"{rule}, {why}, got {repetitions:,}"


@dataclass(frozen=True)
class Unit:
    """What is computed at once: all methods of a part on one instance."""

    part: str
    value: int
    repetition: int
