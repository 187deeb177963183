"""Masks of questions: the same as a plain evaluator finds, job by job."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.questions import FIELDS, AskedJobs, QuestionError, matching, parsed, select
from tests.parsched.factories import moldable, rigid, waiting
from tests.parsched.report.questions.plain import matches, value_of
from tests.parsched.report.questions.scenes import jobs_of, question


@given(seed=st.integers(0, 10**6))
def test_masks_are_what_a_plain_evaluator_finds(seed: int) -> None:
    chance, jobs = Random(seed), jobs_of(seed % 50)
    for _ in range(5):
        tree = parsed(question(chance))
        expected = [matches(tree, jobs, job) for job in range(len(jobs))]
        assert matching(tree, jobs).tolist() == expected


@pytest.mark.parametrize("key", FIELDS)
def test_every_field_has_the_value_that_a_plain_evaluator_finds(key: str) -> None:
    jobs = jobs_of(7)
    for job in range(len(jobs)):
        value = value_of(key, jobs, job)
        if isinstance(value, str):
            found = matching(parsed(f'{key}:"{value.replace(chr(34), chr(92) + chr(34))}"'), jobs)
            assert found[job]
        elif isinstance(value, bool):
            assert matching(parsed(key), jobs)[job] == value
        elif value is not None and value == value and value != float("inf"):
            assert matching(parsed(f"{key}:{value!r}"), jobs)[job]
            assert not matching(parsed(f"{key}>{value!r}"), jobs)[job]


def placed(workload: Workload, *starts: float) -> tuple[Instance, Schedule]:
    """An instance on four processors with a schedule."""
    return Instance(workload, Platform.of(4)), Schedule.of(workload, np.array(starts, np.float64))


def chosen(question: str, instance: Instance, schedule: Schedule | None) -> list[int]:
    return (np.flatnonzero(select(instance, schedule, question)) + 1).tolist()


def test_a_question_is_asked_of_jobs_alone() -> None:
    jobs = rigid((0, 1, 5), (3, 2, 60), (9, 4, 7), users=("7", None, "8"))
    instance = Instance(jobs, Platform.of(4))
    assert chosen("", instance, None) == [1, 2, 3]
    assert chosen("user:7 or width>=4", instance, None) == [1, 3]
    assert chosen("user!=7", instance, None) == [2, 3]
    assert chosen("user:*", instance, None) == [1, 3]
    assert chosen("runtime>=1m or submit<1", instance, None) == [1, 2]


def test_moldable_jobs_have_their_least_width_without_a_schedule() -> None:
    jobs = moldable([4, 2], [9, 5, 3])
    instance = Instance(jobs, Platform.of(4))
    assert chosen("width:1", instance, None) == [1, 2]
    schedule = Schedule.of(jobs, np.zeros(2), width=np.array([2, 1]))
    assert chosen("width:1", instance, schedule) == [2]
    assert chosen("runtime:9", instance, schedule) == [2]


def test_waits_count_from_the_end_of_the_jobs_before() -> None:
    jobs = waiting(rigid((0, 1, 10), (0, 1, 5)), (1, 0, 2))
    instance, schedule = placed(jobs, 0, 14)
    assert chosen("wait:2", instance, schedule) == [2]
    assert chosen("submit:0 wait:14", instance, schedule) == []


def test_dates_are_whole_days() -> None:
    jobs = replace(rigid((0, 1, 1), (79_200, 1, 1), (79_201, 1, 1)), unix_start=1_774_742_400.0)
    instance = Instance(replace(jobs, zone="Europe/Berlin"), Platform.of(4))
    # The 29th has 23 hours there, and begins an hour before time 0.
    assert chosen("submit:2026-03-29", instance, None) == [1]
    assert chosen("submit>2026-03-29", instance, None) == [2, 3]
    assert chosen("submit<=2026-03-29", instance, None) == [1]
    assert chosen("submit:2026-03-30..", instance, None) == [2, 3]
    assert chosen("submit:2026-03-29..2026-03-30", instance, None) == [1, 2, 3]


def test_identifiers_that_are_text_are_listed() -> None:
    jobs = replace(rigid((0, 1, 1), (0, 1, 1)), ids=np.array(["a.1", "a..2"]))
    instance = Instance(jobs, Platform.of(4))
    assert chosen("id:a.1", instance, None) == [1]
    assert chosen('id:"a..2"', instance, None) == [2]
    with pytest.raises(QuestionError, match="At character 1: these identifiers are no numbers"):
        select(instance, None, "id>3")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("wait>1", "At character 1: wait is asked of a schedule, and there is none"),
        ("width:1 user:7", "At character 9: these jobs have no user; of names they have none"),
        ("submit<2026-03-29", "At character 8: these jobs have no calendar: write a time since"),
    ],
)
def test_what_these_jobs_do_not_have_is_said(asked: str, sentence: str) -> None:
    instance = Instance(rigid((0, 1, 1)), Platform.of(4))
    with pytest.raises(QuestionError, match=sentence):
        select(instance, None, asked)


def test_a_baseline_is_needed_to_compare() -> None:
    instance, schedule = placed(rigid((0, 1, 1), (0, 1, 1)), 0, 5)
    with pytest.raises(QuestionError, match="At character 1: moved compares with a baseline"):
        select(instance, schedule, "moved>1")
    other = placed(instance.workload, 0, 2)[1]
    assert select(instance, schedule, "moved:3", baseline=other).tolist() == [False, True]
    assert select(instance, schedule, "differs", baseline=other).tolist() == [False, True]


def test_jobs_that_are_not_scheduled_match_no_comparison() -> None:
    instance, schedule = placed(rigid((0, 1, 1), (0, 1, 1)), 0, np.nan)
    asked = AskedJobs(instance, schedule)
    assert matching(parsed("wait>=0"), asked).tolist() == [True, False]
    assert matching(parsed("-wait>=0"), asked).tolist() == [False, True]
