"""What the groups of a schedule came to."""

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.run.per_group import PerGroup
from parsched.run.solve import solve
from parsched.studies.numbers import NUMBERS
from tests.parsched.policies.groups.loads import environed, machine, random_cases

LONG = environed((9, 1, "a"), (5, 11, "a"), (5, 11, "a"), *[(1, 20, "b")] * 3)


def numbers(last_group: str) -> dict[str, float | None]:
    result = solve(Instance(LONG, machine(9)), "gls", {"last_group": last_group})
    keys = ("least_fill", "longest_group", "widest_group", "most_groups", "d_makespan")
    return {key: NUMBERS[key].read(result) for key in keys}


def test_a_schedule_by_hand() -> None:
    """One group of 23 s on all 9 processors with a work of 119, one of three jobs side by side."""
    groups = PerGroup.of(LONG, solve(Instance(LONG, machine(9)), "gls").schedule)
    assert groups is not None
    assert groups.time.tolist() == [23, 20]
    assert groups.work.tolist() == [119, 60]
    assert groups.width.tolist() == [9, 3]
    assert groups.fill.tolist() == [119 / 207, 1]


def test_the_numbers_of_a_run() -> None:
    """Both end at 43 s, in which one environment needs 9 processors and the other two."""
    assert numbers("repaired") == {
        "least_fill": 119 / 207,
        "longest_group": 23,
        "widest_group": 1,
        "most_groups": 1,
        "d_makespan": 11,
    }
    unchecked = numbers("unchecked")
    assert (unchecked["longest_group"], unchecked["d_makespan"]) == (60, 10)


def test_they_equal_a_plain_count() -> None:
    several = 0
    for workload, m in random_cases(100, seed=8):
        schedule = solve(Instance(workload, machine(m)), "gls").schedule
        found = PerGroup.of(workload, schedule)
        assert schedule.groups is not None
        if found is None:
            assert (schedule.groups.job < 0).all()
            continue
        several += len(found.time) > 1
        for number in range(len(found.time)):
            jobs = np.flatnonzero(schedule.groups.job == number)
            time = schedule.end[jobs].max() - schedule.start[jobs].min()
            assert found.time[number] == time
            assert found.work[number] == pytest.approx(
                workload.width[jobs] @ workload.runtime[jobs]
            )
    assert several > 50


def test_what_has_no_groups_has_no_numbers_of_groups() -> None:
    result = solve(Instance(LONG, machine(9)), "env-blind")
    assert PerGroup.of(LONG, result.schedule) is None
    assert NUMBERS["least_fill"].read(result) is None
    assert NUMBERS["d_makespan"].read(result) == 12
    plain = solve(Instance(environed((1, 5, None)), machine(2)), "ltf")
    assert NUMBERS["d_makespan"].read(plain) is None
