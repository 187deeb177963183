"""A team's server with its worker, and browsers whose every complaint fails the test."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Response,
    expect,
)

from parsched.data.formats import write
from parsched.data.generators import generate
from tests.browser.newcomers import forget_attempts, welcome
from tests.launch.launched import Launched, launched

SAMPLES = 5
"""Sample comparisons that a newcomer finds."""
EXPECTED = (404, 410)
PATIENCE = 180_000  # milliseconds; a bound for broken code, not a pace
REPLACED = ("htmx:afterRequest,", "htmx:sendAbort,")
"""What htmx says when a request takes the place of one that is under way."""
NOT_SAID = ("Failed to load resource", *REPLACED)
PASSWORD = "a long and quiet sentence"
NewPage = Callable[..., Page]


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """Whatever is expected may take its time on a busy machine."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def data(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the team's server."""
    return shutil.copytree(migrated, tmp_path_factory.mktemp("team") / "data")


@pytest.fixture(scope="session")
def team(data: Path) -> Iterator[Launched]:
    """A team's server on data of its own."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "SCHEDWEB_DATA": str(data),
        "SCHEDWEB_ALLOWED_HOSTS": "127.0.0.1",
        "SCHEDWEB_WORKERS": "1",
    }
    with launched("team", environment) as server:
        yield server


@pytest.fixture(scope="session")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trace of 4,000 jobs for 128 processors."""
    path = tmp_path_factory.mktemp("trace") / "busy.swf.gz"
    write(generate("lublin", jobs=4_000, processors=128, params={"load": 0.9}), path)
    return path


@pytest.fixture
def browse(chromium: Browser) -> Iterator[NewPage]:
    """Opens pages in fresh profiles; errors of scripts, of loading and of the policy fail."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(**options: object) -> Page:
        context = chromium.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return _watched(context.new_page(), errors)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def _watched(page: Page, errors: list[str]) -> Page:
    def complain(answer: Response) -> None:
        if answer.status >= 400 and answer.status not in EXPECTED:
            errors.append(f"{answer.status} {answer.url}")

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("response", complain)
    page.on(
        "console",
        lambda message: (
            errors.append(message.text)
            if message.type == "error" and not message.text.startswith(NOT_SAID)
            else None
        ),
    )
    return page


@pytest.fixture(scope="session")
def newcomer(playwright: Playwright, team: Launched) -> str:
    """A user who has signed up, looked at the first page, and deleted the samples."""
    request = playwright.request.new_context(timeout=PATIENCE)
    name = f"newcomer-{secrets.token_hex(4)}"
    _sign_up_unseen(request, team.address, name)
    answer = request.get(team.address)
    assert answer.ok, answer.text()
    _give_up(request, team.address, [])
    request.dispose()
    return name


@pytest.fixture
def alice(
    browse: NewPage, team: Launched, data: Path, newcomer: str, request: pytest.FixtureRequest
) -> Page:
    """The page of a user who has just signed up, with only the sample comparisons that the test
    marks: the others would hold up what it waits for."""
    forget_attempts(data)
    page = browse(viewport={"width": 1280, "height": 900})
    name = f"{request.function.__name__.removeprefix('test_')[:90]}-{secrets.token_hex(4)}"
    mark = request.node.get_closest_marker("samples")
    if mark is None:
        _sign_up_unseen(page.request, team.address, name)
        welcome(data, name, newcomer)
        _home(page, team.address)
    else:
        sign_up(page, team.address, name)
        _give_up(page.request, team.address, [sample.title for sample in mark.args])
    return page


def sign_up(page: Page, address: str, name: str) -> None:
    """Create an account, whose page is the first one then."""
    page.goto(f"{address}/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.get_by_role("heading", name="Which scheduler").wait_for()


def _sign_up_unseen(request: APIRequestContext, address: str, name: str) -> None:
    """Create an account without a look at the first page, with which samples are given."""
    at = f"{address}/accounts/signup/"
    request.get(at)
    form: dict[str, str | float | bool] = {
        "username": name,
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    answer = request.post(at, form=form, headers=_headers(request, address), max_redirects=0)
    assert answer.status == 302, answer.text()


def _home(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", name="Which scheduler").wait_for()


def _headers(request: APIRequestContext, address: str) -> dict[str, str]:
    """Return what a request needs that changes something."""
    cookies = request.storage_state()["cookies"]
    [token] = [cookie["value"] for cookie in cookies if cookie["name"] == "csrftoken"]
    return {"X-CSRFToken": token, "Referer": address}


def _give_up(request: APIRequestContext, address: str, wanted: Sequence[str]) -> None:
    """Delete all samples but the comparisons of these titles."""
    at, headers = f"{address}/api/v1/comparisons", _headers(request, address)
    samples = {c["title"]: c["id"] for c in request.get(at).json()["results"]}
    assert len(samples) == SAMPLES
    assert set(wanted) <= set(samples)
    for title, pk in samples.items():
        if title not in wanted:
            assert request.delete(f"{at}/{pk}", headers=headers).status == 204
    studies = f"{address}/api/v1/studies"
    [study] = request.get(studies).json()["results"]
    assert request.delete(f"{studies}/{study['id']}", headers=headers).status == 204
