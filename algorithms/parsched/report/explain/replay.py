"""The queue engine, stopped after an instant, and what it believes and plans then."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.policies.online.events import advance
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.queue import site_of
from parsched.policies.online.site import ARRIVED, CLASSED, INDEXED, PLANNED, SORTED
from parsched.policies.online.turns import reservations

LEAPS = (4096, 256, 16, 1)
"""Work of one call on the way to an instant, ever less as that comes near."""


@dataclass(frozen=True)
class Running:
    """A job that runs: when it ends as the scheduler believes, seconds, and its processors."""

    job: int
    planned: float
    width: int


@dataclass(frozen=True)
class Moment:
    """What a scheduler knows when all is done that there is at the instant `now`.

    `waiting` has the jobs that wait, in the order of the queue at the last pass; `running` those
    that run. `reserved` says when each job has its reservation: of a policy with one, the head
    alone, at its shadow time. `believed` is the run time believed of each job, by job, seconds;
    `passed` when the last full pass was, where the policy counts them.
    """

    now: float
    waiting: tuple[int, ...]
    running: tuple[Running, ...]
    reserved: dict[int, float]
    believed: tuple[float, ...]
    free: int
    passed: float


class Replay:
    """A policy on jobs without dependencies, one instant after the other."""

    def __init__(self, instance: Instance, policy: QueueParams) -> None:
        self.processors = instance.platform.processors
        sequential = instance.rules.is_sequential
        self.site = site_of(instance.jobs, policy, self.processors, sequential)
        # Lines that need not be in order to decide are put in order to be shown.
        own = self.site.policy[0]
        own.all_hold = 0
        own.kind = SORTED if own.kind == CLASSED else own.kind
        self.done = not len(instance.jobs)

    def until(self, instant: float) -> Moment:
        """Go on to the last moment that is no later, and return it."""
        for work in LEAPS:
            self._leap(instant, work)
        return self.moment()

    def _leap(self, instant: float, work: int) -> None:
        """Go on in calls of so much work, as far as none goes beyond an instant."""
        while not self.done:
            # The clock moves on in the first step of an instant: with one step at a time, what is
            # kept here is the state when all is done that there was before.
            before = copied(self.site)
            self.done = advance(self.site, work)
            if self.site.state[0].now > instant:
                self.site, self.done = before, False
                return

    def moment(self) -> Moment:
        """Return what is known now."""
        site, now = self.site, float(self.site.state[0].now)
        started = ~np.isnan(site.start)
        ends = site.start + site.jobs.run
        runs = np.flatnonzero(started & (ends > now))
        waiting = tuple(self._waiting(started))
        running = tuple(
            Running(
                job, float(site.start[job] + site.jobs.estimate[job]), int(site.jobs.width[job])
            )
            for job in runs.tolist()
        )
        return Moment(
            now,
            waiting,
            running,
            self._reserved(waiting, running, now),
            tuple(site.jobs.estimate.tolist()),
            self.processors - sum(one.width for one in running),
            float(site.state[0].last_full),
        )

    def _waiting(self, started: Any) -> list[int]:
        """Return the waiting jobs in the order of the queue."""
        site, arrived = self.site, int(self.site.state[0].arrived)
        if site.policy[0].kind != INDEXED:
            line = site.line.jobs[site.ends[0].first : site.ends[0].last]
            return [job for job in line.tolist() if not started[job]]
        waiting = np.flatnonzero(~started[:arrived])
        if site.policy[0].order_kind != ARRIVED:
            waiting = waiting[np.argsort(site.ranks.order[waiting], kind="stable")]
        return [int(job) for job in waiting]

    def _reserved(
        self, waiting: tuple[int, ...], running: tuple[Running, ...], now: float
    ) -> dict[int, float]:
        site, policy = self.site, self.site.policy[0]
        if policy.kind == PLANNED:
            return reservations(site.plan.turns)
        if not waiting or policy.backfill == 0 or policy.reservations == 0:
            return {}
        shadow = shadow_of(running, self.processors, int(site.jobs.width[waiting[0]]), now)[0]
        return {} if shadow > now + policy.window else {waiting[0]: shadow}


def shadow_of(
    running: tuple[Running, ...], processors: int, need: int, now: float
) -> tuple[float, int]:
    """Return the earliest planned end at which `need` processors are free, and how many more are
    free then; jobs that outlive what is believed of them are planned to end now."""
    free, shadow = processors - sum(one.width for one in running), now
    for one in sorted(running, key=lambda one: one.planned):
        if free >= need and one.planned > shadow:
            break
        shadow = max(shadow, one.planned)
        free += one.width
    return shadow, free - need


def copied(part: Any) -> Any:
    """Copy a state of named tuples of arrays."""
    if isinstance(part, tuple):
        return type(part)(*(copied(one) for one in part))
    return part.copy() if isinstance(part, np.ndarray) else part
