"""Jobs that wait for others: hand-worked cases, properties, and the plain twin."""

from random import Random
from typing import Any

import pytest

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.online.presets import PRESETS
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import linked, rigid, waiting
from tests.parsched.policies.online.cases import EDGES, EVENTS, effective
from tests.parsched.policies.online.queues import random_case, random_params, simulated
from tests.parsched.policies.online.test_twin import agree, all_uncompiled

CASES, PARTS = amount(200), 12


def starts(
    workload: Workload, processors: int, key: str = "easy", *, params: Any = None, **rules: str
) -> list[float]:
    """Starts of a checked schedule."""
    instance = Instance(workload, Platform.of(processors), Rules(**rules))
    return list(solve(instance, key, params).schedule.start.tolist())


@pytest.mark.parametrize("events", EVENTS)
@pytest.mark.parametrize("key", [*PRESETS, "queue"])
def test_a_job_arrives_when_its_predecessor_has_ended_and_its_delay_is_over(
    key: str, events: str
) -> None:
    jobs = waiting(rigid((0, 2, 100), (10, 2, 50)), (1, 0, 20))
    assert starts(jobs, 4, key, events=events) == [0.0, 120.0]


def test_a_job_waits_for_the_last_of_its_predecessors_and_for_its_own_release() -> None:
    jobs = waiting(rigid((0, 1, 10), (0, 1, 30), (0, 1, 1), (60, 1, 1)), (2, 0, 25), (2, 1, 0))
    assert starts(jobs, 4) == [0.0, 0.0, 35.0, 60.0]
    late = waiting(rigid((0, 1, 10), (60, 1, 1)), (1, 0, 5))
    assert starts(late, 4) == [0.0, 60.0]


def test_jobs_queue_in_order_of_when_they_could_start_not_of_when_they_were_submitted() -> None:
    """Job 2 was submitted first, but waits for job 1; job 3 is in the queue before it."""
    jobs = waiting(rigid((0, 2, 10), (0, 2, 5), (8, 2, 7)), (1, 0, 0))
    assert starts(jobs, 2, "fcfs") == [0.0, 17.0, 10.0]


def test_simultaneous_arrivals_stand_in_order_of_the_workload() -> None:
    jobs = waiting(rigid((0, 2, 10), (0, 2, 5), (10, 2, 7)), (1, 0, 0))
    assert starts(jobs, 2, "fcfs") == [0.0, 10.0, 15.0]


def test_one_by_one_a_successor_arrives_after_those_released_at_the_instant_of_an_end() -> None:
    """Arrivals come before completions, so job 3 is in the queue when job 1 ends."""
    jobs = waiting(rigid((0, 2, 10), (0, 2, 5), (10, 2, 7)), (1, 0, 0))
    assert starts(jobs, 2, "fcfs", events="sequential") == [0.0, 17.0, 10.0]


@pytest.mark.parametrize("events", EVENTS)
def test_a_chain_of_jobs_of_no_length_runs_at_one_instant(events: str) -> None:
    jobs = waiting(rigid(*[(3, 1, 0)] * 4), (0, 1, 0), (1, 2, 0), (2, 3, 0))
    assert starts(jobs, 1, events=events) == [3.0] * 4


def test_a_killed_predecessor_ends_at_its_estimate() -> None:
    jobs = waiting(rigid((0, 1, 100, 30), (0, 1, 5, 5)), (1, 0, 2))
    assert starts(jobs, 4, estimates="kill") == [0.0, 32.0]
    assert starts(jobs, 4, estimates="overrun") == [0.0, 102.0]


def test_a_job_that_is_not_released_yet_holds_no_reservation() -> None:
    """Conservative backfilling plans for who has arrived only: job 3 may start at once."""
    jobs = waiting(rigid((0, 2, 10), (0, 4, 10), (1, 2, 30)), (1, 0, 0))
    assert starts(jobs, 4, "conservative") == [0.0, 31.0, 1.0]


def test_waits_count_from_when_the_last_delay_is_over() -> None:
    jobs = waiting(rigid((0, 2, 10), (0, 2, 10), (0, 2, 10)), (1, 0, 5), (2, 0, 5))
    result = solve(Instance(jobs, Platform.of(2)), "fcfs")
    assert result.schedule.start.tolist() == [0.0, 15.0, 25.0]
    assert result.metrics["mean_wait"] == pytest.approx(10 / 3)
    assert result.metrics["mean_flow"] == pytest.approx(40 / 3)
    assert not {"wait", "flow", "slowdown"} & {
        criterion for criterion, values in result.bounds.items() if values
    }


@pytest.mark.parametrize("part", range(PARTS))
def test_random_policies_agree_with_the_twin(part: int) -> None:
    for seed in range(CASES * part, CASES * (part + 1)):
        workload, processors, rules, params = random_case(Random(seed))
        jobs = linked(Random(seed), workload)
        assert agree(jobs, params, processors, rules), seed


@pytest.mark.parametrize("seed", range(amount(60)))
def test_a_simulation_may_pause_anywhere(seed: int) -> None:
    workload, processors, rules, params = random_case(Random(seed), jobs=60)
    jobs = linked(Random(seed), workload, 0.1)
    for chunk in (1, 7, 30):
        assert agree(jobs, params, processors, rules, chunk), seed


@pytest.mark.parametrize("number", range(len(EDGES)))
def test_edges_agree_with_the_twin(number: int) -> None:
    processors, jobs = EDGES[number]
    chance = Random(number)
    for _ in range(60):
        rules = Rules(events=chance.choice(EVENTS))
        workload = linked(chance, effective(rigid(*jobs), rules))
        assert agree(workload, random_params(chance), processors, rules)


def test_the_plain_functions_of_the_kernels_agree() -> None:
    for seed in range(amount(60)):
        workload, processors, rules, params = random_case(Random(seed), jobs=12)
        jobs = linked(Random(seed), workload)
        with all_uncompiled():
            plain = simulated(jobs, params, processors, rules.is_sequential)
        site = simulated(jobs, params, processors, rules.is_sequential)
        assert plain.start.tolist() == site.start.tolist()


@pytest.mark.parametrize("key", ["queue", *PRESETS, "online-batch"])
def test_no_job_starts_before_the_end_and_the_delay_of_any_predecessor(key: str) -> None:
    chance = Random(key)
    for _ in range(40):
        workload, processors, _, _ = random_case(chance)
        jobs = linked(chance, workload)
        instance = Instance(jobs, Platform.of(processors), Rules(estimates="overrun"))
        schedule = solve(instance, key).schedule
        if jobs.after is not None:
            due = schedule.end[jobs.after.before] + jobs.after.delay
            assert (schedule.start[jobs.after.job] >= due).all()
        assert (schedule.start >= jobs.release).all()


def test_dependencies_that_never_bind_change_no_start() -> None:
    """Whatever pass is made where ranks are not known beforehand, it starts the same jobs."""
    chance = Random(7)
    for _ in range(150):
        workload, processors, rules, params = random_case(chance)
        site = simulated(workload, params, processors, rules.is_sequential)
        never = [
            (job, before, 0)
            for job in range(len(workload))
            for before in range(len(workload))
            if site.start[before] + workload.runtime[before] < workload.release[job]
        ]
        jobs = waiting(workload, *never)
        both = simulated(jobs, params, processors, rules.is_sequential)
        assert both.start.tolist() == site.start.tolist()
        assert both.backfilled.tolist() == site.backfilled.tolist()
