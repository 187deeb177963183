"""What each environment was given: by hand, and in agreement with what the metrics say of all."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.platform import DeployTime
from parsched.model.problem.workload import Labels, Workload
from parsched.run.per_environment import (
    COLUMNS,
    by_work,
    is_least,
    is_within,
    per_environment,
    together,
)
from tests.parsched.policies.groups.loads import environed, machine, random_cases
from tests.parsched.policies.groups.test_gls import made

JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"), (1, 5.0, "a"), (1, 2.0, None))


def outcome(key: str, workload: Workload = JOBS, m: int = 2, seconds: float = 0.0) -> Outcome:
    time = DeployTime(seconds)
    return Outcome(workload, machine(m, time), made(key, workload, m, time=time))


def test_every_column_equals_its_value_by_hand() -> None:
    one, other = per_environment(outcome("gls", seconds=10.0))
    assert one == {
        "name": "a",
        "jobs": 2,
        "work": 13.0,
        "widest": 2,
        "d_lambda": 2,
        "groups": 2,
        "group_widths": 3,
        "deployments": 2,
        "reboots": 2,
        "share": 2 / 3,
        "over_widest": 1.0,
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
        rows, metrics = per_environment(found), measure(found)
        whole = together(rows)
        for column in ("deployments", "group_widths", "d_lambda"):
            if whole[column] is None:
                assert np.isnan(metrics[column]) or not rows
            else:
                assert whole[column] == metrics[column]
        assert all({*row} == {"name", *COLUMNS} for row in rows)


def test_all_together_by_hand() -> None:
    whole = together(per_environment(outcome("gls", seconds=10.0)))
    assert whole == {
        "jobs": 3,
        "work": 16.0,
        "widest": 2,
        "d_lambda": 3,
        "groups": 3,
        "group_widths": 4,
        "deployments": 3,
        "reboots": 3,
        "share": 1.0,
        "over_widest": 1.0,
        "first_start": 10.0,
        "last_completion": 27.0,
    }
    assert set(together([]).values()) == {None}
    unlike = [{"widest": 3, "over_widest": 2.0}, {"widest": 1, "over_widest": 6.0}]
    assert together(unlike)["over_widest"] == 3.0


def test_those_with_most_work_come_first_and_of_equals_the_first() -> None:
    rows = [{"name": name, "work": work} for name, work in zip("abcd", (1, 5, 1, 9), strict=True)]
    assert by_work(rows) == [3, 1, 0, 2]


def test_the_fewest_deployments_of_any_schedule_are_told() -> None:
    jobs = environed((1, 4.0, "a"), (1, 4.0, "b"), (1, 4.0, "a"))
    one, other = per_environment(outcome("env-blind", jobs, m=1))
    assert (one["deployments"], one["over_widest"]) == (2, 2.0)
    assert (is_least(one), is_least(other)) == (False, True)
    assert not is_within(one), "there is no λ"
    assert is_within(one | {"d_lambda": 2})
    assert not is_within(one | {"d_lambda": 1})


def test_nothing_is_the_least_where_something_is_installed_at_first() -> None:
    platform = replace(machine(2), installed=(("a", 2),))
    found = Outcome(JOBS, platform, made("gls", JOBS, 2))
    assert [is_least(row) for row in per_environment(found)] == [False, False]
