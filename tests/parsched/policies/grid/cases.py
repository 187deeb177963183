"""Random small grids, and both implementations run on them."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from parsched.declare.parameters import Chosen
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.local import policy_of_sites
from parsched.policies.grid.strategies import STRATEGIES
from tests.parsched.factories import rigid
from tests.parsched.policies.grid.naive import Grid
from tests.parsched.policies.online.queues import random_params

KEYS = tuple(STRATEGIES)
PREDICTING = KEYS[5:]
LOCAL_KEYS = ("easy", "easy", "easy", "fcfs", "conservative", "list", "easy++", "maui")
"""EASY most often: it has most to go wrong."""


AS_THEY_ARE = Rules(estimates="overrun")
"""The rule that changes no estimate of a case, as other rules have made them already."""


def random_local(chance: Random, second: float) -> Any:
    """Draw what the sites follow: half of the time any policy of a queue, else one with a name."""
    if chance.random() < 0.5:
        return Chosen("queue", random_params(chance, second))
    return chance.choice(LOCAL_KEYS)


def random_case(chance: Random, strategy: str, jobs: int = 22) -> tuple[Any, ...]:
    """Return a workload as the rules make it, in ticks, sizes of sites, and parameters.

    Short spans make many ties; run times may be 0, estimates wrong, 0, negative or exact; times are
    whole seconds or quarters.
    """
    largest = chance.choice([3, 7])
    sizes = [chance.randint(1, largest) for _ in range(chance.choice([1, 2, 3, 4, 8]))]
    span, longest = chance.choice([(2, 3), (10, 8), (30, 20)])
    second = chance.choice([1, 0.25])
    widths = (min(sizes), max(sizes))
    drawn = []
    for _ in range(chance.randint(1, jobs)):
        run = second * chance.randint(0, longest)
        estimate = chance.choice([run, second * chance.randint(-1, 2 * longest)])
        release = second * chance.randint(0, span)
        drawn.append((release, chance.randint(1, chance.choice(widths)), run, estimate))
    drawn.sort(key=lambda job: job[0])
    params = GridParams(
        strategy=strategy,
        admissible=chance.choice([chance.randint(1, 10) / 10, chance.randint(1, 100) / 100]),
        admissible_rule=chance.choice(["at-least", "more-than"]),
        local=random_local(chance, second),
        information=chance.choice(["fresh", "fresh", "virtual"]),
        counting=chance.choice(["unfinished", "unfinished", "allocated"]),
        adapt_window=chance.choice([0.0, 0.0, 0.0, 1.0, 3.0, 12.5]),
        seed=chance.randint(0, 2**63 - 1),
    )
    rules = Rules(estimates=chance.choice(["raise", "kill", "overrun"]))
    users = [chance.choice(["a", "b", None]) for _ in drawn] if chance.random() < 0.8 else []
    groups = Labels.of([chance.choice(["x", "y", None]) for _ in drawn])
    workload = replace(rigid(*drawn, users=users), group=groups)
    return Instance(workload, Platform.of(*sizes), rules).counted.jobs, sizes, params


def crowd(chance: Random, strategy: str, count: int, **values: Any) -> tuple[Any, ...]:
    """Return jobs that arrive much faster than two sites can run them."""
    sizes = [8, 11]
    drawn = []
    for _ in range(count):
        run = chance.randint(0, 50)
        estimate = run + chance.randint(-5, 50)
        width = chance.choice([1, 1, 2, 4, chance.randint(1, 11)])
        drawn.append((chance.randint(0, 60), width, run, estimate))
    drawn.sort(key=lambda job: job[0])
    rules = Rules(estimates=chance.choice(["raise", "overrun"]))
    jobs = Instance(rigid(*drawn), Platform.of(*sizes), rules).jobs
    return jobs, sizes, GridParams(strategy=strategy, **values)


def scheduled(workload: Workload, sizes: list[int], params: GridParams) -> Schedule:
    """Run the algorithm."""
    instance = Instance(workload, Platform.of(*sizes), AS_THEY_ARE)
    return algorithm("grid").schedule(instance, params, Stop())


def by_hand(workload: Workload, sizes: list[int], params: GridParams) -> tuple[list[Any], ...]:
    """Run the plain implementation; return sites, starts, and which jobs were backfilled."""
    order = sorted(range(len(sizes)), key=lambda site: sizes[site])
    grid = Grid(
        workload=workload,
        sizes=[sizes[site] for site in order],
        strategy=params.strategy,
        share=Fraction(round(params.admissible * 100), 100),
        rule=params.admissible_rule,
        local=policy_of_sites(params.local),
        virtual=params.information == "virtual",
        seed=params.seed,
        counting=params.counting,
        window=params.adapt_window * workload.second,
    ).simulate()
    sites = [order[grid.allocated[number]] for number in range(len(grid.jobs))]
    return sites, [job.start for job in grid.real], [job.backfilled for job in grid.real]
