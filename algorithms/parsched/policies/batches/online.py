"""Batches as jobs arrive: any off-line algorithm on-line."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import nan
from typing import Self

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import Interrupted, TimeLimitReached
from parsched.declare.parameters import Chosen, Params, nested
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.model.concerns import EXACT
from parsched.model.problem.deployment import Groups
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.installed import Installed
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import (
    ALGORITHMS,
    Algorithm,
    Display,
    Supports,
    algorithm,
    register,
)


def offline() -> tuple[str, ...]:
    """Keys of all algorithms that know their jobs in advance."""
    return tuple(key for key, declared in ALGORITHMS.items() if not declared.supports.online)


@dataclass(frozen=True, kw_only=True)
class OnlineBatchParams(Params):
    """The algorithm of the batches with its parameters."""

    algorithm: Chosen = nested(
        "mrt",
        offline,
        lambda key: algorithm(key).params,
        "Off-line algorithm that schedules each batch.",
    )

    @property
    def inner(self) -> Algorithm:
        """The algorithm of the batches."""
        return algorithm(self.algorithm.key)

    def words(self) -> Mapping[str, str]:
        """Return the label of the inner algorithm and its words, prefixed with `algorithm.`."""
        inner = self.algorithm.params.words()
        words = {f"algorithm.{name}": text for name, text in inner.items()}
        return {"algorithm": self.inner.short, **words}

    def refusal(self, instance: Instance) -> str | None:
        """Return what the algorithm of the batches cannot take; within a batch nothing is released
        later."""
        supports = replace(self.inner.supports, release_times=True, dependencies=True)
        reason = supports.refusal(instance) or self.algorithm.params.refusal(instance)
        return f"runs {self.inner.title}, which {reason}" if reason else None

    def brief(self) -> Self:
        """Return the parameters of a short run of the algorithm of the batches."""
        return replace(self, algorithm=Chosen(self.algorithm.key, self.algorithm.params.brief()))


@register(
    "online-batch",
    title="On-line batching",
    version=2,
    changes={2: EXACT},
    params=OnlineBatchParams,
    supports=Supports(
        online=True, release_times=True, moldable=True, deployments=True, dependencies=True
    ),
    cites=("shmoys1995", "dutot2004"),
    display=Display(order=15, color=4, marker=4, proposed=6),
)
def online_batch(instance: Instance, params: OnlineBatchParams, stop: Stop) -> Schedule:
    """Schedule the jobs that arrived during a batch together, off-line, as soon as it ends.

    The first batch are the jobs released first. While it runs, others arrive; when its last job has
    ended, those that are there by then (a job released at that instant included) are scheduled as
    if it were time 0, and so on. When no job waits, the machine idles until the next release. No
    job overtakes into a batch that runs, so processors idle at the end of each. A job that waits
    for others arrives when the last of their delays is over, so never into the batch of one of
    these.

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
    is there is not deployed again, nor waited for. An algorithm that plans no deployments is
    delayed by them within each batch. (Where they take no time, one that says nothing of processors
    is given them in the end, over all batches.)

    With all jobs at time 0 there is one batch, and the schedule is the one of the algorithm itself.

    A run that is stopped, by its time limit or by a user, keeps the batches that it has. What the
    algorithm left of the batch at hand, if anything, is used for that; the other jobs start after
    the last batch by EASY backfilling with exact run times, in order of arrival, moldable
    ones as the dual approximation allots processors. The result says how many these are.

    Complexity: the algorithm's own for each batch, and O(n log n).
    """
    batches = _Batches(instance, params, stop)
    try:
        while batches.placed < len(instance.jobs):
            batches.schedule_next()
    except Interrupted as interruption:
        why = str(interruption)
        if rest := len(instance.jobs) - batches.placed:
            batches.schedule_rest()
            why += (
                f"; {rest:,} of {counted(len(instance.jobs), 'job')} are listed behind the batches"
            )
        with suppress(Interrupted):  # it is known already
            stop.report(1.0, best=batches.joined())
        raise type(interruption)(why) from interruption
    return batches.joined()


class _Batches:
    """The jobs, some of them in batches; jobs to come are known by their release."""

    def __init__(self, instance: Instance, params: OnlineBatchParams, stop: Stop) -> None:
        self._workload, self._rules = instance.jobs, instance.rules
        self._params, self._stop = params, stop
        count = len(self._workload)
        self._jobs = replace(self._workload, release=np.zeros(count))
        self._free = replace(self._jobs, after=None)
        self._start, self._width = np.full(count, nan), np.empty(count, np.int64)
        self._parts: list[tuple[Ints, Schedule]] = []
        self._release, after = self._workload.release.copy(), self._workload.after
        self._successors = None if after is None else after.successors
        waits = np.zeros(count) if self._successors is None else self._successors.left
        # Jobs are in order of release, and what is in order is a heap.
        self._coming = [(float(self._release[job]), int(job)) for job in np.flatnonzero(waits == 0)]
        self._left = instance.platform
        self._now = 0.0
        self.placed = 0

    def schedule_next(self) -> None:
        """Schedule those who wait, or who come next, with the algorithm of the batches.

        Raises
        ------
        Interrupted
            When the run has to end; jobs of the batch are placed if the algorithm left a schedule.
        """
        jobs, first, count = self._next_jobs(), self.placed, len(self._workload)
        last = first + len(jobs)
        message = (
            f"{first:,} of {counted(count, 'job')} scheduled, {last - first:,} more in this batch"
        )
        part = self._stop.part(first / count, last / count, message)
        part.report(0.0)
        # No job in a batch waits for another one: a job arrives after the jobs that it depends on
        # have ended.
        problem = Instance(self._free.take(jobs), self._left, self._rules)
        try:
            plan = self._params.inner.decide(problem, self._params.algorithm.params, part)
        except Interrupted as interruption:
            if part.best is None:
                raise
            self._add(jobs, problem, part.best)
            if not isinstance(interruption, TimeLimitReached):
                raise
            self._stop.report(last / count, message)  # which ends the run if that was its limit
        else:
            self._add(jobs, problem, plan)

    def schedule_rest(self) -> None:
        """Schedule all others by EASY backfilling, in a moment."""
        jobs = np.flatnonzero(np.isnan(self._start))
        release = np.maximum(self._release[jobs], self._now)
        order = np.argsort(release, kind="stable")
        jobs, release = jobs[order], release[order]
        rest = self._jobs.take(jobs)
        choices = Choices.of(rest, self._left.processors)
        width, time = choices.taken(approximate(choices, self._left.processors).chosen)
        rigid = Workload(
            name=rest.name,
            ids=rest.ids,
            release=release,
            profiles=Profiles.rigid(width, time),
            environment=rest.environment,
            after=rest.after,
        )
        problem, easy = Instance(rigid, self._left, self._rules), algorithm("easy")
        plan = easy.with_deployments(problem, easy.decide(problem, Params(), Stop()))
        self._place(jobs, plan, plan.start)

    def _next_jobs(self) -> Ints:
        """Let the clock move on to the next batch, and return who is there by then."""
        self._now, jobs = max(self._now, self._coming[0][0]), []
        while self._coming and self._coming[0][0] <= self._now:
            jobs.append(heappop(self._coming)[1])
        return np.sort(np.array(jobs, np.int64))

    def _add(self, jobs: Ints, problem: Instance, plan: Schedule) -> None:
        """Append a batch that begins now."""
        schedule = self._params.inner.with_deployments(problem, plan)
        # Times are in ticks, so that the sums are exact, and no two jobs meet that did not.
        start = self._now + schedule.start
        self._now = float((start + schedule.duration).max(initial=self._now))
        self._left = _left(problem, schedule)
        self._place(jobs, schedule, start)

    def _place(self, jobs: Ints, schedule: Schedule, start: Floats) -> None:
        self._start[jobs], self._width[jobs] = start, schedule.width
        self._parts.append((jobs, schedule))
        self.placed += len(jobs)
        if self._successors is not None:
            for job, end in zip(jobs.tolist(), (start + schedule.duration).tolist(), strict=True):
                self._free_successors(job, end)

    def _free_successors(self, job: int, end: float) -> None:
        """Tell those who wait for a job when it ends."""
        assert self._successors is not None
        offsets, others, delay, waits = self._successors
        for k in range(offsets[job], offsets[job + 1]):
            other = int(others[k])
            self._release[other] = max(self._release[other], end + delay[k])
            waits[other] -= 1
            if waits[other] == 0:
                heappush(self._coming, (float(self._release[other]), other))

    def joined(self) -> Schedule:
        """Return the schedule of all jobs."""
        begin = float(self._workload.release[0]) if len(self._workload) else 0.0
        schedule = Schedule.of(self._workload, self._start, width=self._width)
        return _joined(schedule, self._parts, begin)


def _left(problem: Instance, schedule: Schedule) -> Platform:
    """Return the machine with what a batch leaves installed on it."""
    batch, platform = problem.jobs, problem.platform
    if batch.environment is None or schedule.processors is None:
        return platform
    at_end = Installed.of(batch, platform, schedule).at_end
    return replace(platform, installed=at_end.named(batch.environment.names))


def _joined(schedule: Schedule, parts: list[tuple[Ints, Schedule]], begin: float) -> Schedule:
    """Return a schedule with what its batches say of processors, deployments and groups.

    At the end of a batch all processors are idle, and the next one was planned for what is
    installed then. The schedule has the λ of its batch only if there is one batch and it begins at
    time 0.
    """
    sets = [(jobs, plan.processors) for jobs, plan in parts if plan.processors is not None]
    if not parts or len(sets) < len(parts):
        return schedule
    groups = [plan.groups for _, plan in parts if plan.groups is not None]
    target = groups[0].target if len(groups) == len(parts) == 1 and begin == 0 else nan
    return replace(
        schedule,
        processors=ProcessorSets.gather(len(schedule), sets),
        groups=Groups.gather(groups, target) if len(groups) == len(parts) else None,
    )
