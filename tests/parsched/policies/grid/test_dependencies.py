"""Grids whose jobs wait for others: as the plain simulation, and as a queue where there is one
site."""

from dataclasses import replace
from random import Random

import pytest

from parsched.base.errors import UnsupportedError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.policies.grid.events import DONE, PAUSED
from parsched.policies.grid.local import policy_of_sites
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import linked, rigid, waiting
from tests.parsched.policies.grid.cases import (
    AS_THEY_ARE,
    KEYS,
    by_hand,
    crowd,
    random_case,
    scheduled,
)
from tests.parsched.policies.grid.test_equivalence import as_lists, simulation

CHAIN = waiting(rigid((0, 1, 10), (0, 1, 5)), (1, 0, 20))


@pytest.mark.parametrize("strategy", KEYS)
def test_sites_and_starts_equal_the_plain_simulations(strategy: str) -> None:
    chance = Random(strategy)
    for number in range(amount(200)):
        workload, sizes, params = random_case(chance, strategy)
        case = linked(chance, workload), sizes, replace(params, adapt_window=0.0)
        assert as_lists(scheduled(*case)) == by_hand(*case), (number, case[1:])


@pytest.mark.parametrize("strategy", KEYS)
def test_they_are_equal_with_long_queues(strategy: str) -> None:
    workload, sizes, params = crowd(Random(strategy), strategy, 110)
    case = linked(Random(strategy), workload), sizes, params
    assert as_lists(scheduled(*case)) == by_hand(*case)


@pytest.mark.parametrize("strategy", KEYS)
def test_on_one_site_they_run_as_in_its_queue(strategy: str) -> None:
    chance = Random(f"{strategy} alone")
    for _ in range(amount(60)):
        workload, sizes, params = random_case(chance, strategy)
        jobs = linked(chance, workload)
        params = replace(params, adapt_window=0.0)
        grid = scheduled(jobs, [max(sizes)], params)
        instance = Instance(jobs, Platform.of(max(sizes)), AS_THEY_ARE)
        alone = algorithm("queue").schedule(instance, policy_of_sites(params.local), Stop())
        assert grid.start.tolist() == alone.start.tolist()
        assert grid.backfilled.tolist() == alone.backfilled.tolist()


@pytest.mark.parametrize("strategy", KEYS)
def test_a_simulation_may_pause_anywhere(strategy: str) -> None:
    chance = Random(strategy)
    for _ in range(amount(30)):
        workload, sizes, params = random_case(chance, strategy)
        case = linked(chance, workload), sizes, replace(params, adapt_window=0.0)
        paused, state = simulation(case), PAUSED
        while state != DONE:
            state = paused.advance(chance.randint(1, 9))
        assert paused.columns()[0].tolist() == scheduled(*case).start.tolist()


def test_ends_in_virtual_schedules_release_no_job() -> None:
    """Job 1 is believed to end at 2, and ends at 10: job 2 is released then."""
    jobs = waiting(rigid((0, 1, 10, 2), (0, 1, 5, 5)), (1, 0, 0))
    instance = Instance(jobs, Platform.of(2, 2), AS_THEY_ARE)
    params = {"strategy": "mst", "information": "virtual"}
    assert solve(instance, "grid", params).schedule.start.tolist() == [0.0, 10.0]


def test_a_factor_that_is_adapted_beforehand_is_refused() -> None:
    instance = Instance(CHAIN, Platform.of(2, 4))
    assert ALGORITHMS["grid"].supports.refusal(instance) is None
    with pytest.raises(UnsupportedError, match="adapt_window must be 0"):
        solve(instance, "grid", {"adapt_window": 60.0})
