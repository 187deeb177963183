"""The rules of a feasible schedule, checked independently of every algorithm."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import allocating
from parsched.base.digits import counted
from parsched.model.concerns import EXACT
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import after as later
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.installed import Early, too_early
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.timetable import Timetable
from parsched.model.versions import VersionedPart

CHECKER = VersionedPart(key="checker", title="the checker", version=2, changes={2: EXACT})
"""Its version rises when another schedule is feasible than before."""
SHOWN = 5
"""Violations that are put into words; the others are only counted."""


@dataclass(frozen=True, eq=False)
class Broken:
    """A rule, and the jobs that break it.

    `jobs` is bool of shape (n_jobs,), `sentence` says it of one of them by its index, and `phrase`
    of several, such as "start before their release".
    """

    jobs: NDArray[np.bool_]
    sentence: Callable[[int], str]
    phrase: str

    def among(self, jobs: NDArray[np.bool_]) -> "Broken":
        """Return what some jobs, a mask, break of it."""
        return replace(self, jobs=self.jobs & jobs)


@dataclass(frozen=True, eq=False)
class JobRules:
    """The rules that hold for each job by itself.

    Each method looks at all jobs, and means nothing for jobs that break one of those before it: no
    start is before a release where there is none.
    """

    workload: Workload
    platform: Platform
    schedule: Timetable
    tolerance: float

    def job(self, i: int) -> str:
        """Name a job."""
        return f"job {self.workload.ids[i]}"

    def time(self, value: float) -> str:
        """Write a time."""
        return time_text(self.workload, value)

    def once(self) -> Broken:
        """Every job is scheduled."""
        bad = ~np.isfinite(self.schedule.start)
        return Broken(bad, lambda i: f"{self.job(i)} is not scheduled", "are not scheduled")

    def widths(self) -> Broken:
        """Jobs run on a width that their profile allows."""
        return Broken(
            np.isnan(self.workload.profiles.times_at(self.schedule.width)),
            lambda i: (
                f"{self.job(i)} may not run on {counted(self.schedule.width[i], 'processor')}"
            ),
            "run on a number of processors that they may not",
        )

    def durations(self) -> Broken:
        """Jobs run for the time that their profile says."""
        due = self.workload.profiles.times_at(self.schedule.width)
        took = self.schedule.duration
        return Broken(
            ~(np.abs(took - due) <= self.tolerance),
            lambda i: f"{self.job(i)} runs {self.time(took[i])} instead of {self.time(due[i])}",
            "do not run for their time",
        )

    def releases(self) -> Broken:
        """No job starts before its release."""
        start, release = self.schedule.start, self.workload.release
        return Broken(
            start < release - self.tolerance,
            lambda i: (
                f"{self.job(i)} starts at {self.time(start[i])}, before its release at "
                f"{self.time(release[i])}"
            ),
            "start before their release",
        )

    def dependencies(self) -> Broken:
        """No job starts before those that it waits for have ended and its delays are over."""
        schedule, after = self.schedule, self.workload.after
        bad = np.zeros(len(schedule), np.bool_)
        if after is None:
            return Broken(bad, self.job, "")
        due = later(schedule.end[after.before], after.delay)
        bad[after.job[schedule.start[after.job] < due - self.tolerance]] = True

        def sentence(i: int) -> str:
            pairs = np.flatnonzero(after.job == i)
            # Jobs without a start, which imported schedules may hold, end at no time.
            k = int(pairs[np.where(np.isnan(due[pairs]), -np.inf, due[pairs]).argmax()])
            by = f" and {self.time(after.delay[k])} have gone by" if after.delay[k] > 0 else ""
            return (
                f"{self.job(i)} starts at {self.time(schedule.start[i])}, before "
                f"{self.time(due[k])}, when "
                f"{self.job(int(after.before[k]))} has ended{by}"
            )

        return Broken(bad, sentence, "start before those they wait for have ended")

    def sites(self) -> Broken:
        """Jobs are on sites that the machine has."""
        site, sites = self.schedule.site, self.platform.sites
        return Broken(
            (site < 0) | (site >= len(sites)),
            lambda i: f"{self.job(i)} is on site {site[i]}, of {len(sites)}",
            "are on a site that the machine does not have",
        )

    def rooms(self) -> Broken:
        """No job needs more processors than its site has."""
        sizes, width = np.array([s.processors for s in self.platform.sites]), self.schedule.width
        room = sizes[np.clip(self.schedule.site, 0, len(sizes) - 1)]
        return Broken(
            width > room,
            lambda i: f"{self.job(i)} needs {width[i]} of {counted(room[i], 'processor')}",
            "need more processors than their site has",
        )

    def of_jobs(self) -> tuple[Callable[[], Broken], ...]:
        """Return those on times and places, in their order."""
        times = self.once, self.widths, self.durations, self.releases, self.dependencies
        return *times, self.sites, self.rooms

    def sizes(self, sets: ProcessorSets) -> Broken:
        """Jobs hold as many processors as they need."""
        held, width = sets.sizes(), self.schedule.width
        return Broken(
            held != width,
            lambda i: f"{self.job(i)} holds {counted(held[i], 'processor')} instead of {width[i]}",
            "hold another number of processors than they need",
        )

    def outside(self, sets: ProcessorSets) -> Broken:
        """Jobs hold processors that their site has."""
        room = np.array([s.processors for s in self.platform.sites])[self.schedule.site]
        bad = np.zeros(len(room), np.bool_)
        owner = np.repeat(np.arange(len(room)), np.diff(sets.offsets))
        bad[owner[(sets.lo < 0) | (sets.hi > room[owner]) | (sets.lo >= sets.hi)]] = True
        return Broken(
            bad,
            lambda i: f"{self.job(i)} holds processors that its site does not have",
            "hold processors that their site does not have",
        )

    def overlaps(self, sets: ProcessorSets) -> Broken:
        """No two jobs hold a processor at the same time: of two, the one that starts later breaks
        the rule."""
        schedule, sites = self.schedule, self.platform.sites
        base = np.concatenate([[0], np.cumsum([s.processors for s in sites])])[schedule.site]
        earlier, processor = overlapping(
            np.argsort(schedule.start, kind="stable"),
            schedule.start,
            schedule.end - self.tolerance,
            base,
            sets.offsets,
            sets.lo,
            sets.hi,
            self.platform.processors,
        )
        return Broken(
            earlier >= 0,
            lambda i: (
                f"{self.job(int(earlier[i]))} and {self.job(i)} hold processor "
                f"{processor[i] - base[i]} at the same time, {self.time(schedule.start[i])}"
            ),
            "hold processors that another job still holds",
        )


class Violations:
    """Everything that is wrong with a schedule: `count` in all, the first few as `sentences`.

    Later rules rely on earlier ones (capacity means nothing while a start is missing), so checking
    stops after the first rule that fails.
    """

    def __init__(
        self, workload: Workload, platform: Platform, schedule: Timetable, tolerance: float
    ) -> None:
        self.count = 0
        self.sentences: list[str] = []
        self._rules = JobRules(workload, platform, schedule, tolerance)
        self._workload = workload
        self._platform = platform
        self._schedule = schedule
        self._tolerance = tolerance
        if wrong := wrong_length(workload, schedule):
            self.count, self.sentences = 1, [wrong]
            return
        for rule in self._rules.of_jobs():
            self._add(rule())
            if self.count:
                return
        for check in (self._capacity, self._processors, self._deployments):
            check()
            if self.count:
                return

    def _add(self, broken: Broken) -> None:
        where = np.flatnonzero(broken.jobs)
        self.count += len(where)
        few = where[: SHOWN - len(self.sentences)]
        self.sentences += [broken.sentence(int(i)) for i in few]

    def _capacity(self) -> None:
        end = self._schedule.end - self._tolerance
        lasting = end > self._schedule.start
        for index, cluster in enumerate(self._platform.sites):
            jobs = np.flatnonzero(lasting & (self._schedule.site == index))
            busy, at, job = busiest(
                self._schedule.start[jobs], end[jobs], self._schedule.width[jobs]
            )
            if busy > cluster.processors:
                self.count += 1
                self.sentences.append(
                    f"{busy} processors of {cluster.name} are busy at {self._rules.time(at)} when "
                    f"{self._rules.job(int(jobs[job]))} starts, it has {cluster.processors}"
                )

    def _processors(self) -> None:
        sets = self._schedule.processors
        if sets is None:
            return
        self._add(self._rules.sizes(sets))
        self._add(self._rules.outside(sets))
        if not self.count:
            self._overlaps(sets)

    def _overlaps(self, sets: ProcessorSets) -> None:
        broken = self._rules.overlaps(sets)
        if broken.jobs.any():
            order = np.argsort(self._schedule.start, kind="stable")
            first = int(order[broken.jobs[order].argmax()])
            self.count += 1
            self.sentences.append(broken.sentence(first))

    def _deployments(self) -> None:
        """With deployments that take no time there is nothing to check: any fits in anywhere."""
        workload, schedule = self._workload, self._schedule
        if workload.environment is None or self._platform.deployment.is_instant:
            return
        if schedule.processors is None:
            self.count = 1
            self.sentences.append(
                "deployments take time, and the schedule does not say which processors jobs hold"
            )
            return
        if early := too_early(workload, self._platform, schedule, self._tolerance):
            self.count += 1
            self.sentences.append(early_sentence(workload, schedule, early))


def time_text(workload: Workload, value: float) -> str:
    """Write a time on the clock of a workload, which may be in ticks, in seconds."""
    return f"{value / workload.second:.12g} s"


def wrong_length(workload: Workload, schedule: Timetable) -> str:
    """Say that a schedule has not one row for each job; blank where it has."""
    jobs = len(workload)
    rows = [len(schedule), len(schedule.duration), len(schedule.width)]
    rows += [len(schedule.site), len(schedule.backfilled)]
    if schedule.processors is not None:
        rows.append(len(schedule.processors.offsets) - 1)
    wrong = [n for n in rows if n != jobs]
    return f"the schedule has {counted(wrong[0], 'job')}, the workload {jobs}" if wrong else ""


def early_sentence(workload: Workload, schedule: Timetable, early: Early) -> str:
    """Say that a job starts before the deployment for it can be done."""
    start = float(schedule.start[early.job])
    return (
        f"job {workload.ids[early.job]} starts at {time_text(workload, start)}, and its processors "
        f"were not idle for the {time_text(workload, early.seconds)} that the deployment of its "
        f"environment on {counted(early.processors, 'processor')} takes"
    )


def busiest(start: Floats, end: Floats, width: Ints) -> tuple[int, float, int]:
    """Return the largest number of busy processors, when it is first reached, and by which job's
    start.

    Ends at an instant come before starts: intervals are half-open.
    """
    if not len(start):
        return 0, 0.0, -1
    times = np.concatenate([end, start])  # in this order: the sort below keeps ends first
    change = np.concatenate([-width, width])
    order = np.argsort(times, kind="stable")
    busy = np.cumsum(change[order])
    peak = int(busy.argmax())
    return int(busy[peak]), float(times[order[peak]]), int(order[peak]) - len(start)


def overlapping(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    base: Ints,
    offsets: Ints,
    lo: Ints,
    hi: Ints,
    processors: int,
) -> tuple[Ints, Ints]:
    """Return for each job an earlier one that still holds a processor of it, and which processor;
    -1 where there is none.

    `order` sorts the jobs by start; job i holds the processors `base[i] + [lo[c], hi[c])` for c in
    `offsets[i]:offsets[i + 1]`, from `start[i]` until before `end[i]`. Jobs with `end <= start`
    hold nothing. On machines with more processors than there are intervals, those between which no
    interval begins or ends are looked at as one. Takes at most Σ width steps and two entries per
    interval, however large the machine is.
    """
    first = np.repeat(base, np.diff(offsets))
    lo, hi = first + lo, first + hi
    if processors <= len(lo):
        return _overlapping(order, start, end, offsets, lo, hi, processors)
    bounds = np.unique(np.concatenate([lo, hi]))
    pieces = np.searchsorted(bounds, lo), np.searchsorted(bounds, hi)
    earlier, where = _overlapping(order, start, end, offsets, *pieces, len(bounds))
    met = earlier >= 0
    where[met] = bounds[where[met]]
    return earlier, where


@allocating
def _overlapping(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    offsets: Ints,
    lo: NDArray[np.intp],
    hi: NDArray[np.intp],
    pieces: int,
) -> tuple[Ints, Ints]:
    """Return what `overlapping` does, of pieces of the machine that are numbered through."""
    until = np.full(pieces, -np.inf)
    holder = np.full(pieces, -1, np.int64)
    earlier = np.full(len(start), -1, np.int64)
    where = np.full(len(start), -1, np.int64)
    for i in order:
        if end[i] <= start[i]:
            continue
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(lo[c], hi[c]):
                if until[p] > start[i] and earlier[i] < 0:
                    earlier[i], where[i] = holder[p], p
                if end[i] > until[p]:
                    until[p] = end[i]
                    holder[p] = i
    return earlier, where
