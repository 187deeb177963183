"""A finished result outlives an outage of the database, and the worker."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, ProgrammingError

from schedweb.runs.models import Run
from schedweb.store import installation
from schedweb.workers import database, lifecycle, outbox
from schedweb.workers.models import ErrorKind, State
from schedweb.workers.reconciler import reconcile
from tests import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.smoke]

RESULT = {"status": "finished", "metrics": {"makespan": 3.5}}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing, in a store that is this database's, with nothing left by workers that
    other tests killed."""
    installation.join()
    for path in files():
        path.unlink()
    monkeypatch.setattr(database, "FIRST_PAUSE", 0.0)


def claimed() -> tuple[Run, lifecycle.WorkClaim]:
    run = factories.queued_run(factories.person("alice"))
    held = lifecycle.claim(Run, run.pk, "elsewhere|1|1")
    assert held is not None
    return run, held


def files() -> list[Path]:
    return list((Path(settings.SCHEDWEB_DATA) / "outbox").glob("*"))


def away(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let the database be away `times` times when a result is stored."""
    finish, left = lifecycle.finish, iter(range(times))

    def fail(*args: Any) -> bool:
        if next(left, None) is not None:
            assert len(files()) == 1, "it is on disk before the database is asked"
            raise OperationalError("the connection was closed")
        return finish(*args)

    monkeypatch.setattr(lifecycle, "finish", fail)


def test_a_result_is_stored_once_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    run, held = claimed()
    away(monkeypatch, 3)
    assert outbox.hand_over(held, outbox.Ending(State.DONE, RESULT))
    run.refresh_from_db()
    assert (run.state, run.result.metrics) == (State.DONE, RESULT["metrics"])
    assert files() == []


class Dead(BaseException):
    """Stands for the end of a process."""


@pytest.mark.parametrize("given_up", [False, True])
def test_what_a_killed_worker_leaves_is_delivered_by_the_next(
    monkeypatch: pytest.MonkeyPatch, given_up: bool
) -> None:
    run, held = claimed()

    def die(*_: object) -> bool:
        raise Dead

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", lambda *_, **__: None)
        patched.setattr(lifecycle, "finish", die)
        with pytest.raises(Dead):
            outbox.hand_over(held, outbox.Ending(State.DONE, RESULT))
    if given_up:
        assert lifecycle.requeue(held.rows(), crashed=False)
    reconcile()
    run.refresh_from_db()
    assert (run.state, run.result.metrics, run.attempts) == (State.DONE, RESULT["metrics"], 1)
    assert files() == []


def test_a_result_that_is_not_wanted_any_more_is_dropped() -> None:
    run, held = claimed()
    lifecycle.stop(run)
    lifecycle.discard(run)
    assert not outbox.hand_over(held, outbox.Ending(State.DONE, RESULT))
    assert files() == []
    run.refresh_from_db()
    assert run.state == State.CANCELLED


def test_a_result_that_no_database_takes_is_a_failure_with_a_sentence() -> None:
    run, held = claimed()
    outbox.hand_over(held, outbox.Ending(State.DONE, {"no_such_field": 1}))
    run.refresh_from_db()
    assert (run.state, run.error_kind, run.error) == (
        State.FAILED,
        ErrorKind.DEFECT,
        outbox.NOT_STORED,
    )


def test_a_file_that_makes_no_sense_is_put_aside() -> None:
    outbox.deliver()
    folder = Path(settings.SCHEDWEB_DATA) / "outbox"
    for name, text in (("a", "{"), ("b", json.dumps({"claim": {"model": "no.Such"}}))):
        (folder / f"{name}.json").write_text(text)
    outbox.deliver()
    assert sorted(path.name for path in files()) == ["a.refused", "b.refused"]
    for path in files():
        path.unlink()


def test_a_result_of_a_row_that_the_database_does_not_know_waits() -> None:
    """It may be empty, or older, as in the middle of a restore."""
    _, held = claimed()
    outbox._write(held, outbox.Ending(State.DONE, RESULT))  # noqa: SLF001
    Run.objects.all().delete()
    outbox.deliver()
    [path] = files()
    path.unlink()


@pytest.mark.parametrize("error", [InternalError("read-only"), ProgrammingError("no table")])
def test_no_error_of_the_database_throws_a_result_away(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    run, held = claimed()

    def fail(*_: Any) -> bool:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "finish", fail)
        patched.setattr(outbox, "persistently", lambda action, what: action())
        with pytest.raises(type(error)):
            outbox.hand_over(held, outbox.Ending(State.DONE, RESULT))
    outbox.deliver()
    run.refresh_from_db()
    assert (run.state, files()) == (State.DONE, [])
