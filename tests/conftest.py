"""Fixtures for every test: shared data, Chromium, programs beside the test."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import settings as properties
from playwright.sync_api import Browser, Page, sync_playwright

from algorithms.compiled import COMPILED_ONLY
from schedweb.store import installation

os.environ.setdefault(COMPILED_ONLY, "1")  # whatever the program calls is compiled at set-up
ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
REQUIRED = os.environ.get("SCHEDWEB_REQUIRE", "").split()
"""What must not be missing: shared, browser, faults."""
PROPERTIES = os.environ.get("SCHEDWEB_PROPERTIES", "same")
"""Examples of property tests: the same each time, or random ones, as in `make fuzz`."""
FACES = ("api", "web")
"""Folders of tests about what people and programs are answered."""
PATIENT = ("browser", "faults", "launch")
"""Folders of tests that wait for programs beside them."""

# An example may load machine code, and machines are busy: none has a deadline.
properties.register_profile("same", deadline=None, derandomize=True)
properties.register_profile("random", deadline=None, print_blob=True)
properties.load_profile(PROPERTIES)


def missing(what: str, reason: str) -> NoReturn:
    """Skip the test, or fail it where the machine promised to have what it needs."""
    if what in REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def may_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test call kernels that Python never calls by itself, or with arrays of other kinds."""
    monkeypatch.delenv(COMPILED_ONLY, raising=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that use the database also run on PostgreSQL and Redis; those that wait for programs
    beside them have a second try, for a machine may be too busy for a first.

    Where PostgreSQL is there, some are tested on it alone, as it is the stricter of the two: pages
    and answers of the API, and what is `costly` and no `smoke` test.

    What waits comes first: the processes that compute beside it have work until the end.
    """
    items.sort(key=lambda item: not _waits(item))
    for item in items:
        if _waits(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db"}:
            item.add_marker(pytest.mark.services)
    if os.environ.get("SCHEDWEB_TEST_DATABASE_URL") and not os.environ.get("SERVICES"):
        again = [item for item in items if _runs_on_services_alone(item)]
        config.hook.pytest_deselected(items=again)
        items[:] = [item for item in items if item not in set(again)]


def _waits(item: pytest.Item) -> bool:
    return bool(set(PATIENT) & set(item.path.relative_to(ROOT).parts))


def _runs_on_services_alone(item: pytest.Item) -> bool:
    is_face = set(FACES) & set(item.path.relative_to(ROOT).parts)
    is_costly = item.get_closest_marker("costly") and not item.get_closest_marker("smoke")
    return bool(is_face or is_costly) and item.get_closest_marker("services") is not None


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of published cases and real traces, which lies beside a developer's clone."""
    if not SHARED.is_dir():
        missing("shared", "there is no folder ../shared beside this clone")
    return SHARED


@pytest.fixture(scope="session")
def odd_traces(shared: Path) -> list[Path]:
    """Real traces that break rules of their formats."""
    found = sorted((shared / "traces" / "odd").glob("*.gz"))
    assert len(found) == 9
    return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium of the system."""
    program = os.environ.get("SCHEDWEB_TEST_CHROMIUM") or shutil.which("chromium")
    if program is None:
        missing("browser", "Chromium is not installed")
    # Playwright's synchronous API runs an event loop, in which Django would refuse its ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in a fresh profile; an error in a script or a refused resource fails the test."""
    context = chromium.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            errors.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def own_store(tmp_path: Path, settings: Any) -> Path:
    """The folder of a store that only this test has: others share one, as their digests differ."""
    folder = tmp_path / "blobs"
    options = {"OPTIONS": {"location": folder}}
    settings.STORAGES = {**settings.STORAGES, "blobs": {**settings.STORAGES["blobs"], **options}}
    return folder


@pytest.fixture
def environment(transactional_db: None) -> dict[str, str]:
    """What a program needs to work on the database, files and broker of this test."""
    installation.join()
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "schedweb.settings",
        "DATABASE_URL": database_url(),
        "SCHEDWEB_DATA": str(settings.SCHEDWEB_DATA),
    }


def database_url() -> str:
    """The test database's; the variable names the one beside which it was made."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


@pytest.fixture(autouse=True)
def no_beats_during_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hearts in this process be still, unless a test is about them: most tests are one open
    transaction, and on SQLite a thread that writes beside it waits in vain for half a minute."""
    monkeypatch.setattr("schedweb.workers.heart.INTERVAL", 3600.0)
