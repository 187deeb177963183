"""The Pareto plot and the ratio bars carry the ratios, whatever their size."""

from typing import Any

import pytest

from algorithms.metrics import METRICS
from algorithms.record import Record
from algorithms.report.pareto import Pareto, Point
from algorithms.report.ratios import RatioCell
from schedweb.web import figures_criteria
from schedweb.web.palette import Style, style
from schedweb.web.times import bound_scale
from tests.web.test_figures import models


def point(label: str, x: float, y: float, *, on_front: bool, bound: str = "area") -> Point:
    """A run at two ratios to bounds of 10."""
    metrics = {"makespan": 10 * x, "sum_weighted_completion": 10 * y}
    record = Record(key=label, algorithm=label, label=label, version=1, metrics=metrics)
    cells = [
        RatioCell(METRICS[metric], bound, bound, 10.0, value / 10.0)
        for metric, value in metrics.items()
    ]
    return Point(record, cells[0], cells[1], on_front)


NEAR = Pareto(
    (
        point("demt", 1.8, 1.2, on_front=True),
        point("smith", 1.4, 1.5, on_front=True),
        point("saf", 1.9, 1.6, on_front=False),
    )
)
FAR = Pareto((*NEAR.points, point("gang", 50.0, 40.0, on_front=False)))


def look(of: Point) -> Style:
    return style(of.record.algorithm)


def axis_ranges(item: dict[str, Any]) -> list[tuple[float, float]]:
    return [(found.get("start", 0), found.get("end", 1)) for found in models(item, "Range1d")]


def source_of(item: dict[str, Any], column: str) -> dict[str, Any]:
    """The data that has a column of this name."""
    for source in models(item, "ColumnDataSource"):
        entries = dict(source["data"]["entries"])
        if column in entries:
            return entries
    raise AssertionError(column)


def test_markers_have_the_look_of_their_algorithms_and_lighter_ones_are_beaten() -> None:
    data = source_of(figures_criteria.pareto(NEAR, look), "marker")
    assert data["color"] == [style(key).color for key in ("demt", "smith", "saf")]
    assert data["marker"] == [style(key).marker for key in ("demt", "smith", "saf")]
    assert data["fill"][0] == data["fill"][1] > data["fill"][2]
    assert data["label"] == ["demt", "smith", "saf"]


def test_the_hover_tells_values_ratios_and_bounds() -> None:
    data = source_of(figures_criteria.pareto(NEAR, look), "marker")
    assert data["makespan"][0] == "18 s = 1.800 × area, 10 s"
    assert data["minsum"][1] == "15 s = 1.500 × area, 10 s"
    assert data["state"] == ["on the Pareto front", "on the Pareto front", "beaten by another run"]


def test_axes_begin_a_little_below_the_bound_and_hold_every_run() -> None:
    for found in (NEAR, FAR):
        item = figures_criteria.pareto(found, look)
        data = source_of(item, "marker")
        across, up = axis_ranges(item)
        bounds = sorted(span["location"] for span in models(item, "Span"))
        for (start, end), column, bound in zip((across, up), "xy", bounds, strict=True):
            assert start < bound
            assert bound - start < 0.1 * (end - start)
            assert all(start < value < end for value in data[column])


def test_a_run_that_is_far_off_makes_the_axis_logarithmic_and_says_so() -> None:
    assert "bound (area), log" not in str(figures_criteria.pareto(NEAR, look))
    assert "bound (area), log" in str(figures_criteria.pareto(FAR, look))
    assert figures_criteria.far_off(NEAR) is None
    assert figures_criteria.far_off(FAR) is FAR.points[3]
    places = source_of(figures_criteria.pareto(FAR, look), "marker")["x"]
    assert places == sorted(places, key=lambda place: places.index(place))
    near, far = places[0] - places[1], places[3] - places[0]
    assert near > 0.05 * far


def test_the_front_goes_down_in_steps_from_edge_to_edge() -> None:
    item = figures_criteria.pareto(NEAR, look)
    [step] = [g for g in models(item, "GlyphRenderer") if g.get("name") == "front"]
    entries = dict(step["data_source"]["attributes"]["data"]["entries"])
    across, up = axis_ranges(item)
    assert entries["x"] == [1.4, 1.4, 1.8, across[1]]
    assert entries["y"] == [up[1], 1.5, 1.2, 1.2]


def test_one_bound_is_in_the_axis_title_and_several_are_not() -> None:
    assert "makespan / bound (area)" in str(figures_criteria.pareto(NEAR, look))
    other = point("gang", 2.0, 2.0, on_front=False, bound="longest job")
    assert "bound (" not in str(figures_criteria.pareto(Pareto((*NEAR.points, other)), look))


@pytest.mark.parametrize("draw", [figures_criteria.pareto, figures_criteria.ratio_bars])
def test_no_run_one_run_and_optimal_runs_can_be_drawn(draw: Any) -> None:
    optimum = point("demt", 1.0, 1.0, on_front=True)
    for points in ((), (optimum,), (optimum, optimum)):
        item = draw(Pareto(points), look)
        assert all(start != end for start, end in axis_ranges(item))
        assert "CustomJS" not in str(item)


def test_bars_go_from_the_bound_to_the_ratio() -> None:
    item = figures_criteria.ratio_bars(NEAR, look)
    data = source_of(item, "right")
    assert data["left"] == [1.0] * 3
    assert data["right"] == [1.8, 1.4, 1.9]
    assert data["text"] == ["1.800", "1.400", "1.900"]
    assert all(top < bottom for top, bottom in zip(data["top"], data["bottom"], strict=True))


@pytest.mark.parametrize("largest", [1.0, 1.0004, 1.04, 1.7, 4.9, 5.1, 52.0, 3e5])
def test_ticks_of_ratios_are_few_and_begin_at_the_bound(largest: float) -> None:
    scale = bound_scale(largest)
    places = scale.places()
    assert scale.texts()[0] == "1"
    assert 2 <= len(places) <= 20
    assert places == sorted(set(places))
    assert len(set(scale.texts())) == len(places)
