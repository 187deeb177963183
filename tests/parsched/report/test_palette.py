"""Algorithms and runs are told apart, and always look the same."""

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.palette import MARKERS, OKABE_ITO, style, styles


def test_an_algorithm_always_looks_the_same() -> None:
    assert style("easy") == styles(["easy", "fcfs"])[0] == styles(["fcfs", "easy"])[1]
    assert style("something new") == style("something new")


def test_the_same_algorithm_twice_differs_in_dash_and_marker() -> None:
    first, second = styles(["easy", "easy"])
    assert first.color == second.color
    assert first.dash != second.dash
    assert first.marker != second.marker


def test_algorithms_of_one_colour_keep_their_markers() -> None:
    keys = ["gang", "mrt", "sequential", "mrt"]
    found = styles(keys)
    assert [look.marker for look in found[:3]] == [style(key).marker for key in keys[:3]]
    assert len({look.marker for look in found}) == 4
    assert len({look.dash for look in found}) == 4


def test_places_are_in_the_palette() -> None:
    shown = [declared.display for declared in ALGORITHMS.values() if declared.display]
    assert len(shown) == len(ALGORITHMS) - 1, "of grids alone, runs are told apart"
    assert all(one.color < len(OKABE_ITO) and one.marker < len(MARKERS) for one in shown)
    assert len({one.order for one in shown}) == len(shown)


def test_schedules_made_elsewhere_have_a_colour_each() -> None:
    first, easy, second = styles(["given", "easy", "given"])
    assert len({first.color, easy.color, second.color}) == 3
    assert styles(["given", "easy"])[0] == style("given")
