"""How bounds are declared and computed.

Bounds on completions count, as these do, from the first release.
"""

import warnings
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

from parsched.base.errors import UnknownKeyError
from parsched.base.extras import MissingPackageError, MissingPackageWarning
from parsched.declare.references import REFERENCES, Reference
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions

CRITERIA = {
    "makespan": "makespan",
    "minsum": "sum_weighted_completion",
    "deployments": "deployments",
    "wait": "mean_wait",
    "flow": "mean_flow",
    "slowdown": "mean_bounded_slowdown",
}
"""What a bound is on, and the metric that it bounds from below."""

TIMES = ("makespan", "minsum")
"""The criteria that every workload has, against each other."""

ON_WAITS = ("wait", "flow", "slowdown")
"""Bounds of rigid jobs that arrive over time."""

IN_SECONDS = ("makespan", "minsum", "wait", "flow")
"""Those that are times: bounds are computed of jobs whose times are in ticks."""

PROVED = "proved"
"""Stands for a key of a bound where a run itself has proved more than every bound."""

Compute = Callable[..., float]
"""Takes jobs and machine, and a `Pause` if the bound is long."""
Pause = Callable[[], None]
"""Called now and then; raises when the bound is not wanted any more."""
Bounds = dict[str, dict[str, float]]
"""Values by criterion and key."""


class Condition(NamedTuple):
    """What a bound asks of jobs and machine: in words that follow "jobs,", and as a test.

    Examples
    --------
    >>> Condition("if all are there at time 0", lambda jobs, machine: not jobs.has_releases).words
    'if all are there at time 0'
    """

    words: str
    holds: Callable[[Workload, Platform], bool]


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A declared lower bound on the criterion's metric.

    A bound that is not `certified` may exceed the optimum: it is shown, and never used for a ratio.
    Beyond `most_jobs` jobs, or `most_configurations` of all jobs together, it would take too long
    and is left out, as it is where a further condition does not hold. One that is `long` may take
    more than a second, and is given something to call meanwhile. `version` rises when its values
    change, and `changes` say for which instances.
    """

    criterion: str
    key: str
    title: str
    formula: str
    help: str
    certified: bool
    long: bool
    most_jobs: int | None
    most_configurations: int | None
    condition: Condition | None
    cites: tuple[str, ...]
    compute: Compute
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that describe it."""
        return tuple(REFERENCES[key] for key in self.cites)

    @property
    def limit(self) -> str:
        """Which workloads it is computed for, in words; empty where it is for all."""
        parts = []
        if self.most_jobs is not None:
            parts.append(f"{self.most_jobs:,} jobs")
        if self.most_configurations is not None:
            parts.append(f"{self.most_configurations:,} configurations")
        limit = "up to " + " and ".join(parts) if parts else ""
        if self.condition is None:
            return limit
        return f"{limit or 'jobs'}, {self.condition.words}"

    def applies(self, workload: Workload, platform: Platform) -> bool:
        """Tell whether the workload is within its limits."""
        if self.most_jobs is not None and len(workload) > self.most_jobs:
            return False
        configurations = len(workload.profiles.widths)
        if self.most_configurations is not None and configurations > self.most_configurations:
            return False
        return self.condition is None or self.condition.holds(workload, platform)


BOUNDS: dict[str, dict[str, Bound]] = {criterion: {} for criterion in CRITERIA}


def bound(
    criterion: str,
    key: str,
    *,
    title: str,
    formula: str,
    certified: bool = True,
    long: bool = False,
    most_jobs: int | None = None,
    most_configurations: int | None = None,
    condition: Condition | None = None,
    cites: tuple[str, ...] = (),
    version: int = 1,
    changes: Changes = NO_CHANGES,
) -> Callable[[Compute], Compute]:
    """Declare a bound; the docstring of the function is its help.

    Raises
    ------
    ValueError
        For a criterion, key, reference or version that cannot be.

    Examples
    --------
    >>> from parsched.plugins import Platform, Workload, bound
    >>> declare = bound("makespan", "longest-job", title="longest job", formula="max p")
    >>> callable(declare)  # `@declare` over a function of jobs and machine registers it
    True
    """
    make = partial(
        Bound,
        criterion=criterion,
        key=key,
        title=title,
        formula=formula,
        certified=certified,
        long=long,
        most_jobs=most_jobs,
        most_configurations=most_configurations,
        condition=condition,
        cites=cites,
        version=version,
        changes=changes,
    )
    _check(criterion, key, cites)
    refuse_versions(f"bound {key!r}", version, changes)

    def add(compute: Compute) -> Compute:
        BOUNDS[criterion][key] = make(help=(compute.__doc__ or "").strip(), compute=compute)
        return compute

    return add


def _check(criterion: str, key: str, cites: tuple[str, ...]) -> None:
    if criterion not in BOUNDS:
        raise ValueError(f"bound {key!r} is on none of {', '.join(BOUNDS)}, but {criterion!r}")
    if key in BOUNDS[criterion]:
        raise ValueError(f"two bounds on {criterion} are declared as {key!r}")
    missing = [cite for cite in cites if cite not in REFERENCES]
    if missing:
        raise ValueError(f"bound {key!r} cites unknown references: {missing}")


def bound_title(criterion: str, key: str) -> str:
    """Return how people call a bound, also one that a run has proved."""
    return "proved by search" if key == PROVED else BOUNDS[criterion][key].title


def no_pause() -> None:
    """Do nothing: the default callback, by which no bound is cancelled."""


MOST_INSTANCES = 64
"""Instances whose bounds are kept."""


@dataclass
class _Kept:
    """What is known of one instance: values by criterion and key, None for a bound that does not
    apply or was left out, why those are left out that need a package, by key, and the largest
    makespan that a run has proved all schedules to reach, seconds."""

    values: dict[str, dict[str, float | None]] = field(
        default_factory=lambda: {criterion: {} for criterion in CRITERIA}
    )
    left_out: dict[str, str] = field(default_factory=dict)
    proved: float | None = None


_kept: OrderedDict[str, _Kept] = OrderedDict()
"""By digest of the instance, the one that was used last at the end."""


def _entry(instance: Instance) -> _Kept:
    kept = _kept.setdefault(instance.digest, _Kept())
    _kept.move_to_end(instance.digest)
    while len(_kept) > MOST_INSTANCES:
        _kept.popitem(last=False)
    return kept


def bounds_of(
    instance: Instance, keys: Collection[str] | None = None, stop: Stop | None = None
) -> Bounds:
    """Return the bounds that apply and for which there are memory and a solver, by criterion and
    key; all are 0 for an instance without jobs.

    Without a solver a warning names those that are left out and were asked for by key: who wants
    all that can be had misses none. Configurations that fit no site are ignored at every site. Each
    is computed once for an instance, however many algorithms run on it, and kept by the digest of
    the instance.

    Parameters
    ----------
    keys
        Those wanted; None for all.

    Raises
    ------
    UnknownKeyError
        For a key that no bound has.
    Cancelled
        Through `stop`, between two bounds and during long ones.
    """
    check_bounds(keys)
    entry = _entry(instance)
    counted = instance.counted_in(instance.ticks)
    jobs = counted.jobs.within(instance.platform.largest)
    by_criterion: Bounds = {criterion: {} for criterion in BOUNDS}
    for declared in chain.from_iterable(bounds.values() for bounds in BOUNDS.values()):
        if keys is not None and declared.key not in keys:
            continue
        values = entry.values[declared.criterion]
        if declared.key not in values:
            values[declared.key] = _compute(declared, jobs, counted.platform, stop, entry.left_out)
        if keys is not None and (reason := entry.left_out.get(declared.key)):
            text = f"The bound {declared.title!r} is left out: {reason}"
            warnings.warn(text, MissingPackageWarning, stacklevel=2)
        if (value := values[declared.key]) is not None:
            by_criterion[declared.criterion][declared.key] = value
    return by_criterion


def applying(instance: Instance, keys: Collection[str] | None = None) -> dict[str, list[str]]:
    """Return the keys of the bounds that apply to an instance, by criterion, computed or not: all
    that `bounds_of` may return, and none that it had to leave out.

    Raises
    ------
    UnknownKeyError
        For a key that no bound has.
    """
    check_bounds(keys)
    kept = _entry(instance).values
    counted = instance.counted_in(instance.ticks)
    jobs = counted.jobs.within(instance.platform.largest)
    return {
        criterion: [
            key
            for key, declared in bounds.items()
            if (keys is None or key in keys)
            and kept[criterion].get(key, 0.0) is not None
            and (not len(jobs) or declared.applies(jobs, counted.platform))
        ]
        for criterion, bounds in BOUNDS.items()
    }


def check_bounds(keys: Collection[str] | None) -> None:
    """Raise `UnknownKeyError` for a key that no bound has."""
    allowed = list(dict.fromkeys(chain.from_iterable(BOUNDS.values())))
    for key in keys or ():
        if key not in allowed:
            raise UnknownKeyError(f"no bound is called {key!r}; there are: {', '.join(allowed)}")


def _compute(
    declared: Bound,
    jobs: Workload,
    platform: Platform,
    stop: Stop | None,
    left_out: dict[str, str],
) -> float | None:
    pause = no_pause if stop is None else partial(stop.heed, f"lower bound: {declared.title}")
    pause()
    if not len(jobs):
        return 0.0
    # A bound for which there is no memory, or no solver, is left out: the algorithm may need less.
    try:
        if declared.applies(jobs, platform):
            pauses = (pause,) if declared.long else ()
            value = float(declared.compute(jobs.from_begin, platform, *pauses))
            return value / jobs.second if declared.criterion in IN_SECONDS else value
    except MissingPackageError as error:
        left_out[declared.key] = str(error)
    except MemoryError:
        pass
    return None


def remember(instance: Instance, bounds: Mapping[str, Mapping[str, float | None]]) -> None:
    """Take over bounds of the instance that were computed before, by criterion and key, None for
    those that do not apply."""
    kept = _entry(instance).values
    for criterion, values in bounds.items():
        kept[criterion] = {**values, **kept[criterion]}


def prove(instance: Instance, makespan: float) -> None:
    """Keep that a run has proved all schedules of the instance to take `makespan` seconds."""
    kept = _entry(instance)
    kept.proved = max(makespan, kept.proved or 0.0)


def proved(instance: Instance) -> float | None:
    """Return the largest makespan that any run has proved, seconds, or None."""
    return _entry(instance).proved
