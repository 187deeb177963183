"""A second implementation of the queue engine, written for reading, not for speed.

It shares nothing with the kernels but the declarations of orders and predictors: jobs are objects,
the profile is recomputed from the list of planned intervals whenever it is needed, every order is
sorted when it is asked for, and every pass looks at the whole queue.
"""

from collections.abc import Iterable
from math import floor, inf

from parsched.model.problem.workload import Workload
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.program import Job as Seen
from tests.parsched.policies.online.fair import FairShareTwin, priority
from tests.parsched.policies.online.queues import FORMULAS
from tests.parsched.policies.online.twin_job import Job

IN_SECONDS = ("f1", "f2", "f3", "f4", "q-w", "log2(w)", "(w-3)/0")
"""Orders and formulas with constants that are seconds; others order jobs alike in any unit."""
INCREMENTS = (60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000)


class Twin:
    """One machine with a queue."""

    def __init__(
        self, workload: Workload, params: QueueParams, processors: int, sequential: bool
    ) -> None:
        users = [-1] * len(workload) if workload.user is None else workload.user.codes.tolist()
        columns = (workload.release, workload.runtime, workload.estimate, workload.width)
        rows = zip(*(column.tolist() for column in columns), users, strict=True)
        self.jobs = [Job(number, *row) for number, row in enumerate(rows)]
        if (after := workload.after) is not None:
            pairs = zip(
                after.job.tolist(), after.before.tolist(), after.delay.tolist(), strict=True
            )
            for job, before, delay in pairs:
                self.jobs[job].after.append((self.jobs[before], delay))
        self.params, self.processors, self.sequential = params, processors, sequential
        self.second = workload.second
        self.absent, self.came = list(self.jobs), 0
        self.queue: list[Job] = []
        self.running: list[Job] = []
        self.done: list[Job] = []
        self.now = 0.0
        self.last_full, self.owed = -inf, False
        self.early = self.stale = False
        self.fair = FairShareTwin(workload, params, self.second)
        self.most = inf if params.reservations == "all" else int(params.reservations)
        self.depth = params.depth or inf
        self.window = params.window * self.second or inf
        self.interval = params.interval * self.second
        self.keeps = params.backfill == "on" and self.most >= 2

    def simulate(self) -> "Twin":
        """Run to the end."""
        while (instant := self.next_event()) < inf:
            self.now = max(self.now, instant)
            if self.queue or self.is_arriving():
                self.fair.pass_time(self.now)
            if self.sequential:
                self.one_by_one()
            else:
                self.all_at_once()
        assert not self.queue
        assert not self.running
        assert not self.absent
        return self

    @property
    def coming(self) -> list[Job]:
        """The jobs still to come whose predecessors have all ended, the next one first."""
        known = [j for j in self.absent if all(before in self.done for before, _ in j.after)]
        for job in known:
            job.release = max([job.release, *(before.end + delay for before, delay in job.after)])
        return sorted(known, key=lambda job: (job.release, job.row))

    def next_event(self) -> float:
        """When something happens next."""
        events = [job.release for job in self.coming[:1]]
        events += [job.end for job in self.running]
        events += [job.planned for job in self.running if self.is_outlived(job)]
        if self.first_reserved() > self.now:
            events.append(self.first_reserved())
        if self.owed and self.queue:
            events.append(self.last_full + self.interval)
        return min(events, default=inf)

    def first_reserved(self) -> float:
        """The earliest reservation."""
        return min((job.reserved for job in self.queue), default=inf)

    def is_called(self) -> bool:
        """Has a reservation come, or the time of a full pass that is owed?"""
        if self.first_reserved() == self.now < inf:
            return True
        return self.owed and bool(self.queue) and self.is_time()

    def is_time(self) -> bool:
        """May there be a full pass?"""
        return not self.interval or self.now >= self.last_full + self.interval

    def one_by_one(self) -> None:
        """Corrections, then arrivals, then completions, a pass after each of these."""
        self.correct()
        passed = False
        while True:
            if self.is_arriving():
                calls = self.arrive() or self.params.pass_on_arrival == "always"
            elif ended := [job for job in self.running if job.end <= self.now]:
                self.complete(ended[0])
                calls = True
            elif not passed and self.is_called():
                calls = True
            else:
                return
            if calls:
                self.make_pass()
                passed = True

    def all_at_once(self) -> None:
        """Completions, corrections, arrivals, one pass; again while jobs of zero length end."""
        while True:
            calls = self.is_called()
            ended = [job for job in self.running if job.end <= self.now]
            for job in ended:
                self.complete(job)
            corrected = self.correct()
            arrivals = []
            while self.is_arriving():
                arrivals.append(self.arrive())
            calls = calls or bool(ended) or corrected or not arrivals or any(arrivals)
            if calls or self.params.pass_on_arrival == "always":
                self.make_pass()
            if not any(job.end <= self.now for job in self.running):
                return

    # Beliefs

    def is_arriving(self) -> bool:
        """Is there another job to arrive now?"""
        coming = self.coming
        return bool(coming) and coming[0].release <= self.now

    def arrive(self) -> bool:
        """Let the next job arrive; return whether it fits into what is free."""
        job = self.coming[0]
        self.absent.remove(job)
        job.number, self.came = self.came, self.came + 1
        self.fair.pass_time(self.now)
        job.prediction = job.belief = self.predicted(job)
        self.queue.append(job)
        return job.width <= self.free

    def predicted(self, job: Job) -> float:
        """What is believed of a job that arrives."""
        past = [other.run for other in self.done if other.user == job.user and job.user >= 0]
        match self.params.predict:
            case "exact":
                return job.run
            case "double":
                return 2 * job.estimate
            case "average-2" if len(past) >= 2:
                mean = floor((past[-1] + past[-2]) / 2)
            case "user-mean" if past:
                total = 0.0
                for run in past:
                    total += run
                mean = floor(total / len(past))
            case _:
                return job.estimate
        return min(max(mean, 1.0), job.estimate)

    def is_outlived(self, job: Job) -> bool:
        """Will a running job outlive what is believed of it, and can that be corrected?"""
        return job.run > job.belief and (
            self.params.correct == "doubling" or job.belief < job.estimate
        )

    def correct(self) -> bool:
        """Correct all beliefs that have run out."""
        any_corrected = False
        for job in self.running:
            while job.end > self.now >= job.planned and self.is_outlived(job):
                job.belief = self.longer(job)
                job.corrections += 1
                any_corrected = self.stale = True
        return any_corrected

    def longer(self, job: Job) -> float:
        """What is believed of a job that goes on."""
        if self.params.correct == "doubling":
            return max(2 * job.belief, 1.0)
        if self.params.correct == "increments" and job.corrections < len(INCREMENTS):
            longer = job.prediction + INCREMENTS[job.corrections] * self.second
            return min(longer, job.estimate)
        return job.estimate

    def complete(self, job: Job) -> None:
        """Let a job end."""
        self.running.remove(job)
        self.fair.hold(job.row, -job.width, self.now)
        self.done.append(job)
        self.early = self.early or job.planned > self.now

    def in_order(self, jobs: Iterable[Job], order: str, formula: str) -> list[Job]:
        """Jobs in an order, the first one first."""
        return sorted(jobs, key=lambda job: (self.value(job, order, formula), job.number))

    def value(self, job: Job, order: str, formula: str) -> float:
        """What an order makes of a waiting job."""
        if order == "arrival":
            return 0.0
        past = [other for other in self.done if other.user == job.user >= 0]
        used = sum((other.run * other.width for other in past), 0.0)
        p, q, s = max(job.prediction, 1.0), float(job.width), job.release
        has_seconds = order in ("multifactor", *IN_SECONDS) or (
            order == "formula" and formula in IN_SECONDS
        )
        second = self.second if has_seconds else 1.0
        s = max(s, 1.0)
        factors = float(self.processors), *self.fair.factors(job.row)
        wait = self.now - job.release
        seen = Seen(wait / second, p / second, q, s / second, used / second, *factors)
        if order == "multifactor":
            return -priority(seen, self.params)
        return FORMULAS[formula](seen) if order == "formula" else ORDERS[order].value(seen)

    def line(self) -> list[Job]:
        """The waiting jobs in order."""
        return self.in_order(self.queue, self.params.order, self.params.formula)

    def tried(self, jobs: list[Job]) -> list[Job]:
        """Jobs behind the reservations in the order in which they may overtake."""
        if self.params.backfill_order == "same":
            return jobs
        return self.in_order(jobs, self.params.backfill_order, self.params.backfill_formula)

    @property
    def free(self) -> int:
        """Processors that a job may use now."""
        as_planned = [j for j in self.running if j.end <= self.now and j.planned <= self.now]
        held = sum(job.width for job in self.running)
        if self.sequential:
            held -= sum(job.width for job in as_planned)
        return self.processors - held

    def start(self, job: Job) -> None:
        """Start a job; it overtakes those before it that still wait."""
        job.backfilled = self.line()[0] is not job
        self.queue.remove(job)
        job.start = self.now
        self.fair.hold(job.row, job.width, self.now)
        job.reserved = inf
        self.running.append(job)

    # The pass

    def make_pass(self) -> None:
        """Start jobs, and plan the others."""
        full = self.is_time()
        self.owed = not full
        if full:
            self.last_full = self.now
        if self.keeps:
            self.pass_with_plan(full)
        else:
            self.pass_with_shadow(full)

    def pass_with_shadow(self, full: bool) -> None:
        """At most the head has a reservation."""
        while self.queue and (head := self.line()[0]).width <= self.free:
            self.start(head)
        if not self.queue or not full or self.params.backfill == "off":
            return
        looked_at = self.line()[: int(min(self.depth, len(self.queue)))]
        shadow, extra = self.shadow(looked_at[0])
        looked_at[0].promised.append(shadow)
        for job in self.tried(looked_at[1:]):
            if job.width > self.free:
                continue
            if self.now + job.belief <= shadow:
                self.start(job)
            elif job.width <= extra:
                extra -= job.width
                self.start(job)

    def shadow(self, head: Job) -> tuple[float, int]:
        """When the head is planned to start, and what it leaves then."""
        if self.most == 0:
            return inf, 0
        ends = sorted({max(job.planned, self.now) for job in self.running})
        for shadow in ends:
            still = sum(j.width for j in self.running if max(j.planned, self.now) > shadow)
            if self.processors - still >= head.width:
                if shadow > self.now + self.window:
                    return inf, 0
                return shadow, self.processors - still - head.width
        raise AssertionError

    def pass_with_plan(self, full: bool) -> None:
        """The first jobs have reservations, which they keep."""
        if not full:
            self.start_due()
            return
        most = int(min(self.most, self.depth, len(self.queue)))
        for job in self.line()[most:]:
            job.reserved = inf
        self.move_reservations()
        while True:
            most = int(min(self.most, self.depth, len(self.queue)))
            for job in self.line()[:most]:
                if job.reserved == inf:
                    self.reserve(job)
            if not self.start_due() or min(self.most, self.depth) == inf:
                break
        most = int(min(self.most, self.depth, len(self.queue)))
        looked_at = self.line()[: int(min(self.depth, len(self.queue)))]
        for job in self.tried(looked_at[most:]):
            if self.may_start(job) and self.earliest(job) == self.now:
                self.start(job)

    def reserve(self, job: Job) -> None:
        """Give a job its earliest reservation, unless that is too far ahead."""
        instant = self.earliest(job)
        if instant <= self.now + self.window:
            job.reserved = instant
            job.promised.append(instant)

    def by_reservation(self) -> list[Job]:
        """The jobs that have a reservation, in order of it."""
        held = [job for job in self.queue if job.reserved < inf]
        return sorted(held, key=lambda job: (job.reserved, job.number))

    def move_reservations(self) -> None:
        """Make reservations again, or let them move forward."""
        turns, early = self.by_reservation(), self.early
        self.early = False
        if self.stale or self.first_reserved() < self.now:
            self.stale = False
            for job in turns:
                job.reserved = inf
                job.promised = []
            for job in turns:
                self.reserve(job)
            return
        if self.params.compress == "arrival":
            turns = sorted(turns, key=lambda job: job.number)
        elif self.params.compress == "order":
            turns = self.in_order(turns, self.params.order, self.params.formula)
        if early and self.params.compress != "none":
            for job in turns:
                before, job.reserved = job.reserved, inf
                job.reserved = min(before, self.earliest(job))
                job.promised.append(job.reserved)

    def start_due(self) -> bool:
        """Start the jobs whose reservation has come."""
        any_started = False
        for job in self.by_reservation():
            if job.reserved <= self.now and self.may_start(job):
                self.stale = self.stale or job.reserved < self.now
                self.start(job)
                any_started = True
        return any_started

    def may_start(self, job: Job) -> bool:
        """Are the processors there? A job of no length always starts as planned."""
        return job.width <= self.free or job.run == job.belief == 0

    def planned_intervals(self) -> list[tuple[float, float, int]]:
        """(begin, end, width) of all that is planned from now on."""
        running = [(self.now, j.planned, j.width) for j in self.running]
        waiting = [
            (j.reserved, j.reserved + j.belief, j.width) for j in self.queue if j.reserved < inf
        ]
        return [plan for plan in running + waiting if plan[1] > self.now]

    def earliest(self, job: Job) -> float:
        """The earliest instant from which a job fits into the plan."""
        plans = self.planned_intervals()
        candidates = sorted({self.now, *(end for _, end, _ in plans)})
        return next(t for t in candidates if self.fits(job, t, plans))

    def fits(self, job: Job, begin: float, plans: list[tuple[float, float, int]]) -> bool:
        """Are enough processors free from `begin` for as long as a job is believed to run?"""
        later = [b for b, _, _ in plans if begin < b < begin + job.belief]
        return all(
            sum(w for b, e, w in plans if b <= t < e) + job.width <= self.processors
            for t in [begin, *later]
        )
