"""What programs may decide, and the sentences for what they may not."""

import json
from pathlib import Path
from typing import Any

import pytest

from parsched.model.stop import Stop
from parsched.policies.external.messages import ProgramError
from tests.parsched.factories import rigid
from tests.parsched.policies.external.programs import answers, event, execute, run

TWO = rigid((0, 2, 10), (5, 3, 4))
"""Two jobs that do not fit on four processors together."""
NOTHING: list[Any] = []


def error(folder: Path, *replies: Any, jobs: Any = TWO, processors: int = 4) -> str:
    """Return the sentence that answers end with."""
    with pytest.raises(ProgramError) as caught:
        run(jobs, processors, answers(folder, *replies), Stop(time_limit=20.0))
    return str(caught.value)


def test_jobs_run_on_the_processors_that_a_program_chooses(tmp_path: Path) -> None:
    jobs = rigid((0, 2, 10), (0, 1, 4))
    decisions = [execute(1, 0.0, "3 0"), execute(2, 0.0, "1-1")]
    result = run(jobs, 4, answers(tmp_path, NOTHING, decisions, *[NOTHING] * 3))
    assert result.schedule.start.tolist() == [0.0, 0.0]
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["0 3", "1"]


def test_without_alloc_a_job_gets_the_lowest_free_processors(tmp_path: Path) -> None:
    jobs = rigid((0, 1, 10), (0, 2, 4), (0, 1, 4))
    decisions = [execute(1, 0.0, "1"), execute(2, 0.0), execute(3, 0.0)]
    result = run(jobs, 4, answers(tmp_path, NOTHING, decisions, *[NOTHING] * 3))
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["1", "0 2", "3"]


def test_a_decision_takes_effect_at_its_time(tmp_path: Path) -> None:
    """The program is busy until 7 s, and then told what happened at 5 s."""
    late = json.dumps({"now": 7.0, "events": [execute(1, 6.5)]})
    second = [execute(2, 16.5, "1-3")]
    result = run(TWO, 4, answers(tmp_path, NOTHING, late, NOTHING, second, NOTHING, NOTHING))
    assert result.schedule.start.tolist() == [6.5, 16.5]


def test_a_program_is_called_when_it_asks_for_it(tmp_path: Path) -> None:
    call = [event("CALL_ME_LATER", 0.0, timestamp=2.5)]
    one = [execute(1, 2.5)]
    result = run(rigid((0, 2, 10)), 4, answers(tmp_path, NOTHING, call, one, NOTHING, NOTHING))
    assert result.schedule.start.tolist() == [2.5]


def test_notices_and_metadata_change_nothing(tmp_path: Path) -> None:
    told = [
        event("NOTIFY", 0.0, type="registration_finished"),
        event("SET_JOB_METADATA", 0.0, job_id="w0!1", metadata="x"),
        execute(1, 0.0),
    ]
    result = run(rigid((0, 2, 10)), 4, answers(tmp_path, NOTHING, told, NOTHING, NOTHING))
    assert result.remarks == ("The program attached metadata to jobs, which are not kept.",)


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (execute(3, 0.0), "there is no job 'w0!3'"),
        (execute(2, 0.0), "job 2 has not been submitted yet, at 0 s"),
        (execute(1, 0.0, "0"), "job 1 needs 2 processors, and its alloc names 1 processor"),
        (execute(1, 0.0, "0-2"), "job 1 needs 2 processors, and its alloc names 3 processors"),
        (execute(1, 0.0, "3-4"), "the alloc of job 1 must be within 0-3, the lower end first, got"),
        (execute(1, 0.0, "1-0"), "the alloc of job 1 must be within 0-3, the lower end first, got"),
        (execute(1, 0.0, "0,1"), 'the alloc of job 1 must be processors such as "0-3 7", got'),
        (event("EXECUTE_JOB", 0.0), "(EXECUTE_JOB) must have a text as its 'job_id', got None"),
        (event("EXECUTE_JOB", 0.0, job_id="w0!1", alloc=[0, 1]), "must have a text as its 'alloc'"),
        (
            event("EXECUTE_JOB", 0.0, job_id="w0!1", additional_io_job={}),
            "job 1 cannot have an additional_io_job here",
        ),
        (event("REJECT_JOB", 0.0, job_id="w0!1"), "job 1 cannot be rejected: every job has to run"),
        (event("CALL_ME_LATER", 0.0, timestamp=0.0), "must ask for a time after now, 0 s"),
        (event("CALL_ME_LATER", 0.0, timestamp="soon"), "must have a number as its 'timestamp'"),
        (event("NOTIFY", 0.0, type="lunch"), "its notice is unknown; known are registration_fin"),
        (event("KILL_JOB", 0.0, job_ids=["w0!1"]), "cannot be done here: jobs run to their ends"),
        (event("FOO", 0.0), "(FOO) has a type that is unknown; known are EXECUTE_JOB, REJECT_JOB"),
        (event("NOTIFY", 1.0), "must have a timestamp from 0 s to 0 s, got 1 s"),
        (event("NOTIFY", -1.0), "must have a timestamp from 0 s to 0 s, got -1 s"),
        (event("NOTIFY", 10**400), "must have a number as its 'timestamp', got 1000"),
        ({"timestamp": 0.0}, 'event 1 must be an object with a "type"'),
        ({"timestamp": 0.0, "type": "NOTIFY", "data": 1}, 'must have an object as its "data"'),
        ("NOTIFY", 'event 1 must be an object with a "type"'),
    ],
)
def test_a_decision_that_breaks_a_rule_is_named(
    tmp_path: Path, decision: Any, sentence: str
) -> None:
    text = error(tmp_path, NOTHING, [decision])
    assert text.startswith("answer 2 of the program, event 1")
    assert sentence in text


def test_a_job_starts_once(tmp_path: Path) -> None:
    text = error(tmp_path, NOTHING, [execute(1, 0.0)], [execute(1, 5.0)])
    assert text.endswith(
        "answer 3 of the program, event 1 (EXECUTE_JOB): job 1 was started already, at 0 s"
    )


def test_too_few_free_processors_are_counted(tmp_path: Path) -> None:
    text = error(tmp_path, NOTHING, [execute(1, 0.0)], [execute(2, 5.0)])
    assert text.endswith("job 2 needs 3 processors, and 2 of 4 are free at 5 s")


def test_a_processor_that_is_held_is_named_with_its_job(tmp_path: Path) -> None:
    jobs = rigid((0, 1, 10), (0, 1, 10))
    text = error(tmp_path, NOTHING, [execute(1, 0.0, "2"), execute(2, 0.0, "2")], jobs=jobs)
    assert text.endswith("event 2 (EXECUTE_JOB): job 2 cannot have processor 2, which job 1 holds")


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("hello", "answer 2 of the program is no JSON: 'hello'"),
        ("[" * 100_000, "answer 2 of the program is no JSON: '[[["),
        ("[]", 'answer 2 of the program must be an object with "now" and a list of "events"'),
        ('{"now": 0}', 'answer 2 of the program must be an object with "now" and a list of'),
        ('{"now": NaN, "events": []}', "must have a number as its 'now', got nan"),
        ('{"now": -5, "events": []}', "has now = -5 s, which is before 0 s"),
    ],
)
def test_an_answer_that_is_none_is_shown(tmp_path: Path, reply: str, sentence: str) -> None:
    assert sentence in error(tmp_path, NOTHING, reply)


def test_two_lines_are_one_too_many(tmp_path: Path) -> None:
    text = error(tmp_path, NOTHING, '{"now": 0, "events": []}\nMore')
    assert "'More'" in text
    assert "answer 2" in text or "answer 3" in text


def test_jobs_that_wait_for_ever_are_named(tmp_path: Path) -> None:
    jobs = rigid(*((0, 1, 1) for _ in range(5)))
    text = error(tmp_path, NOTHING, NOTHING, jobs=jobs)
    assert (
        "at 0 s, nothing runs, no job is to come and no call is requested, but jobs 1, 2, 3" in text
    )
    assert "and 2 more wait: it said: nothing left to say" in text or "it said nothing" in text
    assert "but job 1 waits" in error(tmp_path, NOTHING, NOTHING, jobs=rigid((0, 1, 1)))


def test_nothing_is_decided_after_the_end(tmp_path: Path) -> None:
    call = [event("CALL_ME_LATER", 10.0, timestamp=20.0)]
    text = error(tmp_path, NOTHING, [execute(1, 0.0)], NOTHING, call, jobs=rigid((0, 2, 10)))
    assert text == "answer 4 of the program has decisions, after SIMULATION_ENDS"


def test_sequential_events_come_one_by_one(tmp_path: Path) -> None:
    """Of the two at 10 s the arrival is told first, though processors are free already."""
    jobs = rigid((0, 4, 10), (10, 4, 5))
    replies = NOTHING, [execute(1, 0.0)], [execute(2, 10.0)], NOTHING, NOTHING, NOTHING
    result = run(jobs, 4, answers(tmp_path, *replies), rules={"events": "sequential"})
    assert result.schedule.start.tolist() == [0.0, 10.0]
