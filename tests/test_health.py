"""What proxies and supervisors are told, and what people are told during an outage."""

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import current_app
from django.db import InterfaceError, OperationalError
from django.test import Client
from pytest_django import Settings

from parsched.base.compiled import NotCompiledError
from schedweb.base import outages
from schedweb.runs import selectors
from schedweb.server import health
from schedweb.web.forms.study import StudyForm
from schedweb.workers import presence, processes
from schedweb.workers.models import Worker
from tests import factories
from tests.api.caller import Caller

pytestmark = pytest.mark.django_db(transaction=True)

FULL_DATABASE = OperationalError("database or disk is full")
FULL = OSError(errno.ENOSPC, "No space left on device")
READ_ONLY = OSError(errno.EROFS, "Read-only file system")
OUTAGES = [
    (OperationalError("connection refused"), "The database does not answer now."),
    (InterfaceError("connection already closed"), "The database does not answer now."),
    (FULL_DATABASE, "Nothing can be stored now: the disk is full."),
    (FULL, "Nothing can be stored now: the disk is full."),
    (READ_ONLY, "The store cannot be used now: Read-only file system."),
    (NotCompiledError("f(int64) is not compiled"), outages.NOT_COMPILED),
]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check again each time."""
    monkeypatch.setattr(health, "PROBES", {n: health.Probe(p) for n, p in health.PARTS.items()})


def parts(client: Client) -> dict[str, str]:
    response = client.get("/health/ready")
    found: dict[str, str] = response.json()["parts"]
    assert response.status_code == (200 if set(found.values()) == {"ok"} else 503)
    assert response.has_header("Retry-After") == (response.status_code == 503)
    return found


def test_a_server_with_all_it_needs_is_ready(client: Client) -> None:
    presence.note()
    assert set(parts(client).values()) == {"ok"}
    assert client.get("/health").status_code == 200


def test_without_a_worker_it_is_not_ready_and_says_so(client: Client) -> None:
    assert parts(client)["workers"] == "no worker takes runs or tasks"
    Worker.objects.create(name="elsewhere|1|1", queues=["runs"])
    assert presence.missing_queues() == ["tasks"]


def test_a_worker_of_this_machine_is_missed_as_soon_as_it_ends() -> None:
    queues = list(current_app.amqp.queues)
    gone = f"{processes.machine()}|99999999|5"
    Worker.objects.create(name=gone, queues=queues)
    assert presence.missing_queues() == queues
    presence.note()
    assert not Worker.objects.filter(name=gone).exists()
    assert presence.missing_queues() == []


def test_a_store_that_cannot_be_written_is_named(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    blobs = settings.STORAGES["blobs"]
    blobs = {**blobs, "OPTIONS": {"location": tmp_path / "file" / "blobs"}}
    settings.STORAGES = {**settings.STORAGES, "blobs": blobs}
    found = parts(client)
    assert found["store"] == "File exists"
    assert found["database"] == "ok"


def test_a_part_that_hangs_does_not_hold_up_the_answer_for_long(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()
    hangs = {name: health.Probe(lambda: str(answered.wait())) for name in ("one", "another")}
    monkeypatch.setattr(health, "PROBES", hangs)
    monkeypatch.setattr(health, "DEADLINE", 0)
    assert set(parts(client).values()) == {"no answer within 0 s"}
    answered.set()


def test_a_process_that_answers_is_alive_whatever_else_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBES", {})
    assert client.get("/health/live").content == b"ok\n"


def raising(error: Exception) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(("error", "sentence"), OUTAGES)
def test_an_outage_is_a_sentence_on_every_page_and_in_the_api(
    monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    alice = factories.person("alice")
    browser, caller = Client(raise_request_exception=False), Caller(alice)
    browser.force_login(alice)
    monkeypatch.setattr(selectors, "comparisons_of", raising(error))
    monkeypatch.setattr("schedweb.api.views.comparisons.comparisons_of", raising(error))
    page = browser.get("/")
    assert (page.status_code, page["Retry-After"]) == (503, str(outages.RETRY_SECONDS))
    assert sentence in page.content.decode()
    answer = caller.get("/comparisons")
    assert (answer.status, answer.error["code"]) == (503, "unavailable")
    assert answer.error["message"] == sentence


GONE = "gone: it was moved, deleted, or is no longer mounted. Put it back at its place, or restart"


@pytest.mark.parametrize(
    ("is_local", "which"),
    [
        (True, "The data folder {folder} is "),
        (False, "The server&#x27;s data folder (SCHEDWEB_DATA) is "),
    ],
)
def test_a_data_folder_that_is_gone_is_named_without_a_word_to_wait(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, is_local: bool, which: str
) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(factories.person("alice"))
    settings.SCHEDWEB_DATA, settings.LOCAL = tmp_path / "gone", is_local
    error = FileNotFoundError(errno.ENOENT, "No such file or directory")
    monkeypatch.setattr(selectors, "comparisons_of", raising(error))
    text = browser.get("/").content.decode()
    assert which.format(folder=tmp_path / "gone") + GONE in text
    assert "Waiting does not mend this" in text
    assert "in a few seconds" not in text
    assert outages.reason(error) == "the data folder is gone"
    monkeypatch.setattr(outages, "connection", SimpleNamespace(vendor="sqlite"))
    assert GONE in outages.sentence(OperationalError("unable to open database file"))
    monkeypatch.setattr(outages, "connection", SimpleNamespace(vendor="postgresql"))
    assert outages.sentence(OperationalError("connection refused")) == outages.SILENT


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OperationalError("refused"), "does not answer (OperationalError)"),
        (ConnectionResetError(), "does not answer (ConnectionResetError)"),
        (TimeoutError("timed out"), "does not answer (TimeoutError)"),
        (OSError("cannot write"), "the operating system refused it (OSError)"),
        (READ_ONLY, "Read-only file system"),
    ],
)
def test_only_what_is_asked_over_a_connection_does_not_answer(
    error: Exception, reason: str
) -> None:
    assert outages.reason(error) == reason


def test_what_passes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(factories.person("alice"))
    monkeypatch.setattr(selectors, "comparisons_of", raising(OperationalError("refused")))
    assert "Try again in a few seconds" in browser.get("/").content.decode()
    monkeypatch.setattr(selectors, "comparisons_of", raising(FULL))
    assert "Waiting does not mend this" in browser.get("/").content.decode()


def test_a_page_waits_for_machine_code_and_opens_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = Client()
    browser.force_login(factories.person("alice"))
    asks = {"HX-Request": "true", "HX-Target": outages.WAITING}
    found = selectors.comparisons_of
    monkeypatch.setattr(outages, "is_filled_now", lambda: True)
    monkeypatch.setattr(selectors, "comparisons_of", raising(NotCompiledError("f")))
    page = browser.get("/?a=1")
    html = page.content.decode()
    assert (page.status_code, page["Retry-After"]) == (503, str(outages.RETRY_SECONDS))
    assert outages.COMPILING in html
    assert 'href="/workloads/"' in html, "there are other pages"
    assert 'hx-get="/?a=1"' in html
    again = browser.get("/?a=1", headers=asks)
    assert (again.status_code, again.has_header("HX-Refresh")) == (200, False)
    assert 'hx-get="/?a=1"' in again.content.decode()
    assert "<main" not in again.content.decode()
    monkeypatch.setattr(outages, "is_filled_now", lambda: False)
    assert "hx-get" not in browser.get("/", headers=asks).content.decode(), "it would wait in vain"
    monkeypatch.setattr(selectors, "comparisons_of", found)
    assert browser.get("/?a=1", headers=asks)["HX-Refresh"] == "true"
    assert not browser.get("/?a=1").has_header("HX-Refresh")


def test_what_is_sent_is_not_sent_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Client()
    browser.force_login(factories.person("alice"))
    monkeypatch.setattr(outages, "is_filled_now", lambda: True)
    monkeypatch.setattr(StudyForm, "of", raising(NotCompiledError("f")))
    page = browser.post("/studies/new/")
    assert page.status_code == 503
    assert "send it again in a minute" in page.content.decode()
    assert "hx-get" not in page.content.decode()


def test_other_errors_are_still_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(factories.person("alice"))
    monkeypatch.setattr(selectors, "comparisons_of", raising(ZeroDivisionError()))
    assert browser.get("/").status_code == 500
