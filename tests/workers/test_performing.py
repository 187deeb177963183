"""Tasks run within limits, once, and fail with a sentence."""

import resource
import signal
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from pytest_django import Settings

from parsched.base.errors import Cancelled, TimeLimitReached
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.workers import lifecycle, performing, services
from schedweb.workers.kinds import KINDS, TaskKind, Tell
from schedweb.workers.limits import interruptible
from schedweb.workers.models import ErrorKind, State, Task
from schedweb.workers.services import fingerprint, forget_expired, shared_task, submit
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

Act = Callable[[Task, Tell], Any]


@pytest.fixture
def does(monkeypatch: pytest.MonkeyPatch) -> Callable[[Act], Task]:
    """Queue a task that does something, and perform it."""

    def perform(act: Act) -> Task:
        def run(task: Task, tell: Tell) -> Callable[[], Mapping[str, Any]]:
            found = act(task, tell)
            return lambda: {"result": {"found": found}}

        monkeypatch.setitem(KINDS, "act", TaskKind("act", "Act", run))
        task = submit(factories.person("alice"), "act", {})
        performing.perform(task.pk)
        task.refresh_from_db()
        return task

    return perform


def busy(task: Task, tell: Tell) -> None:
    while True:
        pass


def test_a_result_is_stored(does: Callable[[Act], Task]) -> None:
    task = does(lambda task, tell: 7)
    assert (task.state, task.result, task.attempts) == (State.DONE, {"found": 7}, 1)
    performing.perform(task.pk)
    task.refresh_from_db()
    assert task.attempts == 1


def test_processor_time_is_limited(does: Callable[[Act], Task], settings: Settings) -> None:
    settings.SCHEDWEB_TASK_SECONDS = 1
    task = does(busy)
    assert (task.state, task.error_kind) == (State.FAILED, ErrorKind.TIME)
    assert task.error == "This took more than 1 s, the limit."


def test_memory_is_limited(does: Callable[[Act], Task], settings: Settings) -> None:
    settings.SCHEDWEB_TASK_MEMORY_MB = 256
    task = does(lambda task, tell: np.ones(2**28))
    assert (task.state, task.error_kind) == (State.FAILED, ErrorKind.MEMORY)
    assert "256 MB" in task.error


def test_what_is_wrong_by_field_is_kept(does: Callable[[Act], Task]) -> None:
    def refuse(task: Task, tell: Tell) -> None:
        raise InvalidError({"name": "name must be short"})

    task = does(refuse)
    assert (task.state, task.errors) == (State.FAILED, {"name": "name must be short"})


def test_a_defect_is_a_sentence_without_its_text(does: Callable[[Act], Task]) -> None:
    task = does(lambda task, tell: 1 / 0)
    assert (task.error_kind, "ZeroDivisionError" in task.error) == (ErrorKind.DEFECT, True)


def test_who_cancels_a_task_is_heard_while_it_goes_on(does: Callable[[Act], Task]) -> None:
    def cancelled(task: Task, tell: Tell) -> None:
        lifecycle.stop(task)
        time.sleep(performing.TELL_SECONDS)
        tell(0.5, "half")

    task = does(cancelled)
    assert (task.state, task.result) == (State.CANCELLED, {})


def test_a_result_of_a_cancelled_task_is_rolled_back(does: Callable[[Act], Task]) -> None:
    def discarded(task: Task, tell: Tell) -> None:
        lifecycle.stop(task)
        lifecycle.discard(task)

    assert does(discarded).result == {}


def test_another_thread_cancels_what_does_not_listen() -> None:
    def work() -> None:
        with interruptible(60) as cancel:
            threading.Timer(0.05, cancel).start()
            busy(Task(), lambda fraction, message: None)

    with pytest.raises(Cancelled):
        work()


def test_outside_of_its_block_a_cancel_does_nothing() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with interruptible(60) as cancel:
        pass
    cancel()
    assert signal.getsignal(signal.SIGPROF) == before


def test_the_limit_counts_from_where_the_block_begins() -> None:
    for _ in range(2):
        with pytest.raises(TimeLimitReached), interruptible(1):
            busy(Task(), lambda fraction, message: None)


def test_the_limit_does_not_depend_on_what_the_process_has_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine the system knows of less than that."""

    def work(most: float) -> None:
        until = used() + most
        while used() < until:
            pass

    def used() -> float:
        return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])

    monkeypatch.setattr(time, "process_time", lambda: 1e6)
    with pytest.raises(TimeLimitReached), interruptible(1):
        work(30.0)


def test_equal_tasks_are_done_once() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    first = shared_task(alice, "upload", {"file": "a", "n": 1})
    assert shared_task(alice, "upload", {"n": 1, "file": "a"}) == first
    assert shared_task(alice, "upload", {"n": 2, "file": "a"}) != first
    assert shared_task(bob, "upload", {"file": "a", "n": 1}) != first
    assert fingerprint("a", {}) != fingerprint("b", {})
    lifecycle.stop(first)
    assert shared_task(alice, "upload", {"file": "a", "n": 1}) != first


def test_so_many_tasks_of_a_kind_may_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_ACTIVE", 2)
    alice, bob = factories.person("alice"), factories.person("bob")
    first, _ = submit(alice, "upload", {"number": 1}), submit(alice, "upload", {"number": 2})
    with pytest.raises(RefusedError, match="2 such tasks are still being worked on"):
        submit(alice, "upload", {"number": 3})
    submit(alice, "generate", {})
    submit(bob, "upload", {})
    lifecycle.stop(first)
    submit(alice, "upload", {"number": 3})


def test_old_tasks_are_forgotten_unless_they_go_on() -> None:
    alice = factories.person("alice")
    waits, over = submit(alice, "upload", {}), submit(alice, "upload", {}, input="0" * 64)
    lifecycle.stop(over)
    Task.objects.update(expires=waits.created)
    Task.objects.filter(pk=over.pk).update(output="1" * 64)
    assert forget_expired() == {"0" * 64, "1" * 64}
    assert Task.objects.get() == waits
