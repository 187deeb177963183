"""Guarded updates: the second one changes nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from schedweb.runs.models import Run
from schedweb.workers import lifecycle
from schedweb.workers.models import ErrorKind, State
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def taken(run: Run, worker: str = "first") -> lifecycle.WorkClaim:
    held = lifecycle.claim(Run, run.pk, worker)
    assert held is not None
    return held


def state_of(run: Run) -> str:
    return Run.objects.get(pk=run.pk).state


def test_a_run_is_claimed_once() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert taken(run).attempt == 1
    assert lifecycle.claim(Run, run.pk, "second") is None
    assert lifecycle.claim(Run, "no-such-run", "second") is None
    run.refresh_from_db()
    assert (run.state, run.worker) == (State.RUNNING, "first")
    assert run.started is not None
    assert run.heartbeat == run.started


def test_a_claim_whose_answer_was_lost_is_still_a_claim() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert taken(run) == taken(run)
    assert Run.objects.get(pk=run.pk).attempts == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_claim_at_once_one_wins() -> None:
    run = factories.queued_run(factories.person("alice"))
    together = threading.Barrier(8)

    def race(number: int) -> lifecycle.WorkClaim | None:
        try:
            together.wait()
            return lifecycle.claim(Run, run.pk, f"worker {number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        claims = [held for held in pool.map(race, range(8)) if held is not None]
    assert len(claims) == 1
    assert Run.objects.get(pk=run.pk).attempts == 1


def test_a_result_is_stored_once_and_never_changes() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    assert lifecycle.finish(held, {"seconds": 1.5, "metrics": {"makespan": 3.0}})
    assert not lifecycle.finish(held, {"seconds": 9.0})
    assert not lifecycle.fail(held, ErrorKind.DEFECT, "late")
    assert not lifecycle.stop(run)
    assert not lifecycle.retry(run)
    assert lifecycle.claim(Run, run.pk, "second") is None
    run.refresh_from_db()
    assert (run.state, run.result.seconds, run.progress, run.error) == (State.DONE, 1.5, 1.0, "")
    assert run.finished is not None


def test_only_fields_of_a_result_are_stored() -> None:
    held = taken(factories.queued_run(factories.person("alice")))
    with pytest.raises(ValueError, match="owner"):
        lifecycle.finish(held, {"owner": 1})


def test_a_lost_worker_can_write_nothing_any_more() -> None:
    run = factories.queued_run(factories.person("alice"))
    lost = taken(run)
    assert lifecycle.requeue(lost.rows(), crashed=False)
    again = taken(run, "first")  # the same process may well be the next
    assert again.attempt == 2
    with pytest.raises(lifecycle.LostClaimError):
        lifecycle.beat(lost, progress=0.9)
    assert not lifecycle.finish(lost, {"seconds": 1.0})
    assert not lifecycle.fail(lost, ErrorKind.DEFECT, "late")
    assert not lifecycle.requeue(lost.rows(), crashed=False)
    assert lifecycle.finish(again, {"seconds": 2.0})


def silenced(run: Run, suspected: float) -> None:
    """Let a run's worker be silent, and be suspected for `suspected` seconds."""
    now = timezone.now()
    Run.objects.filter(pk=run.pk).update(
        heartbeat=now - timedelta(days=1), suspected=now - timedelta(seconds=suspected)
    )


def test_a_silent_worker_is_lost_only_after_it_was_suspected_for_a_while() -> None:
    run = factories.queued_run(factories.person("alice"))
    taken(run)
    lifecycle.suspect(Run)
    assert Run.objects.get(pk=run.pk).suspected is None, "it was heard just now"
    Run.objects.filter(pk=run.pk).update(heartbeat=timezone.now() - timedelta(days=1))
    lifecycle.suspect(Run)
    assert Run.objects.get(pk=run.pk).suspected is not None
    assert not lifecycle.silent(Run), "the database may have been away for everybody"
    silenced(run, lifecycle.CONFIRM_SECONDS + 1)
    assert list(lifecycle.silent(Run)) == [run]


def test_a_heartbeat_in_the_last_moment_keeps_the_run() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    silenced(run, lifecycle.CONFIRM_SECONDS + 1)
    lost = lifecycle.silent(Run)
    lifecycle.beat(held, progress=0.25, message="half of the jobs")
    assert not lifecycle.requeue(lost, crashed=False)
    assert not lifecycle.give_up(lost, ErrorKind.LOST, "lost")
    run.refresh_from_db()
    assert (run.state, run.progress, run.message) == (State.RUNNING, 0.25, "half of the jobs")
    assert run.suspected is None


def test_a_result_is_taken_after_its_worker_was_given_up_until_another_claims_the_run() -> None:
    alice = factories.person("alice")
    early, late = factories.queued_run(alice), factories.queued_run(alice)
    for run in (early, late):
        held = taken(run)
        assert lifecycle.requeue(held.rows(), crashed=False)
        if run is late:
            taken(run, "second")
        assert lifecycle.finish(held, {"seconds": 1.5}) == (run is early)
    assert (state_of(early), state_of(late)) == (State.DONE, State.RUNNING)
    assert lifecycle.claim(Run, early.pk, "late message") is None


def test_only_crashes_are_counted() -> None:
    run = factories.queued_run(factories.person("alice"))
    for crashed in (True, False, True):
        assert lifecycle.requeue(taken(run).rows(), crashed=crashed)
    run.refresh_from_db()
    assert (run.attempts, run.crashes) == (3, 2)


def test_a_run_that_waits_is_cancelled_at_once() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert lifecycle.stop(run)
    run.refresh_from_db()
    assert (run.state, run.stopping) == (State.CANCELLED, None)
    assert run.finished is not None
    assert not lifecycle.stop(run)
    assert lifecycle.claim(Run, run.pk, "late message") is None


def test_a_run_that_computes_is_asked_to_stop_and_keeps_what_it_has() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    assert not lifecycle.beat(held, progress=0.25)
    assert lifecycle.stop(run)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.finished) == (State.RUNNING, True, None)
    assert lifecycle.beat(held, progress=0.5, message="checking")
    assert lifecycle.beat(held), "it is told again and again"
    assert lifecycle.finish(held, {"status": "stopped early"})
    assert not lifecycle.stop(run)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.result.status) == (State.DONE, False, "stopped early")


def test_a_run_that_has_nothing_to_keep_is_abandoned() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.stop(run)
    assert lifecycle.abandon(held, cpu_seconds=1.5)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.result.cpu_seconds) == (State.CANCELLED, False, 1.5)


def test_a_run_that_fails_while_it_stops_has_failed() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.stop(run)
    assert lifecycle.fail(held, ErrorKind.MEMORY, "too much")
    assert state_of(run) == State.FAILED


def test_who_discards_a_run_that_is_stopping_waits_no_longer() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    assert not lifecycle.discard(run), "it was not asked to stop"
    assert lifecycle.stop(run)
    assert not lifecycle.stop(run), "a second time changes nothing"
    assert lifecycle.discard(run)
    assert state_of(run) == State.CANCELLED
    with pytest.raises(lifecycle.LostClaimError):
        lifecycle.beat(held)
    assert not lifecycle.finish(held, {"status": "stopped early"})
    assert not lifecycle.abandon(held)


def test_the_run_of_a_lost_worker_is_not_tried_again_once_it_stops() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lost = held.rows()
    assert not lifecycle.abandon_lost(lost), "it was not asked to stop"
    lifecycle.stop(run)
    assert not lifecycle.requeue(lost, crashed=False)
    assert not lifecycle.give_up(lost, ErrorKind.LOST, "lost")
    assert lifecycle.abandon_lost(lost)
    assert state_of(run) == State.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_of_many_who_stop_a_run_at_once_one_does_and_none_discards() -> None:
    run = factories.queued_run(factories.person("alice"))
    taken(run)
    together = threading.Barrier(8)

    def race(_: int) -> bool:
        try:
            together.wait()
            return lifecycle.stop(run)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(race, range(8)))
    assert found.count(True) == 1
    run.refresh_from_db()
    assert run.is_stopping


def test_a_beat_takes_one_query_until_the_run_is_stopped(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    with django_assert_num_queries(1):
        lifecycle.beat(held, progress=0.5)
    lifecycle.stop(run)
    with django_assert_num_queries(2):
        lifecycle.beat(held, progress=0.5)


@pytest.mark.parametrize("lost", [False, True])
def test_a_fresh_attempt_knows_nothing_of_the_one_before(lost: bool) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.beat(held, progress=0.5, message="searching", details={"trace": {"seconds": [1.0]}})
    if lost:
        assert lifecycle.requeue(held.rows(), crashed=False)
    else:
        lifecycle.stop(run)
        lifecycle.abandon(held, cpu_seconds=1.0, peak_memory=7)
        run.refresh_from_db()
        assert run.trace == {"seconds": [1.0]}, "how far it came is still shown"
        assert lifecycle.retry(run)
    run.refresh_from_db()
    assert (run.state, run.stopping, run.trace) == (State.QUEUED, None, {})
    assert (run.progress, run.message, run.heartbeat) == (0.0, "", None)
    assert (run.finished, run.result.cpu_seconds, run.result.peak_memory) == (None, None, None)
    assert not lifecycle.beat(taken(run)), "the wish to stop was about the attempt before"


def test_a_failed_run_starts_afresh_on_retry() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.beat(held, progress=0.5)
    assert lifecycle.fail(held, ErrorKind.MEMORY, "too much", peak_memory=7)
    run.refresh_from_db()
    assert (run.state, run.error_kind, run.error) == (State.FAILED, ErrorKind.MEMORY, "too much")
    assert lifecycle.retry(run)
    run.refresh_from_db()
    assert (run.state, run.attempts, run.progress) == (State.QUEUED, 0, 0.0)
    assert (run.error, run.error_kind, run.finished, run.result.peak_memory) == ("", "", None, None)
    assert not lifecycle.retry(run)
    assert timezone.now() >= run.queued


@pytest.mark.parametrize("state", [state for state in State if state != State.DONE])
def test_only_what_is_done_is_computed_again(state: State) -> None:
    run = factories.queued_run(factories.person("alice"))
    Run.objects.filter(pk=run.pk).update(state=state, worker="me", attempts=2)
    assert not lifecycle.recompute(run, schedule=run.schedule)
    run.refresh_from_db()
    assert (run.state, run.worker, run.attempts) == (state, "me", 2)
