"""From claim to stored result; whatever goes wrong ends as one sentence on the run."""

import resource
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from django.db import connection
from pytest_django import Settings

from parsched.base.errors import InfeasibleError, SolverError, TimeLimitReached
from parsched.base.processor_time import cpu_seconds
from parsched.measure.metrics import METRICS
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import in_dark, read
from parsched.run import per_environment
from parsched.run.per_site import COLUMNS
from parsched.run.request import RequestEntry
from schedweb.runs import execution, services
from schedweb.runs.models import Run
from schedweb.runs.pictures import pack_of, picture_of
from schedweb.runs.storage import load_schedule, save_schedule
from schedweb.workers import lifecycle
from schedweb.workers.heartbeat import Heart
from schedweb.workers.limits import memory_limit, peak_memory, reset_peak
from schedweb.workers.models import ErrorKind, State
from schedweb.workers.processes import parsed, worker_name
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.launch.launched import eventually

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

PNG = b"\x89PNG"


def executed(run: Run) -> Run:
    execution.execute(run.pk)
    run.refresh_from_db()
    return run


def beating(held: lifecycle.WorkClaim) -> bool:
    """Tell whether a heart beats for an attempt."""
    return f"heart-{held.pk}" in [thread.name for thread in threading.enumerate()]


def test_a_run_is_stored_with_everything_that_is_known_about_it() -> None:
    run = executed(factories.queued_run(factories.person("alice")))
    assert (run.state, run.result.status, run.error) == (State.DONE, "finished", "")
    assert set(run.result.metrics) == set(METRICS)
    assert run.result.metrics["makespan"] == 20.0
    assert run.bounds["makespan"]["release_area"] > 0
    assert run.worker == worker_name()
    assert set(run.result.versions) == {"Python", "NumPy", "Numba", "HiGHS", "PuLP"}
    assert (run.result.unit, run.result.proved) == (1.0, None)
    assert run.trace == {}, "it does not search"
    assert run.result.seconds is not None
    assert run.result.cpu_seconds is not None
    assert run.result.cpu_seconds > 0
    assert run.result.algorithm_cpu_seconds is not None
    assert 0 <= run.result.algorithm_cpu_seconds <= run.result.cpu_seconds
    assert run.result.search == {}
    assert run.result.peak_memory is None or run.result.peak_memory > 2**20


def test_the_stored_schedule_is_feasible_and_can_be_drawn() -> None:
    run = executed(factories.queued_run(factories.person("alice")))
    schedule = load_schedule(run.schedule)
    schedule.check(run.comparison.workload.load(), Platform.of(4))
    np.testing.assert_array_equal(schedule.start, [0.0, 10.0, 6.0])
    assert list(schedule.backfilled) == [False, False, True]
    assert not schedule.start.flags.writeable
    header, _ = read(picture_of(run, "gantt"))
    assert header["jobs"] == 3
    header, _ = read(pack_of(run.comparison.workload))
    assert header["jobs"] == 3
    assert picture_of(run, "poster").startswith(PNG)
    assert in_dark(picture_of(run, "poster")).startswith(PNG)
    assert in_dark(picture_of(run, "poster")) != picture_of(run, "poster")


def test_sites_of_a_grid_are_stored_in_the_order_of_the_machine() -> None:
    alice = factories.person("alice")
    grid = factories.cluster(alice, 8, 4, 2)
    entries = [RequestEntry("grid", {"strategy": "mlp"})]
    compared = services.create_comparison(alice, factories.workload(alice), grid, entries)
    run = executed(compared.runs.get())
    assert [site["processors"] for site in run.result.sites] == [8, 4, 2]
    assert sum(site["jobs"] for site in run.result.sites) == 3
    assert set(run.result.sites[0]) == {"name", "processors", "submitted", *COLUMNS}
    assert executed(factories.queued_run(alice)).result.sites == []


def test_environments_are_stored_with_how_they_were_deployed() -> None:
    alice = factories.person("alice")
    slow = {"seconds": 10}
    methods = ["gls", "env-blind"]
    compared = factories.comparison(alice, methods, factories.ENVIRONED, 2, deployment=slow)
    grouped, blind = compared.runs.all()
    run = executed(grouped)
    assert [row["name"] for row in run.environments] == ["a", "b"]
    assert set(run.environments[0]) == {"name", *per_environment.COLUMNS}
    groups = load_schedule(run.schedule).groups
    assert run.result.grouping == {
        "target": groups and groups.target,
        "deploy_seconds": 10.0,
        "deploy_extra": 0.0,
    }
    assert executed(blind).result.grouping == {
        "target": None,
        "deploy_seconds": 10.0,
        "deploy_extra": 0.0,
    }


def test_most_jobs_need_no_environment() -> None:
    run = executed(factories.queued_run(factories.person("alice")))
    assert (run.environments, run.result.grouping) == ([], {})


def test_what_is_large_is_not_loaded_before_it_is_read() -> None:
    factories.queued_run(factories.person("alice"))
    [run] = Run.objects.all()
    assert run.get_deferred_fields() == {"details"}


def test_the_same_message_twice_computes_once() -> None:
    run = executed(factories.queued_run(factories.person("alice")))
    first = Run.objects.values().get(pk=run.pk)
    execution.execute(run.pk)
    assert Run.objects.values().get(pk=run.pk) == first


def test_a_cancelled_run_is_not_computed() -> None:
    run = factories.queued_run(factories.person("alice"))
    lifecycle.stop(run)
    assert executed(run).state == State.CANCELLED
    assert run.attempts == 0


def test_a_failing_run_leaves_the_others_alone() -> None:
    compared = factories.comparison(factories.person("alice"))
    first, second = compared.runs.all()
    Run.objects.filter(pk=first.pk).update(algorithm="forgotten")
    assert executed(first).state == State.FAILED
    assert "forgotten" in first.error
    assert first.error_kind == ErrorKind.REFUSED
    assert "Traceback" not in first.error
    assert executed(second).state == State.DONE


def test_jobs_that_are_gone_are_a_sentence() -> None:
    run = factories.queued_run(factories.person("alice"))
    workload = run.comparison.workload
    workload.digest = "0" * 64
    workload.save()
    assert "The stored jobs of your workload Three jobs are missing" in executed(run).error


def test_time_limit(settings: Settings) -> None:
    settings.SCHEDWEB_RUN_SECONDS = -1
    run = executed(factories.queued_run(factories.person("alice")))
    assert (run.state, run.error_kind) == (State.FAILED, ErrorKind.TIME)
    assert "time limit" in run.error
    assert run.result.cpu_seconds is not None


def test_what_is_stopped_before_it_has_a_schedule_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(execution, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(execution, "recall", lambda *_: services.stop_run(run))
    run = executed(run)
    assert (run.state, run.attempts, run.result.metrics, run.error) == (State.CANCELLED, 1, {}, "")
    assert run.result.cpu_seconds is not None


def test_who_stops_a_run_that_is_being_stored_gets_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = factories.queued_run(factories.person("alice"))

    def stored(schedule: Schedule) -> str:
        assert services.stop_run(run)
        return save_schedule(schedule)

    monkeypatch.setattr(execution, "save_schedule", stored)
    run = executed(run)
    assert (run.state, run.result.status) == (State.DONE, "finished")
    assert run.result.metrics["makespan"] == 20.0


def test_a_run_that_is_discarded_while_it_is_stored_stays_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = factories.queued_run(factories.person("alice"))

    def stored(schedule: Schedule) -> str:
        services.stop_run(run)
        services.discard_run(run)
        return save_schedule(schedule)

    monkeypatch.setattr(execution, "save_schedule", stored)
    run = executed(run)
    assert (run.state, run.result.metrics, run.schedule) == (State.CANCELLED, {}, "")


@pytest.mark.django_db(transaction=True)
def test_a_search_is_stored_with_what_it_proved_and_what_helped_it() -> None:
    alice = factories.person("alice")
    params = {"seed": 5}
    workload = generate_workload(alice, "uniform", jobs=25, processors=32, params=params)
    entries = [RequestEntry("exact", {"seconds": 0.5})]
    machine = factories.cluster(alice, 32)
    run = executed(services.create_comparison(alice, workload, machine, entries).runs.get())
    assert (run.state, run.result.status) == (State.DONE, "finished")
    assert run.trace["best"][-1] == run.result.metrics["makespan"]
    assert {"HiGHS", "PuLP", "OR-tools"} <= set(run.result.versions)
    assert run.result.unit == 1.0
    assert run.result.peak_memory is not None
    own = peak_memory()
    assert own is not None
    assert run.result.peak_memory > own + 2**24, "the solver's process counts"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeLimitReached("its time limit of 3 s is over"), ErrorKind.TIME),
        (MemoryError(), ErrorKind.MEMORY),
        (SolverError("the process of CP-SAT left no answer"), ErrorKind.SOLVER),
        (InfeasibleError(["job 1 is not scheduled"], 1), ErrorKind.INFEASIBLE),
        (ZeroDivisionError("secret"), ErrorKind.DEFECT),
    ],
)
def test_every_failure_is_a_sentence(error: Exception, kind: ErrorKind) -> None:
    found, sentence = execution.explained(error)
    assert found == kind
    assert sentence.endswith((".", "details."))
    assert "secret" not in sentence


def test_memory_is_limited_and_the_limit_is_taken_back() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError), memory_limit(64):
        np.ones(2**27)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert np.ones(2**24).sum() == 2**24


def test_the_peak_of_one_run_does_not_count_for_the_next() -> None:
    reset_peak()
    held = np.ones(2**24)
    high = peak_memory()
    del held
    reset_peak()
    low = peak_memory()
    if high is None or low is None:
        pytest.skip("this system does not tell the peak")
    assert high - low > 2**26


def test_programs_that_have_ended_count_for_the_processor_time() -> None:
    before = cpu_seconds()
    busy = "import time\nwhile time.process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", busy], check=True)
    assert cpu_seconds() - before >= 0.2


def test_a_worker_knows_whether_another_of_its_machine_is_gone() -> None:
    me = parsed(worker_name())
    assert not me.is_gone
    start = str(int(me.start) - 1)
    assert me._replace(start=start).is_gone, "the number was given to a new process"
    gone = me._replace(pid="99999999")
    assert gone.is_gone
    assert gone.has_crashed, "its parent goes on"
    assert not gone._replace(parent="99999998").has_crashed, "the service was stopped"
    assert not gone._replace(machine="elsewhere").is_gone, "unknown for other machines"
    assert not parsed("").is_gone


@pytest.mark.django_db(transaction=True)
def test_the_heart_beats_and_leaves_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedweb.workers.heartbeat.INTERVAL", 0.02)
    run = factories.queued_run(factories.person("alice"))
    held = lifecycle.claim(Run, run.pk, "me")
    assert held is not None
    before = Run.objects.get(pk=run.pk).heartbeat
    with Heart(held):
        eventually(lambda: Run.objects.get(pk=run.pk).heartbeat != before)
    assert not beating(held)
    connection.ensure_connection()


def test_the_heart_beats_until_the_result_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    run = factories.queued_run(factories.person("alice"))
    finish = lifecycle.finish
    threads: list[str] = []

    def finished(*args: Any) -> bool:
        threads.extend(thread.name for thread in threading.enumerate())
        return finish(*args)

    monkeypatch.setattr(lifecycle, "finish", finished)
    assert executed(run).state == State.DONE
    assert f"heart-{run.pk}" in threads
    assert not beating(lifecycle.WorkClaim.on(run))


@pytest.mark.django_db(transaction=True)
def test_the_heart_stops_when_the_run_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedweb.workers.heartbeat.INTERVAL", 0.02)
    run = factories.queued_run(factories.person("alice"))
    held = lifecycle.claim(Run, run.pk, "me")
    assert held is not None
    with Heart(held):
        lifecycle.stop(run)
        before = Run.objects.get(pk=run.pk).heartbeat
        eventually(lambda: Run.objects.get(pk=run.pk).heartbeat != before)
        assert beating(held), "it stops, but it has not ended yet"
        lifecycle.discard(run)
        eventually(lambda: not beating(held))


@pytest.mark.django_db(transaction=True)
def test_the_heart_brings_lost_runs_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """While every process computes, none is free for the task that reconciles."""
    monkeypatch.setattr("schedweb.workers.heartbeat.INTERVAL", 0.02)
    monkeypatch.setattr("schedweb.workers.heartbeat.LOOK_AROUND", 0.1)
    alice = factories.person("alice")
    mine, lost = factories.queued_run(alice), factories.queued_run(alice)
    held = lifecycle.claim(Run, mine.pk, worker_name())
    assert held is not None
    machine = parsed(worker_name()).machine
    lifecycle.claim(Run, lost.pk, f"{machine}|99999999|5")
    sent: list[str] = []
    monkeypatch.setattr("schedweb.workers.broker.enqueue", lambda _, *runs: sent.extend(runs))
    with Heart(held):
        eventually(lambda: Run.objects.get(pk=lost.pk).state == State.QUEUED)
        eventually(lambda: sent == [lost.pk])
    assert Run.objects.get(pk=mine.pk).state == State.RUNNING
