"""The admissible factor that follows the workload."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.declare.sweeps import Variants
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.grid.adaptive import SMALL, adapted_last
from parsched.policies.grid.admissible import last_sites
from parsched.policies.grid.grid import GridParams
from parsched.run.request import requests
from parsched.run.solve import solve
from tests.parsched.factories import rigid

SITES = (2, 2, 4)
CAPPED = np.array([2, 2, 2])


def lasts(jobs: Workload, window: float, sizes: Any = SITES, **given: Any) -> list[int]:
    """The last site of each job, with no cap."""
    of = np.array(sizes)
    cap = np.full(len(of), len(of) - 1)
    given = {"at_least": True, **given}
    found = adapted_last(jobs.release, jobs.width, of, cap, window, **given)
    return [int(site) for site in found]


def starts(jobs: Workload, **values: Any) -> list[tuple[int, float]]:
    """Sites and starts of a grid with sites of 2, 2 and 4 processors."""
    found = solve(Instance(jobs, Platform.of(*SITES)), "grid", values).schedule
    return list(zip(found.site.tolist(), found.start.tolist(), strict=True))


def alternating(pairs: int) -> Workload:
    """A job of the largest site and one of the smallest ones, again and again: of what they ask
    for, the narrow ones have a third."""
    return rigid(*(job for k in range(pairs) for job in ((10 * k, 4, 2), (10 * k, 2, 49))))


def test_a_worked_example() -> None:
    """After a job of 4 processors, one of 2 has a third of what was asked for, which the first two
    sites of 2, 2 and 4 have; once that is past, it has all."""
    jobs = rigid((0, 2, 1), (1, 4, 1), (2, 2, 1), (3, 2, 1), (11, 2, 1), (20, 1, 1))
    # 2 of 2; 4 of 4; 4 of 8, exactly what two sites have; 6 of 10; 4 wide of it are over at 11.
    assert lasts(jobs, 10.0) == [2, 2, 1, 2, 2, 2]
    assert lasts(jobs, 10.0, at_least=False) == [2, 2, 2, 2, 2, 2]
    assert lasts(jobs, 2.0) == [2, 2, 1, 2, 2, 2]
    assert lasts(jobs, 1.0) == [2, 2, 2, 2, 2, 2]


def test_a_constant_workload_has_a_constant_factor() -> None:
    """From the first pair on, with any whole number of pairs in the window."""
    for window in (10.0, 30.0, 1e9):
        assert lasts(alternating(12), window) == [2, 1] * 12
    assert lasts(rigid(*((k, 2, 1) for k in range(9))), 4.0) == [2] * 9


@pytest.mark.parametrize("strategy", ["mlp", "mst", "random", "lbal-s"])
def test_where_the_rule_yields_a_factor_it_does_what_that_factor_does(strategy: str) -> None:
    """A third is more than the first site has, and less than both of its size."""
    jobs = alternating(15)
    adaptive = starts(jobs, strategy=strategy, adapt_window=30.0)
    assert adaptive == starts(jobs, strategy=strategy, admissible=1 / 3)
    assert adaptive == starts(jobs, strategy=strategy, admissible=0.4)
    assert adaptive == starts(jobs, strategy=strategy, adapt_window=30.0)
    assert adaptive != starts(jobs, strategy=strategy)


def test_without_wider_jobs_it_is_the_cap() -> None:
    jobs = rigid(*((k, 1 + k % 2, 5) for k in range(20)))
    for cap in (0.2, 0.5, 1.0):
        adaptive = starts(jobs, strategy="mpl", adapt_window=5.0, admissible=cap)
        assert adaptive == starts(jobs, strategy="mpl", admissible=cap)


@pytest.mark.parametrize("unit", [1, SMALL // 64])
@pytest.mark.parametrize("at_least", [True, False])
def test_shares_are_compared_exactly_however_large_the_machine_is(
    unit: int, at_least: bool
) -> None:
    chance = Random(unit)
    for _ in range(150):
        sizes = sorted(chance.randint(1, 40) * unit for _ in range(chance.randint(1, 5)))
        jobs = rigid(*((k, chance.randint(1, sizes[-1]), 1) for k in range(chance.randint(1, 12))))
        found = lasts(jobs, 4.0, sizes, at_least=at_least)
        widths = [int(width) for width in jobs.width]
        for k, width in enumerate(widths):
            past = widths[max(k - 3, 0) : k + 1]
            first = next(i for i, size in enumerate(sizes) if size >= width)
            smaller = max([0, *(size for size in sizes if size < sizes[first])])
            asked = [q for q in past if q > smaller]
            share = Fraction(sum(q for q in asked if q <= sizes[first]), sum(asked))
            assert found[k] == last_sites(sizes, share, at_least=at_least)[first]


def test_jobs_of_equal_release_see_the_earlier_ones() -> None:
    assert lasts(rigid((0, 4, 1), (0, 2, 1)), 1.0) == [2, 1]
    assert lasts(rigid((0, 2, 1), (0, 4, 1)), 1.0) == [2, 2]


def test_it_is_swept_and_labelled_as_other_parameters_are() -> None:
    variants = Variants.of(GridParams, {}, {"adapt_window": "0, 3600", "admissible": "0.5, 1"})
    words = [variants.wording(params) for params in variants.params()]
    assert words == [
        "a = 0.5, window = 0",
        "a = 0.5, window = 3600",
        "a = 1, window = 0",
        "a = 1, window = 3600",
    ]
    made = requests(["grid:admissible=0.1:1:0.1,adapt_window=60"])
    assert [request.params.flat()["admissible"] for request in made] == [
        k / 10 for k in range(1, 11)
    ]


def test_it_is_as_fast_as_a_fixed_factor_on_many_jobs() -> None:
    """It is reckoned for all jobs at once; here only that it takes them, and changes something."""
    jobs = generate("lublin", jobs=5_000, processors=32, params={"load": 2.0})
    on = Instance(jobs, Platform.of(4, 8, 16, 32))
    fixed, adaptive = (
        solve(on, "grid", {"strategy": "mlp", "adapt_window": window}) for window in (0, 3_600)
    )
    assert fixed.schedule.site.tolist() != adaptive.schedule.site.tolist()
