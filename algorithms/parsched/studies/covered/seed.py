"""One thing that a paper says, and where it stands here."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.data.generators.registry import GENERATORS
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import algorithm
from parsched.report.examples import counterexamples, further
from parsched.run.request import RequestEntry
from parsched.studies.registry import STUDIES

OF_STUDIES = frozenset(("claim", "figure", "table", "part"))
"""What studies have: a reference to it is within a study."""


class SeedKind(StrEnum):
    """What a paper says, and what we add to it.

    Examples
    --------
    >>> str(SeedKind.OUTLOOK)
    'outlook'
    """

    MODEL = "model"
    ALGORITHM = "algorithm"
    BOUND = "bound"
    THEOREM = "theorem"
    FIGURE = "figure"
    TABLE = "table"
    CLAIM = "claim"
    REMARK = "remark"
    OUTLOOK = "outlook"
    OURS = "ours"
    """Not in the paper: what our studies add to it."""


@dataclass(frozen=True)
class SeedReference:
    """Where something stands: `what` is a claim, figure or table of the study `within`, a part of
    it, an algorithm with options as the command line takes it, an example of an algorithm by its
    title, a bound on the criterion `within`, a generator or a metric.

    Examples
    --------
    >>> SeedReference("algorithm", "demt:printed").exists
    True
    >>> SeedReference("claim", "none", "demt").exists
    False
    """

    what: str
    key: str
    within: str = ""

    @property
    def text(self) -> str:
        """It in words."""
        return f"{self.what} {self.within} {self.key}".replace("  ", " ")

    @property
    def study(self) -> str:
        """Key of the study that has it; blank for what is in none."""
        return self.within if self.what in OF_STUDIES else ""

    @property
    def exists(self) -> bool:
        """Whether anything is declared that it names."""
        if self.study:
            return self.study in STUDIES and self.key in _in_study(self.study, self.what)
        match self.what:
            case "algorithm":
                return _is_entry(self.key)
            case "example":
                declared = algorithm(self.within)
                shown = (*further(declared), *counterexamples(declared))
                return self.key in [one.title for one in shown]
            case "bound":
                return self.key in BOUNDS.get(self.within, {})
            case "generator":
                return self.key in GENERATORS
        return self.what == "metric" and self.key in METRICS


@dataclass(frozen=True)
class KeysPlace:
    """Keys of one kind that stand at one place: within a study, an algorithm or a criterion.

    Examples
    --------
    >>> KeysPlace("claim", "demt", ("a", "b")).noun, KeysPlace("metric", "", ("a",)).noun
    ('claims', 'metric')
    """

    what: str
    within: str
    keys: Sequence[str]

    @property
    def noun(self) -> str:
        """What the keys are, one or several."""
        return f"{self.what}s" if len(self.keys) > 1 else self.what

    @property
    def is_of_study(self) -> bool:
        """Whether a study has them."""
        return self.what in OF_STUDIES


def places(
    where: Iterable[SeedReference],
    within: Callable[[SeedReference], str] = attrgetter("within"),
) -> list[KeysPlace]:
    """Gather references by kind and place, in their order.

    Parameters
    ----------
    within
        Names the place of a reference.

    Examples
    --------
    >>> [(place.noun, place.keys) for place in places([*claims("demt", "a", "b"), *metrics("c")])]
    [('claims', ['a', 'b']), ('metric', ['c'])]
    """
    together: dict[tuple[str, str], list[str]] = {}
    for one in where:
        together.setdefault((one.what, within(one)), []).append(one.key)
    return [KeysPlace(what, home, keys) for (what, home), keys in together.items()]


def _in_study(key: str, what: str) -> list[str]:
    """Return the keys of what a study has of a kind."""
    study = STUDIES[key]
    match what:
        case "figure":
            return [*study.figures]
        case "claim":
            return [claim.key for claim in study.claims]
        case "table":
            return [table.key for table in study.tables]
    return [part.key for part in study.parts]


def _is_entry(entry: str) -> bool:
    try:
        RequestEntry.parse(entry)
    except (UnknownKeyError, ParameterError):
        return False
    return True


def claims(study: str, *keys: str) -> tuple[SeedReference, ...]:
    """Refer to claims of a study."""
    return tuple(SeedReference("claim", key, study) for key in keys)


def figures(study: str, *keys: str) -> tuple[SeedReference, ...]:
    """Refer to figures of a study."""
    return tuple(SeedReference("figure", key, study) for key in keys)


def tables(study: str, *keys: str) -> tuple[SeedReference, ...]:
    """Refer to printed tables of a study."""
    return tuple(SeedReference("table", key, study) for key in keys)


def parts(study: str, *keys: str) -> tuple[SeedReference, ...]:
    """Refer to parts of a study."""
    return tuple(SeedReference("part", key, study) for key in keys)


def algorithms(*entries: str) -> tuple[SeedReference, ...]:
    """Refer to algorithms, with options."""
    return tuple(SeedReference("algorithm", entry) for entry in entries)


def generators(*keys: str) -> tuple[SeedReference, ...]:
    """Refer to generators."""
    return tuple(SeedReference("generator", key) for key in keys)


def metrics(*keys: str) -> tuple[SeedReference, ...]:
    """Refer to metrics."""
    return tuple(SeedReference("metric", key) for key in keys)


def bound(criterion: str, *keys: str) -> tuple[SeedReference, ...]:
    """Refer to bounds on a criterion."""
    return tuple(SeedReference("bound", key, criterion) for key in keys)


def example(key: str, *titles: str) -> tuple[SeedReference, ...]:
    """Refer to drawn examples of an algorithm."""
    return tuple(SeedReference("example", title, key) for title in titles)


@dataclass(frozen=True)
class Seed:
    """A figure, table, theorem, claim, remark or outlook of a paper.

    Parameters
    ----------
    section
        Where the paper has it.
    kind, text
        What it is.
    where
        Where it stands here; empty where it is open.
    reason
        Why it is open, or what of it is.

    Raises
    ------
    ValueError
        For one that stands nowhere, without a reason.

    Examples
    --------
    >>> Seed("§1", SeedKind.REMARK, "Clusters are many", reason="no statement on schedules").is_open
    True
    """

    section: str
    kind: SeedKind
    text: str
    where: tuple[SeedReference, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.where and not self.reason.strip():
            raise ValueError(f"{self.section}, {self.text}: stands nowhere, and no reason is given")

    @property
    def is_open(self) -> bool:
        """Whether it stands nowhere."""
        return not self.where

    @property
    def missing(self) -> Iterator[str]:
        """Yield what it refers to and is not there."""
        yield from (one.text for one in self.where if not one.exists)
