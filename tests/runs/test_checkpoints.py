"""What a search has found outlives the process that searches."""

from typing import Any

import pytest

from parsched.run.request import RequestEntry
from schedweb.runs import checkpoints, execution, services
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.store import blobs, known
from schedweb.workers import lifecycle
from schedweb.workers.heartbeat import Heart
from schedweb.workers.models import State
from schedweb.workloads.services import new_workload
from tests import factories
from tests.parsched.policies.search.loads import PROCESSORS, hard

pytestmark = pytest.mark.django_db


def searching() -> Run:
    """Return a queued run that would search for minutes."""
    alice = factories.person("alice")
    jobs = new_workload(alice, hard(), "hard", PROCESSORS, {"kind": "sample"}, {})
    jobs.save()
    entries = [RequestEntry("local-search", {"effort": 1_000})]
    return services.create_comparison(
        alice, jobs, factories.cluster(alice, PROCESSORS), entries
    ).runs.get()


def cut_off(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Compute a run until its first checkpoint, and lose the process."""
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)

    class Dead(BaseException):
        """Stands for the end of a process."""

    def told(self: Any, **progress: Any) -> bool:
        lifecycle.beat(self._held, **progress)
        if "checkpoint" in progress:
            raise Dead
        return False

    with monkeypatch.context() as patched:
        patched.setattr(Heart, "tell", told)
        with pytest.raises(Dead):
            execution.execute(run.pk)
    run.refresh_from_db()
    assert (run.state, bool(run.checkpoint)) == (State.RUNNING, True)
    assert lifecycle.requeue(lifecycle.WorkClaim.on(run).rows(), crashed=True)
    return run


def stopped_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Compute a run that a user stops as soon as it has begun to search."""

    def told(self: Any, **progress: Any) -> bool:
        return progress.get("message") != "storing"

    monkeypatch.setattr(Heart, "tell", told)
    execution.execute(run.pk)
    run.refresh_from_db()
    return run


def test_the_next_attempt_keeps_what_the_one_before_had_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = cut_off(searching(), monkeypatch)
    found = load_schedule(run.checkpoint)
    run = stopped_at_once(run, monkeypatch)
    assert (run.state, run.attempts, run.result.resumed) == (State.DONE, 2, True)
    assert run.result.metrics["makespan"] <= found.end.max()
    assert run.checkpoint == ""


def test_tidy_takes_replaced_checkpoints_for_ones_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of an hour replaces hundreds, each before any tidy has seen it."""
    run = cut_off(searching(), monkeypatch)
    assert run.checkpoint in known.known()


def test_a_checkpoint_that_is_lost_only_costs_time(monkeypatch: pytest.MonkeyPatch) -> None:
    run = cut_off(searching(), monkeypatch)
    load_schedule.cache_clear()
    blobs.storage().delete(blobs.path_of(run.checkpoint))
    assert checkpoints.earlier(Run.objects.get(pk=run.pk)) is None


def test_a_run_of_one_attempt_was_not_resumed() -> None:
    run = factories.queued_run(factories.person("alice"))
    execution.execute(run.pk)
    run.refresh_from_db()
    assert (run.state, run.result.resumed, run.checkpoint) == (State.DONE, False, "")
