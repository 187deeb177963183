"""Who may see which page."""

import re
from contextlib import closing
from urllib.parse import quote

import pytest
from django.conf import LazySettings
from django.test import Client

from schedweb.runs.models import Comparison
from schedweb.runs.pictures import pack_of, picture_of
from tests.web import pages


@pytest.mark.parametrize("path", pages.GENERAL.values(), ids=pages.GENERAL)
def test_everybody_with_an_account_sees_the_general_pages(hers: Client, path: str) -> None:
    assert hers.get(path).status_code == 200


def test_the_owner_sees_everything_of_a_comparison(hers: Client, done: Comparison) -> None:
    found = {name: hers.get(at).status_code for name, at in pages.of_comparison(done).items()}
    assert found == dict.fromkeys(found, 200)


def test_a_stranger_finds_nothing(his: Client, done: Comparison) -> None:
    found = {name: his.get(at).status_code for name, at in pages.of_comparison(done).items()}
    assert found == dict.fromkeys(found, 404)


@pytest.mark.parametrize("key", ["a\0b", "\0", "x" * 999, "…"])
def test_nothing_is_found_under_an_odd_key(hers: Client, done: Comparison, key: str) -> None:
    for kind in ("comparisons", "runs", "workloads", "clusters", "studies", "s"):
        assert hers.get(f"/{kind}/{quote(key)}/").status_code == 404
    asked = {"without_users": "10", "comparison": key}
    at = f"/workloads/{done.workload.pk}/without-users/"
    assert hers.post(at, asked).status_code == 404
    asked = {"workload": key, "cluster": key, "run": "easy"}
    assert hers.get("/compare/", asked).status_code == 200


def test_who_has_not_logged_in_is_asked_to(client: Client, done: Comparison) -> None:
    for path in (*pages.GENERAL.values(), *pages.of_comparison(done).values()):
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")


ACTIONS = (
    "/comparisons/{comparison}/describe/",
    "/comparisons/{comparison}/delete/",
    "/comparisons/{comparison}/cancel/",
    "/comparisons/{comparison}/retry/",
    "/comparisons/{comparison}/share/",
    "/comparisons/{comparison}/add/",
    "/comparisons/{comparison}/schedules/add/",
    "/runs/{run}/cancel/",
    "/runs/{run}/retry/",
    "/runs/{run}/delete/",
    "/runs/{run}/share/",
    "/workloads/{workload}/rename/",
    "/workloads/{workload}/delete/",
    "/clusters/{cluster}/",
    "/clusters/{cluster}/delete/",
)


def actions(done: Comparison) -> list[str]:
    """Return the addresses of everything that changes something."""
    assert done.cluster is not None
    keys = {"run": done.runs.all()[0].pk, "workload": done.workload.pk, "cluster": done.cluster.pk}
    return [action.format(comparison=done.pk, **keys) for action in ACTIONS]


def test_a_stranger_changes_nothing(his: Client, hers: Client, done: Comparison) -> None:
    mine = {"title": "mine", "name": "mine", "save": "1"}
    found = {action: his.post(action, mine).status_code for action in actions(done)}
    assert found == dict.fromkeys(found, 404)
    assert all(hers.get(at).status_code == 200 for at in pages.of_comparison(done).values())


def test_nothing_is_changed_by_following_an_address(hers: Client, done: Comparison) -> None:
    asked = [
        action for action in actions(done) if not re.search(r"add/$|^/clusters/[^/]+/$", action)
    ]
    found = {action: hers.get(action).status_code for action in asked}
    assert found == dict.fromkeys(found, 405)


@pytest.mark.django_db
def test_local_mode_has_no_log_in(settings: LazySettings) -> None:
    settings.SCHEDWEB_MODE = "local"
    client = Client()
    for path in pages.GENERAL.values():
        answer = client.get(path)
        assert answer.status_code == 200
        assert b"Log out" not in answer.content


def test_what_does_not_exist_is_a_page(hers: Client) -> None:
    for path in ("/nothing/", "/algorithms/nothing/", "/workloads/new/nothing/", "/runs/x/"):
        answer = hers.get(path)
        assert answer.status_code == 404
        assert "Nothing is here" in answer.content.decode()


def test_blobs_are_given_out_under_their_own_run_only(hers: Client, done: Comparison) -> None:
    first, second = done.runs.all()
    gantt = hers.get(f"/runs/{first.pk}/gantt/{second.schedule}/")
    poster = hers.get(f"/runs/{first.pk}/poster/{second.schedule}.png")
    jobs = hers.get(f"/runs/{first.pk}/jobs/{first.schedule}/")
    assert gantt.content == picture_of(first, "gantt") != picture_of(second, "gantt")
    assert poster.content == picture_of(first, "poster") != picture_of(second, "poster")
    assert jobs.content == pack_of(done.workload)
    assert {a["Cache-Control"] for a in (gantt, poster, jobs)} == {"private, no-store"}
    assert hers.get(f"/runs/{first.pk}/gantt/settings.py/").status_code == 404


def test_what_a_digest_names_is_kept_by_the_browser(hers: Client, done: Comparison) -> None:
    found = pages.of_comparison(done)
    for name in ("gantt", "jobs", "poster"):
        assert "immutable" in hers.get(found[name])["Cache-Control"]
        assert "private" in hers.get(found[name])["Cache-Control"]


def test_what_is_ones_own_is_stored_by_no_proxy(hers: Client, done: Comparison) -> None:
    for name, path in pages.of_comparison(done).items():
        assert "private" in hers.get(path)["Cache-Control"], name
    for path in ("/", "/algorithms/", "/nothing/"):
        assert hers.get(path)["Cache-Control"] == "private, no-cache"
    for path in ("/api/v1/runs", "/api/v1/nothing", "/accounts/login/", "/admin/"):
        assert "no-store" in hers.get(path)["Cache-Control"]
        assert "private" in hers.get(path)["Cache-Control"]
    with closing(hers.get("/static/css/base.css")) as static:
        assert "no-store" not in static["Cache-Control"]
