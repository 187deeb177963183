"""A second implementation of grids, written for reading, not for speed.

It shares nothing with the kernels. A site is a plain simulation of one machine; a prediction copies
it, lets every job take as long as believed, and simulates the copy to its end.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from parsched.model.problem.workload import Workload
from parsched.policies.online.policy import QueueParams
from tests.parsched.policies.online.fair import FairShareTwin
from tests.parsched.policies.online.twin import Twin
from tests.parsched.policies.online.twin_job import Job


def splitmix64(state: int) -> int:
    """Return the output of splitmix64 from a state."""
    mask = 2**64 - 1
    z = (state + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


class Site:
    """One site: its machine, and how far the instant at hand has come."""

    def __init__(self, workload: Workload, params: QueueParams, processors: int) -> None:
        no_jobs = workload.take(np.zeros(len(workload), np.bool_))
        self.machine = Twin(no_jobs, params, processors, False)
        self.machine.fair = FairShareTwin(workload, params, workload.second)
        self.always = params.pass_on_arrival == "always"
        self.ready = self.calls = False
        self.came = 0

    @property
    def next_event(self) -> Any:
        """When something happens by itself."""
        return self.machine.next_event()

    def get_ready(self, now: Any) -> None:
        """Complete what ends now, and correct beliefs."""
        if self.ready:
            return
        machine = self.machine
        machine.now = now
        if machine.queue:
            machine.fair.pass_time(now)
        called = machine.is_called()
        ended = [job for job in machine.running if job.end <= now]
        for job in ended:
            machine.complete(job)
        corrected = machine.correct()
        self.ready, self.came = True, 0
        self.calls = called or bool(ended) or corrected or self.always

    def place(self, job: Job, now: Any) -> None:
        """Queue a job that arrives now."""
        self.get_ready(now)
        self.machine.absent = [job]
        self.machine.fair.pass_time(now)
        self.calls = self.machine.arrive() or self.calls
        self.came += 1

    def finish_instant(self, is_arriving: Callable[[], bool] = lambda: False) -> None:
        """Make the pass of this instant; again while jobs of zero length end, unless others arrive
        now who waited for these."""
        machine = self.machine
        calls = self.calls or not self.came
        while True:
            if calls:
                machine.make_pass()
            self.ready = False
            if not any(job.end <= machine.now for job in machine.running):
                return
            self.get_ready(machine.now)
            calls = self.calls = True
            if is_arriving():
                return

    @property
    def unfinished(self) -> list[Job]:
        """J_i."""
        return [*self.machine.running, *self.machine.queue]

    def predict(self, now: Any, job: Job | None = None) -> list[Job]:
        """Return the unfinished jobs, and maybe a new one behind them, with predicted starts."""
        copy = deepcopy(self)
        copy.get_ready(now)
        for other in copy.unfinished:
            other.run = other.belief
        if job is not None:
            asking = replace(job)
            copy.place(asking, now)
            asking.run = asking.belief
        jobs = copy.unfinished
        copy.calls = True
        copy.finish_instant()
        while copy.next_event < inf:
            copy.get_ready(copy.next_event)
            copy.finish_instant()
        assert not copy.unfinished
        return jobs


@dataclass
class Grid:
    """Sites in order of size, all jobs, and the settings of the algorithm."""

    workload: Workload
    sizes: list[int]
    strategy: str
    share: Fraction
    rule: str
    local: QueueParams
    virtual: bool
    seed: int
    counting: str
    window: Any
    allocated: dict[int, int] = field(default_factory=dict)

    def simulate(self) -> "Grid":
        """Run to the end."""
        self.sites = [Site(self.workload, self.local, size) for size in self.sizes]
        self.believed = deepcopy(self.sites)
        self.jobs = Twin(self.workload, self.local, 1, False).jobs
        self.real = [replace(job, after=[]) for job in self.jobs]
        self.left = list(range(len(self.jobs)))
        now = 0.0
        while self.left or any(site.next_event < inf for site in self.everywhere):
            # A full pass may be owed since before a job came that did not fit.
            events = [self.coming()[0], *(site.next_event for site in self.everywhere)]
            now = max(now, min(events))
            touched = [site for site in self.everywhere if site.next_event <= now]
            for site in touched:
                site.get_ready(now)
            self.finish_instant(now)
        return self

    def finish_instant(self, now: Any) -> None:
        """Place the jobs that arrive, and make the passes; again while others arrive for it."""

        def is_arriving() -> bool:
            return bool(self.coming()[0] <= now)

        while True:
            while is_arriving():
                self.arrive(now)
            for site in self.everywhere:
                if site.ready:
                    site.finish_instant(is_arriving)
            if not is_arriving():
                return

    def coming(self) -> tuple[Any, int]:
        """When the next job arrives, as far as is known, and which one."""
        ended = {job.row: job.end for site in self.sites for job in site.machine.done}
        known = []
        for number in self.left:
            job = self.jobs[number]
            if all(before.row in ended for before, _ in job.after):
                times = [ended[before.row] + delay for before, delay in job.after]
                known.append((max([job.release, *times]), number))
        return min(known, default=(inf, -1))

    def arrive(self, now: Any) -> None:
        """Place the next job."""
        release, number = self.coming()
        self.left.remove(number)
        self.real[number].release = release
        self.allocate(number, now)

    @property
    def everywhere(self) -> list[Site]:
        """Sites, and the machines that exist only in the mind of the broker."""
        return self.sites + self.believed if self.virtual else self.sites

    def allocate(self, number: int, now: Any) -> None:
        """Place a job."""
        job = self.real[number]
        candidates = self.admissible(number)
        if self.strategy == "random":
            state = (self.seed * 0x9E3779B97F4A7C15 + number) % 2**64
            chosen = candidates[splitmix64(state) % len(candidates)]
        else:
            chosen = min(candidates, key=lambda site: (self.value(site, job, now), site))
        self.allocated[number] = chosen
        virtual = replace(job)
        self.sites[chosen].place(job, now)
        if self.virtual:
            self.believed[chosen].place(virtual, now)
            virtual.run = virtual.belief

    def factor(self, number: int) -> Fraction:
        """Return the admissible factor of a job."""
        job = self.jobs[number]
        if not self.window:
            return self.share
        smallest = min(size for size in self.sizes if size >= job.width)
        smaller = max([0, *(size for size in self.sizes if size < smallest)])
        past = [j for j in self.jobs[: number + 1] if j.release > job.release - self.window]
        asked = [j.width for j in past if j.width > smaller]
        return min(self.share, Fraction(sum(q for q in asked if q <= smallest), sum(asked)))

    def admissible(self, number: int) -> list[int]:
        """Return the sites for a job."""
        fitting = [site for site, size in enumerate(self.sizes) if size >= self.jobs[number].width]
        needed = self.factor(number) * sum(self.sizes[site] for site in fitting)
        for count in range(1, len(fitting)):
            have = sum(self.sizes[site] for site in fitting[:count])
            if have > needed or (have == needed and self.rule == "at-least"):
                return fitting[:count]
        return fitting

    def value(self, site: int, job: Job, now: Any) -> Any:
        """Return what the strategy makes least."""
        size, live = Fraction(self.sizes[site]), self.counted(self.sites[site])
        if self.strategy == "mlp":
            return len(live) / size
        if self.strategy == "mpl":
            return sum(other.width for other in live) / size
        if self.strategy == "mlb":
            return sum(other.width * other.estimate for other in live) / size
        if self.strategy == "lbal-s":
            return self.variance(site, job)
        return self.predicted(self.believed[site] if self.virtual else self.sites[site], job, now)

    def counted(self, site: Site) -> list[Job]:
        """Return the jobs that a strategy adds up."""
        return site.unfinished + (site.machine.done if self.counting == "allocated" else [])

    def variance(self, chosen: int, job: Job) -> Fraction:
        """Return the variance over all sites of the width per processor, with the job on one."""
        loads = []
        for site, size in enumerate(self.sizes):
            width = sum(other.width for other in self.counted(self.sites[site]))
            loads.append(Fraction(width + (job.width if site == chosen else 0), size))
        mean = sum(loads) / len(loads)
        return Fraction(sum((load - mean) ** 2 for load in loads)) / len(loads)

    def predicted(self, site: Site, job: Job, now: Any) -> Any:
        """Return what a strategy of level C makes least."""
        if self.strategy == "mst":
            return site.predict(now, job)[-1].start
        jobs: list[Any] = site.predict(now)
        if self.strategy == "mct":
            return max([now, *(other.end for other in jobs)])
        jobs += site.machine.done if self.counting == "allocated" else []
        weigh = self.strategy == "mwwt-s"
        waits = [(j.width if weigh else 1) * (j.start - j.release) for j in jobs]
        return Fraction(sum(waits)) / len(waits) if waits else Fraction(0)
