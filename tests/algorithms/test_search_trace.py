"""A trace stays small, however long a search runs."""

from itertools import pairwise

import pytest

from algorithms.search_trace import MOST_POINTS, SERIES, Point, Trace, columns


def traced(*seconds: float) -> Trace:
    trace = Trace()
    for number, second in enumerate(seconds):
        trace.add(Point(second, {"T": float(number)}))
    return trace


def test_a_short_search_keeps_every_point() -> None:
    points = traced(*range(MOST_POINTS)).points
    assert [p.seconds for p in points] == list(range(MOST_POINTS))


@pytest.mark.parametrize("count", [MOST_POINTS + 1, 5 * MOST_POINTS, 20_001])
def test_a_long_search_keeps_its_ends_and_some_between(count: int) -> None:
    points = traced(*(i / 10 for i in range(count))).points
    assert (points[0].seconds, points[-1].seconds) == (0.0, (count - 1) / 10)
    assert points[-1].values == {"T": count - 1.0}
    assert MOST_POINTS / 3 <= len(points) <= MOST_POINTS
    gaps = [b.seconds - a.seconds for a, b in pairwise(points)]
    assert max(gaps) <= 4 * points[-1].seconds / len(points)


def test_points_of_one_instant_do_not_pile_up() -> None:
    assert len(traced(*[1.0] * 10_000).points) <= MOST_POINTS


def test_columns_hold_none_where_a_point_lacks_a_series() -> None:
    trace = Trace()
    trace.add(Point(0.0, {"best": 9.0}))
    trace.add(Point(1.5, {"T": 8.0, "best": 9.0}))
    expected = {"seconds": [0.0, 1.5], "best": [9.0, 9.0], "T": [None, 8.0]}
    assert columns(trace.points) == expected
    assert columns(()) == {"seconds": []}


def test_every_series_explains_itself() -> None:
    for series in SERIES.values():
        assert series.title
        assert series.help.endswith(".")
