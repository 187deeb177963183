"""Processors that hold several environments: on every page, in every file and answer."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from parsched.model.problem.platform import MAX_SYSTEMS
from parsched.run.request import RequestEntry
from parsched.studies import Generated, Kept
from parsched.studies.files import as_toml
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import machine_for, update_cluster
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.studies.models import Study
from tests import factories
from tests.studies import declared as made
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.test_study_form import own, sent_by

pytestmark = pytest.mark.django_db

TURNS = json.dumps(
    {
        "format": "schedweb-workload",
        "version": 1,
        "processors": 1,
        "jobs": [
            {"id": str(i), "procs": 1, "time": 2, "environment": name}
            for i, name in enumerate("ababab")
        ],
    }
).encode()
"""Two environments in turn: a processor deploys 6 times, and only twice if it holds both."""
FORM = {"name": "Mine", "site": "", "processors": "8"}
NAME = "systems on a processor"


def compare(owner: User, systems: int) -> Comparison:
    """The jobs in turn on one processor, computed."""
    jobs = factories.workload(owner, TURNS, "Turns")
    machine = factories.cluster(owner, 1, deployment={"seconds": 10}, systems=systems)
    return computed(create_comparison(owner, jobs, machine, [RequestEntry("env-blind")]))


def metrics(comparison: Comparison) -> dict[str, float | None]:
    return dict(comparison.runs.get().result.metrics)


@pytest.fixture
def double(alice: User) -> Comparison:
    """On a processor that holds both environments."""
    return compare(alice, 2)


def test_a_machine_is_described_with_its_systems(hers: Client) -> None:
    page = Page(hers.get("/clusters/new/").content.decode())
    assert page.named("systems")["value"] == "1"
    hers.post("/clusters/new/", {**FORM, "systems": "3", "save": "1"})
    machine = Cluster.objects.get()
    assert (machine.systems, machine.platform().systems) == (3, 3)
    page = Page(hers.get(f"/clusters/{machine.pk}/").content.decode())
    assert page.named("systems")["value"] == "3"
    assert "systems on a processor" in hers.get("/clusters/").content.decode()
    hers.post(f"/clusters/{machine.pk}/", {**FORM, "systems": "1", "save": "1"})
    assert Cluster.objects.get().systems == 1
    assert "systems on a processor" not in hers.get("/clusters/").content.decode()


@pytest.mark.parametrize("value", ["0", "65", "two", "", "1.5", "9" * 400, "\0"])
def test_a_wrong_number_is_marked_and_nothing_is_lost(hers: Client, value: str) -> None:
    html = hers.post("/clusters/new/", {**FORM, "systems": value, "save": "1"}).content.decode()
    page = Page(html)
    assert {a["id"] for a in page.of("input") if a.get("aria-invalid")} == {"systems"}
    assert f"{NAME.capitalize()} must be an integer from 1 to {MAX_SYSTEMS}" in html
    assert page.named("name")["value"] == "Mine"
    assert not Cluster.objects.exists()


@pytest.mark.parametrize("button", [{"add": "1"}, {"preset": "constant"}])
def test_buttons_of_the_form_keep_it(hers: Client, button: dict[str, str]) -> None:
    page = Page(hers.post("/clusters/new/", {**FORM, "systems": "4", **button}).content.decode())
    assert page.named("systems")["value"] == "4"


def test_a_comparison_has_the_systems_of_its_machine(alice: User, double: Comparison) -> None:
    assert (metrics(double)["deployments"], metrics(double)["reboots"]) == (2, 6)
    single = compare(alice, 1)
    assert (metrics(single)["deployments"], metrics(single)["reboots"]) == (6, 6)
    assert single.known is not None
    assert double.known is not None
    assert single.known.digest != double.known.digest, "it is another problem"
    assert double.known.digest == double.instance().digest
    assert double.cluster is not None
    update_cluster(double.cluster, name="Smaller", sites=double.sites, systems=1)
    double.refresh_from_db()
    assert double.platform().systems == 2, "results keep the machine they were made for"


def test_pages_say_it(hers: Client, alice: User, double: Comparison) -> None:
    said = "2 systems installed at once on a processor"
    html = hers.get(f"/comparisons/{double.pk}/").content.decode()
    run = hers.get(f"/runs/{double.runs.get().pk}/").content.decode()
    shared = hers.get(f"/s/{share(alice, double).token}/").content.decode()
    assert said in html
    assert said in shared
    charts = hers.get(f"/comparisons/{double.pk}/schedules/").content.decode()
    for page in (charts, run):
        assert said in page
        assert "<small>2 deployments, 6 reboots</small>" in page
        assert "A processor holds 2 systems at once" in page
    assert "reboots" in re.findall(r'<th[^>]*data-metric="([^"]*)"', html) or "reboots" in html
    assert said in hers.get(f"/comparisons/{double.pk}/add/").content.decode()
    trade_offs = hers.get(f"/comparisons/{double.pk}/reports/trade-offs/").content.decode()
    assert "a change between those that it holds takes no time" in trade_offs
    plain = hers.get(f"/comparisons/{compare(alice, 1).pk}/").content.decode()
    # References in the glossary may have the word in their titles.
    assert "systems" not in re.sub(r"<(script|dialog).*?</\1>", "", plain, flags=re.DOTALL)


def test_files_say_it(hers: Client, double: Comparison) -> None:
    at = f"/comparisons/{double.pk}"
    table = hers.get(f"{at}/reports/results.csv").content.decode().splitlines()
    head, row = (line.split(",") for line in table[:2])
    assert row[head.index("systems")] == "2"
    assert "2 systems installed" in hers.get(f"{at}/reports/results.tex").content.decode()
    record = hers.get(f"{at}/comparison.json").json()
    assert record["cluster"]["systems"] == record["trade_offs"]["systems"] == 2
    deployed = hers.get(f"/runs/{double.runs.get().pk}/deployments.csv").content.decode()
    assert len(deployed.splitlines()) == 1 + 2


def test_machines_that_differ_in_it_alone_are_told_apart(hers: Client, alice: User) -> None:
    for systems in (1, 4):
        factories.cluster(alice, 1, systems=systems)
    jobs = factories.workload(alice, TURNS)
    chosen = {"workload": jobs.pk, "cluster": Cluster.objects.get(systems=4).pk}
    html = unescape(hers.get("/compare/", chosen).content.decode())
    assert "Machine (1 processor)</option>" in html
    assert "Machine (1 processor, 4 systems each)</option>" in html
    assert "A processor holds <strong>4 systems</strong> at once" in html


def test_a_machine_is_made_once_for_its_systems(alice: User) -> None:
    platforms = [factories.cluster(alice, 4, systems=k).platform() for k in (1, 2)]
    Cluster.objects.filter(systems=2).delete()
    one, two = (machine_for(alice, platform) for platform in platforms)
    assert (one.name, two.name) == ("Machine", "4 processors, 2 systems each")
    assert [machine_for(alice, platform) for platform in platforms] == [one, two]


def systems_of(study: Study) -> tuple[int, ...]:
    [part] = study.declared.parts
    assert isinstance(part.instances, Generated | Kept)
    return part.instances.systems


def test_a_study_is_a_front_over_systems(hers: Client) -> None:
    sent = own(
        generator="environments",
        jobs="12",
        systems="1, 2, 4",
        entry=["0.env-blind"],
        on=["0"],
        measure=["deployments", "reboots"],
    )
    hers.post("/studies/new/", sent)
    study = made.work(Study.objects.get())
    assert systems_of(study) == (1, 2, 4)
    assert [plot.along for plot in study.declared.plots] == ["systems", "systems"]
    made.summed_up(study)
    page = hers.get(f"/studies/{study.pk}/computed/").content.decode()
    assert "by systems" in page
    hers.post(f"/studies/{study.pk}/cells/0/1/0/compare/")
    comparison = Comparison.objects.get()
    assert comparison.systems == 2
    text = as_toml(study.declared)
    hers.post("/studies/new/", {"text": text, "read": "1"})
    assert {systems_of(one) for one in Study.objects.all()} == {(1, 2, 4)}


def test_the_form_of_a_study_says_what_its_machine_holds(hers: Client) -> None:
    sent = own(generator="environments", jobs="12", systems="2, 4", **{"deployment-seconds": "200"})
    del sent["start"]
    html = hers.post("/studies/new/", sent).content.decode()
    assert "A processor holds <strong>2 systems</strong> at once" in html
    assert "Deployments take <strong>200 s</strong> on this machine" in html
    assert "Describe a machine" not in html, "it is described above"


@pytest.mark.parametrize("value", ["0", "none", "", "1:9999999", "1, 65"])
def test_a_study_of_impossible_systems_is_refused(hers: Client, value: str) -> None:
    response = hers.post("/studies/new/", own(systems=value))
    assert response.status_code == 422
    assert 'id="systems-error"' in response.content.decode()
    assert not Study.objects.exists()


def test_too_many_values_are_refused(hers: Client) -> None:
    jobs = ", ".join(str(size) for size in range(1, 200))
    response = hers.post("/studies/new/", own(jobs=jobs, systems="1:64"))
    assert response.status_code == 422
    assert "1 to 10,000 values, got 12,736" in response.content.decode()


def test_a_study_of_a_comparison_keeps_its_systems(hers: Client, double: Comparison) -> None:
    page = hers.get(f"/studies/new/?comparison={double.pk}").content.decode()
    hers.post("/studies/new/", {**sent_by(page), "start": "1"})
    study = Study.objects.get()
    assert systems_of(study) == (2,)
    measures = study.declared.parts[0].measures
    assert {"makespan", "deployments", "reboots"} <= {*measures}, "those that the comparison shows"
