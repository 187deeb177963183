"""The clock of a machine on which other code decides: what happens next, and what may start.

Plain Python, so that the code that decides can be asked between any two events: a program
(`parsched.policies.external`) or an agent that learns (`parsched.gym`).
"""

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import NamedTuple

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import AlgorithmsError
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule


class EventKind(Enum):
    """What may happen."""

    COMPLETED = "completed"
    SUBMITTED = "submitted"
    CALLED = "called"


class Event(NamedTuple):
    """What happened: when, seconds, and to which job, by index; -1 to none."""

    time: float
    kind: EventKind
    job: int


class DecisionError(AlgorithmsError):
    """A decision that cannot be carried out; says which rule it breaks."""


class MachineClock:
    """One machine with rigid jobs whose starts are not decided yet.

    `ended` is called with each job that ends, as soon as its processors are free: with `sequential`
    that is before the event.

    At each instant, `events=batch` gives all completions, in order of start, then all arrivals,
    then the calls that were asked for; `sequential` gives one event after the other, arrivals
    first, also arrivals of jobs that waited for the completion before. The processors of whatever
    ends at an instant are free from then on. O(log n) per event.

    Attributes
    ----------
    now
        On the clock of the jobs, as all times here: in ticks where these are counted (see
        `parsched.model.problem.ticks`), so that jobs end and begin at the same instant.
    free
        Processors that no job holds.
    waiting
        Jobs that have arrived and not started, by index, in order of arrival.
    start
        When each job started; NaN before.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=2, processors=8)
    >>> clock = MachineClock(sched.Instance(jobs, sched.Platform.of(8)))
    >>> [event.kind.value for event in clock.advance()]
    ['submitted', 'submitted']
    >>> clock.execute(1)
    >>> clock.advance()[0].job
    1
    """

    def __init__(self, instance: Instance, ended: Callable[[int], None] = lambda job: None) -> None:
        jobs = instance.jobs
        self.instance, self._ended = instance, ended
        self.ids: list[int | str] = jobs.ids.tolist()
        self.width: list[int] = jobs.width.tolist()
        self.runtime: list[float] = jobs.runtime.tolist()
        self.processors = self.free = instance.platform.processors
        self.now = 0.0
        self.start: list[float] = [math.nan] * len(jobs)
        self.waiting: dict[int, None] = {}
        self.running: dict[int, None] = {}
        """Jobs that hold processors, in order of start."""
        self.order: list[int] = []
        """All jobs that have started, in order."""
        self.completed = 0
        self._ends: list[tuple[float, int, int]] = []
        self._due: deque[int] = deque()  # have ended, and were not reported yet
        self._calls: list[float] = []
        self._arrived: list[int] = []
        self._before, self._after = _dependencies(instance)
        release = jobs.release.tolist()
        self._arrivals = [(at, job) for job, at in enumerate(release) if not self._before[job]]
        self.release: list[float] = release
        """When each job arrives, seconds, as far as those that it waits for have completed."""
        heapify(self._arrivals)

    @property
    def is_done(self) -> bool:
        """Have all jobs completed, and was everybody told?"""
        return self.completed == len(self.start) and not self._has_events

    @property
    def next_instant(self) -> float:
        """When something happens next, seconds; infinite if nothing will."""
        if self._due:
            return self.now
        ends = self._ends[0][0] if self._ends else math.inf
        arrival = self._arrivals[0][0] if self._arrivals else math.inf
        call = self._calls[0] if self._calls else math.inf
        return max(min(ends, arrival, call), self.now)

    def advance(self) -> list[Event]:
        """Let time pass until something happens, and return what; nothing if nothing will."""
        if not self._has_events and (at := self.next_instant) < math.inf:
            self.now = at
            self._gather()
        if self.instance.rules.is_sequential:
            return list(islice(self._one_by_one(), 1))
        return [*self._completions(), *self._submissions(), *self._requests()]

    def pass_until(self, time: float) -> list[Event]:
        """Let time pass until then, and return what happens on the way, also at its end."""
        events: list[Event] = []
        while time > self.now and self.next_instant <= time:
            events += self.advance()
        if time > self.now:
            self.now = time
        while events and self._has_events:  # of the last instant, one by one
            events += self.advance()
        return events

    def execute(self, job: int) -> None:
        """Start a waiting job now.

        Raises
        ------
        DecisionError
            When it does not wait, or too few processors are free.
        """
        if job not in self.waiting:
            raise DecisionError(self._why_not(job))
        width = self.width[job]
        if width > self.free:
            raise DecisionError(
                f"job {self.ids[job]} needs {counted(width, 'processor')}, and {self.free:,} of "
                f"{self.processors:,} are free at {self.text(self.now)}"
            )
        del self.waiting[job]
        self.running[job] = None
        self.free -= width
        self.start[job] = self.now
        heappush(self._ends, (self.now + self.runtime[job], len(self.order), job))
        self.order.append(job)

    def call_at(self, time: float) -> None:
        """Let there be an event then; raises DecisionError unless that is still to come."""
        if not self.now < time < math.inf:
            rule = f"must ask for a time after now, {self.text(self.now)}"
            raise DecisionError(f"it {rule}, and asks for {self.text(time)}")
        heappush(self._calls, time)

    def text(self, time: float) -> str:
        """Write a time in seconds, for people."""
        return f"{time / self.instance.jobs.second:.15g} s"

    def schedule(self) -> Schedule:
        """Return what was decided. A job counts as backfilled if one that arrived before it started
        after it."""
        place = np.empty(len(self.start), np.int64)
        place[self.order] = np.arange(len(self.order))
        started = place[self._arrived]
        backfilled = np.zeros(len(place), np.bool_)
        backfilled[self._arrived] = np.maximum.accumulate(started) > started
        return Schedule.of(self.instance.jobs, np.array(self.start), backfilled=backfilled)

    @property
    def _has_events(self) -> bool:
        """Is there an event at this instant that was not reported yet?"""
        arrives = bool(self._arrivals) and self._arrivals[0][0] <= self.now
        return bool(self._due) or arrives or (bool(self._calls) and self._calls[0] <= self.now)

    def _gather(self) -> None:
        """Free the processors of the jobs that end by now."""
        while self._ends and self._ends[0][0] <= self.now:
            _, _, job = heappop(self._ends)
            del self.running[job]
            self.free += self.width[job]
            self._due.append(job)
            self._ended(job)

    def _one_by_one(self) -> Iterator[Event]:
        """Yield the next event of this instant; what comes after it may be another one then."""
        yield from self._submissions()
        yield from self._completions()
        yield from self._requests()

    def _completions(self) -> Iterator[Event]:
        while self._due:
            job = self._due.popleft()
            self.completed += 1
            self._release_after(job)
            yield Event(self.now, EventKind.COMPLETED, job)

    def _release_after(self, job: int) -> None:
        """Note the arrivals of jobs that waited for the end of another, the last one that they
        waited for."""
        for later, delay in self._after.get(job, ()):
            self.release[later] = max(self.release[later], self.now + delay)
            self._before[later] -= 1
            if not self._before[later]:
                heappush(self._arrivals, (self.release[later], later))

    def _submissions(self) -> Iterator[Event]:
        while self._arrivals and self._arrivals[0][0] <= self.now:
            _, job = heappop(self._arrivals)
            self.waiting[job] = None
            self._arrived.append(job)
            yield Event(self.now, EventKind.SUBMITTED, job)

    def _requests(self) -> Iterator[Event]:
        while self._calls and self._calls[0] <= self.now:
            heappop(self._calls)
            yield Event(self.now, EventKind.CALLED, -1)

    def _why_not(self, job: int) -> str:
        """Say why a job cannot start that does not wait."""
        name = f"job {self.ids[job]}"
        if math.isnan(self.start[job]):
            return f"{name} has not been submitted yet, at {self.text(self.now)}"
        return f"{name} was started already, at {self.text(self.start[job])}"


def _dependencies(instance: Instance) -> tuple[list[int], Mapping[int, list[tuple[int, float]]]]:
    """Return for how many others each job waits, and which jobs wait for each, with delays."""
    after = instance.jobs.after
    before = [0] * len(instance.jobs)
    waiting: dict[int, list[tuple[int, float]]] = {}
    if after is not None:
        columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
        for job, earlier, delay in zip(*columns, strict=True):
            before[job] += 1
            waiting.setdefault(earlier, []).append((job, delay))
    return before, waiting
