"""Kept verdicts beside the published ones; older ones and verdicts of fewer instances as such."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from parsched.studies import STUDIES, Cells, Study, run
from parsched.studies import kept_verdicts as module
from parsched.studies.judges import Better
from parsched.studies.kept_verdicts import judged_now, keep
from schedweb.documentation import catalogue
from tests import factories
from tests.api.caller import Caller
from tests.studies import declared as made

pytestmark = pytest.mark.django_db
TINY = made.declared(claims=(made.BETTER,))
HALF = Better(measure="makespan/area", method="ltf", than=("lptf",), by=0.5)
STRICTER = replace(TINY, claims=(replace(made.BETTER, judges=(HALF,)),))


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Study:
    """A declared study without a kept verdict."""
    monkeypatch.setitem(STUDIES, "tiny", TINY)
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    return TINY


def judged(study: Study, repetitions: int = 4) -> None:
    """Keep the verdicts on a study, of so many repetitions."""
    cells = Cells(study.fewer(repetitions))
    run(cells, lambda unit, row: None)
    keep(study, judged_now(study, cells))


@pytest.fixture
def alice(db: None) -> Caller:
    return Caller(factories.person("alice"))


@pytest.fixture
def hers(client: Client) -> Client:
    client.force_login(factories.person("alice"))
    return client


def text(hers: Client, address: str = "/studies/new/tiny/") -> str:
    return hers.get(address).content.decode()


def test_without_any_the_page_has_what_is_published_alone(hers: Client, tiny: Study) -> None:
    page = text(hers)
    assert ">Paper<" in page
    assert ">Ours<" not in page
    assert "Verdicts:" not in text(hers, "/studies/")


def test_ours_stand_beside_the_published_ones_without_a_run(hers: Client, tiny: Study) -> None:
    judged(tiny)
    page = text(hers)
    day = next(iter(module.kept_verdicts(tiny).values())).ran.day
    assert ">Ours<" in page
    assert f"{day}, full size, 12 instances" in page
    assert "older" not in page
    assert "Its claim is" in page
    assert "Verdicts:" in text(hers, "/studies/")


def test_fewer_instances_are_never_shown_as_full_size(hers: Client, tiny: Study) -> None:
    judged(tiny, repetitions=3)
    page = text(hers)
    assert "not full size: 9 of 12 instances" in page
    assert ", full size" not in page
    assert "Not of full size: 1." in page


def test_an_older_verdict_is_shown_as_older(
    hers: Client, tiny: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(tiny)
    monkeypatch.setitem(STUDIES, "tiny", STRICTER)
    page = text(hers)
    assert '<span class="badge queued">older: ' in page
    assert "its statements, instances or methods have changed since" in page
    assert "Its claim is" not in page
    assert "1 older: " in text(hers, "/studies/")


def test_a_study_that_is_computed_here_leads_to_them(hers: Client, tiny: Study) -> None:
    study = made.stored(claims=(made.BETTER,))
    study.preset = "tiny"
    study.save()
    assert "Verdicts that came with this version" not in text(hers, f"/studies/{study.pk}/")
    judged(tiny)
    assert 'href="/studies/new/tiny/#claims"' in text(hers, f"/studies/{study.pk}/")


def test_the_interface_has_them(
    alice: Caller, tiny: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    [none] = alice.get("/presets/tiny").json["verdicts"]
    assert (none["standing"], none["date"], none["is_full_size"]) == ("not judged", None, None)
    judged(tiny, repetitions=3)
    [few] = alice.get("/presets/tiny").json["verdicts"]
    assert (few["key"], few["instances"], few["is_full_size"]) == ("ltf-better", 9, False)
    assert (few["published"], few["changed_since"]) == ("better", "")
    monkeypatch.setitem(STUDIES, "tiny", STRICTER)
    [older] = alice.get("/presets/tiny").json["verdicts"]
    assert "have changed since" in older["changed_since"]


def test_the_site_has_them(tiny: Study) -> None:
    assert "| verdict |" not in catalogue.claims(tiny)
    judged(tiny)
    table = catalogue.claims(tiny)
    assert "| claim | ours | verdict |" in table
    assert ", full size, 12 instances). " in table
    judged(STRICTER, repetitions=1)
    assert "not full size: 3 of 12 instances; its statements" in catalogue.claims(tiny)
