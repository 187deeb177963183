"""Who waited and who overtook, where jobs are let go at the instant at which others arrive."""

from random import Random

import pytest

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.queue import scheduled
from parsched.report.explain.explain import explain_row
from parsched.report.explain.explanation import Explanation
from tests.amount import amount
from tests.parsched.factories import linked, rigid, waiting
from tests.parsched.report.explain.brute import twin_of

EASY = QueueParams(reservations=1)
EVENTS = ("batch", "sequential")


def explained(workload: Workload, row: int, m: int = 2, events: str = "batch") -> Explanation:
    instance = Instance(workload, Platform.of(m), Rules(events=events))
    schedule = scheduled(instance, EASY, Stop()).with_processors(instance.platform)
    return explain_row(instance, schedule, "queue", EASY.as_dict(), row)


# Jobs as (release, processors, time). Job 1 holds one of two processors until 10, job 2 ends at 4.
HELD = ((0, 1, 10), (0, 1, 4))


@pytest.mark.parametrize("events", EVENTS)
def test_a_job_let_go_when_another_arrives_overtakes_it_not(events: str) -> None:
    """Job 4 is let go at 4 and starts at once; job 3 arrives at 4 and needs both processors."""
    workload = waiting(rigid(*HELD, (4, 2, 1), (4, 1, 1)), (3, 1, 0))
    why = explained(workload, 2, events=events)
    assert (why.start, why.overtaken_by, why.overtakers) == (10, 0, ())
    assert "no later job overtook it" in why.sentences[1]


def test_two_that_are_let_go_together_do_not_overtake() -> None:
    workload = waiting(rigid(*HELD, (0, 2, 1), (1, 1, 1)), (2, 1, 0), (3, 1, 0))
    assert explained(workload, 2).overtaken_by == 0


def test_a_job_that_others_let_go_is_not_ahead_of_who_arrives_then() -> None:
    workload = waiting(rigid(*HELD, (1, 2, 1), (4, 2, 1)), (2, 1, 0))
    assert explained(workload, 3).ahead == 0


def test_a_delay_that_ends_with_the_own_release_is_a_tie_too() -> None:
    workload = waiting(rigid(*HELD, (6, 2, 1), (6, 1, 1)), (3, 1, 2))
    assert explained(workload, 2).overtaken_by == 0


def test_jobs_that_arrive_by_themselves_have_an_order_at_ties() -> None:
    why = explained(rigid(*HELD, (4, 2, 1), (4, 1, 1)), 2)
    assert [one.id for one in why.overtakers] == ["4"]
    assert explained(rigid(*HELD, (4, 2, 1), (4, 2, 1)), 3).ahead == 1


def test_a_job_that_was_let_go_before_is_overtaken() -> None:
    workload = waiting(rigid(*HELD, (0, 2, 1), (5, 1, 1)), (2, 1, 0))
    assert explained(workload, 2).overtaken_by == 1


@pytest.mark.parametrize("events", EVENTS)
def test_all_who_are_said_to_overtake_came_later_in_the_queue(events: str) -> None:
    """A second engine numbers the jobs as they arrive."""
    claims = 0
    for seed in range(amount(300, least=100)):
        chance = Random(seed)
        drawn = [
            (chance.randint(0, 4), chance.randint(1, 3), chance.randint(0, 4)) for _ in "jobs" * 2
        ]
        workload = linked(chance, rigid(*sorted(drawn)))
        instance = Instance(workload, Platform.of(3), Rules(events=events))
        schedule = scheduled(instance, EASY, Stop()).with_processors(instance.platform)
        came = {
            str(instance.jobs.ids[job.row]): job for job in twin_of(instance, EASY).simulate().jobs
        }
        for row in range(len(workload)):
            why = explain_row(instance, schedule, "queue", EASY.as_dict(), row)
            mine = came[why.id]
            assert all(came[one.id].number > mine.number for one in why.overtakers)
            ahead = [j for j in came.values() if j.number < mine.number and j.begun > mine.release]
            assert why.ahead <= len(ahead)
            claims += why.overtaken_by + why.ahead
    assert claims
