"""A trace stays small, however long a search runs."""

from itertools import pairwise

import pytest

from parsched.model.search_trace import (
    MOST_POINTS,
    SERIES,
    SearchTrace,
    Totals,
    TracePoint,
    columns,
)
from parsched.model.stop import Stop


def traced(*seconds: float) -> SearchTrace:
    trace = SearchTrace()
    for number, second in enumerate(seconds):
        trace.add(TracePoint(second, {"T": float(number)}))
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
    trace = SearchTrace()
    trace.add(TracePoint(0.0, {"best": 9.0}))
    trace.add(TracePoint(1.5, {"T": 8.0, "best": 9.0}))
    expected = {"seconds": [0.0, 1.5], "best": [9.0, 9.0], "T": [None, 8.0]}
    assert columns(trace.points) == expected
    assert columns(()) == {"seconds": []}


def test_every_series_explains_itself() -> None:
    for series in SERIES.values():
        assert series.title
        assert series.help.endswith(".")


class TestTotals:
    def test_the_last_value_counts_or_the_mean_of_all(self) -> None:
        totals = Totals()
        for lps, share in ((1.0, 0.5), (2.0, 0.25), (3.0, 1.0)):
            totals.add({"T": 9.0, "lps": lps, "exact_share": share})
        totals.add({"best": 7.0})
        assert totals.numbers == {"lps": 3, "exact_share": pytest.approx(1.75 / 3)}

    def test_nothing_reported_is_no_number(self) -> None:
        assert Totals().numbers == {}

    def test_it_counts_what_a_trace_leaves_out(self) -> None:
        """Of 10,000 values the trace keeps some hundred, and their mean is another one."""
        stop = Stop()
        for number in range(10_000):
            stop.report(0.0, values={"lps": number + 1.0, "exact_share": float(number < 100)})
        kept = [point.values["exact_share"] for point in stop.trace.points]
        assert len(kept) <= MOST_POINTS
        assert stop.totals.numbers == {"lps": 10_000, "exact_share": pytest.approx(0.01)}

    def test_a_part_of_the_work_keeps_its_own(self) -> None:
        whole = Stop()
        part = whole.part(0.0, 1.0, "")
        part.report(0.5, values={"lps": 1.0})
        assert part.totals.numbers == {"lps": 1}
        assert whole.totals.numbers == {}
