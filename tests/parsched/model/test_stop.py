"""Stop carries time limit, cancel, progress, the best schedule so far and how the search went."""

import numpy as np
import pytest

from parsched.base.errors import Cancelled, TimeLimitReached
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from tests.parsched.factories import offline


class Clock:
    """A clock that is moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("parsched.model.stop.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_without_a_limit_it_never_stops(clock: Clock) -> None:
    stop = Stop()
    clock.now += 1e9
    stop.report(0.5)


def test_the_time_limit_ends_a_run(clock: Clock) -> None:
    stop = Stop(time_limit=10)
    clock.now += 10
    stop.report(0.5)
    clock.now += 0.1
    with pytest.raises(TimeLimitReached, match="10 s"):
        stop.report(0.6)


def test_the_listener_hears_at_most_once_per_interval(clock: Clock) -> None:
    heard: list[Progress] = []
    stop = Stop(listener=heard.append, interval=0.5)
    for _ in range(11):
        stop.report((clock.now - 100) / 2, "working")
        clock.now += 0.125
    assert [p.seconds for p in heard] == [0.0, 0.5, 1.0]
    assert heard[1] == Progress(0.25, "working", 0.5)


def test_the_fraction_stays_between_nothing_and_all(clock: Clock) -> None:
    heard: list[Progress] = []
    stop = Stop(listener=heard.append, interval=0)
    for fraction in (-1.0, 2.0):
        stop.report(fraction)
    assert [p.fraction for p in heard] == [0.0, 1.0]


def test_the_listener_may_cancel(clock: Clock) -> None:
    def cancel(progress: Progress) -> None:
        raise Cancelled("cancelled")

    with pytest.raises(Cancelled):
        Stop(listener=cancel).report(0.0)


def test_the_best_schedule_is_kept_even_if_the_report_ends_the_run(clock: Clock) -> None:
    workload = offline((1, 1))
    best = Schedule.of(workload, workload.release)
    stop = Stop(time_limit=1)
    clock.now += 2
    with pytest.raises(TimeLimitReached):
        stop.report(0.5, best=best)
    assert stop.best is best


def test_a_report_without_a_schedule_keeps_the_one_before(clock: Clock) -> None:
    workload = offline((1, 1))
    best = Schedule.of(workload, workload.release)
    stop = Stop()
    stop.report(0.5, best=best)
    stop.report(0.6)
    assert stop.best is best


class TestPart:
    """A part of the work reports to the whole."""

    def test_its_progress_is_a_share(self, clock: Clock) -> None:
        heard: list[Progress] = []
        part = Stop(listener=heard.append, interval=0).part(0.2, 0.6, "second of three")
        part.report(0.0)
        part.report(0.5, "half")
        part.report(2.0, "done")
        assert [p.fraction for p in heard] == pytest.approx([0.2, 0.4, 0.6])
        messages = ["second of three", "second of three: half", "second of three: done"]
        assert [p.message for p in heard] == messages

    def test_its_best_schedule_is_not_the_whole_runs(self, clock: Clock) -> None:
        workload = offline((1, 1))
        whole = Stop()
        part = whole.part(0, 0.5, "first")
        part.report(0.5, best=Schedule.of(workload, workload.release))
        assert part.best is not None
        assert whole.best is None

    def test_the_time_limit_of_the_whole_ends_it(self, clock: Clock) -> None:
        part = Stop(time_limit=10).part(0, 0.5, "first")
        clock.now += 11
        with pytest.raises(TimeLimitReached, match="10 s"):
            part.report(0.5)

    def test_a_cancel_of_the_whole_ends_it(self, clock: Clock) -> None:
        def cancel(progress: Progress) -> None:
            raise Cancelled("cancelled")

        with pytest.raises(Cancelled):
            Stop(listener=cancel).part(0, 0.5, "first").report(0.0)

    def test_parts_have_parts(self, clock: Clock) -> None:
        heard: list[Progress] = []
        whole = Stop(listener=heard.append, interval=0)
        whole.part(0.5, 1.0, "a").part(0.5, 1.0, "b").report(0.5, "c")
        assert heard == [Progress(0.875, "a: b: c", 0.0)]


def test_best_makespan_and_largest_bound_are_traced_beside_the_values(clock: Clock) -> None:
    heard: list[Progress] = []
    stop = Stop(listener=heard.append, interval=0)
    stop.report(0.0)
    stop.report(0.1, best=Schedule.of(offline((1, 3)), np.zeros(1)), bound=2.0)
    clock.now += 1
    stop.report(0.2, bound=1.0, values={"T": 2.5})
    assert stop.bound == 2.0
    assert [dict(p.values) for p in stop.trace.points] == [
        {"best": 3.0, "bound": 2.0},
        {"best": 3.0, "bound": 2.0, "T": 2.5},
    ]
    assert [p.seconds for p in stop.trace.points] == [0.0, 1.0]
    assert heard[-1].values == {"best": 3.0, "bound": 2.0, "T": 2.5}
    assert heard[-1].trace is stop.trace


def test_a_report_with_nothing_new_leaves_no_point(clock: Clock) -> None:
    stop = Stop()
    stop.report(0.5, "still working")
    stop.heed("lower bound")
    assert stop.trace.points == ()


def test_an_undeclared_series_is_refused() -> None:
    with pytest.raises(KeyError, match="velocity"):
        Stop().report(0.5, values={"velocity": 1.0})


def test_a_listener_that_cancelled_is_not_asked_again(clock: Clock) -> None:
    asked: list[Progress] = []

    def cancel(progress: Progress) -> None:
        asked.append(progress)
        raise Cancelled("cancelled")

    stop = Stop(listener=cancel, interval=0)
    with pytest.raises(Cancelled):
        stop.report(0.5)
    stop.heed("lower bounds")
    assert len(asked) == 1


class TestBegin:
    """Lower bounds come first; the time of the algorithm counts from there."""

    def test_time_and_limit_count_from_there(self, clock: Clock) -> None:
        stop = Stop(time_limit=10)
        clock.now += 9
        stop.begin(0.0)
        clock.now += 10
        stop.report(0.5, values={"T": 1.0})
        assert [p.seconds for p in stop.trace.points] == [10.0]
        clock.now += 1
        with pytest.raises(TimeLimitReached):
            stop.report(0.6)

    def test_what_comes_before_has_no_limit_and_nothing_is_done_yet(self, clock: Clock) -> None:
        heard: list[Progress] = []
        stop = Stop(time_limit=1, listener=heard.append, interval=0)
        clock.now += 5
        stop.heed("lower bound: area")
        assert heard == [Progress(0.0, "lower bound: area", 5.0)]

    def test_the_listener_hears_as_often_as_before(self, clock: Clock) -> None:
        heard: list[Progress] = []
        stop = Stop(listener=heard.append, interval=2)
        clock.now += 7
        stop.heed("bounds")
        clock.now += 1
        stop.begin(0.0)
        stop.report(0.1, "too soon")
        clock.now += 1
        stop.report(0.2, "later")
        assert [(p.message, p.seconds) for p in heard] == [("bounds", 7.0), ("later", 1.0)]

    def test_the_larger_of_what_was_known_and_what_is_proved_is_traced(self, clock: Clock) -> None:
        stop = Stop()
        assert stop.known == 0.0
        stop.begin(5.0)
        stop.report(0.1, values={"T": 9.0})
        stop.report(0.2, bound=4.0)
        assert (stop.known, stop.bound) == (5.0, 4.0)
        stop.report(0.3, bound=6.0)
        assert [p.values["bound"] for p in stop.trace.points] == [5.0, 5.0, 6.0]

    def test_a_part_knows_nothing_for_its_jobs_are_others(self) -> None:
        stop = Stop()
        stop.begin(5.0)
        assert stop.part(0, 1, "first").known == 0.0


def test_the_most_memory_of_helpers_includes_helpers_of_parts() -> None:
    stop = Stop()
    assert stop.helper_memory == 0
    for memory in (3, 7, 5):
        stop.part(0, 1, "a").part(0, 1, "b").helped(memory)
    assert stop.helper_memory == 7


class TestLimit:
    """An algorithm may have less time than the run."""

    def test_it_counts_from_now(self, clock: Clock) -> None:
        stop = Stop()
        clock.now += 5
        stop.limit(2)
        clock.now += 2
        stop.report(0.5)
        clock.now += 0.5
        with pytest.raises(TimeLimitReached):
            stop.report(0.6)

    def test_the_nearer_one_counts(self, clock: Clock) -> None:
        stop = Stop(time_limit=3)
        stop.limit(10)
        assert stop.time_limit == 3
        stop.limit(1)
        assert stop.time_limit == 1
