"""The jobs that match a question, listed and counted under every run."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report import declared_report
from parsched.report.records import Records
from parsched.report.registry import Report
from parsched.run.given import judge
from parsched.run.solve import solve
from tests.parsched.factories import rigid

JOBS = rigid((0, 2, 10), (5, 4, 10), (6, 2, 4), users=("7", "7", "8"))
ON = Instance(JOBS, Platform.of(4))


def shown(question: str, **options: object) -> Report:
    """The report on FCFS and EASY, under which the third job does not wait."""
    records = Records.of([(key, solve(ON, key)) for key in ("fcfs", "easy")])
    return declared_report("jobs").of(records, {"question": question, **options})


def cells(found: Report, key: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in found.table(key).rows]


def test_matching_jobs_are_counted_under_every_run() -> None:
    found = shown("wait>0", run="fcfs")
    assert [row[:6] for row in cells(found, "runs")] == [
        ["fcfs", "2", "67 %", "71 %", "9.500", "14"],
        ["easy", "1", "33 %", "59 %", "5", "5"],
    ]
    assert found.sentences == (
        "2 of 3 jobs match wait>0 under fcfs: they wait 9.500 s on average and 14 s at most.",
    )


def test_the_jobs_of_one_run_are_listed_the_longest_wait_first() -> None:
    assert [row[:4] for row in cells(shown("wait>0", run="fcfs"), "jobs")] == [
        ["3", "14", "6", "20"],
        ["2", "5", "5", "10"],
    ]
    assert [row[0] for row in cells(shown("wait>0", run="easy"), "jobs")] == ["2"]


def test_what_is_submitted_and_started_has_dates_where_the_jobs_have_a_calendar() -> None:
    dated = Instance(replace(JOBS, unix_start=1_774_742_400.0), ON.platform)
    records = Records.of([(key, solve(dated, key)) for key in ("fcfs", "easy")])
    found = declared_report("jobs").of(records, {"question": "wait>0", "run": "easy"})
    assert [(c.title, c.unit) for c in found.table("jobs").columns[1:5]] == [
        ("wait", "s"),
        ("submitted", ""),
        ("start", ""),
        ("run time", "s"),
    ]
    shown = ["2", "5", "2026-03-29 00:00:05 UTC", "2026-03-29 00:00:10 UTC"]
    assert [row[:4] for row in cells(found, "jobs")] == [shown]
    [row] = csv.DictReader(io.StringIO(found.write("csv", "jobs")))
    assert row["submitted [s]"] == "5.0", "programs read seconds"


def test_without_a_question_all_jobs_are_listed() -> None:
    found = shown("", rows=1, run="fcfs")
    assert found.sentences == (
        "All of 3 jobs wait 6.333 s on average and 14 s at most under fcfs.",
    )
    assert len(cells(found, "jobs")) == 1
    assert "The 1 that wait longest under fcfs are listed; files have all." in found.notes
    rows = list(csv.DictReader(io.StringIO(found.write("csv", "jobs"))))
    assert [row["job"] for row in rows] == ["3", "2", "1"]
    assert rows[0]["user"] == "8"


def test_a_question_about_the_baseline_is_shown_under_another_run() -> None:
    found = shown("moved>0")
    assert found.sentences[0].startswith("1 of 3 jobs matches moved>0 under fcfs")
    assert [row[1] for row in cells(found, "runs")] == ["1", "0"]
    assert [row[0] for row in cells(found, "jobs")] == ["3"]


def test_jobs_that_are_not_scheduled_are_counted_and_wait_for_nothing() -> None:
    theirs = judge(ON, Schedule.of(JOBS, np.array([0.0, 10.0, np.nan])), made_by="pyss")
    found = declared_report("jobs").of(Records.of([("theirs", theirs)]), {"question": "user:8"})
    assert found.sentences == ("1 of 3 jobs matches user:8 under theirs.",)
    assert cells(found, "runs") == [["theirs", "1", "33 %", "0 %", "–", "–", "–"]]
    assert cells(found, "jobs")[0][:4] == ["3", "–", "6", "–"]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("usr:7", "question: At character 1: 'usr' is no field; did you mean user?"),
        ("queue:a", "question: At character 1: these jobs have no queue; of names they have user"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(question: str, sentence: str) -> None:
    with pytest.raises(ParameterError) as caught:
        shown(question)
    assert caught.value.errors == {"question": sentence}


def test_a_run_that_is_not_there_is_named() -> None:
    with pytest.raises(ParameterError, match="run must be a run with a result, got gone"):
        shown("", run="gone")
