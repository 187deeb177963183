"""The kernels do what an independent, plain simulation of the same rules does."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.admissible import as_typed
from parsched.policies.grid.events import DONE, PAUSED
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.local import LOCAL, policy_of_sites
from parsched.policies.grid.simulate import Settings, Simulation
from tests.amount import amount
from tests.parsched.policies.grid.cases import (
    AS_THEY_ARE,
    KEYS,
    LOCAL_KEYS,
    PREDICTING,
    by_hand,
    crowd,
    random_case,
    scheduled,
)
from tests.twins import uncompiled

PARTS = tuple(
    f"parsched.{part}." for part in ("model.availability", "policies.grid", "policies.online")
)
"""Packages of the kernels."""


def as_lists(schedule: Schedule) -> tuple[list[Any], ...]:
    """Sites, starts, and which jobs were backfilled."""
    columns = (schedule.site, schedule.start, schedule.backfilled)
    return tuple(column.tolist() for column in columns)


def simulation(case: Any) -> Simulation:
    """Return the simulation of a case before its first instant."""
    workload, sizes, params = case
    settings = Settings(
        strategy=params.strategy,
        local=policy_of_sites(params.local),
        admissible=as_typed(params.admissible),
        at_least=params.admissible_rule == "at-least",
        virtual=params.information == "virtual",
        seed=params.seed,
        keeps=params.counting == "allocated",
        window=params.adapt_window * workload.second,
    )
    return Simulation(workload, Platform.of(*sizes), settings)


@pytest.mark.parametrize("strategy", KEYS)
def test_sites_and_starts_equal_the_plain_simulations(strategy: str) -> None:
    chance = Random(strategy)
    for number in range(amount(400)):
        case = random_case(chance, strategy)
        assert as_lists(scheduled(*case)) == by_hand(*case), (number, case[1:])


@pytest.mark.parametrize("strategy", KEYS)
def test_only_the_ratios_of_processors_count_up_to_the_largest_machine(strategy: str) -> None:
    """With 2^28 processors in place of each one, memory must still go with the jobs."""
    chance, unit = Random(f"{strategy} at scale"), 2**28
    for _ in range(20):
        workload, sizes, params = random_case(chance, strategy)
        params = replace(params, local=chance.choice(LOCAL_KEYS))  # orders look at processors
        profiles = Profiles.rigid(workload.width * unit, workload.runtime)
        large = replace(workload, profiles=profiles), [size * unit for size in sizes], params
        assert as_lists(scheduled(*large)) == as_lists(scheduled(workload, sizes, params))


@pytest.mark.parametrize("local", ["easy", "list"])
@pytest.mark.parametrize("strategy", PREDICTING)
def test_they_are_equal_with_long_queues(strategy: str, local: str) -> None:
    for counting in ("unfinished", "allocated"):
        case = crowd(Random(strategy), strategy, 110, local=local, counting=counting)
        assert as_lists(scheduled(*case)) == by_hand(*case)


@pytest.mark.parametrize("strategy", PREDICTING)
@pytest.mark.parametrize("reservations", [0, 1])
def test_plans_and_copies_predict_the_same(strategy: str, reservations: int) -> None:
    """A depth beyond all jobs changes no start, but predictions then look ahead in copies."""
    chance = Random(f"{strategy} {reservations} twice")
    values = {"strategy": strategy, "local": "queue", "local.reservations": reservations}
    planned = GridParams.from_mapping(values)
    copied = GridParams.from_mapping(values | {"local.depth": 10**6})
    for number in range(amount(60)):
        if number % 20 == 0:
            jobs, sizes, _ = crowd(chance, strategy, 300)
        else:
            jobs, sizes, _ = random_case(chance, strategy, jobs=40)
        cases = [(jobs, sizes, params) for params in (planned, copied)]
        assert [simulation(case).settings.plans for case in cases] == [True, False]
        assert as_lists(scheduled(*cases[0])) == as_lists(scheduled(*cases[1])), number


@pytest.mark.parametrize("strategy", KEYS)
def test_jobs_that_are_all_there_at_first_are_taken_in_the_given_order(strategy: str) -> None:
    """Off-line: released at 0, whatever they are called, and list-scheduled at the sites."""
    chance = Random(f"{strategy} off-line")
    for number in range(amount(150)):
        workload, sizes, params = random_case(chance, strategy)
        together = replace(workload, release=np.zeros(len(workload)))
        case = together, sizes, replace(params, local="list")
        assert as_lists(scheduled(*case)) == by_hand(*case), (number, case[1:])


@pytest.mark.parametrize("strategy", KEYS)
def test_the_checker_accepts_every_schedule(strategy: str) -> None:
    chance = Random(strategy)
    for _ in range(amount(50)):
        workload, sizes, params = random_case(chance, strategy)
        platform = Platform.of(*sizes)
        schedule = scheduled(workload, sizes, params)
        schedule.check(workload, platform)
        schedule.with_processors(platform).check(workload, platform)


@pytest.mark.parametrize("strategy", KEYS)
def test_a_simulation_may_pause_anywhere(strategy: str) -> None:
    chance = Random(strategy)
    for _ in range(amount(50)):
        case = random_case(chance, strategy)
        paused, state = simulation(case), PAUSED
        while state != DONE:
            state = paused.advance(chance.randint(1, 9))
        assert paused.columns()[0].tolist() == scheduled(*case).start.tolist()


@pytest.mark.parametrize("strategy", KEYS)
def test_the_plain_twin_agrees_with_the_compiled_kernel(strategy: str) -> None:
    chance = Random(strategy)
    cases = [random_case(chance, strategy, jobs=12) for _ in range(12)]
    with ExitStack() as stack:
        for name, module in sorted(sys.modules.items()):
            if name.startswith(PARTS):
                stack.enter_context(uncompiled(module))
        plain = [as_lists(scheduled(*case)) for case in cases]
    assert plain == [as_lists(scheduled(*case)) for case in cases]


@pytest.mark.parametrize("local", LOCAL)
@pytest.mark.parametrize("strategy", ["random", "mct"])
def test_each_site_does_what_it_does_alone_with_its_jobs(strategy: str, local: str) -> None:
    """With enough waiting jobs for the plans to grow, where there are any."""
    sizes = [8, 8, 16]
    load = {"load": 2.4, "estimates": "typical"}
    params = GridParams.from_mapping({"strategy": strategy, "local": local})
    generated = generate("lublin", jobs=5_000, processors=16, params=load)
    workload = Instance(generated, Platform.of(16), AS_THEY_ARE).jobs
    schedule = scheduled(workload, sizes, params)
    for site, size in enumerate(sizes):
        jobs = workload.take(schedule.site == site)
        instance = Instance(jobs, Platform.of(size), AS_THEY_ARE)
        alone = algorithm(LOCAL[local]).schedule(instance, params.local.params, Stop())
        assert schedule.start[schedule.site == site].tolist() == alone.start.tolist()
