"""The queue of EASY finds what a scan of the whole queue finds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.simulation import waiting_queue
from algorithms.simulation.machine import Jobs
from algorithms.simulation.waiting_queue import (
    Room,
    admits,
    dequeue,
    enqueue,
    level_of,
    new_waiting,
    next_admissible,
)
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

MOST = 200


@st.composite
def queues(draw: Any) -> tuple[Jobs, list[int], Room]:
    """Jobs, which of them wait, and the room for them."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    count = draw(st.integers(1, MOST))
    estimate = chance.integers(0, 12, count).astype(float)
    jobs = Jobs(np.zeros(count), estimate, estimate, chance.integers(1, 12, count))
    queued = np.flatnonzero(chance.random(count) < draw(st.floats(0, 1)))
    room = draw(st.tuples(*(st.integers(0, 12) for _ in range(4))))
    return (
        jobs,
        queued.tolist(),
        Room(float(room[0]), room[1], room[2], float(room[3]), level_of(room[1])),
    )


def filled(jobs: Jobs, queued: list[int]) -> waiting_queue.Waiting:
    """A queue that every job entered and the others have left again."""
    queue = new_waiting(len(jobs.width), 12)
    for job in range(len(jobs.width)):
        enqueue(queue, jobs, job)
    for job in range(len(jobs.width)):
        if job not in queued:
            dequeue(queue, jobs, job)
    return queue


def found(jobs: Jobs, queue: waiting_queue.Waiting, room: Room) -> list[int]:
    """All admissible jobs, one after the other."""
    jobs_found = []
    job = waiting_queue.next_admissible(queue, jobs, room, 0)
    while job >= 0:
        jobs_found.append(job)
        job = waiting_queue.next_admissible(queue, jobs, room, job + 1)
    return jobs_found


@given(queues())
def test_the_admissible_jobs_are_found_in_order(case: tuple[Jobs, list[int], Room]) -> None:
    jobs, queued, room = case
    by_scan = [j for j in queued if admits(room, jobs.width[j], jobs.estimate[j])]
    queue = filled(jobs, queued)
    assert found(jobs, queue, room) == by_scan
    with uncompiled(waiting_queue):
        assert found(jobs, queue, room) == by_scan


def test_an_empty_queue_admits_nobody() -> None:
    jobs = Jobs(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0, np.int64))
    assert next_admissible(new_waiting(0, 9), jobs, Room(0.0, 9, 9, 9.0, 4), 0) == -1


def test_levels_are_powers_of_two() -> None:
    assert [level_of(width) for width in (1, 2, 3, 4, 5, 8, 9, 1024)] == [0, 1, 2, 2, 3, 3, 4, 10]
