"""Describing machines."""

from django.test import Client

from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from tests import factories
from tests.web.pages import Page


def test_a_machine_is_described(hers: Client) -> None:
    form = {"name": "Mine", "site": "", "processors": "128", "save": "1"}
    hers.post("/clusters/new/", form)
    assert Cluster.objects.get().sites == [{"name": "Mine", "processors": 128}]


def test_sites_are_added_and_taken_out_without_losing_anything(hers: Client) -> None:
    form = {"name": "Grid", "site": ["a", "b"], "processors": ["4", "x"]}
    more = hers.post("/clusters/new/", {**form, "add": "1"}).content.decode()
    assert [a["value"] for a in Page(more).of("input") if a.get("name") == "processors"] == [
        "4",
        "x",
        "",
    ]
    less = hers.post("/clusters/new/", {**form, "omit": "0"}).content.decode()
    fields = [a["value"] for a in Page(less).of("input") if a.get("name") == "processors"]
    assert fields == ["x"]
    assert not Cluster.objects.exists()


def test_errors_land_on_the_row_that_is_wrong(hers: Client) -> None:
    form = {"name": "", "site": ["a", "a"], "processors": ["4", "many"], "save": "1"}
    page = Page(hers.post("/clusters/new/", form).content.decode())
    wrong = {a["id"] for a in page.of("input") if a.get("aria-invalid")}
    assert wrong == {"name", "site-1", "processors-1"}


def test_a_cluster_is_changed_and_deleted(hers: Client, alice: User) -> None:
    made = factories.cluster(alice, 4)
    path = f"/clusters/{made.pk}/"
    assert hers.get(path).status_code == 200
    hers.post(path, {"name": "Larger", "site": "", "processors": "8", "save": "1"})
    assert Cluster.objects.get().processors == 8
    hers.post(f"{path}delete/")
    assert not Cluster.objects.exists()


def test_ready_made_machines_fill_the_form(hers: Client) -> None:
    html = hers.get("/clusters/new/?like=grid1").content.decode()
    assert html.count('name="processors"') == 7
    assert hers.get("/clusters/new/?like=nothing").status_code == 200
