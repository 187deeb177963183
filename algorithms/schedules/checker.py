"""The rules of a feasible schedule, checked independently of every algorithm."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import allocating
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Floats, Ints, Workload
from algorithms.schedules.installed import too_early
from algorithms.schedules.timetable import Timetable

SHOWN = 5
"""Violations that are put into words; the others are only counted."""


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
        self._workload = workload
        self._platform = platform
        self._schedule = schedule
        self._tolerance = tolerance
        rules = (
            self._length,
            self._once,
            self._widths,
            self._durations,
            self._releases,
            self._sites,
        )
        for rule in (*rules, self._capacity, self._processors, self._deployments):
            rule()
            if self.count:
                return

    def _add(self, bad: NDArray[np.bool_], sentence: Any) -> None:
        where = np.flatnonzero(bad)
        self.count += len(where)
        self.sentences += [sentence(int(i)) for i in where[: SHOWN - len(self.sentences)]]

    def _job(self, i: int) -> str:
        return f"job {self._workload.ids[i]}"

    def _length(self) -> None:
        schedule, jobs = self._schedule, len(self._workload)
        rows = [len(schedule), len(schedule.duration), len(schedule.width)]
        rows += [len(schedule.site), len(schedule.backfilled)]
        if schedule.processors is not None:
            rows.append(len(schedule.processors.offsets) - 1)
        if wrong := [n for n in rows if n != jobs]:
            self.count = 1
            self.sentences.append(f"the schedule has {wrong[0]} jobs, the workload {jobs}")

    def _once(self) -> None:
        self._add(~np.isfinite(self._schedule.start), lambda i: f"{self._job(i)} is not scheduled")

    def _widths(self) -> None:
        allowed = self._workload.profiles.times_at(self._schedule.width)
        self._add(
            np.isnan(allowed),
            lambda i: f"{self._job(i)} may not run on {self._schedule.width[i]} processors",
        )

    def _durations(self) -> None:
        due = self._workload.profiles.times_at(self._schedule.width)
        took = self._schedule.duration
        self._add(
            ~(np.abs(took - due) <= self._tolerance),
            lambda i: f"{self._job(i)} runs {took[i]:g} s instead of {due[i]:g} s",
        )

    def _releases(self) -> None:
        start, release = self._schedule.start, self._workload.release
        self._add(
            start < release - self._tolerance,
            lambda i: (
                f"{self._job(i)} starts at {start[i]:g} s, before its release at {release[i]:g} s"
            ),
        )

    def _sites(self) -> None:
        site, sites = self._schedule.site, self._platform.sites
        unknown = (site < 0) | (site >= len(sites))
        self._add(unknown, lambda i: f"{self._job(i)} is on site {site[i]}, of {len(sites)}")
        if self.count:
            return
        room = np.array([s.processors for s in sites])[site]
        self._add(
            self._schedule.width > room,
            lambda i: f"{self._job(i)} needs {self._schedule.width[i]} of {room[i]} processors",
        )

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
                    f"{busy} processors of {cluster.name} are busy at {at:g} s when "
                    f"{self._job(int(jobs[job]))} starts, it has {cluster.processors}"
                )

    def _processors(self) -> None:
        sets = self._schedule.processors
        if sets is None:
            return
        sizes = sets.sizes()
        self._add(
            sizes != self._schedule.width,
            lambda i: (
                f"{self._job(i)} holds {sizes[i]} processors instead of {self._schedule.width[i]}"
            ),
        )
        room = np.array([s.processors for s in self._platform.sites])[self._schedule.site]
        outside = np.zeros(len(room), np.bool_)
        owner = np.repeat(np.arange(len(room)), np.diff(sets.offsets))
        outside[owner[(sets.lo < 0) | (sets.hi > room[owner]) | (sets.lo >= sets.hi)]] = True
        self._add(outside, lambda i: f"{self._job(i)} holds processors that its site does not have")
        if not self.count:
            self._overlaps()

    def _overlaps(self) -> None:
        schedule, sets = self._schedule, self._schedule.processors
        assert sets is not None
        order = np.argsort(schedule.start, kind="stable")
        end = schedule.end - self._tolerance
        base = np.concatenate([[0], np.cumsum([s.processors for s in self._platform.sites])])
        first, second, processor = first_overlap(
            order,
            schedule.start,
            end,
            base[schedule.site],
            sets.offsets,
            sets.lo,
            sets.hi,
            int(base[-1]),
        )
        if first >= 0:
            self.count += 1
            number = processor - int(base[schedule.site[second]])
            self.sentences.append(
                f"{self._job(first)} and {self._job(second)} hold processor {number} at the same "
                f"time, {schedule.start[second]:g} s"
            )

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
            self.sentences.append(
                f"{self._job(early.job)} starts at {schedule.start[early.job]:g} s, and its "
                f"processors were not idle for the {early.seconds:g} s that the deployment of its "
                f"environment on {early.processors} processors takes"
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


def first_overlap(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    base: Ints,
    offsets: Ints,
    lo: Ints,
    hi: Ints,
    processors: int,
) -> tuple[int, int, int]:
    """Return (earlier job, later job, processor) of the first overlap in start order, or (-1, -1,
    -1).

    `order` sorts the jobs by start; job i holds the processors `base[i] + [lo[c], hi[c])` for c in
    `offsets[i]:offsets[i + 1]`, from `start[i]` until before `end[i]`. Jobs with `end <= start`
    hold nothing. On machines with more processors than there are intervals, those between which no
    interval begins or ends are looked at as one. Takes at most Σ width steps and two entries per
    interval, however large the machine is.
    """
    first = np.repeat(base, np.diff(offsets))
    lo, hi = first + lo, first + hi
    if processors <= len(lo):
        return _first_overlap(order, start, end, offsets, lo, hi, processors)
    bounds = np.unique(np.concatenate([lo, hi]))
    pieces = np.searchsorted(bounds, lo), np.searchsorted(bounds, hi)
    earlier, later, piece = _first_overlap(order, start, end, offsets, *pieces, len(bounds))
    return earlier, later, int(bounds[piece]) if earlier >= 0 else -1


@allocating
def _first_overlap(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    offsets: Ints,
    lo: NDArray[np.intp],
    hi: NDArray[np.intp],
    pieces: int,
) -> tuple[int, int, int]:
    """Return what `first_overlap` does, of pieces of the machine that are numbered through."""
    until = np.full(pieces, -np.inf)
    holder = np.full(pieces, -1, np.int64)
    for i in order:
        if end[i] <= start[i]:
            continue
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(lo[c], hi[c]):
                if until[p] > start[i]:
                    return holder[p], i, p
                until[p] = end[i]
                holder[p] = i
    return -1, -1, -1
