"""Ready-made comparisons over the API, and parameters that entries share."""

from typing import Any

import pytest

from algorithms.ready_made import READY_MADE
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from tests import factories
from tests.api.caller import Caller

SHARED = {"deploy_seconds": 200}


def wanted(content: bytes = factories.ENVIRONMENTS, **more: Any) -> dict[str, Any]:
    """What Alice sends."""
    owner = factories.person("alice")
    workload = factories.workload(owner, content, "jobs.json")
    return {"workload": workload.pk, "cluster": factories.cluster(owner, 4).pk, **more}


def test_a_word_makes_all_runs_with_what_they_share(alice: Caller) -> None:
    made = alice.post("/comparisons", wanted(ready_made="trade-offs", shared=SHARED))
    assert made.status == 201, made.json
    runs = made.json["runs"]
    assert len(runs) == len(READY_MADE["trade-offs"].entries)
    assert {run["params"]["deploy_seconds"] for run in runs} == {200}
    assert runs[4]["label"] == "GLS, λ = 1 × min"
    execute(runs[4]["id"])
    assert Run.objects.get(pk=runs[4]["id"]).metrics["makespan"] > 200


def test_arriving_jobs_have_one_that_takes_them_in_batches(alice: Caller) -> None:
    jobs = wanted(factories.ARRIVING, ready_made="trade-offs-on-line", shared=SHARED)
    made = alice.post("/comparisons", jobs)
    assert made.status == 201, made.json
    assert {run["algorithm"] for run in made.json["runs"]} == {"online-batch"}
    assert made.json["runs"][-1]["params"]["settings"] == "lam=4 deploy_seconds=200"


def test_algorithms_may_stand_beside_it_and_be_added(alice: Caller) -> None:
    both = [{"algorithm": "ltf"}, {"algorithm": "gls", "params": {"deploy_seconds": 0}}]
    made = alice.post("/comparisons", wanted(algorithms=both, shared=SHARED))
    assert made.json["runs"][1]["params"]["deploy_seconds"] == 0
    more = alice.post(f"/comparisons/{made.json['id']}/runs", {"ready_made": "trade-offs"})
    assert more.status == 201, more.json
    labels = [run["label"] for run in more.json["runs"]]
    assert len(labels) == len(set(labels)) == 2 + 40


def test_entries_of_the_catalogue_can_be_sent_back(alice: Caller) -> None:
    row = alice.get("/ready-made").json["results"][0]
    made = alice.post("/comparisons", wanted(algorithms=row["entries"]))
    assert len(made.json["runs"]) == row["runs"]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, {"algorithms"}),
        ({"workload": "x"}, {"algorithms", "workload"}),
        ({"ready_made": "nothing"}, {"ready_made"}),
        ({"ready_made": None}, {"ready_made"}),
        ({"ready_made": "trade-offs-on-line"}, {"ready_made"}),
        ({"ready_made": "trade-offs", "shared": 7}, {"shared"}),
        (
            {"ready_made": "trade-offs", "shared": {"deploy_seconds": "x"}},
            {"shared.deploy_seconds"},
        ),
        ({"ready_made": "trade-offs", "shared": {"lam": 2}}, {"shared.lam"}),
        ({"algorithms": [{"algorithm": "ltf"}], "shared": SHARED}, {"shared.deploy_seconds"}),
        (
            {"algorithms": [{"algorithm": "x"}], "ready_made": "trade-offs"},
            {"algorithms.0.algorithm"},
        ),
        (
            {
                "algorithms": [{"algorithm": "gls", "vary": {"lam": "1:200:1"}}],
                "ready_made": "trade-offs",
            },
            {"algorithms"},
        ),
    ],
)
def test_mistakes_are_named(alice: Caller, given: dict[str, Any], fields: set[str]) -> None:
    answer = alice.post("/comparisons", wanted(**given))
    assert (answer.status, set(answer.fields)) == (400, fields), answer.json
    assert not Comparison.objects.exists()


@pytest.mark.parametrize(
    ("shared", "told"), [(None, "null"), (7, "7"), (True, "true"), ([{"a": None}], '[{"a": null}]')]
)
def test_what_is_no_object_is_told_as_it_was_sent(alice: Caller, shared: Any, told: str) -> None:
    answer = alice.post("/comparisons", wanted(ready_made="trade-offs", shared=shared))
    sentence = f"shared must be an object of names and values, got {told}"
    assert answer.fields == {"shared": [sentence]}


def test_a_machine_on_which_it_cannot_run_is_named_there(alice: Caller) -> None:
    grid = factories.cluster(factories.person("alice"), 4, 4)
    answer = alice.post("/comparisons", {**wanted(ready_made="trade-offs"), "cluster": grid.pk})
    assert "schedules one cluster only" in answer.fields["ready_made"][0]
