"""Progress of runs is written now and then, and never by one that ends at once."""

import itertools
import time
from typing import TYPE_CHECKING, Any, cast

import pytest

from parsched.base.errors import Cancelled
from parsched.model.search_trace import SearchTrace, TracePoint
from parsched.model.stop import Progress, Stop
from parsched.run.solve import solve
from schedweb.runs import execution
from schedweb.runs.models import Run
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from tests import factories

if TYPE_CHECKING:
    from schedweb.workers.heartbeat import Heart

pytestmark = pytest.mark.django_db


def executed(run: Run) -> Run:
    execution.execute(run.pk)
    run.refresh_from_db()
    return run


def test_a_short_run_writes_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(*args: Any, **progress: Any) -> bool:
        raise AssertionError(f"told {progress}")

    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(lifecycle, "beat", told)
    assert executed(run).state == State.DONE


def test_progress_is_written_twice_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    clock = itertools.count(began, 0.01)
    written: list[float] = []

    def reporting(*args: Any, stop: Stop, **options: Any) -> Any:
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda: next(clock))
            for step in range(1_000):
                stop.report(step / 1_000)
        return solve(*args, **options)

    def beat(*args: Any, **progress: Any) -> bool:
        written.append(progress["progress"])
        return False

    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(execution, "solve", reporting)
    monkeypatch.setattr(lifecycle, "beat", beat)
    assert executed(run).state == State.DONE
    seconds = next(clock) - began
    assert seconds > 9
    assert 0.8 * 2 * seconds <= len(written) <= 2 * seconds


class Listened:
    """Stands for a heart: keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.shall_end = False

    def tell(self, **progress: Any) -> bool:
        self.told.append(progress)
        return self.shall_end


def test_traces_are_written_now_and_then_with_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(100.0, 0.5)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    heart, trace = Listened(), SearchTrace()
    ear = execution._Ear(cast("Heart", heart))  # noqa: SLF001
    ear(Progress(0.0, "lower bound", 0.0))
    for seconds in (1.0, 2.0, 3.0, 4.0):
        best = {"best": 20.0 - seconds}
        trace.add(TracePoint(seconds, best))
        ear(Progress(0.1, "searching", seconds, best, trace))
    ear(Progress(0.1, "searching", 5.0, best, trace))
    assert [told["message"] for told in heart.told] == ["lower bound"] + 5 * ["searching"]
    written = [told.get("details", {}).get("trace") for told in heart.told]
    assert written == [
        None,
        {"seconds": [1.0], "best": [19.0]},
        None,
        {"seconds": [1.0, 2.0, 3.0], "best": [19.0, 18.0, 17.0]},
        None,
        {"seconds": [1.0, 2.0, 3.0, 4.0, 5.0], "best": [19.0, 18.0, 17.0, 16.0, 16.0]},
    ]
    heart.shall_end = True
    with pytest.raises(Cancelled):
        ear(Progress(0.1, "searching", 6.0))
