"""What happens to runs when real workers are killed, stopped, and told things twice."""

import os
import signal
from collections.abc import Mapping
from datetime import timedelta

import pytest
from celery import current_app
from django.db.models import F

from parsched.run.request import RequestEntry
from schedweb.runs import services
from schedweb.runs.models import Run
from schedweb.sharing.services import share
from schedweb.workers.models import State
from schedweb.workers.reconciler import RESEND_SECONDS
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.launch.launched import alive, eventually, launched
from tests.runs.workers import computing, ended, forget_messages, is_in, worker

Environment = Mapping[str, str]

PROCESSORS = 64
SECONDS_TO_STOP = 2.0


def queued(jobs: int, load: float = 1.0, algorithm: str = "conservative") -> Run:
    """Queue an algorithm for a machine that gets so many times what it can compute."""
    alice = factories.person("alice")
    params = {"load": load, "seed": 1}
    workload = generate_workload(alice, "lublin", jobs=jobs, processors=PROCESSORS, params=params)
    machine = factories.cluster(alice, PROCESSORS)
    compared = services.create_comparison(alice, workload, machine, [RequestEntry(algorithm)])
    return compared.runs.get()


def short() -> Run:
    return queued(100)


def seconds() -> Run:
    """Return a run that takes some seconds."""
    return queued(30_000, 1.5)


def half_a_minute() -> Run:
    return queued(60_000, 2.0)


@pytest.mark.smoke
def test_a_worker_that_is_killed_with_all_its_processes_loses_no_run(
    environment: Environment,
) -> None:
    run = seconds()
    with worker(environment) as first:
        computing(run)
        first.kill()
    assert is_in(run, State.RUNNING), "its loss cannot be known yet"
    with worker(environment):
        assert ended(run).state == State.DONE
    assert run.attempts == 2
    assert run.result.metrics["makespan"]


def test_a_computing_process_that_is_killed_loses_no_run(environment: Environment) -> None:
    run = seconds()
    with worker(environment) as only:
        os.kill(computing(run), signal.SIGKILL)
        assert ended(run).state == State.DONE
        assert run.attempts == 2
        assert alive(only.process.pid)


def test_the_same_message_twice_gives_one_result(environment: Environment) -> None:
    run, other = short(), short()
    for _ in range(3):
        current_app.send_task(Run.MESSAGE, [run.pk])
    with worker(environment, processes=2):
        ended(run)
        first = Run.objects.values().get(pk=run.pk)
        current_app.send_task(Run.MESSAGE, [run.pk])
        later = short()
        assert ended(other).state == ended(later).state == State.DONE
    assert Run.objects.values().get(pk=run.pk) == first
    assert first["attempts"] == 1


@pytest.mark.smoke
def test_runs_whose_messages_were_lost_still_finish(environment: Environment) -> None:
    runs = [short(), short()]
    forget_messages()
    Run.objects.update(sent=F("sent") - timedelta(seconds=RESEND_SECONDS + 1))
    with worker(environment):
        assert [ended(run).state for run in runs] == [State.DONE, State.DONE]
    assert [run.attempts for run in runs] == [1, 1]


def test_messages_that_are_lost_under_a_working_worker_are_sent_again(
    environment: Environment,
) -> None:
    with worker(environment):
        assert ended(short()).state == State.DONE
        Run.objects.all().delete()
        run = seconds()
        computing(run)
        waiting = short()
        forget_messages()
        assert ended(waiting).state == State.DONE


@pytest.mark.smoke
def test_a_cancelled_run_stops_and_frees_its_process(environment: Environment) -> None:
    run = half_a_minute()
    with worker(environment):
        computing(run)
        waiting = short()
        assert services.stop_run(run)
        assert ended(waiting).state == State.DONE
    assert is_in(run, State.CANCELLED)
    assert run.finished is not None
    assert waiting.started is not None
    assert (waiting.started - run.finished).total_seconds() < SECONDS_TO_STOP
    assert run.result.metrics == {}


def test_a_run_of_a_dead_worker_can_be_cancelled_at_once(environment: Environment) -> None:
    run = half_a_minute()
    with worker(environment) as only:
        computing(run)
        only.kill()
    assert services.stop_run(run)
    assert services.discard_run(run)
    assert is_in(run, State.CANCELLED)


@pytest.mark.night  # by day `launch/test_launcher` stops one
def test_a_worker_that_stops_ends_what_it_computes_first(environment: Environment) -> None:
    run, waiting = seconds(), short()
    with worker(environment) as first:
        computing(run)
        first.stop()
        assert is_in(run, State.DONE)
    with worker(environment):
        assert ended(waiting).state == State.DONE
    assert [run.attempts, waiting.attempts] == [1, 1]


def test_a_web_server_that_is_killed_takes_nothing_along(environment: Environment) -> None:
    run = seconds()
    link = share(run.comparison.owner, run.comparison)
    with launched("team", environment) as server:
        computing(run)
        before = server.get(f"/s/{link.token}/")
        os.kill(server.programs()["web"], signal.SIGKILL)
        assert ended(run).state == State.DONE
        after = server.get(f"/s/{link.token}/")
    assert run.attempts == 1
    assert all(run.comparison.title in page for page in (before, after))


def test_what_asks_for_too_much_memory_fails_and_the_worker_goes_on(
    environment: Environment,
) -> None:
    run = queued(2_500_000, algorithm="fcfs")
    # Loading Numba alone maps 256 MB, which the second run may be the first to do.
    with worker({**environment, "SCHEDWEB_RUN_MEMORY_MB": "340"}):
        assert ended(run).state == State.FAILED
        assert run.error.startswith("The algorithm ran out of memory (limit 340 MB). ")
        assert "SCHEDWEB_RUN_MEMORY_MB" in run.error
        after = ended(short())
        assert after.state == State.DONE, after.error


def test_what_takes_too_long_fails_with_its_limit(environment: Environment) -> None:
    run = half_a_minute()
    with worker({**environment, "SCHEDWEB_RUN_SECONDS": "1"}):
        eventually(lambda: is_in(run, State.FAILED))
    assert "time limit of 1 s" in run.error
