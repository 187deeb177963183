"""Schedules hold what algorithms decided."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from tests.parsched.factories import moldable, offline


def test_durations_come_from_the_profiles() -> None:
    workload = moldable([9, 5, 4], [2, 1])
    schedule = Schedule.of(workload, np.array([0.0, 4.0]), width=np.array([3, 1]))
    assert schedule.duration.tolist() == [4, 2]
    assert schedule.end.tolist() == [4, 6]


def test_the_width_of_rigid_jobs_is_their_own() -> None:
    schedule = Schedule.of(offline((2, 3), (1, 4)), np.zeros(2))
    assert schedule.width.tolist() == [2, 1]
    assert schedule.site.tolist() == [0, 0]
    assert not schedule.backfilled.any()


def test_columns_are_read_only_and_not_shared() -> None:
    start = np.zeros(1)
    schedule = Schedule.of(offline((1, 1)), start)
    start[0] = 5.0
    assert schedule.start[0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        schedule.start[0] = 1.0


def test_processors_of_a_cluster_are_the_lowest_block() -> None:
    workload = offline((2, 3), (1, 3))
    schedule = Schedule.of(workload, np.zeros(2)).with_processors(Platform.of(4))
    sets = schedule.processors
    assert sets is not None
    assert list(zip(sets.lo.tolist(), sets.hi.tolist(), strict=True)) == [(0, 2), (2, 3)]


def test_processors_are_numbered_within_each_site() -> None:
    workload = offline((2, 3), (1, 3), (2, 3))
    schedule = Schedule.of(workload, np.zeros(3), site=np.array([1, 0, 1]))
    sets = schedule.with_processors(Platform.of(1, 4)).processors
    assert sets is not None
    assert list(zip(sets.lo.tolist(), sets.hi.tolist(), strict=True)) == [(0, 2), (0, 1), (2, 4)]


def test_choosing_processors_leaves_the_schedule_alone() -> None:
    schedule = Schedule.of(offline((1, 1)), np.zeros(1))
    chosen = schedule.with_processors(Platform.of(1))
    assert schedule.processors is None
    assert replace(chosen, processors=None).start is schedule.start
