"""Comparisons over the API, from choice to table."""

from typing import Any

import pytest

from parsched.data.generators import GENERATORS
from parsched.measure.metrics import METRICS
from parsched.report.standings import standings_of
from schedweb.api.serializers.comparisons import RowOut
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.workers import lifecycle
from tests import factories
from tests.api.caller import Caller


def chosen(*algorithms: Any) -> dict[str, Any]:
    """What Alice sends."""
    owner = factories.person("alice")
    return {
        "workload": factories.workload(owner).pk,
        "cluster": factories.cluster(owner).pk,
        "algorithms": list(algorithms),
    }


def finished() -> Comparison:
    """A comparison of Alice's whose runs are done."""
    compared = factories.comparison(factories.person("alice"))
    for run in compared.runs.all():
        execute(run.pk)
    return compared


def test_a_comparison_waits_runs_and_shows_its_table(alice: Caller) -> None:
    easy = {"algorithm": "easy", "label": "EASY, killed"}
    given = {**chosen({"algorithm": "fcfs"}, easy), "rules": {"estimates": "kill"}}
    made = alice.post("/comparisons", {**given, "title": "Mine"})
    assert made.status == 201
    assert [run["state"] for run in made.json["runs"]] == ["queued", "queued"]
    assert made.json["runs"][1]["label"] == "EASY, killed"
    assert made.json["page"] == f"http://testserver/comparisons/{made.json['id']}/"
    assert made.json["rules"] == {"estimates": "kill", "events": "batch"}
    for run in made.json["runs"]:
        execute(run["id"])
    shown = alice.get(f"/comparisons/{made.json['id']}").json
    assert [run["state"] for run in shown["runs"]] == ["done", "done"]
    found = standings_of(records_of(Comparison.objects.get(pk=shown["id"])))
    assert shown["table"] == found.as_json()
    assert shown["summary"]
    assert shown["table"]["rows"][1]["values"]["makespan"]["value"] == 20


def test_mistakes_are_named_by_algorithm_and_parameter(alice: Caller) -> None:
    entries = (
        {"algorithm": "online-batch", "params": {"algorithm": "guess", "unknown": [1]}},
        {"algorithm": "unknown"},
        {"algorithm": "ltf"},
    )
    answer = alice.post("/comparisons", chosen(*entries))
    assert answer.status == 400
    assert set(answer.fields) == {
        "algorithms.0.params.algorithm",
        "algorithms.0.params.unknown",
        "algorithms.1.algorithm",
        "algorithms.2.algorithm",
    }
    assert not Comparison.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"algorithms": []}, "algorithms"),
        ({"algorithms": [{}] * 100_000}, "algorithms"),
        ({"algorithms": [{"algorithm": "easy", "params": 7}]}, "algorithms.0.params"),
        ({"algorithms": [{"algorithm": "easy", "param": {}}]}, "algorithms.0.param"),
        ({"algorithms": [{"algorithm": ["easy"]}]}, "algorithms.0.algorithm"),
        ({"algorithms": {"algorithm": "easy"}}, "algorithms"),
        ({"workload": "nothing"}, "workload"),
        ({"workload": 10**400}, "workload"),
        ({"cluster": None}, "cluster"),
        ({"title": "x" * 201}, "title"),
        ({"note": "a\0b"}, "note"),
        ({"owner": 1}, "owner"),
    ],
)
def test_what_is_no_comparison_is_refused(
    alice: Caller, change: dict[str, Any], field: str
) -> None:
    answer = alice.post("/comparisons", {**chosen({"algorithm": "fcfs"}), **change})
    if answer.status != 413:  # so many algorithms do not even fit into a request
        assert answer.status == 400
        assert set(answer.fields) == {field}


HOSTILE: tuple[Any, ...] = (
    *(None, True, -1, 0.5, 10**400, "x" * 50_000, "a\0b", [0] * 50_000, {"a": {"b": []}}),
)


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_values_of_parameters_are_named(alice: Caller, value: Any) -> None:
    batches = {"algorithm": "online-batch", "params": {"algorithm": value}}
    answer = alice.post("/comparisons", chosen(batches))
    assert answer.status == 400
    assert set(answer.fields) == {"algorithms.0.params.algorithm"}
    assert len(answer.content) < 1000
    wanted = {"generator": "lublin", "jobs": 5, "processors": 8}
    for spec in GENERATORS["lublin"].params.specs():
        answer = alice.post("/workloads/generate", {**wanted, "params": {spec.name: value}})
        assert answer.status in (201, 400)
        if answer.status == 400:
            assert set(answer.fields) == {f"params.{spec.name}"}


def test_an_entry_with_several_values_makes_a_run_for_each(alice: Caller) -> None:
    vary = {"strategy": ["mst", "mpl"], "admissible": "0.5:1:0.25"}
    made = alice.post("/comparisons", chosen({"algorithm": "grid", "vary": vary}))
    assert made.status == 201
    runs = made.json["runs"]
    assert [run["label"] for run in runs][:3] == ["MST, a = 0.5", "MST, a = 0.75", "MST, a = 1"]
    assert [run["params"]["admissible"] for run in runs] == [0.5, 0.75, 1.0] * 2
    inner = {"algorithm": ["ltf", "smith", "demt"]}
    again = {"algorithms": [{"algorithm": "online-batch", "vary": inner}]}
    assert len(alice.post(f"/comparisons/{made.json['id']}/runs", again).json["runs"]) == 9


def test_sweeps_of_the_catalogue_can_be_sent_back(alice: Caller) -> None:
    for sweep in alice.get("/algorithms/grid").json["sweeps"]:
        entry = {"algorithm": "grid", "vary": sweep["vary"]}
        assert alice.post("/comparisons", chosen(entry)).status == 201, sweep["title"]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lists_of_values_are_named(alice: Caller, value: Any) -> None:
    for name in ("strategy", "admissible"):
        for given in (value, [value]):
            entry = {"algorithm": "grid", "vary": {name: given}}
            answer = alice.post("/comparisons", chosen(entry))
            if (name, given) == ("admissible", [0.5]):
                assert answer.status == 201
                continue
            assert answer.status == 400
            assert set(answer.fields) == {f"algorithms.0.vary.{name}"}
            assert len(answer.content) < 1000


def test_too_many_runs_are_refused_with_their_entry(alice: Caller) -> None:
    answer = alice.post("/comparisons", chosen({"algorithm": "grid", "vary": {"seed": "1:900"}}))
    assert answer.status == 400
    assert set(answer.fields) == {"algorithms", "algorithms.0.vary"}
    assert "at most 200 runs, this one would have 900" in answer.fields["algorithms"][0]
    wrong = alice.post("/comparisons", chosen({"algorithm": "grid", "vary": ["strategy"]}))
    assert wrong.fields == {
        "algorithms.0.vary": ['vary must be an object of names and values, got ["strategy"]']
    }
    assert not Comparison.objects.exists()


def test_things_of_others_cannot_be_compared(bob: Caller) -> None:
    answer = bob.post("/comparisons", chosen({"algorithm": "fcfs"}))
    assert answer.status == 400
    assert set(answer.fields) == {"workload", "cluster"}
    assert "of yours" in answer.fields["workload"][0]


def test_a_comparison_is_listed_renamed_extended_and_deleted(alice: Caller) -> None:
    compared = factories.comparison(factories.person("alice"))
    path = f"/comparisons/{compared.pk}"
    (row,) = alice.get("/comparisons").json["results"]
    assert (row["id"], row["runs"], row["ended"], row["failed"]) == (compared.pk, 2, 0, 0)
    assert row["workload"]["jobs"] == 3
    assert alice.patch(path, {"note": "Why"}).json["note"] == "Why"
    assert alice.patch(path, {"title": "New"}).json["note"] == "Why"
    assert set(alice.patch(path, {"title": ""}).fields) == {"title"}
    more = alice.post(f"{path}/runs", {"algorithms": [{"algorithm": "conservative"}]})
    assert (more.status, len(more.json["runs"])) == (201, 3)
    assert alice.delete(path).status == 204
    assert alice.get(path).status == 404


def test_a_comparison_is_cancelled(alice: Caller) -> None:
    path = f"/comparisons/{factories.comparison(factories.person('alice')).pk}"
    assert {run["state"] for run in alice.post(f"{path}/cancel").json["runs"]} == {"cancelled"}
    assert alice.post(f"{path}/cancel").status == 200


def test_a_comparison_that_computes_is_stopped_and_discarded_only_where_that_is_said(
    alice: Caller,
) -> None:
    compared = factories.comparison(factories.person("alice"))
    first, _ = compared.runs.all()
    lifecycle.claim(Run, first.pk, "worker")
    path = f"/comparisons/{compared.pk}/cancel"
    stopped, cancelled = alice.post(path).json["runs"]
    assert (stopped["state"], cancelled["state"]) == ("running", "cancelled")
    assert stopped["stopping"] is not None
    assert alice.post(path).json["runs"] == [stopped, cancelled], "nothing is given up unasked"
    runs = alice.post(path, {"discard": True}).json["runs"]
    assert {run["state"] for run in runs} == {"cancelled"}


def test_a_comparison_that_computes_is_discarded_in_one_step(alice: Caller) -> None:
    compared = factories.comparison(factories.person("alice"))
    lifecycle.claim(Run, compared.runs.all()[0].pk, "worker")
    path = f"/comparisons/{compared.pk}/cancel"
    runs = alice.post(path, {"discard": True}).json["runs"]
    assert {run["state"] for run in runs} == {"cancelled"}


def test_the_table_comes_in_every_form(alice: Caller) -> None:
    compared = finished()
    path = f"/comparisons/{compared.pk}/reports/results"
    second = compared.runs.all()[1]
    whole = alice.get(f"/comparisons/{compared.pk}").json["table"]
    assert set(whole["rows"][0]) == set(RowOut().fields), "all is described"
    [table] = alice.get(f"{path}?baseline={second.pk}&metrics=makespan,mean_wait").json["tables"]
    keys = [column["key"] for column in table["columns"]]
    assert [key for key in keys if key in METRICS] == ["makespan", "mean_wait"]
    assert [row["mean_wait"] for row in table["rows"]] == [
        row["values"]["mean_wait"]["value"] for row in whole["rows"]
    ]
    assert alice.get(f"{path}?format=csv").content.decode().startswith("run,algorithm,version")
    assert alice.get(f"{path}?format=latex").content.decode().count(r"\toprule") == 1
    assert alice.get(f"{path}?format=markdown").content.decode().startswith("| algorithm |")
    assert set(alice.get(f"{path}?metrics=beauty").fields) == {"metrics"}
    assert set(alice.get(f"{path}?baseline=nothing").fields) == {"baseline"}


def test_a_stranger_finds_nothing(bob: Caller) -> None:
    path = f"/comparisons/{factories.comparison(factories.person('alice')).pk}"
    assert bob.get("/comparisons").json["count"] == 0
    answers = [
        bob.get(path),
        bob.patch(path, {"title": "Bob's"}),
        bob.delete(path),
        bob.post(f"{path}/runs", {"algorithms": [{"algorithm": "easy"}]}),
        bob.post(f"{path}/cancel"),
        bob.get(f"{path}/reports"),
        bob.get(f"{path}/reports/results"),
        bob.get(f"{path}/links"),
        bob.post(f"{path}/links", {}),
    ]
    assert [answer.status for answer in answers] == [404] * len(answers)


def test_one_comparison_takes_few_queries(
    alice: Caller, django_assert_max_num_queries: Any
) -> None:
    path = f"/comparisons/{finished().pk}"
    with django_assert_max_num_queries(4):  # session, user, comparison, runs
        alice.get(path)
