"""Guarded updates: whoever comes second changes nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from schedweb.runs import lifecycle
from schedweb.runs.models import ErrorKind, Run, State
from tests import factories

pytestmark = pytest.mark.django_db


def taken(run: Run, worker: str = "first") -> lifecycle.Claim:
    held = lifecycle.claim(run.pk, worker)
    assert held is not None
    return held


def state_of(run: Run) -> str:
    return Run.objects.get(pk=run.pk).state


def test_a_run_is_claimed_once() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert taken(run).attempt == 1
    assert lifecycle.claim(run.pk, "second") is None
    assert lifecycle.claim("no-such-run", "second") is None
    run.refresh_from_db()
    assert (run.state, run.worker) == (State.RUNNING, "first")
    assert run.started is not None
    assert run.heartbeat == run.started


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_claim_at_once_one_wins() -> None:
    run = factories.queued_run(factories.person("alice"))
    together = threading.Barrier(8)

    def race(number: int) -> lifecycle.Claim | None:
        try:
            together.wait()
            return lifecycle.claim(run.pk, f"worker {number}")
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
    assert not lifecycle.stop(run.pk)
    assert not lifecycle.retry(run.pk)
    assert lifecycle.claim(run.pk, "second") is None
    run.refresh_from_db()
    assert (run.state, run.seconds, run.progress, run.error) == (State.DONE, 1.5, 1.0, "")
    assert run.finished is not None


def test_only_fields_of_a_result_are_stored() -> None:
    held = taken(factories.queued_run(factories.person("alice")))
    with pytest.raises(ValueError, match="owner"):
        lifecycle.finish(held, {"owner": 1})


def test_a_lost_worker_can_write_nothing_any_more() -> None:
    run = factories.queued_run(factories.person("alice"))
    lost = taken(run)
    heartbeat = Run.objects.get(pk=run.pk).heartbeat
    assert heartbeat is not None
    assert lifecycle.requeue(lost, heartbeat)
    again = taken(run, "first")  # the same process may well be the next
    assert again.attempt == 2
    with pytest.raises(lifecycle.LostClaimError):
        lifecycle.beat(lost, progress=0.9)
    assert not lifecycle.finish(lost, {"seconds": 1.0})
    assert not lifecycle.fail(lost, ErrorKind.DEFECT, "late")
    assert not lifecycle.requeue(lost, heartbeat)
    assert lifecycle.finish(again, {"seconds": 2.0})


def test_a_heartbeat_in_the_last_moment_keeps_the_run() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    before = Run.objects.get(pk=run.pk).heartbeat
    assert before is not None
    lifecycle.beat(held, progress=0.25, message="half of the jobs")
    assert not lifecycle.requeue(held, before)
    assert not lifecycle.give_up(held, before, ErrorKind.LOST, "lost")
    run.refresh_from_db()
    assert (run.state, run.progress, run.message) == (State.RUNNING, 0.25, "half of the jobs")


def test_a_run_that_waits_is_cancelled_at_once() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert lifecycle.stop(run.pk)
    run.refresh_from_db()
    assert (run.state, run.stopping) == (State.CANCELLED, None)
    assert run.finished is not None
    assert not lifecycle.stop(run.pk)
    assert lifecycle.claim(run.pk, "late message") is None


def test_a_run_that_computes_is_asked_to_stop_and_keeps_what_it_has() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    assert not lifecycle.beat(held, progress=0.25)
    assert lifecycle.stop(run.pk)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.finished) == (State.RUNNING, True, None)
    assert lifecycle.beat(held, progress=0.5, message="checking")
    assert lifecycle.beat(held), "it is told again and again"
    assert lifecycle.finish(held, {"status": "stopped early"})
    assert not lifecycle.stop(run.pk)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.status) == (State.DONE, False, "stopped early")


def test_a_run_that_has_nothing_to_keep_is_abandoned() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.stop(run.pk)
    assert lifecycle.abandon(held, cpu_seconds=1.5)
    run.refresh_from_db()
    assert (run.state, run.is_stopping, run.cpu_seconds) == (State.CANCELLED, False, 1.5)


def test_a_run_that_fails_while_it_stops_has_failed() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.stop(run.pk)
    assert lifecycle.fail(held, ErrorKind.MEMORY, "too much")
    assert state_of(run) == State.FAILED


def test_who_discards_a_run_that_is_stopping_waits_no_longer() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    assert not lifecycle.discard(run.pk), "nobody asked it to stop"
    assert lifecycle.stop(run.pk)
    assert not lifecycle.stop(run.pk), "a second time changes nothing"
    assert lifecycle.discard(run.pk)
    assert state_of(run) == State.CANCELLED
    with pytest.raises(lifecycle.LostClaimError):
        lifecycle.beat(held)
    assert not lifecycle.finish(held, {"status": "stopped early"})
    assert not lifecycle.abandon(held)


def test_the_run_of_a_lost_worker_is_not_tried_again_once_it_stops() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    heartbeat = Run.objects.get(pk=run.pk).heartbeat
    assert heartbeat is not None
    assert not lifecycle.abandon_lost(held, heartbeat), "nobody asked it to stop"
    lifecycle.stop(run.pk)
    assert not lifecycle.requeue(held, heartbeat)
    assert not lifecycle.give_up(held, heartbeat, ErrorKind.LOST, "lost")
    assert lifecycle.abandon_lost(held, heartbeat)
    assert state_of(run) == State.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_of_many_who_stop_a_run_at_once_one_does_and_none_discards() -> None:
    run = factories.queued_run(factories.person("alice"))
    taken(run)
    together = threading.Barrier(8)

    def race(_: int) -> bool:
        try:
            together.wait()
            return lifecycle.stop(run.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(race, range(8)))
    assert found.count(True) == 1
    run.refresh_from_db()
    assert run.is_stopping


def test_a_beat_takes_one_query_until_somebody_stops_the_run(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    with django_assert_num_queries(1):
        lifecycle.beat(held, progress=0.5)
    lifecycle.stop(run.pk)
    with django_assert_num_queries(2):
        lifecycle.beat(held, progress=0.5)


@pytest.mark.parametrize("lost", [False, True])
def test_a_fresh_attempt_knows_nothing_of_the_one_before(lost: bool) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.beat(held, progress=0.5, message="searching", trace={"seconds": [1.0]})
    if lost:
        heartbeat = Run.objects.get(pk=run.pk).heartbeat
        assert heartbeat is not None
        assert lifecycle.requeue(held, heartbeat)
    else:
        lifecycle.stop(run.pk)
        lifecycle.abandon(held, cpu_seconds=1.0, peak_memory=7)
        run.refresh_from_db()
        assert run.trace == {"seconds": [1.0]}, "how far it came is still shown"
        assert lifecycle.retry(run.pk)
    run.refresh_from_db()
    assert (run.state, run.stopping, run.trace) == (State.QUEUED, None, {})
    assert (run.progress, run.message, run.heartbeat) == (0.0, "", None)
    assert (run.finished, run.cpu_seconds, run.peak_memory) == (None, None, None)
    assert not lifecycle.beat(taken(run)), "the wish to stop was about the attempt before"


def test_a_failed_run_starts_afresh_on_retry() -> None:
    run = factories.queued_run(factories.person("alice"))
    held = taken(run)
    lifecycle.beat(held, progress=0.5)
    assert lifecycle.fail(held, ErrorKind.MEMORY, "too much", peak_memory=7)
    run.refresh_from_db()
    assert (run.state, run.error_kind, run.error) == (State.FAILED, ErrorKind.MEMORY, "too much")
    assert lifecycle.retry(run.pk)
    run.refresh_from_db()
    assert (run.state, run.attempts, run.progress) == (State.QUEUED, 0, 0.0)
    assert (run.error, run.error_kind, run.finished, run.peak_memory) == ("", "", None, None)
    assert not lifecycle.retry(run.pk)
    assert timezone.now() >= run.queued
