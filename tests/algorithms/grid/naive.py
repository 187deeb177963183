"""A second implementation of grids, in exact fractions, written for reading, not for speed.

It shares nothing with the kernels. A site is a plain simulation of one machine; a prediction copies
it, lets every job take as long as estimated, and simulates the copy to its end.
"""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

from tests.algorithms.simulation.naive import RULES, Job, Simulation


def splitmix64(state: int) -> int:
    """Return the output of splitmix64 from a state."""
    mask = 2**64 - 1
    z = (state + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


class ListScheduling(Simulation):
    """Any waiting job that fits starts, in order of arrival."""

    def make_pass(self) -> None:
        for job in list(self.queue):
            if job.width <= self.free:
                self.start(job)


LOCAL = {**RULES, "list": ListScheduling}


@dataclass
class Site:
    """One site: its simulation, and whether the completions of this instant are over."""

    machine: Simulation
    ready: bool = False

    @property
    def next_event(self) -> Any:
        """When something happens by itself."""
        machine = self.machine
        reserved = min((job.reservation for job in machine.queue), default=inf)
        ends = [job.end for job in machine.running]
        return min([*ends, reserved if reserved > machine.now else inf], default=inf)

    def get_ready(self, now: Any) -> None:
        """Complete what ends now."""
        if self.ready:
            return
        machine = self.machine
        machine.now = now
        ended = [job for job in machine.running if job.end <= now]
        machine.running = [job for job in machine.running if job.end > now]
        machine.before_arrivals(ended)
        self.ready = True

    def place(self, job: Job, now: Any) -> None:
        """Queue a job that arrives now."""
        self.get_ready(now)
        self.machine.jobs.append(job)
        self.machine.arrive()

    def finish_instant(self) -> None:
        """Make the pass of this instant; again while jobs of zero length end."""
        machine = self.machine
        machine.make_pass()
        if any(job.end <= machine.now for job in machine.running):
            machine.instant_at_once()
        self.ready = False

    @property
    def unfinished(self) -> list[Job]:
        """J_i."""
        return [*self.machine.running, *self.machine.queue]

    @property
    def ended(self) -> list[Job]:
        """Jobs that are over."""
        live = {job.number for job in self.unfinished}
        return [job for job in self.machine.jobs if job.number not in live]

    def predict(self, now: Any, job: Job | None = None) -> list[Job]:
        """Return the unfinished jobs, and maybe a new one behind them, with predicted starts."""
        copy = deepcopy(self)
        copy.get_ready(now)
        for other in copy.unfinished:
            other.run = other.estimate
        if job is not None:
            copy.place(replace(job, run=job.estimate), now)
        jobs = copy.unfinished
        copy.finish_instant()
        while copy.next_event < inf:
            copy.get_ready(copy.next_event)
            copy.finish_instant()
        assert not copy.unfinished
        return jobs


@dataclass
class Grid:
    """Sites in order of size, all jobs, and the settings of the algorithm."""

    jobs: list[Job]
    sizes: list[int]
    strategy: str
    share: Fraction
    rule: str
    local: str
    virtual: bool
    seed: int
    counting: str
    window: Any
    allocated: list[int] = field(default_factory=list)

    def simulate(self) -> "Grid":
        """Run to the end."""
        self.sites = [Site(LOCAL[self.local]([], size, False)) for size in self.sizes]
        self.believed = deepcopy(self.sites)
        self.real = [replace(job) for job in self.jobs]
        left = list(range(len(self.jobs)))
        while left or any(site.next_event < inf for site in self.everywhere):
            now = min(site.next_event for site in self.everywhere)
            now = min(now, self.jobs[left[0]].release) if left else now
            touched = [site for site in self.everywhere if site.next_event <= now]
            for site in touched:
                site.get_ready(now)
            while left and self.jobs[left[0]].release <= now:
                self.allocate(left.pop(0), now)
            for site in self.everywhere:
                if site.ready:
                    site.finish_instant()
        return self

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
        self.allocated.append(chosen)
        virtual = replace(job, run=job.estimate)
        self.sites[chosen].place(job, now)
        if self.virtual:
            self.believed[chosen].place(virtual, now)

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
        return site.unfinished + (site.ended if self.counting == "allocated" else [])

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
        jobs += site.ended if self.counting == "allocated" else []
        weigh = self.strategy == "mwwt-s"
        waits = [(j.width if weigh else 1) * (j.start - j.release) for j in jobs]
        return Fraction(sum(waits)) / len(waits) if waits else Fraction(0)
