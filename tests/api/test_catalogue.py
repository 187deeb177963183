"""What the API says about algorithms, generators, metrics and bounds is what they declare."""

from parsched.data.generators import GENERATORS
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.ready_made import ENVIRONMENTS, POLICIES, READY_MADE, on
from tests import factories
from tests.api.caller import Caller


def test_every_algorithm_is_listed_and_refused_only_to_those_who_may_not_run_it(
    alice: Caller,
) -> None:
    answer = alice.get("/algorithms").json
    assert [row["key"] for row in answer["results"]] == list(ALGORITHMS)
    refused = {row["key"]: row["refusal"] for row in answer["results"] if row["refusal"]}
    assert refused == {"external": "runs a program, which administrators alone may choose"}


def test_algorithms_say_whether_they_take_a_workload_on_a_cluster(alice: Caller) -> None:
    owner = factories.person("alice")
    workload, cluster = factories.workload(owner), factories.cluster(owner)
    answer = alice.get(f"/algorithms?workload={workload.pk}&cluster={cluster.pk}").json
    refusals = {row["key"]: row["refusal"] for row in answer["results"]}
    assert refusals["easy"] is None
    assert "off-line" in refusals["ltf"]


def test_a_workload_without_a_cluster_is_no_question(alice: Caller) -> None:
    workload = factories.workload(factories.person("alice"))
    answer = alice.get(f"/algorithms?workload={workload.pk}")
    assert answer.status == 400
    assert set(answer.fields) == {"cluster"}


def test_an_algorithm_comes_with_schema_supports_and_papers(alice: Caller) -> None:
    answer = alice.get("/algorithms/easy").json
    assert answer["params"] == ALGORITHMS["easy"].params.json_schema()
    assert answer["supports"]["release_times"] is True
    assert answer["references"][0]["bibtex"].startswith("@")


def test_ready_made_comparisons_equal_the_librarys(alice: Caller) -> None:
    rows = alice.get("/ready-made").json["results"]
    assert [row["key"] for row in rows] == list(READY_MADE)
    assert [row["runs"] for row in rows] == [len(r.requests) for r in READY_MADE.values()]
    assert all("shared" not in row for row in rows)
    assert {row["refusal"] for row in rows} == {None}


def test_ready_made_comparisons_say_whether_they_suit(alice: Caller) -> None:
    owner = factories.person("alice")
    keys = f"workload={factories.workload(owner).pk}&cluster={factories.cluster(owner).pk}"
    rows = alice.get(f"/ready-made?{keys}").json["results"]
    reasons = {row["key"]: row["refusal"] for row in rows}
    assert {reasons[one.key] for one in on(ENVIRONMENTS)} == {"needs jobs with environments"}
    policies = {one.key: reasons[one.key] for one in on(POLICIES)}
    assert policies.pop("what-happened") == "needs starts that a log recorded"
    assert set(policies.values()) == {None}
    cited = {row["key"]: [one["key"] for one in row["references"]] for row in rows}
    assert cited["orders-easy"] == ["lelong2017"]
    assert set(alice.get(f"/ready-made?{keys.partition('&')[0]}").fields) == {"cluster"}


def test_generators_metrics_and_bounds_are_listed(alice: Caller) -> None:
    generators = alice.get("/generators").json["results"]
    assert [row["key"] for row in generators] == list(GENERATORS)
    key = generators[0]["key"]
    assert alice.get(f"/generators/{key}").json["params"] == GENERATORS[key].params.json_schema()
    assert [row["key"] for row in alice.get("/metrics").json["results"]] == list(METRICS)
    bounds = [(row["criterion"], row["key"]) for row in alice.get("/bounds").json["results"]]
    assert bounds == [(criterion, key) for criterion, keys in BOUNDS.items() for key in keys]


def test_unknown_declarations_are_not_found(alice: Caller) -> None:
    assert alice.get("/algorithms/unknown").error["code"] == "not_found"
    assert alice.get("/generators/unknown").status == 404


def test_the_root_says_who_and_where_one_is(alice: Caller) -> None:
    about = alice.get("/").json
    assert about["user"] == "alice"
    assert about["mode"] == "team"
    assert about["limits"]["queued_runs"] > 0
