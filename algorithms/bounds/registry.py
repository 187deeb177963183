"""How bounds are declared and computed."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from algorithms.deployment import INSTANT, DeployTime
from algorithms.platform import Platform
from algorithms.references import REFERENCES, Reference
from algorithms.stop import Stop
from algorithms.workload import Workload

CRITERIA = {
    "makespan": "makespan",
    "minsum": "sum_weighted_completion",
    "deployments": "deployments",
}
"""What a bound is on, and the metric that it bounds from below."""

TIMES = ("makespan", "minsum")
"""The criteria that every workload has, against each other."""

PROVED = "proved"
"""Stands for a key of a bound where a run itself has proved more than every bound."""

Compute = Callable[..., float]
"""Takes workload and platform, and a `Pause` if the bound is long, or a `DeployTime`."""
Pause = Callable[[], None]
"""Called now and then; raises when nobody waits for the bound any more."""
Bounds = dict[str, dict[str, float]]
"""Values by criterion and key."""


class Condition(NamedTuple):
    """What a bound asks of jobs and machine: in words that follow "jobs,", and as a test."""

    words: str
    holds: Callable[[Workload, Platform], bool]


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A declared lower bound on the criterion's metric.

    A bound that is not `certified` may exceed the optimum: it is shown, and never used for a ratio.
    Beyond `most_jobs` jobs, or `most_configurations` of all jobs together, it would take too long
    and is left out, as it is where a further condition does not hold. One that is `long` may take
    more than a second, and is given something to call meanwhile. One that `deploys` holds where
    deployments take time, and is given how long.
    """

    criterion: str
    key: str
    title: str
    formula: str
    help: str
    certified: bool
    long: bool
    deploys: bool
    most_jobs: int | None
    most_configurations: int | None
    condition: Condition | None
    cites: tuple[str, ...]
    compute: Compute

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

    def applies(
        self, workload: Workload, platform: Platform, deployment: DeployTime = INSTANT
    ) -> bool:
        """Tell whether the workload is within its limits."""
        if self.deploys and deployment.is_instant:
            return False
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
    deploys: bool = False,
    most_jobs: int | None = None,
    most_configurations: int | None = None,
    condition: Condition | None = None,
    cites: tuple[str, ...] = (),
) -> Callable[[Compute], Compute]:
    """Declare a bound; the docstring of the function is its help."""
    missing = [cite for cite in cites if cite not in REFERENCES]
    if missing:
        raise ValueError(f"bound {key!r} cites unknown references: {missing}")

    def add(compute: Compute) -> Compute:
        BOUNDS[criterion][key] = Bound(
            criterion=criterion,
            key=key,
            title=title,
            formula=formula,
            help=(compute.__doc__ or "").strip(),
            certified=certified,
            long=long,
            deploys=deploys,
            most_jobs=most_jobs,
            most_configurations=most_configurations,
            condition=condition,
            cites=cites,
            compute=compute,
        )
        return compute

    return add


def bound_title(criterion: str, key: str) -> str:
    """Return how people call a bound, also one that a run has proved."""
    return "proved by search" if key == PROVED else BOUNDS[criterion][key].title


_known: WeakKeyDictionary[Workload, dict[Platform, Bounds]] = WeakKeyDictionary()


def no_pause() -> None:
    """Let a bound go on, as nobody can want it to end."""


def bound_all(workload: Workload, platform: Platform, stop: Stop | None = None) -> Bounds:
    """Return every bound that applies and for which there is memory, by criterion and key, but for
    those of `bound_deploying`; all are 0 for an empty workload.

    Configurations that fit no site count for none of them. The bounds depend on jobs and machine
    only, so those of a workload object are computed once, however many algorithms run on it.

    Raises
    ------
    Cancelled
        Through `stop`, between two bounds and during long ones.
    """
    by_platform = _known.setdefault(workload, {})
    if platform not in by_platform:
        by_platform[platform] = _compute(workload, platform, stop)
    return {criterion: dict(values) for criterion, values in by_platform[platform].items()}


def _compute(workload: Workload, platform: Platform, stop: Stop | None) -> Bounds:
    workload = workload.within(platform.largest)
    found: Bounds = {criterion: {} for criterion in BOUNDS}
    for criterion, bounds in BOUNDS.items():
        for key, declared in bounds.items():
            if declared.deploys:
                continue
            pause = (
                no_pause if stop is None else partial(stop.heed, f"lower bound: {declared.title}")
            )
            pause()
            if not len(workload):
                found[criterion][key] = 0.0
                continue
            # A bound for which there is no memory is left out: the algorithm may need less.
            with suppress(MemoryError):
                if declared.applies(workload, platform):
                    more = (pause,) if declared.long else ()
                    found[criterion][key] = float(declared.compute(workload, platform, *more))
    return found


def bound_deploying(workload: Workload, platform: Platform, deployment: DeployTime) -> Bounds:
    """Return the bounds that hold besides where deployments take so long, by criterion and key;
    none where they take no time."""
    workload = workload.within(platform.largest)
    return {
        criterion: {
            key: float(declared.compute(workload, platform, deployment))
            for key, declared in bounds.items()
            if declared.deploys and declared.applies(workload, platform, deployment)
        }
        for criterion, bounds in BOUNDS.items()
    }
