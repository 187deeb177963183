"""Batches as jobs arrive: any off-line algorithm on-line."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import Any, Self

import numpy as np

from algorithms.deployment import Groups
from algorithms.errors import ParameterError, TimeLimitReached
from algorithms.installed import Installed
from algorithms.kernels.shift import shifted
from algorithms.params import Params, assignments, choice, seed, text
from algorithms.platform import Platform
from algorithms.procset import ProcessorSets
from algorithms.registry import ALGORITHMS, Algorithm, Supports, algorithm, register
from algorithms.schedule import Schedule
from algorithms.spec import plain
from algorithms.stop import Stop
from algorithms.workload import Workload


def offline() -> tuple[str, ...]:
    """Keys of all algorithms that know their jobs in advance."""
    return tuple(key for key, known in ALGORITHMS.items() if not known.supports.online)


@dataclass(frozen=True, kw_only=True)
class OnlineBatchParams(Params):
    """The algorithm of the batches with its parameters."""

    algorithm: str = choice("mrt", offline, "Off-line algorithm that schedules each batch.")
    settings: str = text(
        "",
        "Parameters of that algorithm as name=value, with spaces between, such as a=1 b=2; its "
        "defaults where nothing is given.",
        longest=200,
    )
    seed: int = seed()

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            _ = self.inner_params
        except ParameterError as error:
            sentence = f"settings must suit {self.algorithm}: {error}"
            raise ParameterError({"settings": sentence}) from error

    @property
    def inner(self) -> Algorithm:
        """The algorithm of the batches."""
        return algorithm(self.algorithm)

    @cached_property
    def inner_params(self) -> Params:
        """Its parameters, with the seed if it takes one.

        Raises
        ------
        ParameterError
            When the settings break its declaration.
        """
        values: dict[str, Any] = dict(assignments(self.settings.split()))
        if name := self.inner.params.seed_name():
            if name in values:
                raise ParameterError({name: f"{name} is a parameter beside the settings"})
            values[name] = self.seed
        return self.inner.params.from_mapping(values)

    @property
    def innermost(self) -> Params:
        """Those of the algorithm of the batches."""
        return self.inner_params.innermost

    def sharing(self, shared: Mapping[str, Any], own: Collection[str]) -> Self:
        """Return these with the values of `shared` that the algorithm of the batches knows, where
        the settings say nothing of them."""
        given = assignments(self.settings.split())
        changed = self.inner_params.sharing(shared, given).changed()
        more = [f"{n}={plain(changed[n])}" for n in shared if n in changed and n not in given]
        return replace(self, settings=" ".join([*self.settings.split(), *more])) if more else self

    def words(self) -> Mapping[str, str]:
        """Tell of the algorithm of the batches what its runs without batches are called, with all
        that the settings state: others may state something else."""
        inner = self.inner_params
        stated = {*inner.changed(), *assignments(self.settings.split())}
        told = inner.told([name for name in inner.as_dict() if name in stated])
        return {"algorithm": self.inner.short, "settings": told}

    def told_with(self, names: Collection[str]) -> set[str]:
        """Return parameters of the algorithm of the batches that labels tell as one with those that
        the settings state."""
        return self.inner_params.told_with(assignments(self.settings.split()))

    def refusal(self, workload: Workload, platform: Platform) -> str | None:
        """Return what the algorithm of the batches cannot take; within a batch nothing is released
        later."""
        supports = replace(self.inner.supports, release_times=True)
        reason = supports.refusal(workload, platform)
        reason = reason or self.inner_params.refusal_in_batches(workload, platform)
        return f"runs {self.inner.title}, which {reason}" if reason else None

    def effective(self, workload: Workload) -> Workload:
        """Return the jobs as the parameters of the algorithm of the batches make them."""
        return self.inner_params.effective(workload)

    def brief(self) -> Self:
        """Return those of a short run of the algorithm of the batches."""
        inner = self.inner_params.brief()
        values = inner.changed()
        values.pop(inner.seed_name() or "", None)
        texts = [f"{name}={value}" for name, value in values.items()]
        return replace(self, settings=" ".join(texts))


@register(
    "online-batch",
    title="On-line batching",
    version=1,
    params=OnlineBatchParams,
    supports=Supports(online=True, release_times=True, moldable=True),
    cites=("shmoys1995", "dutot2004"),
)
def online_batch(
    workload: Workload, platform: Platform, params: OnlineBatchParams, stop: Stop
) -> Schedule:
    """Schedule the jobs that arrived during a batch together, off-line, as soon as it ends.

    The first batch are the jobs released first. While it runs, others arrive; when its last job has
    ended, those that are there by then (a job released at that instant included) are scheduled as
    if it were time 0, and so on. When nobody waits, the machine idles until the next release. No
    job overtakes into a batch that runs, so processors idle at the end of each.

    It is on-line in what it knows: at each instant the jobs released so far. Of those it knows the
    real processing times; estimates of users are not used.

    Guarantee: if the algorithm of the batches takes at most ρ times the shortest makespan, so do
    on-line batching 2ρ times, although they do not know what will arrive (Shmoys, Wein and
    Williamson 1995). Let C be the shortest makespan. The last batch but one takes at most ρC. All
    jobs of the last batch were released after that one began, at S say, so C is at least S plus the
    shortest makespan of the last batch, which hence takes at most ρ(C − S). Together they end by
    S + ρC + ρ(C − S), at most 2ρC. With `mrt`, ρ is 3/2 + ε for monotone jobs with a time for each
    number of processors (see there), which makes 3 + 2ε on-line (Dutot et al. 2004); for rigid jobs
    ρ is the larger of 3/2 + ε and 2 − 1/m. For other jobs nothing is proven, nor about waiting
    times.

    The algorithm of a batch knows which environments those before have left installed where: what
    is there is not deployed again, nor waited for. (An algorithm that says nothing of processors is
    given them in the end, over all batches.)

    With all jobs at time 0 there is one batch, and the schedule is that of the algorithm itself.
    A run that reaches its time limit leaves nothing behind: what is scheduled by then lacks jobs.

    Complexity: that of the algorithm for each batch, and O(n log n).
    """
    release, count = workload.release, len(workload)
    jobs = replace(workload, release=np.zeros(count))
    start, width = np.empty(count), np.empty(count, np.int64)
    parts: list[tuple[slice, Schedule]] = []
    now, first = 0.0, 0
    left = platform
    while first < count:
        now = max(now, float(release[first]))
        last = int(np.searchsorted(release, now, side="right"))
        told = f"{first:,} of {count:,} jobs scheduled, {last - first:,} more in this batch"
        part = stop.part(first / count, last / count, told)
        part.report(0.0)
        batch = jobs.take(slice(first, last))
        try:
            made = params.inner.solver(batch, left, params.inner_params, part)
        except TimeLimitReached:
            stop.report(last / count, told)  # which ends the run if that was its limit
            if part.best is None:
                raise
            made = part.best
        start[first:last], now = shifted(made.start, made.duration, now)
        width[first:last] = made.width
        left = _left(batch, left, made)
        parts.append((slice(first, last), made))
        first = last
    begin = float(release[0]) if count else 0.0
    return _joined(Schedule.of(workload, start, width=width), parts, begin)


def _left(batch: Workload, platform: Platform, made: Schedule) -> Platform:
    """Return the machine with what a batch leaves installed on it."""
    if batch.environment is None or made.processors is None:
        return platform
    at_end = Installed.of(batch, platform, made).at_end
    return replace(platform, installed=at_end.named(batch.environment.names))


def _joined(schedule: Schedule, parts: list[tuple[slice, Schedule]], begin: float) -> Schedule:
    """Return a schedule with what its batches say of processors, deployments and groups.

    At the end of a batch all processors are idle, and the next one was planned for what is
    installed then. Only of a single batch that begins at time 0 is λ that of the schedule.
    """
    sets = [(jobs, made.processors) for jobs, made in parts if made.processors is not None]
    if not parts or len(sets) < len(parts):
        return schedule
    groups = [made.groups for _, made in parts if made.groups is not None]
    target = groups[0].target if len(groups) == len(parts) == 1 and begin == 0 else nan
    indices = np.arange(len(schedule))
    return replace(
        schedule,
        processors=ProcessorSets.gather(len(schedule), [(indices[j], s) for j, s in sets]),
        deployment=parts[0][1].deployment,
        groups=Groups.gather(groups, target) if len(groups) == len(parts) else None,
    )
