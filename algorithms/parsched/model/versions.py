"""Versions of declarations: whatever computes results says which of them it has changed, and where.

A declaration has a `version`, 1 by default, and `changes`: what each later version changed, and
which instances that concerns. Results of instances that no change concerns stay as they are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from parsched.model.problem.instance import Instance


@dataclass(frozen=True, kw_only=True)
class Concern:
    """A property of an instance that a change depends on.

    Parameters
    ----------
    key
        Under which answers are stored, so another key is needed when `holds` means something else;
        the key of a plugin begins with its name.
    words
        Which instances these are, after "instances with".
    holds
        Whether an instance has the property: a function of a module, as declarations are sent to
        other processes by name.

    Raises
    ------
    ValueError
        For a function that other processes do not find.

    Examples
    --------
    >>> from parsched.model.concerns import DECIMALS
    >>> DECIMALS.words
    'times that are not whole seconds'
    """

    key: str
    words: str
    holds: Callable[["Instance"], bool]

    def __post_init__(self) -> None:
        name = getattr(self.holds, "__qualname__", "<")
        if "<" in name:
            raise ValueError(
                f"the concern {self.key!r} must ask a function of a module, got {name}"
            )


@dataclass(frozen=True)
class Change:
    """What a version changed, in words that follow a colon; results may differ only for instances
    with one of the properties in `concerns`, or for all instances where it is empty.

    Examples
    --------
    >>> from parsched.model.concerns import DECIMALS
    >>> Change("times are exact", DECIMALS).text
    'times are exact, of instances with times that are not whole seconds'
    """

    what: str
    concerns: Concern | tuple[Concern, ...] = ()

    @property
    def properties(self) -> tuple[Concern, ...]:
        """The properties that it depends on."""
        return self.concerns if isinstance(self.concerns, tuple) else (self.concerns,)

    @property
    def text(self) -> str:
        """What changed, and for which instances."""
        words = " or ".join(one.words for one in self.properties)
        return f"{self.what}, of instances with {words}" if words else self.what


Changes: TypeAlias = Mapping[int, Change]
IsConcerned: TypeAlias = Callable[[Concern], bool]
"""Says whether an instance has a property."""
NO_CHANGES: Changes = {}
UNSTATED = Change("its results have changed")
"""Stands for the change of a version that states none: it concerns all instances."""


class Versioned(Protocol):
    """What every declaration has that computes results."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def version(self) -> int:
        """Rises when its results change."""

    @property
    def changes(self) -> Changes:
        """What versions changed, by version."""


@dataclass(frozen=True, kw_only=True)
class VersionedPart:
    """What has a part in results and no declaration of its own, such as the checker."""

    key: str
    title: str
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)


def check_versions(version: object, changes: object) -> str:
    """Return what is wrong with a version and its changes, blank if nothing.

    Examples
    --------
    >>> check_versions(2, {3: Change("times are exact")})
    'changes must be of versions from 2 to 2, got 3'
    """
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return f"must have a version of 1 or more, got {version!r}"
    if not isinstance(changes, Mapping):
        return f"changes must be a mapping of versions, got {changes!r:.60}"
    for number, change in changes.items():
        if not isinstance(number, int) or not 2 <= number <= version:
            return f"changes must be of versions from 2 to {version}, got {number!r:.60}"
        if not isinstance(change, Change):
            return f"changes must be a Change for each version, got {change!r:.60}"
    return ""


def refuse_versions(name: str, version: int, changes: Changes) -> None:
    """Raise ValueError where a version or its changes cannot be, of what is called `name`."""
    if fault := check_versions(version, changes):
        raise ValueError(f"{name} {fault}")


def concerning(declared: Versioned, since: int, is_concerned: IsConcerned) -> list[Change]:
    """Return what changed after a version and concerns an instance, the first change first."""
    later = range(since + 1, declared.version + 1)
    changes = (declared.changes.get(number, UNSTATED) for number in later)
    return [change for change in changes if _concerns(change, is_concerned)]


def _concerns(change: Change, is_concerned: IsConcerned) -> bool:
    return not change.properties or any(map(is_concerned, change.properties))


def equal_since(declared: Versioned, is_concerned: IsConcerned) -> int:
    """Return the least version that gives an instance the same results as the one that there is."""
    version = declared.version
    while version > 1 and not concerning(declared, version - 1, is_concerned):
        version -= 1
    return version
