"""Who sends a form after their session has ended is led to log in, and back to the form."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from schedweb.accounts.models import User
from schedweb.accounts.views import NOTHING_DONE
from schedweb.accounts.way_back import nearest_page, readable, takes_get
from tests import factories

pytestmark = pytest.mark.django_db

KEY = "abcdefghijk"
SAMPLES = {"int": "0", "uuid": "0" * 8, "path": "a", "slug": KEY, "str": KEY, "key": KEY}
PASSWORD = "correct horse battery"
HTML = "text/html; charset=utf-8"


def addresses(patterns: list[URLPattern | URLResolver], base: str = "/") -> Iterator[str]:
    """Yield an example of every address of the site; Django's addresses of the administration are
    left out."""
    for one in patterns:
        route = str(getattr(one.pattern, "_route", ""))
        filled = "".join(
            SAMPLES.get(part.split(":")[0], KEY) if i % 2 else part
            for i, part in enumerate(route.replace(">", "<").split("<"))
        )
        if isinstance(one, URLPattern):
            yield base + filled
        elif filled != "admin/":
            yield from addresses(one.url_patterns, base + filled)


EVERY = sorted({at for at in addresses(get_resolver().url_patterns) if not at.startswith("/admin")})
PAGES = [at for at in EVERY if not at.startswith("/api/v")]
SENT_TO = [at for at in PAGES if not takes_get(at)]
"""Addresses that take forms alone."""


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", password=PASSWORD)


def log_in_at(answer: object) -> dict[str, str]:
    """Return what an answer tells the log-in that it leads to."""
    location = urlsplit(answer["Location"])  # type: ignore[index]
    assert location.path == "/accounts/login/"
    return {name: values[0] for name, values in parse_qs(location.query).items()}


def test_the_addresses_of_forms_are_those_that_refuse_to_be_read(alice: User) -> None:
    """Methods are read from the views; here they are asked."""
    client = Client()
    client.force_login(alice)
    refused = {at for at in PAGES if client.get(at).status_code == 405}
    assert refused == set(SENT_TO)
    assert len(refused) > 30


@pytest.mark.parametrize("at", [at for at in SENT_TO if at != "/accounts/logout/"])
def test_every_form_is_led_back_to_its_page(client: Client, at: str) -> None:
    page = "/workloads/new/?x=1&y=a%20b"
    sent = client.post(at, {"name": "typed"}, headers={"Referer": f"http://testserver{page}"})
    assert log_in_at(sent) == {"next": page, "undone": "1"}
    unnamed = log_in_at(client.post(at, {"name": "typed"}))
    assert takes_get(unnamed["next"])
    assert at.startswith(unnamed["next"])


@pytest.mark.parametrize("at", SENT_TO)
def test_no_log_in_leads_to_an_address_of_forms(client: Client, alice: User, at: str) -> None:
    form = {"username": "alice", "password": PASSWORD}
    for address in (at, at.rstrip("/"), f"{at}?task=1"):
        answer = client.post("/accounts/login/", {**form, "next": address})
        assert takes_get(urlsplit(answer["Location"]).path), address
        client.logout()


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("http://testserver/compare/?workload=x", "/compare/?workload=x"),
        ("http://testserver/uploads/x/keep/", "/uploads/x/"),  # where errors were shown
        ("http://testserver/lists/workloads/change/", "/"),
        ("http://elsewhere.example/compare/", "/workloads/x/"),
        ("http://testserver:81/compare/", "/workloads/x/"),
        ("javascript:alert(1)", "/workloads/x/"),
        ("//elsewhere.example/", "/workloads/x/"),
        ("http://testserver//elsewhere.example/", "/workloads/x/"),
        ("", "/workloads/x/"),
    ],
)
def test_only_a_page_of_this_site_is_led_back_to(client: Client, named: str, expected: str) -> None:
    answer = client.post("/workloads/x/rename/", headers={"Referer": named})
    assert log_in_at(answer)["next"] == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/workloads/x/rename/", "/workloads/x/"),
        ("/workloads/x/rename", "/workloads/x/"),
        ("/comparisons/x/share/?a=1", "/comparisons/x/"),
        ("/studies/x/cells/0/0/0/compare/", "/studies/x/cells/0/0/"),
        ("/accounts/logout/", "/"),
        ("/api/v1/slurm-conf", "/api/v1/"),
        ("/workloads/?q=a", "/workloads/?q=a"),
        ("/nothing/there/", "/nothing/there/"),
        ("", "/"),
    ],
)
def test_an_address_of_forms_gives_way_to_the_page_above_it(address: str, expected: str) -> None:
    assert readable(address) == expected


def test_htmx_leads_the_whole_page_to_the_log_in(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/compare/?workload=x"}
    sent = client.post("/compare/", headers=headers)
    asked = client.get("/active/", headers=headers)
    assert (sent.status_code, sent.content) == (200, b"")
    assert sent["HX-Redirect"].endswith("?next=/compare/%3Fworkload%3Dx&undone=1")
    assert asked["HX-Redirect"].endswith("?next=/compare/%3Fworkload%3Dx")


def test_the_log_in_and_the_page_of_the_form_say_that_nothing_was_done(
    client: Client, alice: User
) -> None:
    page = "/workloads/new/lublin/"
    sent = client.post(page, {"jobs": "7"}, headers={"Referer": f"http://testserver{page}"})
    assert NOTHING_DONE in client.get(sent["Location"]).text
    answer = client.post(
        sent["Location"], {"username": "alice", "password": PASSWORD, "next": page}
    )
    assert answer["Location"] == page
    assert NOTHING_DONE in client.get(page).text
    assert NOTHING_DONE not in client.get(page).text


def test_a_log_in_of_who_sent_nothing_says_nothing_of_it(client: Client, alice: User) -> None:
    at = client.get("/workloads/")["Location"]
    assert NOTHING_DONE not in client.get(at).text
    client.post(at, {"username": "alice", "password": PASSWORD, "next": "/workloads/"})
    assert NOTHING_DONE not in client.get("/workloads/").text


def test_who_has_lost_all_cookies_is_led_to_log_in_too() -> None:
    client = Client(enforce_csrf_checks=True)
    headers = {"Referer": "http://testserver/workloads/x/"}
    assert log_in_at(client.post("/workloads/x/rename/", headers=headers)) == {
        "next": "/workloads/x/",
        "undone": "1",
    }


@pytest.mark.parametrize("at", [*SENT_TO, "/compare/", "/workloads/new/lublin/", "/clusters/new/"])
def test_a_form_without_its_proof_has_a_page_that_leads_back(alice: User, at: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post(at, headers={"Referer": "http://testserver/workloads/?q=a"})
    assert answer.status_code == 403
    assert "This form is no longer valid" in answer.text
    assert 'href="/workloads/?q=a"' in answer.text


def test_the_log_in_itself_is_refused_in_its_own_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "alice"})
    assert answer.status_code == 403
    assert "This form is no longer valid" in answer.text


@pytest.mark.parametrize("at", SENT_TO)
def test_an_address_of_forms_that_is_opened_is_a_page(alice: User, at: str) -> None:
    client = Client()
    client.force_login(alice)
    for method in ("get", "put", "delete"):
        answer = getattr(client, method)(at)
        assert answer.status_code == 405
        assert answer["Content-Type"] == HTML
        assert "POST" in answer["Allow"]
        assert "This address is not a page" in answer.text
        assert f'href="{nearest_page(at)}"' in answer.text


@pytest.mark.parametrize(
    "at", ["/", "/workloads/", "/algorithms/", f"/runs/{KEY}/", "/s/none/", "/docs/", "/api/docs/"]
)
def test_a_page_that_takes_no_form_says_so(alice: User, at: str) -> None:
    client = Client()
    client.force_login(alice)
    answer = client.post(at)
    assert (answer.status_code, answer["Content-Type"]) == (405, HTML)
    assert "Nothing was done" in answer.text
    assert f'href="{at}"' in answer.text


@pytest.mark.parametrize("at", [at for at in EVERY if at.startswith("/api/v1/")])
def test_the_api_refuses_methods_in_its_own_shape(at: str) -> None:
    client = Client()
    client.force_login(factories.person("bob"))
    answer = client.patch(at) if takes_get(at) else client.get(at)
    if answer.status_code == 405:
        assert answer.json()["error"]["code"] == "method_not_allowed"
        assert answer["Content-Type"] == "application/json"
    else:
        assert answer.status_code in (400, 404, 415), at
