"""A second implementation of the rules of on-line scheduling, written for reading, not for speed.

It shares nothing with the kernels: jobs are objects, the profile is recomputed from the list of
planned intervals whenever it is needed, and every pass looks at the whole queue.
"""

from dataclasses import dataclass, field
from math import inf


@dataclass
class Job:
    """A rigid job; `reservation` is its latest one, `promised` the first one it ever had."""

    number: int
    release: float
    run: float
    estimate: float
    width: int
    start: float | None = None
    backfilled: bool = False
    reservation: float = inf
    promised: float = inf

    @property
    def end(self) -> float:
        """When it really ends."""
        assert self.start is not None
        return self.start + self.run

    @property
    def planned(self) -> float:
        """When it is planned to end, by its estimate."""
        assert self.start is not None
        return self.start + self.estimate


@dataclass
class Simulation:
    """One machine, one rule of the event loop; subclasses say what a pass does."""

    jobs: list[Job]
    processors: int
    sequential: bool
    now: float = 0.0
    arrived: int = 0
    queue: list[Job] = field(default_factory=list)
    running: list[Job] = field(default_factory=list)
    """In order of start."""

    def simulate(self) -> "Simulation":
        """Run to the end."""
        while self.arrived < len(self.jobs) or self.running:
            ends = [job.end for job in self.running]
            releases = [job.release for job in self.jobs[self.arrived :]]
            first = min((job.reservation for job in self.queue), default=inf)
            self.now = min([*ends, *releases, first if first > self.now else inf])
            if self.sequential:
                self.instant_by_event()
            else:
                self.instant_at_once()
        assert not self.queue
        return self

    def instant_at_once(self) -> None:
        """All completions, all arrivals, one pass; again while jobs of zero length end."""
        while True:
            ended = [job for job in self.running if job.end <= self.now]
            self.running = [job for job in self.running if job.end > self.now]
            self.before_arrivals(ended)
            while self.next_arrives():
                self.arrive()
            self.make_pass()
            if not any(job.end <= self.now for job in self.running):
                return

    def instant_by_event(self) -> None:
        """Arrivals one by one, then completions one by one, a pass after each (or just a pass)."""
        while True:
            if self.next_arrives():
                self.before_arrivals([])
                self.arrive()
            else:
                ended = [job for job in self.running if job.end <= self.now][:1]
                self.running = [job for job in self.running if job not in ended]
                self.before_arrivals(ended)
            self.make_pass()
            if not self.next_arrives() and not any(j.end <= self.now for j in self.running):
                return

    def next_arrives(self) -> bool:
        """Is there another job to arrive now?"""
        return self.arrived < len(self.jobs) and self.jobs[self.arrived].release <= self.now

    def arrive(self) -> None:
        """Queue the next job."""
        self.queue.append(self.jobs[self.arrived])
        self.arrived += 1

    def before_arrivals(self, ended: list[Job]) -> None:
        """React to completions."""

    def make_pass(self) -> None:
        """Start jobs."""
        raise NotImplementedError

    @property
    def free(self) -> int:
        """Processors that a job may use now."""
        ends_as_planned = [j for j in self.running if j.end <= self.now and j.planned <= self.now]
        held = sum(job.width for job in self.running)
        if self.sequential:
            held -= sum(job.width for job in ends_as_planned)
        return self.processors - held

    def start(self, job: Job) -> None:
        """Start a job; it overtakes those that came earlier and still wait."""
        self.queue.remove(job)
        job.start = self.now
        job.backfilled = any(other.number < job.number for other in self.queue)
        self.running.append(job)


class Fcfs(Simulation):
    """First come, first served."""

    def make_pass(self) -> None:
        while self.queue and self.queue[0].width <= self.free:
            self.start(self.queue[0])


class Easy(Simulation):
    """EASY backfilling; the head is promised its shadow time."""

    def make_pass(self) -> None:
        while self.queue and self.queue[0].width <= self.free:
            self.start(self.queue[0])
        if not self.queue:
            return
        head = self.queue[0]
        shadow, extra = self.reserve(head)
        head.promised = min(head.promised, shadow)
        for job in self.queue[1:]:
            if job.width > self.free:
                continue
            if self.now + job.estimate <= shadow:
                self.start(job)
            elif job.width <= extra:
                extra -= job.width
                self.start(job)

    def reserve(self, head: Job) -> tuple[float, int]:
        """Return the shadow time and the extra processors."""
        ends = sorted({max(job.planned, self.now) for job in self.running})
        for shadow in ends:
            still = sum(j.width for j in self.running if max(j.planned, self.now) > shadow)
            if self.processors - still >= head.width:
                return shadow, self.processors - still - head.width
        raise AssertionError


class Conservative(Simulation):
    """Conservative backfilling."""

    def before_arrivals(self, ended: list[Job]) -> None:
        order = sorted(self.queue, key=lambda job: (job.reservation, job.number))
        if order and order[0].reservation < self.now:
            for job in order:
                job.reservation = inf
            for job in order:
                job.reservation = self.earliest(job)
        elif any(job.planned > self.now for job in ended):
            for job in order:
                before, job.reservation = job.reservation, inf
                job.reservation = min(before, self.earliest(job))

    def arrive(self) -> None:
        super().arrive()
        job = self.queue[-1]
        job.promised = job.reservation = self.earliest(job)

    def planned_intervals(self) -> list[tuple[float, float, int]]:
        """Return (begin, end, width) of all that is planned from now on."""
        running = [(self.now, j.planned, j.width) for j in self.running]
        waiting = [
            (j.reservation, j.reservation + j.estimate, j.width)
            for j in self.queue
            if j.reservation < inf
        ]
        return [plan for plan in running + waiting if plan[1] > self.now]

    def earliest(self, job: Job) -> float:
        """Return the earliest instant from which a job fits into the plan."""
        plans = self.planned_intervals()
        candidates = sorted({self.now, *(end for _, end, _ in plans)})
        return next(t for t in candidates if self.fits(job, t, plans))

    def fits(self, job: Job, begin: float, plans: list[tuple[float, float, int]]) -> bool:
        """Are enough processors free from `begin` for as long as a job is estimated to take?"""
        later = [b for b, _, _ in plans if begin < b < begin + job.estimate]
        return all(
            sum(w for b, e, w in plans if b <= t < e) + job.width <= self.processors
            for t in [begin, *later]
        )

    def make_pass(self) -> None:
        due = [job for job in self.queue if job.reservation <= self.now]
        for job in sorted(due, key=lambda job: (job.reservation, job.number)):
            if job.width <= self.free or job.run == job.estimate == 0:
                self.start(job)


RULES: dict[str, type[Simulation]] = {"fcfs": Fcfs, "easy": Easy, "conservative": Conservative}
