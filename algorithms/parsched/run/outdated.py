"""Which parts of a stored result an older version computed, and what changed since.

This is the one place that tells it: of results, of lower bounds, and of what they prove. Stored
versions are as in `parsched.run.computed_by`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parsched.measure.bounds.registry import Bounds
from parsched.model.versions import IsConcerned, concerning
from parsched.policies.registry import ALGORITHMS
from parsched.run.computed_by import Used, bounds_among, declared_as, result_of, untold
from parsched.run.record import Record

NOUNS = {"metrics": "the metric ", "bounds": "the bound "}
"""Words before the title of a part, by group, where the title alone does not name the part."""


@dataclass(frozen=True, kw_only=True)
class Outdated:
    """A part of a result that an older version computed: by group and key, with both versions.

    `changes` are those since then that concern its instance, in words.
    """

    group: str
    key: str
    title: str
    was: int
    now: int
    changes: tuple[str, ...]

    @property
    def text(self) -> str:
        """What was computed by which version, and what changed.

        Examples
        --------
        >>> found = Outdated(
        ...     group="metrics", key="makespan", title="makespan", was=1, now=2, changes=("exact",)
        ... )
        >>> found.text
        'the metric makespan is of version 1, now 2: exact'
        """
        name = f"{NOUNS.get(self.group, '')}{self.title}"
        return f"{name} is of version {self.was}, now {self.now}: {'; '.join(self.changes)}"

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**vars(self), "changes": list(self.changes)}


def outdated(record: Record, is_concerned: IsConcerned) -> list[Outdated]:
    """Return the parts of a result that an older version computed; none where there is none yet.

    Parameters
    ----------
    record
        The result. One that does not know what computed it has the version of its algorithm, and
        the first of all others.
    is_concerned
        Whether its instance has a property that a change depends on; only asked where one does.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.model.concerns import asked_of
    >>> jobs = sched.generate("uniform", jobs=9, processors=8)
    >>> result = sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf")
    >>> outdated(result.record(), asked_of(result.instance))
    []
    """
    if not record.is_done:
        return []
    used = result_of(record.algorithm, record.params, record.metrics)
    own = {f"algorithms/{record.algorithm}": record.version}
    stored = own if record.computed_by is None else {**record.computed_by, **own}
    return list(_among(used, stored, is_concerned, is_told=record.computed_by is not None))


def outdated_bounds(
    bounds: Bounds, versions: Mapping[str, int], is_concerned: IsConcerned
) -> list[Outdated]:
    """Return the lower bounds of an instance that an older version computed.

    Parameters
    ----------
    bounds
        Values by criterion and key.
    versions
        Those above 1 of what computed them, such as `{"bounds/makespan/area": 2}`.
    """
    return list(_among(bounds_among(bounds), versions, is_concerned))


def current_bounds(
    bounds: Bounds, versions: Mapping[str, int], is_concerned: IsConcerned
) -> Bounds:
    """Return the lower bounds of an instance without those that an older version computed."""
    old = {one.key for one in outdated_bounds(bounds, versions, is_concerned)}
    return {
        criterion: {key: value for key, value in own.items() if f"{criterion}/{key}" not in old}
        for criterion, own in bounds.items()
    }


def outdated_proof(versions: Mapping[str, int], is_concerned: IsConcerned) -> list[Outdated]:
    """Return what an older version computed of a bound that runs have proved.

    Parameters
    ----------
    versions
        Of the algorithm that proved it, with those that it ran; empty where it was not stored.
        Then it may have been any search.
    """
    if versions:
        used = [_named(name) for name in versions]
        return list(_among(used, versions, is_concerned))
    searches = [("algorithms", key) for key, one in ALGORITHMS.items() if one.is_search]
    return list(_among(searches, {}, is_concerned, is_told=False))


def _named(name: str) -> Used:
    group, _, key = name.partition("/")
    return group, key


def _among(
    used: Iterable[Used],
    versions: Mapping[str, int],
    is_concerned: IsConcerned,
    *,
    is_told: bool = True,
) -> Iterator[Outdated]:
    for group, key in dict.fromkeys(used):
        declared = declared_as((group, key))
        if declared is None or declared.version == 1:  # nearly all
            continue
        was = versions.get(f"{group}/{key}", 1 if is_told else untold((group, key)))
        if changes := concerning(declared, was, is_concerned):
            yield Outdated(
                group=group,
                key=key,
                title=declared.title,
                was=was,
                now=declared.version,
                changes=tuple(dict.fromkeys(change.text for change in changes)),
            )
