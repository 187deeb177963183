"""Worked examples of the strategies, and their random numbers."""

from typing import Any

import numpy as np
import pytest

from parsched.base.errors import Cancelled
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.grid.live_choice import RANDOM, best_balanced, nearly_balanced, product_less
from parsched.policies.grid.loads import Load
from parsched.policies.grid.strategies import STRATEGIES, draws
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS
from parsched.run.solve import solve
from tests.parsched.factories import rigid
from tests.parsched.policies.grid.naive import splitmix64


def sites(workload: Workload, strategy: str, **values: Any) -> list[int]:
    """Where the jobs go on sites of 2 and 4 processors."""
    params = {"strategy": strategy, **values}
    found = solve(Instance(workload, Platform.of(2, 4)), "grid", params).schedule.site.tolist()
    return list(found)


def test_the_kernel_counts_strategies_as_they_are_declared() -> None:
    assert list(STRATEGIES)[RANDOM] == "random"
    assert [strategy.level for strategy in STRATEGIES.values()] == list("AAAABCCCC")


def test_the_ten_metrics_of_the_paper_are_declared() -> None:
    assert set(PAPER_METRICS.values()) <= set(METRICS)
    assert len(PAPER_METRICS) == 10
    assert set(MAIN_METRICS) <= set(PAPER_METRICS)


def test_draws_equal_splitmix64() -> None:
    for seed in (0, 1, 2**63 - 1):
        states = [(seed * 0x9E3779B97F4A7C15 + job) % 2**64 for job in range(5)]
        assert draws(seed, 5).tolist() == [splitmix64(state) for state in states]


def test_random_allocation_is_even() -> None:
    workload = rigid(*((0, 1, 1),) * 4_000)
    share = np.mean(sites(workload, "random"))
    assert 0.45 < share < 0.55


def test_ties_go_to_the_smaller_site() -> None:
    for strategy in ("mlp", "mpl", "mlb", "mct", "mwt", "mwwt-s", "mst"):
        assert sites(rigid((0, 1, 1)), strategy) == [0]


def test_later_arrivals_of_an_instant_see_earlier_ones_queued() -> None:
    assert sites(rigid((0, 2, 10), (0, 2, 10), (0, 2, 10)), "mst") == [0, 1, 1]
    assert sites(rigid((0, 1, 1), (0, 1, 1), (0, 1, 1)), "mpl") == [0, 1, 1]


def test_a_site_keeps_its_count_of_jobs_that_have_ended_if_told_to() -> None:
    """The first site has had the first job, which is over: the later one finds both idle."""
    workload = rigid((0, 2, 1), (10, 2, 1))
    for strategy in ("mlp", "mpl", "mlb"):
        assert sites(workload, strategy) == [0, 0]
        assert sites(workload, strategy, counting="allocated") == [0, 1]


def test_means_of_waits_count_all_jobs_if_told_to() -> None:
    """On 2 and 4 processors: the first two jobs go to the first site, as no job has waited yet at
    an empty site; the second of them waits for 3 s. When all is over, only that is remembered."""
    workload = rigid((0, 2, 3), (0, 4, 1), (0, 2, 2), (9, 1, 1))
    for strategy in ("mwt", "mwwt-s"):
        assert sites(workload, strategy) == [0, 1, 0, 0]
        assert sites(workload, strategy, counting="allocated") == [0, 1, 0, 1]


def test_list_scheduling_lets_anybody_overtake_who_fits() -> None:
    """EASY keeps the two processors of the second job for when the first one ends; a list does not
    and lets the third job delay it."""
    workload = rigid((0, 1, 2), (0, 2, 5), (0, 1, 9))
    starts = {}
    for local in ("easy", "list"):
        found = solve(Instance(workload, Platform.of(2)), "grid", {"local": local})
        starts[local] = found.schedule.start.tolist()
    assert starts == {"easy": [0, 2, 7], "list": [0, 9, 0]}


def test_a_virtual_schedule_does_not_hear_of_early_ends() -> None:
    workload = rigid((0, 2, 1, 100), (0, 4, 1, 50), (10, 2, 1, 100))
    assert sites(workload, "mst") == [0, 1, 0]
    assert sites(workload, "mst", information="virtual") == [0, 1, 1]


@pytest.mark.usefixtures("may_compile")
def test_products_are_compared_exactly_beyond_64_bits() -> None:
    large = 2**61 - 1
    assert product_less(large, 5, large, 6)
    assert not product_less(large, 6, large, 6)
    assert product_less(3, 10**15, 10**15, 4)
    assert product_less(10**9 + 7, 10**9 - 8, 10**9 - 8, 10**9 + 8)
    assert product_less(10**9, -(10**9) - 1, 10**9 + 1, -(10**9) + 1)


@pytest.mark.usefixtures("may_compile")
def test_balance_with_floating_point_numbers_is_nearly_the_same() -> None:
    chance = np.random.default_rng(1)
    for _ in range(200):
        sizes = np.sort(chance.integers(1, 9, 4))
        loads = Load.new(4)
        loads["total_width"] = chance.integers(0, 100, 4)
        exact = best_balanced(loads, 840 // sizes, 3, 0, 3)
        rounded = nearly_balanced(loads, sizes, 3, 0, 3)
        spread = [_variance(loads["total_width"], sizes, site) for site in (exact, rounded)]
        assert spread[0] == pytest.approx(spread[1])


def _variance(load: Any, sizes: Any, chosen: int) -> float:
    return float(np.var((load + 3 * (np.arange(4) == chosen)) / sizes))


def test_sites_of_awkward_sizes_are_balanced_all_the_same() -> None:
    primes = (1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099)
    workload = rigid(*((0, 1_000_000, 1),) * 6)
    schedule = solve(
        Instance(workload, Platform.of(*primes)), "grid", {"strategy": "lbal-s"}
    ).schedule
    assert sorted(schedule.site.tolist()) == list(range(6))


def test_a_long_search_hears_a_cancellation() -> None:
    heard: list[Progress] = []

    def cancel(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) == 3:
            raise Cancelled("cancelled")

    crowd = rigid(*((k // 8, 1 + k % 4, 1 + k % 90, 100 + k % 7) for k in range(3_000)))
    stop = Stop(listener=cancel, interval=0)
    with pytest.raises(Cancelled):
        solve(Instance(crowd, Platform.of(4, 4, 4)), "grid", {"strategy": "mwt"}, stop=stop)
    assert heard[-1].fraction < 1
