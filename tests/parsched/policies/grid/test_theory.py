"""The bounds of admissible allocation equal the theorems', worked out by hand."""

import math

import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.grid.theory import (
    BEST_FACTOR,
    CASES,
    Case,
    bound,
    competitive_factor,
    curve,
    fitting_bound,
)
from parsched.run.solve import solve
from tests.parsched.factories import rigid


@pytest.mark.parametrize(
    ("factor", "case", "expected"),
    [
        (1.0, "few", 5),  # 3 + 2/1
        (0.5, "few", 11),  # 3 + 2/0.25
        (0.1, "few", 203),  # 3 + 2/0.01
        (0.8, "few", 6.125),  # 3 + 2/0.64
        (0.5, "many", 11),  # 3 + 2/0.25
        (0.8, "many", 15.5),  # 3 + 2/0.16
        (0.2, "many", 15.5),
        (0.1, "many", 3 + 200 / 9),  # 3 + 2/0.09
        (1.0, "many", math.inf),
        (0.2, "worst", 53),  # of "few": 3 + 2/0.04
        (0.8, "worst", 15.5),  # of "many"
        (1.0, "worst", math.inf),
    ],
)
def test_the_bound_on_line_is_theorem_3s(factor: float, case: Case, expected: float) -> None:
    assert bound(factor, case) == pytest.approx(expected)
    assert bound(factor, case, online=False) == pytest.approx(expected - 2)


@pytest.mark.parametrize(
    ("case", "online", "least"),
    [
        ("few", True, (1.0, 5)),  # figure 2: from infinity to 5
        ("many", True, (0.5, 11)),  # figure 3
        ("worst", True, (0.5, 11)),  # figure 4
        ("worst", False, (0.5, 9)),  # after theorem 2
    ],
)
def test_a_curve_has_the_least_bound_that_the_paper_names(
    case: Case, online: bool, least: tuple[float, float]
) -> None:
    found = curve(case, online=online)
    assert found.least == pytest.approx(least)
    if case == "worst":
        assert found.least[0] == BEST_FACTOR


def test_the_worst_case_goes_over_from_one_bound_to_the_other_at_a_half() -> None:
    few, many, worst = (curve(case, steps=100).bound.tolist() for case in CASES)
    assert worst[:50] == few[:50]
    assert worst[50:] == many[50:]


def test_points_of_a_curve_are_bounds() -> None:
    found = curve("worst", steps=4)
    assert found.factor.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert found.bound.tolist() == pytest.approx([35, 11, 3 + 32 / 3, math.inf])


def test_jobs_that_fit_everywhere_have_the_bounds_of_theorem_4() -> None:
    assert (fitting_bound(), fitting_bound(online=False)) == (5, 3)


@pytest.mark.parametrize("factor", [0.0, -0.5, 1.01, math.nan, math.inf])
def test_a_factor_outside_its_range_is_refused(factor: float) -> None:
    with pytest.raises(ParameterError, match="must be above 0 and at most 1, got"):
        bound(factor)


def test_the_page_of_the_algorithm_gets_figures_2_to_4_and_the_least_bounds() -> None:
    found = competitive_factor()
    assert [line.title.partition(":")[0] for line in found.curves] == ["Fig. 2", "Fig. 3", "Fig. 4"]
    assert list(found.facts.values()) == [11, 9, 5, 3]
    stated = [fact for fact in found.facts if "fit the smallest site" in fact]
    assert len(stated) == 2
    assert all("at a = 1," in fact for fact in stated)
    assert found.references[0].key == "quezada2012"


@pytest.mark.parametrize("local", ["fcfs", "easy", "conservative"])
@pytest.mark.parametrize("strategy", ["mlb", "mct"])
def test_no_local_scheduler_offered_here_keeps_the_bound_and_the_page_says_so(
    local: str, strategy: str
) -> None:
    """Long narrow jobs, each before one of a whole site: head after head waits behind them."""
    width, long = 40, 1_000
    jobs = [job for k in range(width) for job in ((0, 1, long + k, long + k), (0, width, 1, 1))]
    given = {"strategy": strategy, "local": local, "admissible_rule": "more-than"}
    found = solve(
        Instance(rigid(*jobs), Platform.of(width, width)),
        "grid",
        {"admissible": 0.5, **given},
    )
    attainable = long + width  # all narrow jobs at once on one site, the wide ones on the other
    assert found.metrics["makespan"] > bound(0.5) * attainable
    assert "no list schedulers" in competitive_factor().note
    assert "are no list schedulers" in " ".join(ALGORITHMS["grid"].description.split())


def test_the_declaration_of_the_grid_names_it() -> None:
    assert {key for key, declared in ALGORITHMS.items() if declared.theory} == {"grid"}
    assert ALGORITHMS["grid"].theory is competitive_factor
