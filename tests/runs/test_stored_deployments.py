"""Schedules are stored with what they say of deployments."""

from dataclasses import replace

import numpy as np
import pytest

from algorithms.deployment import DeployTime, Groups
from algorithms.procset import ProcessorSets
from algorithms.schedule import Schedule
from schedweb.runs.storage import load_schedule, save_schedule
from tests.algorithms.groups.loads import environed

pytestmark = pytest.mark.django_db
JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"))
BARE = replace(
    Schedule.of(JOBS, np.array([2.0, 8.0])), processors=ProcessorSets.parse(["0-1", "0"])
)


def stored(schedule: Schedule) -> Schedule:
    return load_schedule(save_schedule(schedule))


def test_times_of_deployments_and_groups_come_back() -> None:
    groups = Groups(np.array([1, 0]), np.array([1, 2]), np.array([1, 0]), 5.5)
    found = stored(replace(BARE, deployment=DeployTime(2.0, 1.5), groups=groups))
    assert found.deployment == DeployTime(2.0, 1.5)
    assert found.groups is not None
    assert found.groups.job.tolist() == [1, 0]
    assert found.groups.width.tolist() == [1, 2]
    assert found.groups.environment.tolist() == [1, 0]
    assert found.groups.target == 5.5


def test_most_schedules_have_neither() -> None:
    found = stored(BARE)
    assert found.deployment.is_instant
    assert found.groups is None
