"""Embeds: one figure or table within other pages, and nothing else of its owner."""

import math
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from schedweb.accounts.models import User
from schedweb.base.errors import NotInstalledError
from schedweb.runs import figures
from schedweb.runs.models import Comparison
from schedweb.sharing.embeds import embed_finder
from schedweb.sharing.models import ShareLink
from schedweb.sharing.services import revoke
from schedweb.web.embeds import Embed, find
from tests.web.test_reports import compared

NEW = "/links/embeds/new/"
GANTT = "/reports/gantt/figures/schedules/"
UNDRAWN = (
    *("?colour=none", "?colour=question", "?colour=question&pick=wait", "?colour=partition"),
    *("?colour=question&pick=partition:3", "?question=partition:3", "?start=1e15", "?job=none"),
)
"""What views of Gantt charts ask that these jobs have no answer to."""


@pytest.fixture
def made(alice: User) -> Comparison:
    cache.clear()
    return compared(alice, "jobs that arrive")


def embedded(client: Client, at: str) -> str:
    """Embed what is at an address, and return the address that the next page shows."""
    answer = client.post(NEW, {"at": at}, follow=True)
    assert answer.status_code == 200, answer.content.decode()[-500:]
    html = unescape(answer.content.decode())
    found = re.search(r'<iframe src="http://testserver(/embed/[\w-]+/)" width="720"', html)
    assert found, "the snippet is shown once"
    assert found[1] not in client.get(answer.redirect_chain[-1][0]).content.decode()
    return found[1]


def addresses(made: Comparison) -> list[str]:
    run = made.runs.all()[0]
    return [
        f"/comparisons/{made.pk}/plots/wait/?draw={run.pk}",
        f"/comparisons/{made.pk}/reports/distributions/figures/flow/",
        f"/comparisons/{made.pk}/ranking/bars/?of=mean",
        f"/comparisons/{made.pk}/reports/gantt/figures/schedules/?start=1&end=9&colour=wait",
        f"/runs/{run.pk}/reports/gantt/figures/schedules/",
    ]


def test_the_frame_has_the_shape_of_what_is_drawn(made: Comparison, hers: Client) -> None:
    at = f"/comparisons/{made.pk}/plots/wait/"
    html = unescape(hers.post(NEW, {"at": at}, follow=True).content.decode())
    found = re.search(r'width="720" height="(\d+)" style="[^"]*aspect-ratio: 720 / (\d+);', html)
    assert found
    svg = hers.get(f"{at}?file=svg&width=text").content.decode()
    box = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert box
    assert int(found[1]) == int(found[2]) == math.ceil(720 * float(box[2]) / float(box[1]))
    table = f"/comparisons/{made.pk}/reports/results.csv?of=results"
    html = unescape(hers.post(NEW, {"at": table}, follow=True).content.decode())
    assert re.search(r'height="[12]\d\d" style="max-width: 100%; border: 0"', html), "few rows"


def test_every_kind_of_figure_is_shown_within_other_pages(made: Comparison, hers: Client) -> None:
    for at in addresses(made):
        address = embedded(hers, at)
        page = Client().get(address)
        assert page.status_code == 200
        assert "X-Frame-Options" not in page
        policy = page["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        html = page.content.decode()
        assert "<script" not in html
        assert made.pk not in html
        for theme, ground in (("light", "#ffffff"), ("dark", "#161b22")):
            picture = Client().get(f"{address}figure.svg?theme={theme}")
            assert picture["Content-Type"] == "image/svg+xml"
            content = hers.get(f"{at}{'&' if '?' in at else '?'}file=svg&width=text&theme={theme}")
            assert picture.content == content.content
            assert ground in picture.content.decode()


def test_an_address_may_ask_for_light_or_dark(made: Comparison, hers: Client) -> None:
    address = embedded(hers, addresses(made)[0])
    assert "prefers-color-scheme" in Client().get(address).content.decode()
    html = Client().get(f"{address}?theme=dark").content.decode()
    assert 'data-theme="dark"' in html
    assert "prefers-color-scheme" not in html


def test_a_table_is_text(made: Comparison, hers: Client) -> None:
    address = embedded(hers, f"/comparisons/{made.pk}/reports/results.csv?of=results")
    html = Client().get(address).content.decode()
    assert "<table>" in html
    for run in made.runs.all():
        assert run.label in html
    assert Client().get(f"{address}figure.svg").status_code == 404


def test_a_table_is_computed_once_for_many_readers(
    made: Comparison, hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = embedded(hers, f"/comparisons/{made.pk}/reports/results.csv?of=results")
    first = Client().get(address).content
    monkeypatch.setattr(Embed, "table", refuse)
    assert Client().get(address).content == first
    cache.clear()
    assert Client().get(address).status_code == 409


def refuse(*_: object) -> None:
    raise NotInstalledError("It needs the plugin example, which is not installed.")


def test_what_is_not_installed_any_more_is_a_sentence_within_the_page(
    made: Comparison, hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = embedded(hers, f"/comparisons/{made.pk}/reports/results.csv?of=results")
    drawn = embedded(hers, addresses(made)[0])
    monkeypatch.setattr(Embed, "table", refuse)
    monkeypatch.setattr(Embed, "shown", refuse)
    for address in (table, f"{drawn}figure.svg"):
        answer = Client().get(address)
        assert answer.status_code == 409
        assert "is not installed" in answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"]


def test_a_drawing_has_its_colours_when_it_is_opened_alone(made: Comparison, hers: Client) -> None:
    address = embedded(hers, addresses(made)[0])
    drawn = Client().get(f"{address}figure.svg")
    assert b"style=" in drawn.content
    assert "style-src 'unsafe-inline'" in drawn["Content-Security-Policy"]
    assert "img-src data:;" in drawn["Content-Security-Policy"] + ";"
    assert "default-src 'none'" in drawn["Content-Security-Policy"]
    assert "unsafe-inline" not in Client().get(address)["Content-Security-Policy"]


def test_nothing_of_an_embed_is_left_in_browsers(made: Comparison, hers: Client) -> None:
    address = embedded(hers, addresses(made)[0])
    for rest in ("", "figure.svg"):
        assert Client().get(f"{address}{rest}")["Cache-Control"] == "private, no-store"


def test_it_opens_nothing_else(made: Comparison, hers: Client) -> None:
    token = embedded(hers, addresses(made)[0]).split("/")[2]
    for rest in ("", "results/", "comparison.json", "reports/results.csv", "schedules/"):
        assert Client().get(f"/s/{token}/{rest}").status_code == 404, rest
    run = made.runs.all()[0].pk
    assert Client().get(f"/s/{token}/runs/{run}/schedule.csv").status_code == 404
    for path in (f"/comparisons/{made.pk}/", "/"):
        answer = hers.get(path)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_a_share_link_is_no_embed(made: Comparison, hers: Client) -> None:
    hers.post(f"/comparisons/{made.pk}/share/", {"label": "all"})
    html = hers.get(f"/comparisons/{made.pk}/").content.decode()
    token = re.search(r"/s/([\w-]+)/", html)
    assert token is not None
    assert Client().get(f"/s/{token[1]}/").status_code == 200
    assert Client().get(f"/embed/{token[1]}/").status_code == 404
    assert Client().get(f"/embed/{token[1]}/figure.svg").status_code == 404


def test_it_is_listed_with_the_links_and_revoked(made: Comparison, hers: Client) -> None:
    address = embedded(hers, addresses(made)[0])
    assert Client().get(f"{address}figure.svg").status_code == 200
    html = hers.get(f"/comparisons/{made.pk}/").content.decode()
    assert '<span class="badge">embed</span>' in html
    revoke(ShareLink.objects.get())
    for rest in ("", "figure.svg"):
        answer = Client().get(f"{address}{rest}")
        assert answer.status_code == 410
        assert "was revoked" in answer.content.decode()
    assert Client().get("/embed/none/").status_code == 404


def test_one_revoked_before_it_was_shown_is_shown(made: Comparison, hers: Client) -> None:
    page = hers.post(NEW, {"at": addresses(made)[0]})["Location"]
    revoke(ShareLink.objects.get())
    assert '<iframe src="http://testserver/embed/' in unescape(hers.get(page).content.decode())


def test_only_owners_embed(made: Comparison, his: Client, hers: Client) -> None:
    for at in addresses(made):
        assert his.post(NEW, {"at": at}).status_code == 404
        assert Client().post(NEW, {"at": at}).status_code == 302
    assert hers.get(NEW).status_code == 405
    assert not ShareLink.objects.exists()


@pytest.mark.parametrize(
    ("at", "status"),
    [
        ("", 400),
        ("https://example.org/", 400),
        ("/comparisons/{pk}/", 400),
        ("/comparisons/{pk}/results/", 400),
        ("/comparisons/{pk}/plots/none/", 404),
        ("/comparisons/{pk}/reports/results.csv?of=none", 404),
        *(("/comparisons/{pk}" + GANTT + query, 400) for query in UNDRAWN),
        ("/s/token/plots/wait/", 400),
        ("http://[", 400),
        ("https://evil.example/comparisons/{pk}/plots/wait/", 400),
        ("//evil.example/comparisons/{pk}/plots/wait/", 400),
        ("javascript:/comparisons/{pk}/plots/wait/", 400),
    ],
)
def test_what_cannot_be_embedded_is_refused(
    made: Comparison, hers: Client, at: str, status: int
) -> None:
    assert hers.post(NEW, {"at": at.format(pk=made.pk)}).status_code == status
    assert not ShareLink.objects.exists()


def test_an_address_may_have_the_host_of_the_pages(made: Comparison, hers: Client) -> None:
    for host in ("http://testserver", "https://testserver", "//testserver"):
        embedded(hers, f"{host}{addresses(made)[0]}")


def test_more_jobs_than_a_request_draws_are_not_embedded(
    made: Comparison, hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "MOST_JOBS", 3)
    answer = hers.post(NEW, {"at": addresses(made)[3]})
    assert answer.status_code == 400
    assert "runs must have at most 3 jobs together" in answer.content.decode()
    assert not ShareLink.objects.exists()


def test_only_one_thing_finds_what_is_embedded() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        embed_finder(find)
