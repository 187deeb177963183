"""Lost messages and dead workers: runs come back, but not for ever."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from schedweb.runs.models import Run
from schedweb.workers import lifecycle, reconciler
from schedweb.workers.models import ErrorKind, State, Work
from schedweb.workers.processes import parsed, worker_name
from schedweb.workers.reconciler import MOST_ATTEMPTS, RESEND_SECONDS, TIME_MARGIN, reconcile
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def running(worker: str, silent: float = 0.0, attempts: int = 1, **fields: Any) -> Run:
    """Return a run that a worker computes, last heard of so many seconds ago."""
    run = factories.queued_run(factories.person("alice"))
    lifecycle.claim(Run, run.pk, worker)
    heard = timezone.now() - timedelta(seconds=silent)
    suspected = heard + timedelta(seconds=10) if silent else None
    Run.objects.filter(pk=run.pk).update(
        heartbeat=heard, suspected=suspected, attempts=attempts, **fields
    )
    return run


def crashed() -> str:
    """Return the name of a process that has ended while its parent, this one, goes on."""
    me = parsed(worker_name())
    return f"{me.machine}|99999999|5|{me.pid}|{me.start}"


def reconciled(run: Run) -> Run:
    reconcile()
    run.refresh_from_db()
    return run


def test_a_run_that_is_computed_is_left_alone() -> None:
    assert reconciled(running(worker_name())).state == State.RUNNING
    assert reconciled(running("elsewhere|1|1")).state == State.RUNNING


def test_a_run_whose_worker_is_silent_waits_again() -> None:
    silent = settings.SCHEDWEB_HEARTBEAT_SECONDS + 1
    run = running("elsewhere|1|1")
    heard = timezone.now() - timedelta(seconds=silent)
    Run.objects.filter(pk=run.pk).update(heartbeat=heard)
    assert reconciled(run).state == State.RUNNING, "it is suspected only"
    run = reconciled(running("elsewhere|1|1", 10 * silent))
    assert (run.state, run.worker, run.attempts, run.crashes) == (State.QUEUED, "", 1, 0)


def test_an_attempt_that_began_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers reconcile at a time: the other one was first, and the run is silent once more."""
    run = running("elsewhere|1|1", 10.0 * settings.SCHEDWEB_HEARTBEAT_SECONDS)
    recover = reconciler._recover  # noqa: SLF001

    def second(work: Work, lost: QuerySet[Work]) -> None:
        Run.objects.filter(pk=work.pk).update(attempts=F("attempts") + 1, worker="elsewhere|2|2")
        recover(work, lost)

    monkeypatch.setattr(reconciler, "_recover", second)
    run = reconciled(run)
    assert (run.state, run.worker, run.attempts) == (State.RUNNING, "elsewhere|2|2", 2)


def test_a_run_whose_process_is_gone_waits_again_at_once() -> None:
    machine = worker_name().split("|")[0]
    assert reconciled(running(f"{machine}|99999999|5")).state == State.QUEUED


@pytest.mark.parametrize("attempts", [1, 3])
def test_a_run_that_stops_and_whose_worker_is_lost_is_cancelled(attempts: int) -> None:
    machine = worker_name().split("|")[0]
    run = running(f"{machine}|99999999|5", attempts=attempts)
    lifecycle.stop(run)
    run = reconciled(run)
    assert (run.state, run.attempts, run.error) == (State.CANCELLED, attempts, "")
    assert run.finished is not None


def test_a_run_that_stops_and_whose_worker_lives_is_left_alone() -> None:
    run = running(worker_name())
    lifecycle.stop(run)
    assert reconciled(run).is_stopping


def test_a_process_that_crashes_again_and_again_fails_the_run() -> None:
    run = running(crashed())
    assert (reconciled(run).state, run.crashes) == (State.QUEUED, 1)
    run = reconciled(running(crashed(), crashes=settings.SCHEDWEB_RUN_ATTEMPTS - 1))
    assert (run.state, run.error_kind) == (State.FAILED, ErrorKind.LOST)
    assert run.error == "The process that computed this run died 3 times."


def test_services_that_are_restarted_again_and_again_do_not_fail_the_run() -> None:
    machine = parsed(worker_name()).machine
    stopped = f"{machine}|99999999|5|99999998|5"
    run = reconciled(running(stopped, attempts=settings.SCHEDWEB_RUN_ATTEMPTS + 1))
    assert (run.state, run.crashes) == (State.QUEUED, 0)
    run = reconciled(running(stopped, attempts=MOST_ATTEMPTS))
    assert (run.state, run.error_kind) == (State.FAILED, ErrorKind.LOST)


def test_a_run_that_was_killed_for_its_time_limit_is_not_tried_again() -> None:
    silent = 10.0 * settings.SCHEDWEB_HEARTBEAT_SECONDS
    run = running("elsewhere|1|1", silent)
    limit = settings.SCHEDWEB_RUN_SECONDS + TIME_MARGIN
    began = timezone.now() - timedelta(seconds=limit + silent)
    Run.objects.filter(pk=run.pk).update(started=began)
    run = reconciled(run)
    assert (run.state, run.error_kind) == (State.FAILED, ErrorKind.TIME)


def test_messages_that_may_be_lost_are_sent_again(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    now = timezone.now()
    for sent, again in (
        (None, True),
        (now - timedelta(seconds=RESEND_SECONDS + 1), True),
        (now, False),
    ):
        Run.objects.filter(pk=run.pk).update(sent=sent)
        with django_capture_on_commit_callbacks(execute=True):
            reconcile()
        run.refresh_from_db()
        assert (run.sent is not None and run.sent > now) == again


def test_ended_runs_are_not_sent_again(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    lifecycle.stop(run)
    with django_capture_on_commit_callbacks(execute=True):
        reconcile()
    run.refresh_from_db()
    assert run.sent is None


def test_without_a_broker_the_run_waits_without_an_error(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError("no broker")

    monkeypatch.setattr("schedweb.workers.broker.current_app.send_task", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        run = factories.queued_run(factories.person("alice"))
    run.refresh_from_db()
    assert run.state == State.QUEUED
