"""The clock that asks the deciding program."""

from dataclasses import replace

import pytest

from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.external.clock import DecisionError, Event, EventKind, MachineClock
from tests.parsched.factories import rigid


def clock(jobs: Workload, processors: int = 2, events: str = "batch") -> MachineClock:
    return MachineClock(Instance(jobs, Platform.of(processors), Rules(events=events)))


def kinds(events: list[Event]) -> list[tuple[str, int]]:
    return [(event.kind.value, event.job) for event in events]


def test_completions_come_before_arrivals_and_calls_last() -> None:
    one = clock(rigid((0, 1, 5), (5, 1, 5)))
    assert kinds(one.advance()) == [("submitted", 0)]
    one.execute(0)
    one.call_at(5.0)
    assert kinds(one.advance()) == [("completed", 0), ("submitted", 1), ("called", -1)]
    assert one.now == 5.0


def test_one_by_one_arrivals_come_first_though_processors_are_free() -> None:
    one = clock(rigid((0, 2, 5), (5, 2, 5)), events="sequential")
    one.advance()
    one.execute(0)
    assert kinds(one.advance()) == [("submitted", 1)]
    assert one.free == 2
    one.execute(1)
    assert kinds(one.advance()) == [("completed", 0)]


def test_one_by_one_a_completion_comes_before_what_waited_for_it() -> None:
    """And that before any other completion of the instant."""
    jobs = rigid((0, 1, 5), (0, 1, 5), (2, 1, 5))
    pairs = Dependencies.of(3, job=[2], before=[0], delay=[0.0])
    one = clock(replace(jobs, after=pairs), events="sequential")
    for job in (0, 1):
        one.advance()
        one.execute(job)
    told = [one.advance() for _ in range(3)]
    assert kinds([event for [event] in told]) == [
        ("completed", 0),
        ("submitted", 2),
        ("completed", 1),
    ]


def test_a_job_of_no_length_completes_at_the_same_instant() -> None:
    one = clock(rigid((3, 2, 0)))
    one.advance()
    one.execute(0)
    assert one.advance() == [Event(3.0, EventKind.COMPLETED, 0)]
    assert one.is_done
    assert one.advance() == []


def test_a_job_arrives_when_what_it_waits_for_has_ended() -> None:
    """Four seconds after job 1, or when it is released."""
    jobs = rigid((0, 1, 5), (1, 1, 5), (2, 1, 5))
    pairs = Dependencies.of(3, job=[1, 2], before=[0, 1], delay=[4.0, 0.0])
    one = clock(replace(jobs, after=pairs))
    one.advance()
    one.execute(0)
    assert kinds(one.advance()) == [("completed", 0)]
    assert one.advance() == [Event(9.0, EventKind.SUBMITTED, 1)]
    one.execute(1)
    assert kinds(one.advance()) == [("completed", 1), ("submitted", 2)]
    assert one.now == 14.0


def test_what_does_not_wait_cannot_start() -> None:
    one = clock(rigid((0, 2, 5), (4, 2, 5)))
    one.advance()
    one.execute(0)
    with pytest.raises(DecisionError, match="job 1 was started already, at 0 s"):
        one.execute(0)
    with pytest.raises(DecisionError, match="job 2 has not been submitted yet, at 0 s"):
        one.execute(1)
    one.advance()
    with pytest.raises(DecisionError, match="job 2 needs 2 processors, and 0 of 2 are free at 4 s"):
        one.execute(1)


def test_a_busy_program_hears_of_it_later() -> None:
    one = clock(rigid((0, 1, 5), (2, 1, 5), (6, 1, 1)))
    one.advance()
    one.execute(0)
    assert kinds(one.pass_until(5.5)) == [("submitted", 1), ("completed", 0)]
    assert one.now == 5.5
    assert one.pass_until(5.5) == []
