"""Ready-made comparisons over the API, and what stood beside them once."""

from typing import Any

import pytest

from parsched.run.ready_made import READY_MADE
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from tests import factories
from tests.api.caller import Caller

SLOW = {"seconds": 200}


def wanted(content: bytes = factories.ENVIRONMENTS, **more: Any) -> dict[str, Any]:
    """What Alice sends: deployments take 200 s on her machine."""
    owner = factories.person("alice")
    workload = factories.workload(owner, content, "jobs.json")
    machine = factories.cluster(owner, 4, deployment=SLOW)
    return {"workload": workload.pk, "cluster": machine.pk, **more}


def test_a_word_makes_all_runs_on_the_same_machine(alice: Caller) -> None:
    made = alice.post("/comparisons", wanted(ready_made="trade-offs"))
    assert made.status == 201, made.json
    runs = made.json["runs"]
    assert len(runs) == len(READY_MADE["trade-offs"].requests)
    assert made.json["deployment"] == {"seconds": 200, "extra": 0}
    assert runs[4]["label"] == "GLS, λ = 1 × min"
    execute(runs[4]["id"])
    assert factories.measured(Run.objects.get(pk=runs[4]["id"]), "makespan") > 200


def test_arriving_jobs_have_one_that_takes_them_in_batches(alice: Caller) -> None:
    jobs = wanted(factories.ARRIVING, ready_made="trade-offs-on-line")
    made = alice.post("/comparisons", jobs)
    assert made.status == 201, made.json
    assert {run["algorithm"] for run in made.json["runs"]} == {"online-batch"}
    last = made.json["runs"][-1]["params"]["algorithm"]
    assert (last["key"], last["params"]["lam"]) == ("gls-tri", 4)


def test_algorithms_may_stand_beside_it_and_be_added(alice: Caller) -> None:
    both = [{"algorithm": "ltf"}, {"algorithm": "gls", "params": {"lam": 7}}]
    made = alice.post("/comparisons", wanted(algorithms=both))
    assert made.json["runs"][1]["params"]["lam"] == 7
    more = alice.post(f"/comparisons/{made.json['id']}/runs", {"ready_made": "trade-offs"})
    assert more.status == 201, more.json
    labels = [run["label"] for run in more.json["runs"]]
    assert len(labels) == len(set(labels)) == 2 + 52


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
        ({"ready_made": "trade-offs", "rules": 7}, {"rules"}),
        ({"ready_made": "trade-offs", "rules": {"estimates": "never"}}, {"rules.estimates"}),
        (
            {"ready_made": "trade-offs", "rules": {"events": None, "lam": 2}},
            {"rules.events", "rules.lam"},
        ),
        (
            {"algorithms": [{"algorithm": "gls", "params": {"deploy_seconds": 200}}]},
            {"algorithms.0.params.deploy_seconds"},
        ),
        (
            {"algorithms": [{"algorithm": "gls", "vary": {"deploy_extra": [1, 2]}}]},
            {"algorithms.0.vary.deploy_extra"},
        ),
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
    ("rules", "told"), [(None, "null"), (7, "7"), (True, "true"), ([{"a": None}], '[{"a": null}]')]
)
def test_what_is_no_object_is_told_as_it_was_sent(alice: Caller, rules: Any, told: str) -> None:
    answer = alice.post("/comparisons", wanted(ready_made="trade-offs", rules=rules))
    sentence = f"rules must be an object of names and values, got {told}"
    assert answer.fields == {"rules": [sentence]}


@pytest.mark.parametrize("shared", [{"deploy_seconds": 200}, {}, None])
def test_an_older_client_learns_where_shared_parameters_are(alice: Caller, shared: Any) -> None:
    answer = alice.post("/comparisons", wanted(ready_made="trade-offs", shared=shared))
    [sentence] = answer.fields["shared"]
    assert answer.status == 400
    assert "the rules of a new comparison" in sentence
    assert "the deployment of the cluster" in sentence
    assert not Comparison.objects.exists()
    made = alice.post("/comparisons", wanted(ready_made="trade-offs")).json["id"]
    again = alice.post(f"/comparisons/{made}/runs", {"ready_made": "trade-offs", "shared": shared})
    assert set(again.fields) == {"shared"}


def test_rules_come_with_a_comparison_and_not_with_more_runs(alice: Caller) -> None:
    made = alice.post("/comparisons", wanted(ready_made="trade-offs")).json["id"]
    more = {"algorithms": [{"algorithm": "ltf"}], "rules": {"estimates": "kill"}}
    [sentence] = alice.post(f"/comparisons/{made}/runs", more).fields["rules"]
    assert sentence.endswith("all runs of a comparison have the rules with which it was made")


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("estimates", "with the rules of a comparison"),
        ("events", "with the rules of a comparison"),
        ("deploy_seconds", "with the machine"),
        ("deploy_extra", "with the machine"),
    ],
)
def test_parameters_that_moved_say_where_they_are(alice: Caller, name: str, place: str) -> None:
    for entry, path in (
        ({"algorithm": "gls", "params": {name: 1}}, f"params.{name}"),
        (
            {"algorithm": "online-batch", "params": {"algorithm": "gls", f"algorithm.{name}": 1}},
            f"params.algorithm.{name}",
        ),
    ):
        answer = alice.post("/comparisons", wanted(algorithms=[entry]))
        assert set(answer.fields) == {f"algorithms.0.{path}"}
        assert place in answer.fields[f"algorithms.0.{path}"][0]


def test_a_machine_on_which_it_cannot_run_is_named_there(alice: Caller) -> None:
    grid = factories.cluster(factories.person("alice"), 4, 4)
    answer = alice.post("/comparisons", {**wanted(ready_made="trade-offs"), "cluster": grid.pk})
    assert "schedules one site only" in answer.fields["ready_made"][0]
