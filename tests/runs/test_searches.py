"""Searches that take minutes, in real workers: they are watched, stopped, killed and limited."""

import os
import signal
from collections.abc import Mapping
from typing import Any

from parsched.model.search_trace import SERIES
from parsched.run.request import RequestEntry
from schedweb.runs import services
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.workers.models import State
from schedweb.workers.reconciler import reconcile
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.launch.launched import alive, children, eventually
from tests.runs.workers import computing, ended, is_in, worker

Environment = Mapping[str, str]

SECONDS_TO_STOP = 5.0


def queued(algorithm: str, jobs: int, processors: int, seed: int, **params: Any) -> Run:
    """Queue a search that takes more than a minute on the jobs of this seed."""
    alice = factories.person("alice")
    workload = generate_workload(
        alice, "uniform", jobs=jobs, processors=processors, params={"seed": seed}
    )
    machine = factories.cluster(alice, processors)
    entries = [RequestEntry(algorithm, params)]
    return services.create_comparison(alice, workload, machine, entries).runs.get()


def linear_programs() -> Run:
    return queued("slp-pure", 40, 64, seed=1)


def searching(run: Run) -> int:
    """Wait until there is a schedule to keep; return the id of the process that searches."""
    eventually(lambda: is_in(run, State.RUNNING) and run.progress > 0 and run.trace.get("best"))
    return int(run.worker.split("|")[1])


def assert_kept(run: Run) -> None:
    """The best schedule is stored, it is feasible, and all is told that was found out."""
    assert (run.state, run.result.status, run.error) == (State.DONE, "stopped early", "")
    comparison = run.comparison
    schedule = load_schedule(run.schedule)
    schedule.check(comparison.workload.load(), comparison.platform())
    assert schedule.end.max() == run.result.metrics["makespan"] == run.trace["best"][-1]
    assert run.trace["bound"][-1] <= run.result.metrics["makespan"]
    assert all(len(column) == len(run.trace["seconds"]) for column in run.trace.values())


def test_a_search_is_watched_and_keeps_its_best_when_it_is_cancelled(
    environment: Environment,
) -> None:
    run = linear_programs()
    with worker(environment):
        searching(run)
        before = run.progress, len(run.trace["seconds"])
        eventually(lambda: not is_in(run) and run.progress > before[0])
        eventually(lambda: not is_in(run) and len(run.trace["seconds"]) > before[1])
        assert set(run.trace) == {"seconds", *SERIES}
        assert "trying makespan" in run.message
        assert services.stop_run(run)
        ended(run)
    assert_kept(run)
    assert run.stopping is not None
    assert run.finished is not None
    assert (run.finished - run.stopping).total_seconds() < SECONDS_TO_STOP
    assert {"HiGHS", "PuLP"} <= set(run.result.versions)
    assert "OR-tools" not in run.result.versions


def test_a_search_that_is_killed_begins_again_unless_it_was_to_stop(
    environment: Environment,
) -> None:
    run = linear_programs()
    with worker(environment) as only:
        os.kill(searching(run), signal.SIGKILL)
        eventually(lambda: is_reconciled(run))
        searching(run)
        assert run.attempts == 2
        only.kill()
    services.stop_run(run)
    eventually(lambda: is_reconciled(run))
    assert (run.state, run.attempts, run.schedule) == (State.CANCELLED, 2, "")
    assert run.trace["best"], "how far it came"


def is_reconciled(run: Run) -> bool:
    """Look for lost runs; tell whether this one was found."""
    before = run.attempts
    reconcile()
    return not is_in(run, State.RUNNING) or run.attempts > before


def test_a_search_keeps_its_best_at_its_time_limit(environment: Environment) -> None:
    run = linear_programs()
    with worker({**environment, "SCHEDWEB_RUN_SECONDS": "1"}):
        ended(run)
    assert_kept(run)
    assert run.stopping is None
    assert run.result.seconds is not None
    assert run.result.seconds >= 1


def test_no_solver_outlives_its_run(environment: Environment) -> None:
    run = queued("exact", 25, 32, seed=5, seconds=20)
    with worker(environment):
        first = computing(run)
        (orphan,) = solvers(first)
        os.kill(first, signal.SIGKILL)
        eventually(lambda: not alive(orphan))
        eventually(lambda: is_reconciled(run))
        (solver,) = solvers(computing(run))
        services.stop_run(run)
        ended(run)
        assert not alive(solver)
    assert_kept(run)
    assert run.result.versions["OR-tools"]


def solvers(pid: int) -> list[int]:
    """Wait until a process has started others, and return them."""
    eventually(lambda: children(pid))
    return children(pid)
