"""The queue of EASY finds what a scan of the whole queue finds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.policies.online import waiting_queue
from parsched.policies.online.machine import RigidJobs
from parsched.policies.online.waiting_queue import (
    StartRoom,
    admits,
    dequeue,
    enqueue,
    level_of,
    new_waiting,
    next_admissible,
)
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

MOST, WIDEST = 200, 40


@st.composite
def queues(draw: Any) -> tuple[RigidJobs, list[int], StartRoom]:
    """Jobs, which of them wait, and the room for them."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    count = draw(st.integers(1, MOST))
    # Above 2^24 s, neighbouring whole seconds are one float32.
    shift = draw(st.sampled_from([0, 2**24 + 1]))
    estimate = shift + chance.integers(0, 12, count).astype(float)
    jobs = RigidJobs(np.zeros(count), estimate, estimate, chance.integers(1, WIDEST + 1, count))
    queued = np.flatnonzero(chance.random(count) < draw(st.floats(0, 1)))
    now, shadow = draw(st.tuples(*(st.integers(0, 12) for _ in range(2))))
    free, extra = draw(st.tuples(*(st.integers(0, WIDEST) for _ in range(2))))
    return (
        jobs,
        queued.tolist(),
        StartRoom(float(now), free, extra, float(shift + shadow), level_of(free)),
    )


def filled(jobs: RigidJobs, queued: list[int]) -> waiting_queue.WaitingJobs:
    """A queue that every job entered and the others have left again."""
    queue = new_waiting(len(jobs.width), WIDEST)
    for job in range(len(jobs.width)):
        enqueue(queue, jobs, job)
    for job in range(len(jobs.width)):
        if job not in queued:
            dequeue(queue, jobs, job)
    return queue


def found(jobs: RigidJobs, queue: waiting_queue.WaitingJobs, room: StartRoom) -> list[int]:
    """All admissible jobs, one after the other."""
    jobs_found = []
    job = waiting_queue.next_admissible(queue, jobs, room, 0)
    while job >= 0:
        jobs_found.append(job)
        job = waiting_queue.next_admissible(queue, jobs, room, job + 1)
    return jobs_found


@given(queues())
def test_the_admissible_jobs_are_found_in_order(
    case: tuple[RigidJobs, list[int], StartRoom],
) -> None:
    jobs, queued, room = case
    by_scan = [j for j in queued if admits(room, jobs.width[j], jobs.estimate[j])]
    queue = filled(jobs, queued)
    assert found(jobs, queue, room) == by_scan
    with uncompiled(waiting_queue):
        assert found(jobs, queue, room) == by_scan


def test_bounds_of_widths_are_powers_of_two_and_what_is_between() -> None:
    bounds = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
    for width in range(1, 65):
        level = level_of(width)
        assert width <= bounds[level]
        assert level == 0 or bounds[level - 1] < width


def test_an_empty_queue_admits_no_job() -> None:
    jobs = RigidJobs(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0, np.int64))
    assert next_admissible(new_waiting(0, 9), jobs, StartRoom(0.0, 9, 9, 9.0, 4), 0) == -1
