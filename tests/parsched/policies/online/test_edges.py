"""Backfilling at the very edge of a reservation: small cases, worked out by hand.

A job that is planned to end exactly when a reservation begins is in no job's way.
"""

import pytest

from parsched.model.problem.instance import Rules
from parsched.model.problem.workload import Workload
from tests.parsched.factories import rigid
from tests.parsched.policies.online.cases import EVENTS, effective, scheduled

events = pytest.mark.parametrize("events", EVENTS)


def starts(key: str, workload: Workload, processors: int, events: str) -> list[float]:
    """Return the starts of jobs whose estimates are what they take, unless told otherwise."""
    rules = Rules(events=events)
    return list(scheduled(key, effective(workload, rules), processors, rules).start.tolist())


@events
@pytest.mark.parametrize("key", ["easy", "conservative"])
def test_a_job_that_ends_when_the_reservation_begins_overtakes(key: str, events: str) -> None:
    """Job 2 needs all four processors and has them at 10, when job 1 ends. One is free till then:
    for 8 s from second 2 on, but not for 9 s."""
    first = (0, 3, 10), (1, 4, 5)
    assert starts(key, rigid(*first, (2, 1, 8)), 4, events) == [0, 10, 2]
    assert starts(key, rigid(*first, (2, 1, 9)), 4, events) == [0, 10, 15]


@events
def test_easy_a_job_that_ends_at_the_shadow_time_leaves_the_extra_processor(events: str) -> None:
    """At 10 job 2 takes four of five processors. Job 3 is gone by then, so that job 4 may hold the
    fifth for long; job 5 may not, as it is held already."""
    jobs = (0, 3, 10), (1, 4, 5), (2, 1, 8), (3, 1, 20), (10, 1, 6)
    assert starts("easy", rigid(*jobs), 5, events) == [0, 10, 2, 3, 15]
    # A second later job 3 needs the fifth processor for itself, and job 4 has to wait.
    late = (0, 3, 10), (1, 4, 5), (2, 1, 9), (3, 1, 20)
    assert starts("easy", rigid(*late), 5, events) == [0, 10, 2, 11]


@events
def test_easy_all_jobs_that_end_at_the_shadow_time_leave_their_processors(events: str) -> None:
    """Job 3 needs three of five processors. It has them at 10, when jobs 1 and 2 both end, and two
    are left: job 4 may run beyond that time on one of them, and job 5 on the other."""
    jobs = (0, 2, 10), (0, 2, 10), (1, 3, 5), (2, 1, 20), (10, 1, 9)
    assert starts("easy", rigid(*jobs), 5, events) == [0, 0, 10, 2, 10]


@events
@pytest.mark.parametrize("key", ["fcfs", "easy", "conservative"])
def test_a_job_starts_at_the_instant_at_which_another_ends(key: str, events: str) -> None:
    assert starts(key, rigid((0, 4, 10), (0, 4, 5), (15, 4, 1)), 4, events) == [0, 10, 15]


@events
def test_conservative_a_gap_that_fits_exactly_is_used(events: str) -> None:
    """Job 2 is reserved for 10 to 15, job 3 for 15 on. Job 4 fits before, job 5 beside job 3."""
    jobs = (0, 3, 10), (1, 4, 5), (2, 3, 6), (3, 1, 7), (3, 1, 6)
    assert starts("conservative", rigid(*jobs), 4, events) == [0, 10, 15, 3, 15]
