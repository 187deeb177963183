"""Schedules are stored with what they say of groups."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.model.problem.deployment import Groups
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.model.schedules.timetable import COLUMNS
from schedweb.runs.storage import load_schedule, save_schedule
from schedweb.store import blobs
from schedweb.store.arrays import pack, unpack
from tests.parsched.policies.groups.loads import environed

pytestmark = pytest.mark.django_db
JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"))
BARE = replace(
    Schedule.of(JOBS, np.array([2.0, 8.0])), processors=ProcessorSets.parse(["0-1", "0"])
)


def stored(schedule: Schedule) -> Schedule:
    return load_schedule(save_schedule(schedule))


def test_groups_come_back() -> None:
    groups = Groups(np.array([1, 0]), np.array([1, 2]), np.array([1, 0]), 5.5)
    found = stored(replace(BARE, groups=groups))
    assert found.groups is not None
    assert found.groups.job.tolist() == [1, 0]
    assert found.groups.width.tolist() == [1, 2]
    assert found.groups.environment.tolist() == [1, 0]
    assert found.groups.target == 5.5


def test_most_schedules_have_none() -> None:
    assert stored(BARE).groups is None


def test_schedules_that_have_the_time_of_deployments_are_still_read() -> None:
    """Earlier versions stored it with each; it is the machine's now."""
    arrays = unpack(blobs.get(save_schedule(BARE)))
    assert "deployment" not in arrays
    earlier = load_schedule(blobs.put(pack({**arrays, "deployment": np.array([2.0, 1.5])})))
    for name in COLUMNS:
        assert np.array_equal(getattr(earlier, name), getattr(BARE, name))
    assert earlier.processors is not None
    assert earlier.processors.text() == ["0-1", "0"]
