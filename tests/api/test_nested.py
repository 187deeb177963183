"""An algorithm within an algorithm over the API."""

from typing import Any

import pytest

from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from tests import factories
from tests.api.caller import Caller

INNER = {"key": "demt", "params": {"shuffles": 3}}


def wanted(**entry: Any) -> dict[str, Any]:
    """Jobs that arrive, in batches."""
    owner = factories.person("alice")
    workload = factories.workload(owner, factories.ARRIVING, "jobs.json")
    batches = {"algorithm": "online-batch", **entry}
    keys = {"workload": workload.pk, "cluster": factories.cluster(owner, 4).pk}
    return {**keys, "algorithms": [batches]}


@pytest.mark.parametrize(
    "params",
    [
        {"algorithm": INNER},
        {"algorithm": "demt", "algorithm.shuffles": 3},
        {"algorithm": "demt", "algorithm.shuffles": "3"},
        {"algorithm": {"key": "demt"}, "algorithm.shuffles": 3},
    ],
)
def test_every_way_to_say_it_comes_back_nested(alice: Caller, params: dict[str, Any]) -> None:
    made = alice.post("/comparisons", wanted(params=params))
    assert made.status == 201, made.json
    [run] = made.json["runs"]
    inner = run["params"]["algorithm"]
    assert inner["key"] == "demt"
    assert inner["params"] == {
        "compaction": "best",
        "loop": "whole",
        "selection": "knapsack",
        "shuffles": 3,
        "seed": 1,
    }
    execute(run["id"])
    done = alice.get(f"/runs/{run['id']}").json
    assert (done["state"], done["params"]) == ("done", run["params"])
    again = wanted(params=done["params"])
    assert alice.post("/comparisons", again).json["runs"][0]["params"] == run["params"]


def test_without_parameters_it_has_the_usual_ones(alice: Caller) -> None:
    for params in ({}, {"algorithm": "mrt"}, {"algorithm": {"key": "mrt", "params": {}}}):
        [run] = alice.post("/comparisons", wanted(params=params)).json["runs"]
        assert run["params"] == {"algorithm": {"key": "mrt", "params": {"compaction": "shelves"}}}


def test_inner_parameters_take_several_values(alice: Caller) -> None:
    vary = {"algorithm": ["gls", "gls-plus"], "algorithm.lam": "1:3"}
    made = alice.post("/comparisons", wanted(vary=vary))
    found = [run["params"]["algorithm"] for run in made.json["runs"]]
    expected = [(key, lam) for key in ("gls", "gls-plus") for lam in (1, 2, 3)]
    assert [(one["key"], one["params"]["lam"]) for one in found] == expected


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"algorithm": "easy"}, "algorithm"),
        ({"algorithm": {"key": "easy"}}, "algorithm"),
        ({"algorithm": {"key": "demt", "params": 7}}, "algorithm"),
        ({"algorithm": {"key": "demt", "params": None}}, "algorithm"),
        ({"algorithm": {"key": ["demt"]}}, "algorithm"),
        ({"algorithm": {"key": "demt", "more": 1}}, "algorithm"),
        ({"algorithm": {"params": {}}}, "algorithm"),
        ({"algorithm": None}, "algorithm"),
        ({"algorithm": {"key": "demt", "params": {"shuffles": -1}}}, "algorithm.shuffles"),
        ({"algorithm": {"key": "demt", "params": {"depth": 1}}}, "algorithm.depth"),
        ({"algorithm": "demt", "algorithm.shuffles": [3]}, "algorithm.shuffles"),
        ({"algorithm": INNER, "algorithm.shuffles": 3}, "algorithm.shuffles"),
        ({"algorithm.": 3}, "algorithm."),
        ({"settings": "shuffles=3"}, "settings"),
    ],
)
def test_mistakes_are_named_by_the_inner_parameter(
    alice: Caller, params: dict[str, Any], field: str
) -> None:
    answer = alice.post("/comparisons", wanted(params=params))
    assert (answer.status, set(answer.fields)) == (400, {f"algorithms.0.params.{field}"})
    assert not Comparison.objects.exists()


@pytest.mark.parametrize(
    ("vary", "field"),
    [
        ({"algorithm": ["gls", "easy"]}, "algorithm"),
        ({"algorithm": [{"key": "gls"}]}, "algorithm"),
        ({"algorithm": ["gls", "demt"], "algorithm.lam": "1:3"}, "algorithm.lam"),
        ({"algorithm.lam": "1:3"}, "algorithm.lam"),
        ({"algorithm": ["gls"], "algorithm.lam": "1:200000"}, "algorithm.lam"),
        ({"algorithm": {"gls": 1}}, "algorithm"),
    ],
)
def test_mistakes_in_several_values_are_named(
    alice: Caller, vary: dict[str, Any], field: str
) -> None:
    answer = alice.post("/comparisons", wanted(vary=vary))
    assert (answer.status, set(answer.fields)) == (400, {f"algorithms.0.vary.{field}"})


def test_the_instance_has_a_digest_once_it_was_solved(alice: Caller) -> None:
    made = alice.post("/comparisons", {**wanted(), "rules": {"estimates": "kill"}}).json
    instance = made["instance"]
    assert instance["digest"] is None
    assert instance["rules"] == made["rules"] == {"estimates": "kill", "events": "batch"}
    assert instance["deployment"] == made["deployment"] == {"seconds": 0, "extra": 0}
    execute(made["runs"][0]["id"])
    digest = alice.get(f"/comparisons/{made['id']}").json["instance"]["digest"]
    assert digest == Comparison.objects.get().instance().digest
    [row] = alice.get("/comparisons").json["results"]
    assert row["rules"]["estimates"] == "kill"
