"""What pages, files, embeds and the API show of results that an older version computed."""

import json
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.execution import renew
from schedweb.runs.models import Comparison, Renewal
from schedweb.sharing.services import share
from schedweb.workers import lifecycle
from schedweb.workers.models import ErrorKind
from tests.runs.older import SECONDS, compared, run_of
from tests.versions import first_versions, raised
from tests.web import pages
from tests.web.test_embeds import NEW, embedded

pytestmark = pytest.mark.usefixtures(first_versions.__name__)

BUTTON = "Compute again"
MARK = "older version"
WHY = (
    "EASY backfilling is of version 1, now 2: times are exact, of instances with times that are "
    "not whole seconds"
)


@pytest.fixture
def older(alice: User, monkeypatch: pytest.MonkeyPatch) -> Comparison:
    """FCFS and EASY on jobs in tenths, and EASY of a version before."""
    cache.clear()
    made = compared(alice)
    raised(monkeypatch, "algorithms", "easy")
    return made


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


TABS = ("", "schedules/", "distributions/", "data/")


@pytest.mark.parametrize("tab", TABS)
def test_each_tab_says_what_changed_and_offers_to_renew_it(
    hers: Client, older: Comparison, tab: str
) -> None:
    html = text_of(hers, f"/comparisons/{older.pk}/{tab}")
    assert WHY in html
    assert BUTTON in html
    assert f'action="/comparisons/{older.pk}/recompute/"' in html
    assert "proved optimal" not in html
    assert "schedules checked" not in html


def test_the_card_has_no_headline(hers: Client, older: Comparison) -> None:
    html = text_of(hers, f"/comparisons/{older.pk}/")
    card = re.search(r'<section[^>]*class="[^"]*answer.*?</section>', html, re.S)
    assert card
    assert "1 result of an older version" in card[0]
    assert "answer-bars" not in card[0]
    assert "badge proved" not in html
    assert f"EASY backfilling ({MARK})" in html


def test_whole_seconds_are_not_marked(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compared(alice, SECONDS)
    raised(monkeypatch, "algorithms", "easy")
    html = text_of(hers, f"/comparisons/{made.pk}/")
    assert MARK not in html
    assert BUTTON not in html
    assert "answer-bars" in html


def test_the_page_of_a_run_says_it_and_returns_to_it(hers: Client, older: Comparison) -> None:
    easy, fcfs = run_of(older, "easy"), run_of(older, "fcfs")
    html = text_of(hers, f"/runs/{easy.pk}/")
    assert "This result is of an older version" in html
    assert "proved optimal" not in html
    assert "an older version computed it" in html
    assert MARK not in text_of(hers, f"/runs/{fcfs.pk}/")
    assert MARK in text_of(hers, f"/runs/{easy.pk}/why/?job=3")
    answer = hers.post(f"/comparisons/{older.pk}/recompute/", {"run": easy.pk})
    assert answer["Location"] == f"/runs/{easy.pk}/"


@pytest.mark.parametrize("tab", TABS)
def test_readers_of_a_link_see_the_mark_alone(older: Comparison, tab: str) -> None:
    html = text_of(Client(), f"/s/{share(older.owner, older).token}/{tab}")
    assert WHY in html
    assert BUTTON not in html
    assert "recompute" not in html


def test_a_run_that_is_shared_alone_is_marked(older: Comparison) -> None:
    html = text_of(Client(), f"/s/{share(older.owner, run_of(older, 'easy')).token}/")
    assert WHY in html
    assert BUTTON not in html


def test_strangers_cannot_renew_anything(his: Client, client: Client, older: Comparison) -> None:
    path = f"/comparisons/{older.pk}/recompute/"
    assert his.post(path).status_code == 404
    assert client.post(path).status_code in (302, 403)
    token = share(older.owner, older).token
    assert client.post(f"/s/{token}/recompute/").status_code in (403, 404, 405)
    assert not Renewal.objects.exists()


@pytest.mark.parametrize(
    "at",
    [
        "plots/wait/",
        "reports/distributions/figures/flow/",
        "reports/gantt/figures/schedules/",
        "reports/results.csv?of=results",
    ],
)
def test_embeds_are_marked_until_they_are_renewed(hers: Client, older: Comparison, at: str) -> None:
    address = embedded(hers, f"/comparisons/{older.pk}/{at}")
    assert MARK in text_of(Client(), address)
    hers.post(f"/comparisons/{older.pk}/recompute/")
    renew(Renewal.objects.get().pk)
    assert MARK not in text_of(Client(), address)


@pytest.mark.parametrize("ending", ["csv", "tex", "md", "json"])
def test_files_of_reports_are_marked(hers: Client, older: Comparison, ending: str) -> None:
    for report in ("results", "distributions", "classes"):
        path = f"/comparisons/{older.pk}/reports/{report}.{ending}"
        assert MARK in text_of(hers, path), report
    assert MARK in text_of(hers, f"/comparisons/{older.pk}/reports/results/")
    assert MARK in text_of(hers, f"/comparisons/{older.pk}/comparison.json")


def test_lists_and_the_first_page_have_no_headline(hers: Client, older: Comparison) -> None:
    for path in ("/", "/comparisons/"):
        html = text_of(hers, path)
        assert "shorter" not in html
        assert "answer-bars" not in html
    assert WHY in text_of(hers, "/")


def test_programs_are_told(hers: Client, older: Comparison) -> None:
    found = json.loads(text_of(hers, f"/api/v1/comparisons/{older.pk}"))
    assert [run["outdated"] for run in found["runs"]] == [[], [WHY]]
    assert found["summary"].startswith("1 of 2 results is of an older version")
    assert [row["outdated"] for row in found["table"]["rows"]] == [[], [WHY]]
    run = json.loads(text_of(hers, f"/api/v1/runs/{run_of(older, 'easy').pk}"))
    assert (run["outdated"], run["renewal"], run["ratios"]) == ([WHY], None, {})
    assert {one["text"] for one in run["certificates"].values()} == {"no certificate"}
    answer = hers.post(f"/api/v1/comparisons/{older.pk}/recompute")
    assert answer.status_code == 202
    run = json.loads(text_of(hers, f"/api/v1/runs/{run_of(older, 'easy').pk}"))
    assert run["renewal"] == "queued"


def test_the_button_renews_and_the_page_says_how_far_it_is(hers: Client, older: Comparison) -> None:
    page = f"/comparisons/{older.pk}/"
    assert hers.post(f"{page}recompute/")["Location"] == page
    html = text_of(hers, page)
    assert "Being computed again: 1 result still to come" in html
    assert BUTTON not in html
    news = re.search(r'hx-get="([^"]*news/[^"]*)"', html)
    assert news
    assert hers.get(news[1]).status_code == 204
    renew(Renewal.objects.get().pk)
    assert hers.get(news[1])["HX-Refresh"] == "true"
    html = text_of(hers, page)
    assert MARK not in html
    assert "answer-bars" in html


def test_what_failed_is_said_and_can_be_tried_again(hers: Client, older: Comparison) -> None:
    page = f"/comparisons/{older.pk}/"
    hers.post(f"{page}recompute/")
    held = lifecycle.claim(Renewal, Renewal.objects.get().pk, "somewhere|1|1")
    assert held is not None
    lifecycle.fail(held, ErrorKind.MEMORY, "It needs too much memory.")
    html = text_of(hers, page)
    assert "EASY backfilling: It needs too much memory." in html
    assert BUTTON in html


def test_every_page_of_it_opens(hers: Client, older: Comparison) -> None:
    for name, path in pages.of_comparison(older).items():
        allowed = (200, 404) if "ranking" in path else (200,)  # one run alone is ranked with none
        assert hers.get(path).status_code in allowed, name
    assert hers.post(NEW, {"at": f"/comparisons/{older.pk}/plots/wait/"}).status_code == 302
