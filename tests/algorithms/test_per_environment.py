"""What each environment was given: by hand, and in agreement with what the metrics say of all."""

from dataclasses import replace

import numpy as np
import pytest

from algorithms.metrics import Outcome, measure_all
from algorithms.per_environment import COLUMNS, per_environment
from algorithms.workload import Labels, Workload
from tests.algorithms.groups.loads import environed, machine, random_cases
from tests.algorithms.groups.test_gls import made

JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"), (1, 5.0, "a"), (1, 2.0, None))


def outcome(key: str, workload: Workload = JOBS, m: int = 2, **values: object) -> Outcome:
    return Outcome(workload, machine(m), made(key, workload, m, **values))


def test_every_column_equals_its_value_by_hand() -> None:
    one, other = per_environment(outcome("gls", deploy_seconds=10))
    assert one == {
        "name": "a",
        "jobs": 2,
        "work": 13.0,
        "widest": 2,
        "d_lambda": 2,
        "groups": 2,
        "group_widths": 3,
        "deployments": 2,
        "first_start": 10.0,
        "last_completion": 19.0,
    }
    assert (other["name"], other["group_widths"], other["deployments"]) == ("b", 1, 1)


def test_without_groups_nothing_is_known_of_them() -> None:
    for row in per_environment(outcome("env-blind")):
        assert (row["d_lambda"], row["groups"], row["group_widths"]) == (None, None, None)
        assert row["deployments"] > 0


def test_environments_that_no_job_needs_are_left_out() -> None:
    named = replace(JOBS, environment=Labels(np.array([1, 1, 3, -1]), ("x", "b", "y", "a")))
    assert [row["name"] for row in per_environment(outcome("gls", named))] == ["b", "a"]
    bare = replace(JOBS, environment=None)
    assert per_environment(outcome("gls", bare)) == []


@pytest.mark.parametrize("key", ["gls", "gls-plus", "env-blind", "lpt"])
def test_together_they_are_what_the_metrics_say(key: str) -> None:
    for workload, m in random_cases(100, seed=51):
        found = outcome(key, workload, m)
        rows, metrics = per_environment(found), measure_all(found)
        for column in ("deployments", "group_widths", "d_lambda"):
            values = [row[column] for row in rows]
            if None in values:
                assert np.isnan(metrics[column])
            elif rows:
                assert sum(values) == metrics[column]
        assert all({*row} == {"name", *COLUMNS} for row in rows)
