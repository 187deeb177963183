"""Studies on the first page, and what lists say of them."""

import re

import pytest
from django.test import Client

from parsched import __version__
from schedweb.accounts.models import User
from schedweb.runs.models import Welcome
from schedweb.studies import services
from schedweb.studies.models import Study
from tests import factories
from tests.studies import declared as made
from tests.web.test_studies import finished


@pytest.fixture(autouse=True)
def _no_samples(alice: User) -> None:
    Welcome.objects.create(user=alice)


def running(html: str) -> str:
    """The section with what runs."""
    return html.partition('id="active"')[2].partition("</section>")[0]


def last(html: str) -> str:
    """The section with the last studies."""
    return html.partition('id="recent-studies"')[2].partition("</section>")[0]


def test_a_study_that_goes_on_stands_among_what_runs(hers: Client) -> None:
    study = made.work(made.stored(), batches=2)
    for address in ("/", "/active/"):
        shown = running(hers.get(address).content.decode())
        assert f"/studies/{study.pk}/" in shown
        found = re.search(r"(\d+) of 12 instances", shown)
        assert found
        assert 0 < int(found[1]) < 12
        assert "data-poll" in shown
    services.pause_study(study)
    assert hers.get("/active/")["HX-Refresh"] == "true", "nothing runs any more"
    assert not running(hers.get("/").content.decode())
    services.continue_study(study)
    made.work(study)
    assert hers.get("/active/")["HX-Refresh"] == "true"


def test_the_last_studies_are_listed_with_their_verdicts(hers: Client, client: Client) -> None:
    assert not last(hers.get("/").content.decode())
    study = finished()
    for html in (hers.get("/").content.decode(), hers.get("/studies/").content.decode()):
        listed = last(html) or html
        assert f'<a href="/studies/{study.pk}/">{study.title}</a>' in listed
        assert re.search(r'<span class="badge (done|partly|open|failed)">1 ', listed)
    assert "times its lower bound" in last(hers.get("/").content.decode())
    made.stored(owner=factories.person("bob"), title="Of another user")
    for number in range(5):
        made.stored(title=f"Study {number}")
    shown = last(hers.get("/").content.decode())
    assert [f"Study {n}" in shown for n in range(5)] == [False, True, True, True, True]
    assert "Of another user" not in hers.get("/").content.decode()


def test_a_study_without_a_summary_has_no_verdict_yet(hers: Client) -> None:
    made.stored(claims=(made.BETTER,))
    assert Study.objects.get().pk in last(hers.get("/").content.decode())
    badges = re.findall(r'<span class="badge (\w+)">', last(hers.get("/").content.decode()))
    assert badges == ["running"]


def test_a_study_has_a_thumbnail_of_its_first_figure(hers: Client, his: Client) -> None:
    study = finished()
    for address in ("/", "/studies/"):
        html = hers.get(address).content.decode()
        stamp = rf"[0-9a-f]+-{re.escape(__version__)}"
        found = re.findall(rf'src="(/studies/{study.pk}/picture/{stamp}/(light|dark).svg)"', html)
        assert [theme for _, theme in found] == ["light", "dark"]
    for picture, theme in found:
        answer = hers.get(picture)
        assert answer["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer["Cache-Control"]
        assert {"light": "#ffffff", "dark": "#161b22"}[theme] in answer.content.decode()
        assert his.get(picture).status_code == 404
    old = re.sub(f"-{__version__}", "-0.0.1", found[0][0])
    assert hers.get(old)["Cache-Control"] == "private, no-store"


def test_a_study_without_results_has_none(hers: Client) -> None:
    study = made.stored()
    for address in ("/", "/studies/"):
        assert "/picture/" not in hers.get(address).content.decode()
    assert hers.get(f"/studies/{study.pk}/picture/0/light.svg").status_code == 404


def test_a_study_in_the_trash_has_none(hers: Client) -> None:
    """Nothing in the trash has an address, its picture neither."""
    study = finished()
    hers.post("/lists/studies/change/", {"action": "delete", "pick": study.pk})
    html = hers.get("/studies/?show=trash").content.decode()
    assert study.title in html
    assert "/picture/" not in html
