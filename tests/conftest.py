"""Fixtures for tests of the application: Django, Chromium, programs beside the test."""

import gc
import os
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.urls import get_resolver
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from schedweb.runs.estimates import lately
from schedweb.runs.line import kept_line
from schedweb.store import installation
from tests.chromium import program
from tests.everywhere import ROOT, may_compile, missing, odd_traces, shared
from tests.once import once

__all__ = ["may_compile", "odd_traces", "shared"]
"""Fixtures that tests of the library have, too."""

SERVICES = bool(os.environ.get("SERVICES"))
"""Whether tests run on PostgreSQL and Redis."""
TESTED = Path(os.environ["TESTED"]) if os.environ.get("TESTED") else None
"""File with the ids of the tests that ran on PostgreSQL and Redis, one in a line."""
WITHOUT_DATABASE = (
    "parsched",
    "bench",
    "browser",
    "distribution",
    "documentation",
    "faults",
    "fuzz",
    "mutate",
)
"""Folders of tests that use no database of their process."""
PATIENT = ("browser", "distribution", "faults", "launch")
"""Folders of tests that wait for programs beside them."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Load all views beforehand: one that is loaded while a test replaces a function would keep the
    replacement."""
    assert get_resolver().url_patterns


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Let no test see the line and the finished runs of another, which pages keep for seconds."""
    kept_line.forget()
    lately.forget()


def pytest_configure() -> None:
    """Look for garbage from the first test on: what is collected here stays until the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave out what is there now of every later look for garbage."""
    gc.freeze()
    gc.enable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """What has no database need not even be loaded for a run on PostgreSQL and Redis."""
    return True if SERVICES and _is_without(collection_path) else None


def _is_without(path: Path) -> bool:
    return path.parent == ROOT / "tests" and path.name in WITHOUT_DATABASE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that use the database run on PostgreSQL and Redis where these are; those that wait for
    programs beside them have a second try, for a machine may be too busy for a first.

    What waits comes first: the processes that compute beside it have work until the end.
    """
    items.sort(key=lambda item: not (_waits(item) or _starts_programs(item)))
    for item in items:
        if _waits(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if hasattr(getattr(item, "module", None), "amount"):
            item.add_marker(pytest.mark.drawn)
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db"}:
            item.add_marker(pytest.mark.services)
    if TESTED and not SERVICES:
        again = services_only(items, set(TESTED.read_text(encoding="utf-8").splitlines()))
        config.hook.pytest_deselected(items=list(again.values()))
        items[:] = [item for item in items if item.nodeid not in again]


def _waits(item: pytest.Item) -> bool:
    return _is_patient(item.path)


@cache
def _is_patient(path: Path) -> bool:
    return bool(set(PATIENT) & set(path.relative_to(ROOT).parts))


def _starts_programs(item: pytest.Item) -> bool:
    """Tell whether a test hands its database, files and broker to programs, and waits for them."""
    return "environment" in getattr(item, "fixturenames", ())


def services_only(items: Iterable[pytest.Item], tested: Collection[str]) -> dict[str, pytest.Item]:
    """Return what need not run on SQLite and files by its id: it did on PostgreSQL and Redis, by
    whose list of tests that were run, and is no `smoke` test."""
    return {
        item.nodeid: item
        for item in items
        if item.nodeid in tested
        and item.get_closest_marker("services")
        and not item.get_closest_marker("smoke")
    }


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """List what runs on PostgreSQL and Redis: nothing else is left out of a second run."""
    is_one_of_several = "PYTEST_XDIST_WORKER" in os.environ
    if TESTED and SERVICES and not is_one_of_several and was_run(report):
        with TESTED.open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")


def was_run(report: pytest.TestReport) -> bool:
    """Tell whether a test was run to its end, well or badly; one that was skipped was not."""
    return report.when == "call" and report.outcome in ("passed", "failed")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; one for all, as its loop is."""
    # Playwright's synchronous API runs an event loop, in which Django would refuse its ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium of the system."""
    installed = program() or missing("browser", "Chromium is not installed")
    browser = playwright.chromium.launch(
        executable_path=installed, args=["--no-sandbox", "--disable-gpu"]
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


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server with SQLite, whose tables are there. All tests share it, so each
    server works on a copy."""
    return once(tmp_path_factory, "migrated", _migrate)


def _migrate(folder: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
        "SCHEDWEB_MODE": "local",
        "SCHEDWEB_DATA": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    for line in (["migrate", "--verbosity", "0"], ["adopt_store"]):
        subprocess.run([sys.executable, "manage.py", *line], cwd=ROOT, env=environment, check=True)


@pytest.fixture
def environment(transactional_db: None) -> dict[str, str]:
    """What a program needs to work on the database, files and broker of this test."""
    installation.join()
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
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
    monkeypatch.setattr("schedweb.workers.heartbeat.INTERVAL", 3600.0)
