"""Questions over the API: what may be asked, and the ids of the jobs that match."""

from urllib.parse import urlencode

import pytest

from parsched.report.questions import FIELDS
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from tests import factories
from tests.api.caller import Caller


def runs(*keys: str) -> list[Run]:
    """Runs of Alice's that are done."""
    made = factories.comparison(factories.person("alice"), keys)
    for run in made.runs.all():
        execute(run.pk)
    return list(made.runs.all())


def asked_of(run: Run, **asked: str) -> str:
    """The address of a question."""
    return f"/runs/{run.pk}/jobs?{urlencode(asked)}"


def test_fields_are_listed_as_declared(alice: Caller) -> None:
    rows = alice.get("/questions?page_size=100").json["results"]
    assert rows == [field.as_json() for field in FIELDS.values()]


def test_the_ids_of_matching_jobs_are_answered(alice: Caller) -> None:
    fcfs, easy = runs("fcfs", "easy")
    found = alice.get(asked_of(fcfs, question="wait>0 user:3,4")).json
    assert found == {
        "run": fcfs.pk,
        "question": "wait>0 user:3,4",
        "jobs": 3,
        "count": 2,
        "ids": ["2", "3"],
    }
    assert alice.get(f"/runs/{fcfs.pk}/jobs").json["count"] == 3
    moved = asked_of(easy, question="moved<0", baseline=fcfs.pk)
    assert alice.get(moved).json["ids"] == ["3"]


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ({"question": "usr:7"}, "question", "At character 1: 'usr' is no field"),
        ({"question": "moved>1"}, "question", "At character 1: moved compares with a baseline"),
        ({"question": "wait>1", "baseline": "gone"}, "baseline", "the id of a run of the same"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    alice: Caller, asked: dict[str, str], field: str, sentence: str
) -> None:
    [run] = runs("easy")
    answer = alice.get(asked_of(run, **asked))
    assert answer.status == 400
    assert sentence in answer.fields[field][0]


def test_a_run_that_waits_has_no_answer(alice: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    assert alice.get(asked_of(run, question="")).status == 409


def test_runs_of_others_are_not_there(bob: Caller) -> None:
    [run] = runs("easy")
    assert bob.get(asked_of(run, question="")).status == 404
