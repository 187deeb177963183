"""The checker accepts feasible schedules and rejects each kind of mutilated one."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from parsched.base.errors import InfeasibleError
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.checker import busiest, overlapping
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from tests.parsched.factories import moldable, offline, rigid, waiting
from tests.parsched.strategies import rigid_cases

JOBS = rigid((0, 2, 4), (0, 2, 4), (1, 3, 2), (1, 1, 0), (5, 1, 3))
MACHINE = Platform.of(4)
START = np.array([0.0, 0.0, 4.0, 4.0, 5.0])


def good() -> Schedule:
    """A feasible schedule of JOBS with processors: jobs 1 and 2 fill the machine until 4."""
    return Schedule.of(JOBS, START).with_processors(MACHINE)


def changed(column: str, job: int, value: float) -> Schedule:
    """The good schedule with one entry changed."""
    values = getattr(good(), column).copy()
    values[job] = value
    return replace(good(), **{column: values})


def processors(*sets: tuple[int, int]) -> Schedule:
    """The good schedule with one processor interval per job."""
    lo, hi = np.array(sets).T
    return replace(good(), processors=ProcessorSets(np.arange(len(sets) + 1), lo, hi))


def shorter(columns: dict[str, Any]) -> Schedule:
    """The good schedule with columns cut to four jobs."""
    return replace(good(), **{name: getattr(good(), name)[:4] for name in columns})


MUTILATED: dict[str, tuple[Callable[[], Schedule], str]] = {
    "missing row": (
        lambda: shorter(dict.fromkeys(("start", "duration", "width", "site", "backfilled"))),
        "the schedule has 4 jobs, the workload 5",
    ),
    "short column": (lambda: shorter({"width": 0}), "the schedule has 4 jobs, the workload 5"),
    "short processors": (
        lambda: processors((0, 2), (2, 4), (0, 3), (3, 4)),
        "the schedule has 4 jobs, the workload 5",
    ),
    "missing job": (lambda: changed("start", 2, np.nan), "job 3 is not scheduled"),
    "infinite start": (lambda: changed("start", 2, np.inf), "job 3 is not scheduled"),
    "moved into others": (
        lambda: replace(changed("start", 2, 3), processors=None),
        "7 processors of cluster are busy at 3 s when job 3 starts, it has 4",
    ),
    "moved before release": (
        lambda: changed("start", 4, 4.5),
        "job 5 starts at 4.5 s, before its release at 5 s",
    ),
    "wrong width": (lambda: changed("width", 0, 3), "job 1 may not run on 3 processors"),
    "no width": (lambda: changed("width", 0, 0), "job 1 may not run on 0 processors"),
    "too short": (lambda: changed("duration", 1, 3), "job 2 runs 3 s instead of 4 s"),
    "too long": (lambda: changed("duration", 1, 5), "job 2 runs 5 s instead of 4 s"),
    "no duration": (lambda: changed("duration", 1, np.nan), "job 2 runs nan s instead of 4 s"),
    "unknown site": (lambda: changed("site", 3, 1), "job 4 is on site 1, of 1"),
    "negative site": (lambda: changed("site", 3, -1), "job 4 is on site -1, of 1"),
    "too few processors": (
        lambda: processors((0, 2), (2, 3), (0, 3), (3, 4), (3, 4)),
        "job 2 holds 1 processor instead of 2",
    ),
    "outside the machine": (
        lambda: processors((0, 2), (3, 5), (0, 3), (3, 4), (3, 4)),
        "job 2 holds processors that its site does not have",
    ),
    "below the machine": (
        lambda: processors((-1, 1), (2, 4), (0, 3), (3, 4), (3, 4)),
        "job 1 holds processors that its site does not have",
    ),
    "shared processor": (
        lambda: processors((0, 2), (1, 3), (0, 3), (3, 4), (3, 4)),
        "job 1 and job 2 hold processor 1 at the same time, 0 s",
    ),
    "shared later": (
        lambda: processors((0, 2), (2, 4), (0, 3), (3, 4), (2, 3)),
        "job 3 and job 5 hold processor 2 at the same time, 5 s",
    ),
}


def test_a_job_that_starts_before_those_it_waits_for_have_ended_is_named_with_both() -> None:
    jobs = waiting(rigid((0, 1, 10), (0, 1, 35), (0, 1, 5)), (1, 0, 0), (2, 1, 5))
    right = Schedule.of(jobs, np.array([0.0, 10.0, 50.0]))
    right.check(jobs, MACHINE)
    for starts, sentence in (
        ([0.0, 9.0, 60.0], "job 2 starts at 9 s, before 10 s, when job 1 has ended"),
        (
            [0.0, 10.0, 10.0],
            "job 3 starts at 10 s, before 50 s, when job 2 has ended and 5 s have gone by",
        ),
    ):
        with pytest.raises(InfeasibleError) as caught:
            Schedule.of(jobs, np.array(starts)).check(jobs, MACHINE)
        assert caught.value.violations == [sentence]
    Schedule.of(jobs, np.array([0.0, 9.5, 50.0])).check(jobs, MACHINE, tolerance=0.5)


def test_a_feasible_schedule_is_accepted() -> None:
    good().check(JOBS, MACHINE)
    replace(good(), processors=None).check(JOBS, MACHINE)


@pytest.mark.parametrize("kind", MUTILATED)
def test_a_mutilated_schedule_is_rejected_in_one_sentence(kind: str) -> None:
    mutilate, sentence = MUTILATED[kind]
    with pytest.raises(InfeasibleError) as caught:
        mutilate().check(JOBS, MACHINE)
    assert caught.value.violations[0] == sentence
    assert str(caught.value).startswith(f"infeasible schedule: {sentence}")


def test_processors_twice_in_one_job_are_rejected() -> None:
    workload = offline((4, 1))
    twice = ProcessorSets(np.array([0, 2]), np.array([0, 1]), np.array([2, 3]))
    schedule = replace(Schedule.of(workload, np.zeros(1)), processors=twice)
    with pytest.raises(InfeasibleError, match="job 1 and job 1 hold processor 1"):
        schedule.check(workload, Platform.of(4))


def test_violations_are_counted_and_the_first_told() -> None:
    workload = offline(*[(1, 1)] * 8)
    with pytest.raises(InfeasibleError) as caught:
        Schedule.of(workload, np.full(8, np.nan)).check(workload, Platform.of(8))
    assert caught.value.count == 8
    assert len(caught.value.violations) == 5
    assert str(caught.value).endswith("(7 more violations)")
    assert str(InfeasibleError(["a"], 2)).endswith("(1 more violation)")
    assert str(InfeasibleError(["a"], 27976)).endswith("(27,975 more violations)")


@pytest.mark.parametrize("empty", [0, 1, 100, MAX_PROCESSORS])
def test_overlaps_are_found_on_machines_of_any_size(empty: int) -> None:
    """Memory goes with the jobs: an entry for each of 2^32 processors would take 64 GiB."""
    workload = offline((3, 5), (2, 5), (1, 5), (1, 5))
    platform = Platform.of(*([empty] if empty else []), MAX_PROCESSORS)
    last = len(platform.sites) - 1
    lo = np.array([0, 3, MAX_PROCESSORS - 1, 5])
    sets = ProcessorSets(np.arange(5), lo, lo + workload.width)
    schedule = Schedule.of(workload, np.zeros(4), site=np.full(4, last))
    replace(schedule, processors=sets).check(workload, platform)
    second = np.array([0, 1, 0, 0])
    meets = ProcessorSets(sets.offsets, sets.lo - second, sets.hi - second)
    with pytest.raises(InfeasibleError, match="job 1 and job 2 hold processor 2 at the same"):
        replace(schedule, processors=meets).check(workload, platform)
    lo[3] = MAX_PROCESSORS - 1
    meets = ProcessorSets(sets.offsets, lo, lo + workload.width)
    with pytest.raises(InfeasibleError, match=f"hold processor {MAX_PROCESSORS - 1} at"):
        replace(schedule, processors=meets).check(workload, platform)


@given(rigid_cases(), st.booleans(), st.data())
def test_overlaps_are_found_as_processor_by_processor(
    case: tuple[Workload, int], large: bool, data: Any
) -> None:
    workload, m = case
    some = st.lists(st.integers(0, 6), min_size=len(workload), max_size=len(workload))
    start, lo = np.array(data.draw(some), float), np.array(data.draw(some), np.int64)
    end, hi = start + workload.runtime, lo + workload.width
    order, offsets = np.argsort(start, kind="stable"), np.arange(len(workload) + 1)
    size = MAX_PROCESSORS if large else 6 + m
    earlier, processor = overlapping(order, start, end, np.zeros_like(lo), offsets, lo, hi, size)
    until: dict[int, tuple[float, int]] = {}
    expected: dict[int, tuple[int, int]] = {}
    for i in order[(end > start)[order]].tolist():
        for p in range(lo[i], hi[i]):
            last, job = until.get(p, (-1.0, -1))
            if last > start[i]:
                expected.setdefault(i, (job, p))
            if end[i] > last:
                until[p] = end[i], i
    found = np.flatnonzero(earlier >= 0).tolist()
    assert {i: (earlier[i], processor[i]) for i in found} == expected


def test_what_is_off_by_the_tolerance_is_accepted_and_no_more() -> None:
    """Job 5 is released at 5 and runs for 3 s; jobs 1 and 2 end at 4, when job 3 needs three of the
    four processors. Quarters and halves of seconds are exact."""
    tolerance = 0.5
    early = replace(changed("start", 4, 4.5), processors=None)
    early.check(JOBS, MACHINE, tolerance=tolerance)
    with pytest.raises(InfeasibleError, match=r"job 5 starts at 4\.25 s, before its release"):
        changed("start", 4, 4.25).check(JOBS, MACHINE, tolerance=tolerance)
    for length in (2.5, 3.5):
        changed("duration", 4, length).check(JOBS, MACHINE, tolerance=tolerance)
    for length in (2.25, 3.75):
        with pytest.raises(InfeasibleError, match="job 5 runs"):
            changed("duration", 4, length).check(JOBS, MACHINE, tolerance=tolerance)
    for schedule in (changed("start", 2, 3.5), replace(changed("start", 2, 3.5), processors=None)):
        schedule.check(JOBS, MACHINE, tolerance=tolerance)
    with pytest.raises(InfeasibleError, match=r"7 processors of cluster are busy at 3\.25 s"):
        changed("start", 2, 3.25).check(JOBS, MACHINE, tolerance=tolerance)


@pytest.mark.parametrize(("column", "value"), [("start", 5.0), ("duration", 3.0)])
def test_without_a_tolerance_not_even_rounding_is_accepted(column: str, value: float) -> None:
    good().check(JOBS, MACHINE, tolerance=0.0)
    with pytest.raises(InfeasibleError, match="job 5"):
        changed(column, 4, math.nextafter(value, 0)).check(JOBS, MACHINE, tolerance=0.0)


def test_a_machine_may_be_full_but_not_fuller() -> None:
    workload = offline((3, 5), (1, 5))
    Schedule.of(workload, np.zeros(2)).check(workload, MACHINE)
    with pytest.raises(InfeasibleError, match="5 processors of cluster are busy"):
        Schedule.of(offline((3, 5), (2, 5)), np.zeros(2)).check(offline((3, 5), (2, 5)), MACHINE)


def test_a_job_may_start_when_another_ends() -> None:
    workload = offline((4, 3), (4, 3))
    Schedule.of(workload, np.array([0.0, 3.0])).check(workload, MACHINE)


def test_zero_length_jobs_hold_nothing() -> None:
    workload = offline((4, 3), (4, 0), (4, 0))
    schedule = Schedule.of(workload, np.array([0.0, 1.0, 1.0]))
    schedule.with_processors(MACHINE).check(workload, MACHINE)


def test_a_moldable_job_must_run_as_its_profile_says() -> None:
    workload = moldable([9, 5, 4])
    Schedule.of(workload, np.zeros(1), width=np.array([2])).check(workload, MACHINE)
    with pytest.raises(InfeasibleError, match="job 1 may not run on 4 processors"):
        Schedule.of(workload, np.zeros(1), width=np.array([4])).check(workload, MACHINE)


class TestGrid:
    """Each site has processors of its own."""

    grid = Platform.of(2, 4)
    jobs = offline((2, 5), (3, 5), (1, 5))

    def schedule(self, site: list[int], start: tuple[float, ...] = (0, 0, 0)) -> Schedule:
        return Schedule.of(self.jobs, np.array(start, float), site=np.array(site))

    def test_sites_run_at_the_same_time(self) -> None:
        self.schedule([0, 1, 1]).with_processors(self.grid).check(self.jobs, self.grid)

    def test_a_job_wider_than_its_site_is_rejected(self) -> None:
        with pytest.raises(InfeasibleError, match="job 2 needs 3 of 2 processors"):
            self.schedule([1, 0, 1]).check(self.jobs, self.grid)

    def test_a_full_site_is_named(self) -> None:
        with pytest.raises(InfeasibleError, match="5 processors of site 2 are busy at 0 s"):
            self.schedule([1, 1, 0]).check(self.jobs, self.grid)

    def test_a_shared_processor_is_numbered_within_its_site(self) -> None:
        lo, hi = np.array([0, 1, 1]), np.array([2, 4, 2])
        shared = replace(self.schedule([0, 1, 1]), processors=ProcessorSets(np.arange(4), lo, hi))
        with pytest.raises(InfeasibleError, match="job 2 and job 3 hold processor 1 at"):
            shared.check(self.jobs, self.grid)


def test_tolerance_forgives_rounded_times_and_no_more() -> None:
    workload = rigid((0, 4, 3), (1, 4, 2))
    rounded = replace(
        Schedule.of(workload, np.array([0.0, 2.999])), duration=np.array([3.0, 2.001])
    )
    rounded.check(workload, MACHINE, tolerance=0.002)
    with pytest.raises(InfeasibleError):
        rounded.check(workload, MACHINE)
    with pytest.raises(InfeasibleError):
        rounded.check(workload, MACHINE, tolerance=0.0005)


def serial_schedule(workload: Workload) -> Schedule:
    """One job after the other."""
    end = np.cumsum(workload.runtime) + workload.release.max(initial=0)
    return Schedule.of(workload, end - workload.runtime)


@given(rigid_cases(released=True), st.data())
def test_any_moved_start_is_judged_as_counting_would(case: tuple[Workload, int], data: Any) -> None:
    workload, m = case
    assume(len(workload))
    starts = data.draw(st.lists(st.integers(0, 20), min_size=len(workload), max_size=len(workload)))
    schedule = Schedule.of(workload, np.array(starts, float))
    feasible = bool((schedule.start >= workload.release).all())
    for t in range(40):
        running = (schedule.start <= t) & (t < schedule.end)
        feasible &= int(schedule.width[running].sum()) <= m
    if feasible:
        schedule.with_processors(Platform.of(m)).check(workload, Platform.of(m))
    else:
        with pytest.raises(InfeasibleError):
            schedule.check(workload, Platform.of(m))


@given(rigid_cases(released=True))
@example((rigid(), 1))
@example((rigid((0, 1, 0)), 1))
def test_one_job_after_the_other_is_feasible(case: tuple[Workload, int]) -> None:
    workload, m = case
    serial_schedule(workload).with_processors(Platform.of(m)).check(workload, Platform.of(m))


def test_the_busiest_instant_is_the_first_of_its_height() -> None:
    start, end, width = np.array([0.0, 2.0, 5.0]), np.array([4.0, 5.0, 6.0]), np.array([1, 2, 3])
    assert busiest(start, end, width) == (3, 2.0, 1)
    assert busiest(start[:0], end[:0], width[:0]) == (0, 0.0, -1)
