"""Local mode where several people use the machine: only who has the token comes in."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from schedweb.accounts.local import local_token, local_user
from schedweb.api.tokens import issue_token
from schedweb.sharing.services import share
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def asks(settings: Settings, tmp_path: Path) -> None:
    settings.SCHEDWEB_MODE = "local"
    settings.SCHEDWEB_LOCAL_TOKEN = True
    settings.SCHEDWEB_DATA = tmp_path


def test_the_token_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    token = local_token()
    assert len(token) > 50
    assert (tmp_path / "local_token").stat().st_mode & 0o777 == 0o600
    assert local_token() == token


@pytest.mark.parametrize(
    "path", ["/", "/algorithms/", "/workloads/", "/accounts/login/", "/admin/"]
)
def test_pages_say_where_the_address_stands(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 403
    assert "?token=" in answer.text
    assert "local_token" in answer.text
    assert local_token() not in answer.text
    assert client.get(f"{path}?token=wrong").status_code == 403
    assert client.post(f"{path}?token={local_token()}").status_code == 403


def test_the_first_visit_gets_a_cookie_and_loses_the_token(client: Client) -> None:
    answer = client.get(f"/algorithms/?q=a%26b&token={local_token()}")
    assert (answer.status_code, answer["Location"]) == (302, "/algorithms/?q=a%26b")
    (cookie,) = answer.cookies.values()
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert client.get("/algorithms/").status_code == 200
    assert client.get("/api/v1/runs").status_code == 200


def test_the_token_leads_to_no_other_host(client: Client) -> None:
    answer = client.get("/", {"token": local_token()}, PATH_INFO="//evil.example/")
    assert answer["Location"] == "/evil.example/"


def test_a_wrong_cookie_opens_nothing(client: Client) -> None:
    client.get(f"/?token={local_token()}")
    (name,) = client.cookies
    client.cookies[name] = "é" * 60
    assert client.get("/").status_code == 403


def test_the_api_takes_the_token_as_bearer(client: Client) -> None:
    refused = client.get("/api/v1/runs")
    assert refused.status_code == 401
    assert "local_token" in refused.json()["error"]["message"]
    assert client.get("/api/v1/runs", headers={"Authorization": "Bearer x"}).status_code == 401
    headers = {"Authorization": f"Bearer {local_token()}"}
    assert Client(enforce_csrf_checks=True).get("/api/v1/runs", headers=headers).status_code == 200
    made = Client(enforce_csrf_checks=True).post(
        "/api/v1/clusters",
        {"name": "m", "sites": [{"name": "a", "processors": 2}]},
        "application/json",
        headers=headers,
    )
    assert made.status_code == 201


def test_tokens_of_the_api_open_the_api_only(client: Client) -> None:
    _, secret = issue_token(local_user(), label="script")
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/runs", headers=headers).status_code == 200
    assert client.get("/", headers=headers).status_code == 403
    assert client.get("/api/", headers={"Authorization": "Bearer x"}).status_code in (200, 302)
    assert client.get("/workloads/", headers={"Authorization": "Bearer x"}).status_code == 403


def test_share_links_open_what_they_are_of_and_nothing_else(client: Client) -> None:
    comparison = factories.comparison(local_user())
    address = f"/s/{share(local_user(), comparison).token}/"
    shown = client.get(address)
    assert shown.status_code == 200
    assert "Rename" not in shown.content.decode()
    assert client.post(address).status_code == 403
    assert client.get(f"/comparisons/{comparison.pk}/").status_code == 403


def test_embeds_open_within_other_pages(client: Client) -> None:
    comparison = factories.comparison(local_user())
    embed = {"title": "x", "source": "plot", "args": {"kind": "none"}, "query": ""}
    token = share(local_user(), comparison, embed=embed).token
    assert client.get(f"/embed/{token}/").status_code == 200
    assert client.get("/embed/none/").status_code == 404
    assert client.post(f"/embed/{token}/").status_code == 403
    assert client.post("/links/embeds/new/").status_code == 403


def test_health_stays_open(client: Client) -> None:
    assert client.get("/health/live").status_code == 200


def test_without_the_option_nothing_is_asked(client: Client, settings: Settings) -> None:
    settings.SCHEDWEB_LOCAL_TOKEN = False
    assert client.get("/").status_code == 200
    settings.SCHEDWEB_MODE, settings.SCHEDWEB_LOCAL_TOKEN = "team", True
    headers = {"Authorization": f"Bearer {local_token()}"}
    assert client.get("/api/v1/runs", headers=headers).status_code == 401
