"""The jobs that decide when a job of an on-line run starts, and the policy run on them again.

Policies decide by what they know, so what comes after the start of a job is left out. What was
before is left out up to the last instant with an empty queue: the jobs that ran then are
released when they started. A policy that remembers more (fair share, learned run times, the time of
its last full pass) is given everything from time 0. Every job arrives when it did: one that waits
for others, when they let it go.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.instance import Instance
from parsched.model.problem.profiles import Profiles
from parsched.model.stop import Stop
from parsched.policies.online.policy import QueueParams, orders_of
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.queue import scheduled
from parsched.report.explain.occupied import OccupiedSite

LARGEST = 10_000
"""Jobs that a window may have: a run of as many takes up to a quarter of a second."""
OWN = frozenset("wpqsm")
"""Variables of orders that depend on the job and the machine alone."""


def remembers(policy: QueueParams) -> bool:
    """Does a policy depend on what was before the last instant with an empty queue?"""
    named = {name for formula in orders_of(policy) for name in formula.variables}
    learns = PREDICTORS[policy.predict].fixed is None
    return bool(policy.interval) or learns or not named <= OWN


def last_empty(facts: OccupiedSite, until: float) -> float:
    """Return the last release up to `until` before which the queue was empty: all jobs released
    before it had started before it. Minus infinity if there is none."""
    order = np.argsort(facts.released, kind="stable")
    released, latest = facts.released[order], np.maximum.accumulate(facts.start[order])
    before = np.searchsorted(released, released, "left")
    is_empty = (before == 0) | (latest[before - 1] < released)
    good = np.flatnonzero(is_empty & (released <= until))
    return float(released[good[-1]]) if len(good) else -np.inf


@dataclass(frozen=True, eq=False)
class Window:
    """Some jobs of a run, and the policy: `instance` has the jobs in the order in which they
    arrived, `places` are their places in the facts, and `at` is the place of the job in
    question."""

    instance: Instance
    policy: QueueParams
    places: Ints
    at: int
    start: float

    @classmethod
    def of(
        cls, instance: Instance, policy: QueueParams, facts: OccupiedSite, place: int
    ) -> "Window":
        """Return the window of a job; it may be larger than `LARGEST`."""
        arrival, start = facts.released[place], facts.start[place]
        begin = -np.inf if remembers(policy) else last_empty(facts, arrival)
        runs = (facts.start < begin) & (facts.end >= begin)
        comes = (facts.released >= begin) & (facts.released <= start)
        release = np.where(runs, facts.start, facts.released)
        places = np.flatnonzero(runs | comes)
        places = places[np.lexsort((places, release[places]))]
        # Jobs that ran may arrive here in another order than they were released.
        undated = replace(instance.jobs, release=np.zeros(len(instance.jobs)), after=None)
        jobs = replace(undated.take(facts.jobs[places]), release=release[places], recorded=None)
        at = int(np.flatnonzero(places == place)[0])
        return cls(replace(instance, workload=jobs), policy, places, at, float(start))

    def __len__(self) -> int:
        return len(self.places)

    def starts(self) -> Floats:
        """Run the policy and return when each job starts, seconds."""
        return scheduled(self.instance, self.policy, Stop()).start

    def repeats(self, facts: OccupiedSite) -> bool:
        """Does the policy, run again, start every job when the schedule does, up to the start of
        the job in question?"""
        again, was = self.starts(), facts.start[self.places]
        until = was <= self.start
        return bool((again[until] == was[until]).all() and (again[~until] > self.start).all())

    def without(self, others: Collection[int]) -> float | None:
        """Return when the job would start without some places of the facts; None if no earlier."""
        kept = ~np.isin(self.places, list(others))
        kept[self.at] = True
        at = int(kept[: self.at].sum())
        fewer = replace(self.instance, workload=self.instance.workload.take(kept))
        return self._earlier(scheduled(fewer, self.policy, Stop()).start[at])

    def narrowed(self, width: int) -> float | None:
        """Return when the job would start if it needed `width` processors; None if no earlier."""
        jobs = self.instance.jobs
        widths = jobs.width.copy()
        widths[self.at] = width
        narrow = replace(jobs, profiles=Profiles.rigid(widths, jobs.runtime))
        again = scheduled(replace(self.instance, workload=narrow), self.policy, Stop())
        return self._earlier(again.start[self.at])

    def _earlier(self, start: float) -> float | None:
        # Later starts would depend on jobs that the window has not.
        return float(start) if start < self.start else None
