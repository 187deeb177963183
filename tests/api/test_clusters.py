"""Clusters over the API."""

import pytest

from schedweb.clusters.models import Cluster
from tests import factories
from tests.api.caller import Caller


def test_a_cluster_is_made_shown_changed_and_deleted(alice: Caller) -> None:
    made = alice.post("/clusters", {"name": "KTH", "sites": [{"processors": 100}]})
    assert made.status == 201
    path = f"/clusters/{made.json['id']}"
    assert made.json["sites"] == [{"name": "KTH", "processors": 100}]
    assert alice.get(path).json == made.json
    assert alice.patch(path, {"name": "SP2"}).json["name"] == "SP2"
    grid = {"name": "Grid", "sites": [{"processors": 4}, {"name": "big", "processors": 8}]}
    assert alice.put(path, grid).json["processors"] == 12
    assert alice.delete(path).status == 204
    assert alice.get(path).status == 404


def test_every_mistake_is_named_by_its_field(alice: Caller) -> None:
    answer = alice.post("/clusters", {"sites": [{"processors": 0}, {"processors": "many"}], "x": 1})
    assert answer.status == 400
    assert answer.fields == {
        "x": ["x is not known here; known are: name, sites, deployment, systems"],
        "name": ["name is missing"],
        "sites.0.processors": ["processors must be a whole number from 1 to 2,147,483,647, got 0"],
        "sites.1.processors": [
            "processors must be a whole number from 1 to 2,147,483,647, got 'many'"
        ],
    }


def test_deployment_time_belongs_to_a_cluster(alice: Caller) -> None:
    machine = {"name": "KTH", "sites": [{"processors": 100}]}
    made = alice.post("/clusters", machine)
    assert made.json["deployment"] == {"seconds": 0, "extra": 0}
    path = f"/clusters/{made.json['id']}"
    slow = alice.patch(path, {"deployment": {"seconds": 200, "extra": "100"}})
    assert slow.json["deployment"] == {"seconds": 200, "extra": 100}
    assert alice.patch(path, {"name": "SP2"}).json["deployment"] == {"seconds": 200, "extra": 100}
    put = alice.put(path, {**machine, "deployment": {"seconds": 5}})
    assert put.json["deployment"] == {"seconds": 5, "extra": 0}
    assert alice.get("/clusters").json["results"][0]["deployment"] == {"seconds": 5, "extra": 0}


def test_systems_belong_to_a_cluster_and_to_what_is_compared_on_it(alice: Caller) -> None:
    machine = {"name": "KTH", "sites": [{"processors": 100}]}
    made = alice.post("/clusters", machine)
    assert made.json["systems"] == 1
    path = f"/clusters/{made.json['id']}"
    assert alice.patch(path, {"systems": 2}).json["systems"] == 2
    assert alice.patch(path, {"name": "SP2"}).json["systems"] == 2
    jobs = factories.workload(factories.person("alice"), factories.ENVIRONED)
    asked = {
        "workload": jobs.pk,
        "cluster": made.json["id"],
        "algorithms": [{"algorithm": "env-blind"}],
    }
    compared = alice.post("/comparisons", asked).json
    assert compared["systems"] == compared["instance"]["systems"] == 2
    assert alice.put(path, machine).json["systems"] == 2, "it stays unless it is stated"
    assert alice.put(path, {**machine, "systems": 4}).json["systems"] == 4
    assert alice.get(f"/comparisons/{compared['id']}").json["systems"] == 2


@pytest.mark.parametrize("systems", [0, 65, "many", None, 1.5, [2]])
def test_impossible_systems_are_named(alice: Caller, systems: object) -> None:
    machine = {"name": "KTH", "sites": [{"processors": 100}], "systems": systems}
    answer = alice.post("/clusters", machine)
    assert (answer.status, set(answer.fields)) == (400, {"systems"}), answer.json
    assert not Cluster.objects.exists()


@pytest.mark.parametrize(
    ("deployment", "fields"),
    [
        (None, {"deployment"}),
        (200, {"deployment"}),
        ([200, 100], {"deployment"}),
        ({"seconds": -1}, {"deployment.seconds"}),
        ({"seconds": 10**400}, {"deployment.seconds"}),
        ({"seconds": True, "extra": None}, {"deployment.seconds", "deployment.extra"}),
        ({"extra": "long"}, {"deployment.extra"}),
        ({"extra": {"a": []}}, {"deployment.extra"}),
        ({"deploy_extra": 5}, {"deployment.deploy_extra"}),
    ],
)
def test_what_is_no_deployment_time_is_named(
    alice: Caller, deployment: object, fields: set[str]
) -> None:
    machine = {"name": "KTH", "sites": [{"processors": 100}], "deployment": deployment}
    answer = alice.post("/clusters", machine)
    assert (answer.status, set(answer.fields)) == (400, fields), answer.json
    assert not Cluster.objects.exists()


def test_rules_of_the_services_land_in_fields_too(alice: Caller) -> None:
    twice = [{"name": "a", "processors": 1}, {"name": "a", "processors": 1}]
    answer = alice.post("/clusters", {"name": "Grid", "sites": twice})
    assert set(answer.fields) == {"sites.1.name"}


def test_lists_have_pages_and_an_order(alice: Caller) -> None:
    owner = factories.person("alice")
    for name in ("b", "c", "a"):
        factories.cluster(owner, name=name)
    first = alice.get("/clusters?page_size=2&ordering=-name").json
    assert [row["name"] for row in first["results"]] == ["c", "b"]
    assert (first["count"], first["previous"]) == (3, None)
    assert first["next"].endswith("page=2&page_size=2")
    second = alice.client.get(first["next"]).json()
    assert [row["name"] for row in second["results"]] == ["a"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=2", "page"),
        ("page=0", "page"),
        ("page=last", "page"),
        ("page=" + "9" * 5000, "page"),
        ("page_size=201", "page_size"),
        ("ordering=owner__password", "ordering"),
        ("owner=bob", "owner"),
        ("page=%00", "page"),
    ],
)
def test_questions_that_mean_nothing_are_errors(alice: Caller, query: str, field: str) -> None:
    answer = alice.get(f"/clusters?{query}")
    assert answer.status == 400
    assert set(answer.fields) == {field}


def test_a_stranger_finds_nothing(alice: Caller, bob: Caller) -> None:
    path = f"/clusters/{factories.cluster(factories.person('alice')).pk}"
    assert bob.get("/clusters").json["count"] == 0
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        assert bob.call(method, path, {"name": "mine"}).error["code"] == "not_found"
    assert Cluster.objects.get().name == "Machine"
