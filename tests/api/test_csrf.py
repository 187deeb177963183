"""A page of another site can do nothing with a user's browser."""

import pytest
from pytest_django import Settings

from schedweb.accounts.local import local_user
from schedweb.clusters.models import Cluster
from tests import factories
from tests.api.caller import Caller

CLUSTER = {"name": "M", "sites": [{"processors": 4}]}
FORM = "text/plain"
"""What a foreign page may send without asking first."""


@pytest.fixture
def local(db: None, settings: Settings) -> Caller:
    """The user of local mode, without a log-in."""
    settings.SCHEDWEB_MODE = "local"
    return Caller(None, enforce_csrf_checks=True)


def test_a_session_alone_changes_nothing(db: None) -> None:
    alice = Caller(factories.person("alice"), enforce_csrf_checks=True)
    assert alice.get("/clusters").status == 200
    for headers in ({}, {"X-SchedWeb": "1"}, {"X-CSRFToken": "guess"}):
        answer = alice.post("/clusters", CLUSTER, headers=headers)
        assert (answer.status, answer.error["code"]) == (403, "csrf")
    assert not Cluster.objects.exists()


def test_a_page_of_ours_sends_its_token(db: None) -> None:
    alice = Caller(factories.person("alice"), enforce_csrf_checks=True)
    alice.client.get("/api/docs/")
    token = alice.client.cookies["csrftoken"].value
    answer = alice.post("/clusters", CLUSTER, headers={"X-CSRFToken": token})
    assert answer.status == 201


def test_in_local_mode_a_script_sends_our_header(local: Caller) -> None:
    assert local.get("/").json == {**local.get("/").json, "mode": "local", "user": "local"}
    answer = local.post("/clusters", CLUSTER, headers={"X-SchedWeb": "1"})
    assert answer.status == 201
    assert Cluster.objects.get().owner == local_user()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-SchedWeb": "1", "Origin": "https://evil.example"},
        {"X-SchedWeb": "1", "Origin": "null"},
        {"X-SchedWeb": "1", "Origin": "http://testserver:8001"},
        {"X-SchedWeb": "1", "Sec-Fetch-Site": "cross-site"},
        {"X-SchedWeb": "1", "Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("kind", [FORM, "application/json"])
def test_in_local_mode_a_foreign_page_changes_nothing(
    local: Caller, headers: dict[str, str], kind: str
) -> None:
    answer = local.post("/clusters", CLUSTER, headers=headers, content_type=kind)
    assert (answer.status, answer.error["code"]) == (403, "csrf")
    assert "X-SchedWeb" in answer.error["message"]
    assert not Cluster.objects.exists()


def test_a_foreign_page_may_not_even_ask(local: Caller) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = local.call("OPTIONS", "/clusters", headers=asked)
    assert answer.status in (403, 405)
    assert not any(name.startswith("Access-Control") for name in answer.response.headers)
    read = local.get("/clusters", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in read.response.headers


def test_a_foreign_name_for_this_machine_is_refused(local: Caller) -> None:
    assert local.get("/clusters", headers={"Host": "evil.example"}).status == 400


def test_local_mode_answers_this_machine_only(local: Caller) -> None:
    assert local.get("/", REMOTE_ADDR="192.0.2.7").status == 403
