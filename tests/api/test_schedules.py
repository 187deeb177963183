"""Schedules made elsewhere, through the API."""

import pytest
from django.conf import LazySettings

from tests import factories
from tests.api.caller import Caller
from tests.api.test_comparisons import finished

HEAD = "job_id,submission_time,starting_time,execution_time,width\n"
GOOD = (HEAD + "1,0,0,10,2\n2,5,10,10,4\n3,6,20,4,2\n").encode()
BROKEN = (HEAD + "1,0,0,10,2\n2,5,4,10,4\n").encode()


def test_a_schedule_becomes_a_run_that_is_done(alice: Caller) -> None:
    comparison = finished()
    path = f"/comparisons/{comparison.pk}/schedules"
    made = alice.upload(path, GOOD, "theirs.csv", label="Theirs", made_by="pyss", format="batsim")
    assert made.status == 201
    run = made.json
    assert (run["label"], run["algorithm"], run["state"]) == ("Theirs", "given", "done")
    assert (run["made_by"], run["violation_count"], run["violations"]) == ("pyss", 0, [])
    assert run["metrics"]["makespan"] == 24
    assert run["ratios"]["makespan"]["value"] >= 1
    assert run["params"]["file"] == "theirs.csv"
    assert run["warnings"] == ["Read from Batsim jobs.csv: 3 jobs matched by id."]
    rows = alice.get(f"/comparisons/{comparison.pk}").json["table"]["rows"]
    assert [(row["made_by"], row["violation_count"]) for row in rows][-1] == ("pyss", 0)


def test_a_schedule_that_breaks_rules_names_them(alice: Caller) -> None:
    path = f"/comparisons/{finished().pk}/schedules"
    run = alice.upload(path, BROKEN, "theirs.csv").json
    assert run["made_by"] == "somebody else"
    assert run["violation_count"] == 3
    assert run["violations"] == [
        "job 3 is not scheduled",
        "job 2 starts at 4 s, before its release at 5 s",
        "job 2 starts at 4 s on 4 processors when 2 of 4 are free",
    ]
    assert (run["ratios"], run["certificates"]["makespan"]["gap"]) == ({}, None)


def test_a_comparison_in_which_nothing_was_computed_gets_bounds(alice: Caller) -> None:
    comparison = factories.comparison(factories.person("alice"))
    path = f"/comparisons/{comparison.pk}/schedules"
    assert alice.upload(path, GOOD, "theirs.csv").json["bounds"]["makespan"]


@pytest.mark.parametrize(
    ("content", "fields", "field", "words"),
    [
        (b"", {}, "file", "the file is empty"),
        (HEAD.encode() + b"x,0,0,1,1\n", {}, "file", "no row is about a job of the workload"),
        (GOOD, {"format": "doc"}, "format", "doc"),
        (GOOD, {"label": "x" * 101}, "label", "100"),
        (GOOD, {"made_by": "x" * 101}, "made_by", "100"),
        (GOOD, {"by": "me"}, "by", ""),
    ],
)
def test_mistakes_are_named_by_field(
    alice: Caller, content: bytes, fields: dict[str, str], field: str, words: str
) -> None:
    comparison = finished()
    answer = alice.upload(f"/comparisons/{comparison.pk}/schedules", content, "t.csv", **fields)
    assert answer.status in (400, 422)
    assert words in " ".join(answer.fields[field])
    assert comparison.runs.count() == 2


def test_a_comparison_has_so_many_runs_at_most(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedweb.runs.imports.MAX_RUNS", 2)
    answer = alice.upload(f"/comparisons/{finished().pk}/schedules", GOOD, "t.csv")
    assert answer.status == 409
    assert "at most 2 runs" in answer.error["message"]


def test_strangers_find_nothing(bob: Caller, visitor: Caller) -> None:
    path = f"/comparisons/{finished().pk}/schedules"
    assert bob.upload(path, GOOD, "t.csv").status == 404
    assert visitor.upload(path, GOOD, "t.csv").status == 401


def test_a_file_that_is_too_large_is_refused_unread(alice: Caller, settings: LazySettings) -> None:
    path = f"/comparisons/{finished().pk}/schedules"
    settings.SCHEDWEB_MAX_UPLOAD_MB = 0
    answer = alice.upload(path, GOOD + b"#" * 70_000, "t.csv")
    assert answer.status == 413
