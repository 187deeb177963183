"""Whatever work has to say fits its column: PostgreSQL refuses a row for one character too many."""

import errno
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from parsched.model.stop import Stop
from parsched.run.solve import solve
from schedweb.runs import execution
from schedweb.runs.models import Run
from schedweb.workers import lifecycle, patience, performing
from schedweb.workers.heartbeat import Heart
from schedweb.workers.kinds import KINDS, TaskKind, Tell
from schedweb.workers.models import State, Task, Work
from schedweb.workers.services import submit
from tests import factories

pytestmark = pytest.mark.django_db

LONG = "".join(chr(ord("a") + i % 26) for i in range(1_000))
MOST = 200


def kept(work: Work) -> str:
    """Return the message as the database has it."""
    message: str = type(work).objects.values_list("message", flat=True).get(pk=work.pk)
    return message


@pytest.mark.parametrize("model", [Run, Task])
def test_the_column_takes_what_is_cut_to(model: type[Work]) -> None:
    field = model._meta.get_field("message")
    assert field.max_length == MOST


def test_the_progress_of_a_run_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    run, seen = factories.queued_run(factories.person("alice")), []

    def talkative(*args: Any, stop: Stop, **options: Any) -> Any:
        stop.report(0.5, LONG)
        seen.append(kept(run))
        return solve(*args, stop=stop, **options)

    monkeypatch.setattr(execution, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(execution, "solve", talkative)
    execution.execute(run.pk)
    assert seen == [LONG[:MOST]]
    run.refresh_from_db()
    assert run.state == State.DONE


def test_why_a_run_ended_early_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **options: Any) -> Any:
        return replace(solve(*args, **options), interruption=LONG)

    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(execution, "solve", interrupted)
    execution.execute(run.pk)
    run.refresh_from_db()
    assert (run.state, run.result.status) == (State.DONE, "stopped early")
    assert run.message == LONG[:MOST]


def test_the_progress_of_a_task_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def talkative(task: Task, tell: Tell) -> Callable[[], Mapping[str, Any]]:
        tell(0.5, LONG)
        message = kept(task)
        return lambda: {"result": {"message": message}}

    monkeypatch.setattr(performing, "TELL_SECONDS", 0.0)
    monkeypatch.setitem(KINDS, "act", TaskKind("act", "Act", talkative))
    task = submit(factories.person("alice"), "act", {})
    performing.perform(task.pk)
    task.refresh_from_db()
    assert (task.state, task.result) == (State.DONE, {"message": LONG[:MOST]})


def test_why_the_store_is_waited_for_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = lifecycle.claim(Run, run.pk, "worker")
    assert held is not None
    failing: Iterator[OSError] = iter([OSError(errno.EIO, LONG)])

    def store() -> str:
        if error := next(failing, None):
            raise error
        return kept(run)

    monkeypatch.setattr(patience, "PAUSE", 0.0)
    assert patience.patiently(store, Heart(held)) == f"waits for the store: {LONG}"[:MOST]
