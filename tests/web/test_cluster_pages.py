"""Describing machines."""

import pytest
from django.test import Client

from parsched.data.merging import PRESETS
from schedweb.accounts.models import User
from schedweb.clusters.machines import MACHINES
from schedweb.clusters.models import Cluster
from schedweb.clusters.wording import sites_in_short
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


def test_a_machine_says_how_many_comparisons_use_it_before_it_is_deleted(
    hers: Client, alice: User
) -> None:
    unused = factories.cluster(alice, 4, name="Unused")
    page = hers.get(f"/clusters/{unused.pk}/").content.decode()
    assert "No comparison uses this machine." in page
    comparison = factories.comparison(alice)
    assert comparison.cluster is not None
    at = f"/clusters/{comparison.cluster.pk}/"
    said = "1 comparison uses this machine. Deleting it changes none: each keeps its results"
    assert said in hers.get(at).content.decode()
    listed = hers.get("/clusters/?sort=-comparison_count").content.decode()
    assert listed.index(comparison.cluster.name) < listed.index("Unused")
    kept = "Comparisons keep the machine that they were made for."
    assert f'data-confirm="Delete the ticked machines? {kept}"' in listed
    assert kept in hers.post(f"{at}delete/", follow=True).content.decode()
    comparison.refresh_from_db()
    assert comparison.platform().processors == 4


def test_the_grids_of_the_paper_are_listed_with_their_sites(hers: Client) -> None:
    html = hers.get("/clusters/").content.decode()
    assert "4,442 processors on 7 sites: KTH 100 · SDSC-SP2 128 · HPC2N 240 · CTC 430" in html
    assert "2,194 processors on 9 sites: 4 × 64 (DAS2 fs1 to DAS2 fs4) · KTH 100" in html
    assert "136 processors on 11 sites: 4 × 4 · 3 × 8 · 2 × 16 · 2 × 32" in html
    assert html.count("430 processors as printed, though the machine of its trace had 338") == 2


def test_sites_of_ready_made_grids_ascend_and_are_called_as_the_merged_traces_are() -> None:
    grids = [machine for machine in MACHINES.values() if len(machine.sites) > 1]
    assert len(grids) == 3
    for machine in grids:
        sizes = [size for _, size in machine.sites]
        assert sizes == sorted(sizes)
    merged = [(source.site.site, source.site.processors) for source in PRESETS["grid1"].sources]
    assert list(MACHINES["grid1"].sites) == merged


def test_many_sites_of_one_grid_are_a_short_line(hers: Client, alice: User) -> None:
    factories.cluster(alice, *[8] * 60, 32)
    assert "60 × 8 (site 0 to site 59) · site 60 32" in hers.get("/clusters/").content.decode()
    assert sites_in_short([("site 1", 4), ("site 2", 4), ("b", 2)]) == "2 × 4 · b 2"
    assert sites_in_short([("a", 4), ("b", 4)]) == "2 × 4 (a and b)"


def test_ready_made_machines_fill_the_form(hers: Client) -> None:
    html = hers.get("/clusters/new/?like=grid1").content.decode()
    assert html.count('name="processors"') == 7
    assert hers.get("/clusters/new/?like=nothing").status_code == 200


SLOW = {"deployment-seconds": "200", "deployment-extra": "100"}
FORM = {"name": "Mine", "site": "", "processors": "8"}


def test_a_machine_has_a_time_of_deployments(hers: Client) -> None:
    hers.post("/clusters/new/", {**FORM, **SLOW, "save": "1"})
    made = Cluster.objects.get()
    assert (made.deploy_seconds, made.deploy_extra) == (200, 100)
    page = Page(hers.get(f"/clusters/{made.pk}/").content.decode())
    values = {name: page.named(name)["value"] for name in SLOW}
    assert values == SLOW
    html = hers.get("/clusters/").content.decode()
    assert "deployments take 200–300 s" in html
    hers.post(f"/clusters/{made.pk}/", {**FORM, "deployment-seconds": "0", "save": "1"})
    assert Cluster.objects.get().deployment.is_instant
    assert "deployments take" not in hers.get("/clusters/").content.decode()


def test_presets_give_the_time_of_deployments_and_keep_the_rest(hers: Client) -> None:
    grid = {"name": "Grid", "site": ["a", "b"], "processors": ["4", "x"]}
    for key, seconds, extra in (
        ("none", "0", "0"),
        ("constant", "200", "0"),
        ("measured", "200", "100"),
    ):
        sent = {**grid, "deployment-seconds": "7", "preset": key}
        page = Page(hers.post("/clusters/new/", sent).content.decode())
        found = [page.named(name)["value"] for name in ("deployment-seconds", "deployment-extra")]
        assert found == [seconds, extra]
        assert page.named("name")["value"] == "Grid"
        assert [a["value"] for a in page.of("input") if a.get("name") == "site"] == ["a", "b"]
    assert not Cluster.objects.exists()


@pytest.mark.parametrize("value", ["much", "-1", "", "1e400", "nan", "9" * 400, "\0"])
def test_a_wrong_time_of_deployments_is_marked_and_nothing_is_lost(
    hers: Client, value: str
) -> None:
    answer = hers.post("/clusters/new/", {**FORM, "deployment-seconds": value, "save": "1"})
    html = answer.content.decode()
    page = Page(html)
    assert {a["id"] for a in page.of("input") if a.get("aria-invalid")} == {"deployment-seconds"}
    assert 'id="deployment-seconds-error">Time of a deployment must be a number from 0' in html
    assert page.named("name")["value"] == "Mine"
    assert not Cluster.objects.exists()


def test_buttons_of_the_form_keep_the_time_of_deployments(hers: Client) -> None:
    page = Page(hers.post("/clusters/new/", {**FORM, **SLOW, "add": "1"}).content.decode())
    assert {name: page.named(name)["value"] for name in SLOW} == SLOW
