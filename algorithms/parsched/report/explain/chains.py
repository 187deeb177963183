"""Chains of jobs: each job starts when the one before it ends."""

from collections import defaultdict

import numpy as np

from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.explain.explanation import Chain, ChainLink
from parsched.report.explain.occupied import OccupiedSite

LONGEST = 2_000
"""Links that are followed; a longer chain is cut, and says so."""
LISTED = 12
"""Links that are listed, the last ones of a chain."""


class Chains:
    """The chains of one site of a schedule.

    The job before another one ends when that starts: first comes one that it had to wait for, then
    one that held some of its processors, then any other; of several, the longest.
    """

    def __init__(self, workload: Workload, schedule: Schedule, facts: OccupiedSite) -> None:
        self.workload, self.schedule, self.facts = workload, schedule, facts
        self.by_end = np.argsort(facts.end, kind="stable")
        self.ends = facts.end[self.by_end]
        self.needed: dict[int, list[tuple[int, float]]] = defaultdict(list)
        if (after := workload.after) is not None:
            columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
            for job, before, delay in zip(*columns, strict=True):
                self.needed[job].append((before, delay))

    def to(self, place: int) -> Chain:
        """Return the chain that leads to a job, which is its last link."""
        places, is_cut = [place], False
        while (before := self._before(places[-1])) is not None:
            if len(places) == LONGEST:
                is_cut = True
                break
            places.append(before)
        facts, ids = self.facts, self.workload.ids
        links = [
            ChainLink(str(ids[facts.jobs[k]]), float(facts.start[k]), float(facts.end[k]))
            for k in reversed(places[:LISTED])
        ]
        begin = float(facts.start[places[-1]])
        return Chain(tuple(links), len(places), begin, float(facts.end[place]), is_cut)

    def _before(self, place: int) -> int | None:
        start = self.facts.start[place]
        low, high = np.searchsorted(self.ends, start), np.searchsorted(self.ends, start, "right")
        among = [
            k for k in self.by_end[low:high].tolist() if k != place and self.facts.start[k] < start
        ]
        if not among:
            return None
        needed = {
            before for before, delay in self.needed[int(self.facts.jobs[place])] if delay == 0
        }

        def preference(k: int) -> tuple[bool, bool, float, int]:
            wanted = int(self.facts.jobs[k]) in needed
            length = float(self.facts.end[k] - self.facts.start[k])
            return wanted, self._shares(k, place), length, -k

        return int(max(among, key=preference))

    def _shares(self, one: int, other: int) -> bool:
        """Did both hold a same processor?"""
        sets = self.schedule.processors
        if sets is None:
            return False
        lo, hi = sets.intervals(int(self.facts.jobs[one]))
        low, high = sets.intervals(int(self.facts.jobs[other]))
        # Intervals ascend: the first that ends behind `low` decides.
        at = np.searchsorted(hi, low, "right")
        inside = at < len(lo)
        return bool((lo[at[inside]] < high[inside]).any())
