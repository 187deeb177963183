"""Which sites a job may be allocated to."""

from fractions import Fraction

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.admissible import (
    SizeClass,
    as_typed,
    last_sites,
    size_classes,
    unreachable,
)
from parsched.policies.grid.grid import GridParams
from tests.parsched.factories import rigid

GRID3 = Platform.of(4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)


@pytest.mark.parametrize(("rule", "lost"), [("at-least", [10]), ("more-than", [])])
def test_half_of_grid_3_as_printed_leaves_a_large_site_to_no_job(
    rule: str, lost: list[int]
) -> None:
    assert unreachable(GRID3, 0.5, rule) == lost
    crowd = rigid(*((0, width, 10) for width in range(1, 33)), *((1, 32, 10),) * 8)
    params = GridParams(strategy="mlp", admissible=0.5, admissible_rule=rule)
    schedule = algorithm("grid").schedule(Instance(crowd, GRID3), params, Stop())
    assert sorted(set(range(11)) - set(schedule.site.tolist())) == lost


@pytest.mark.parametrize("rule", ["at-least", "more-than"])
def test_all_sites_are_reachable_with_the_whole_share(rule: str) -> None:
    assert unreachable(GRID3, 1.0, rule) == []
    assert size_classes(GRID3, 1.0, rule)[0] == SizeClass(1, 4, tuple(range(11)))


def test_the_admissible_sites_of_grid_3_by_width() -> None:
    assert size_classes(GRID3, 0.5) == [
        SizeClass(1, 4, (0, 1, 2, 3, 4, 5, 6, 7, 8)),
        SizeClass(5, 8, (4, 5, 6, 7, 8, 9)),
        SizeClass(9, 16, (7, 8, 9)),
        SizeClass(17, 32, (9,)),
    ]


def test_sites_are_in_order_of_size_whatever_their_order_on_the_platform() -> None:
    platform = Platform.of(8, 2, 8, 4)
    assert size_classes(platform, 0.5) == [
        SizeClass(1, 2, (1, 3, 0)),
        SizeClass(3, 4, (3, 0)),
        SizeClass(5, 8, (0,)),
    ]
    assert unreachable(platform, 0.5) == [2]


def test_a_share_is_what_was_typed() -> None:
    assert as_typed(0.1) == Fraction(1, 10)
    assert as_typed(1) == 1
    # 0.1 as a binary number is a little more than a tenth, and the first site has just a tenth.
    assert last_sites([1, 9], as_typed(0.1), at_least=True) == [0, 1]
    assert last_sites([1, 9], Fraction(0.1), at_least=True) == [1, 1]


@pytest.mark.parametrize("share", [0.0, -0.5, 1.1])
def test_an_impossible_share_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="must be above 0 and at most 1"):
        size_classes(GRID3, share)


def test_jobs_stay_within_their_admissible_sites() -> None:
    chance = np.random.default_rng(1)
    drawn = zip(chance.integers(0, 40, 300), chance.integers(1, 33, 300), strict=True)
    jobs = rigid(*sorted((release, width, 30) for release, width in drawn))
    for strategy in ("random", "mpl", "mst"):
        params = GridParams(strategy=strategy, admissible=0.3)
        schedule = algorithm("grid").schedule(Instance(jobs, GRID3), params, Stop())
        for size in size_classes(GRID3, 0.3):
            of_class = (jobs.width >= size.narrowest) & (jobs.width <= size.widest)
            assert set(schedule.site[of_class].tolist()) <= set(size.sites)
