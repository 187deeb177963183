"""Sets of sites in words, and the warning about sites that get no job."""

from fractions import Fraction

import numpy as np
import pytest

from parsched.model.problem.platform import Cluster, Platform
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.admissible import (
    as_typed,
    enough_before,
    processors_of,
    size_classes,
    unreachable,
)
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.wording import (
    MOST_NAMES,
    as_given,
    exactly,
    names,
    numbers,
    unreachable_text,
    widths,
)

GRID3 = Platform.of(4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)


@pytest.mark.parametrize(
    ("sites", "text"),
    [
        ([4], "site 5"),
        ([0, 1], "sites 1, 2"),
        ([0, 1, 2, 3, 5], "sites 1–4, 6"),
        ([7, 0, 6, 2, 8], "sites 1, 3, 7–9"),
    ],
)
def test_long_lists_are_ranges(sites: list[int], text: str) -> None:
    assert numbers(sites) == text


def named(count: int) -> Platform:
    return Platform(tuple(Cluster(f"n{i}", i + 1) for i in range(count)))


def test_names_stand_beside_numbers_where_they_say_more() -> None:
    assert names(GRID3, [0, 1, 2]) == ""
    assert names(named(9), [0, 2]) == "n0, n2"
    many = [*range(MOST_NAMES), MOST_NAMES + 1]
    assert names(named(12), many) == "n0 to n7, n9"


def test_shares_are_exact() -> None:
    assert [exactly(Fraction(*f)) for f in ((1, 2), (1, 1), (1, 3), (192, 2194))] == [
        "0.5",
        "1",
        "1/3",
        "96/1,097",
    ]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.12345, "0.12345"), (1 / 3, "0.3333333333333333"), (1.0, "1"), (1, "1"), (0.1, "0.1")],
)
def test_typed_shares_are_written_as_typed(share: float, text: str) -> None:
    assert as_given(share) == text
    platform = Platform.of(*[1] * 4, 100, 100)
    assert share > 0.5 or f" with a = {text} and at-least" in unreachable_text(
        platform, share, "at-least"
    )


def test_the_way_out_is_written_as_typed_where_it_is_what_was_typed() -> None:
    told = unreachable_text(Platform.of(12_345, 12_345, 75_310), 0.12345, "at-least")
    assert told.endswith("Choose more-than, or a share above 0.12345.")


def test_widths_of_a_class_are_a_range() -> None:
    assert [widths(1, 8), widths(8, 8), widths(1, 2_000)] == ["1–8", "8", "1–2,000"]


def test_the_trap_of_grid_3_is_explained_with_the_way_out() -> None:
    assert unreachable_text(GRID3, 0.5, "at-least") == (
        "Site 11 (32 processors) is admissible to no job with a = 0.5 and at-least: sites of the "
        "same size before it have the share already. Choose more-than, or a share above 0.5."
    )
    assert unreachable_text(GRID3, 0.5, "more-than") == ""


def test_several_sites_share_a_sentence() -> None:
    das = Platform(tuple(Cluster(f"fs{i}", 64) for i in range(4)))
    assert unreachable_text(das, 0.3, "at-least") == (
        "Sites 3, 4 (fs2, fs3; 64 processors each) are admissible to no job with a = 0.3 and "
        "at-least: sites of the same size before them have the share already. Choose a share above "
        "0.75."
    )
    assert unreachable_text(das, 0.3, "more-than").endswith("Choose a share of 0.75 or more.")


def test_what_the_warning_advises_helps_and_less_does_not() -> None:
    chance = np.random.default_rng(7)
    warned = 0
    for _ in range(300):
        platform = Platform.of(*map(int, chance.choice([1, 2, 3, 4, 8], chance.integers(2, 9))))
        share = int(chance.integers(1, 100)) / 100
        for rule in ("at-least", "more-than"):
            if not (lost := unreachable(platform, share, rule)):
                continue
            warned += 1
            enough = max(enough_before(platform, site) for site in lost)
            assert enough >= as_typed(share)
            assert unreachable(platform, float(enough) + 1e-9, rule) == []
            if exactly(enough).startswith("0."):
                assert unreachable(platform, float(enough), "more-than") == []
                assert unreachable(platform, float(enough), "at-least")
    assert warned > 50


def test_classes_tell_how_much_is_reached() -> None:
    shares = [processors_of(GRID3, jobs) for jobs in size_classes(GRID3, 0.5)]
    assert shares == [(72, 136), (88, 120), (64, 96), (32, 64)]


def test_parameters_warn_of_what_they_lose_on_a_machine() -> None:
    warned = GridParams(admissible=0.5).warnings(GRID3)
    assert warned == (unreachable_text(GRID3, 0.5, "at-least"),)
    assert GridParams(admissible=0.5, admissible_rule="more-than").warnings(GRID3) == ()
    [alone] = GridParams().warnings(Platform.of(64))
    assert "has one site" in alone
    assert algorithm("easy").params().warnings(GRID3) == ()
