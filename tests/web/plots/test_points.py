"""The Pareto plot carries the ratios, whatever their size."""

from typing import Any

from parsched.report.criteria import front_figure
from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.palette import style
from parsched.report.pareto import Pareto
from schedweb.web.contexts.charts import far_off
from schedweb.web.plots import draw
from tests.web.plots.items import columns_of, models, ranges
from tests.web.plots.pareto import FAR, NEAR, point


def drawn(found: Pareto) -> dict[str, Any]:
    """The plot of points."""
    return draw(front_figure(found))


def test_markers_have_the_look_of_their_algorithms_and_lighter_ones_are_beaten() -> None:
    columns = columns_of(drawn(NEAR), "marker")
    assert columns["color"] == [style(key).color for key in ("demt", "smith", "saf")]
    assert columns["marker"] == [style(key).marker for key in ("demt", "smith", "saf")]
    assert columns["fill"][0] == columns["fill"][1] > columns["fill"][2]
    assert columns["label"] == ["demt", "smith", "saf"]


def test_runs_without_a_look_are_small_and_grey() -> None:
    item = draw(front_figure(NEAR), {"demt": style("demt")})
    assert columns_of(item, "marker")["label"] == ["demt"]
    [others] = [g for g in models(item, "GlyphRenderer") if g.get("name") == "others"]
    columns = dict(others["data_source"]["attributes"]["data"]["entries"])
    assert columns["label"] == ["smith", "saf"]


def test_the_hover_tells_values_ratios_and_bounds() -> None:
    item = drawn(NEAR)
    columns = columns_of(item, "marker")
    assert columns["fact0"][0] == "18 s = 1.800 × area, 10 s"
    assert columns["fact1"][1] == "15 s = 1.500 × area, 10 s"
    front, beaten = "on the Pareto front", "beaten by another run"
    assert columns["fact2"] == [front, front, beaten]
    _, hover = models(item, "HoverTool")
    assert hover["tooltips"][1:3] == [["makespan", "@fact0"], ["Σ w·C", "@fact1"]]


def test_axes_begin_a_little_below_the_bound_and_hold_every_run() -> None:
    for found in (NEAR, FAR):
        item = drawn(found)
        columns = columns_of(item, "marker")
        across, up = ranges(item)
        bounds = sorted(span["location"] for span in models(item, "Span"))
        for (start, end), column, bound in zip((across, up), "xy", bounds, strict=True):
            assert start < bound
            assert bound - start < 0.1 * (end - start)
            assert all(start < value < end for value in columns[column])


def test_a_run_that_is_far_off_makes_the_axis_logarithmic_and_says_so() -> None:
    assert "bound (area), log" not in str(drawn(NEAR))
    assert "bound (area), log" in str(drawn(FAR))
    assert far_off(NEAR) is None
    assert far_off(FAR) is FAR.points[3]
    places = columns_of(drawn(FAR), "marker")["x"]
    near, far = places[0] - places[1], places[3] - places[0]
    assert near > 0.05 * far


def test_the_front_goes_down_in_steps_from_edge_to_edge() -> None:
    item = drawn(NEAR)
    [step] = [g for g in models(item, "GlyphRenderer") if g.get("name") == "front"]
    entries = dict(step["data_source"]["attributes"]["data"]["entries"])
    across, up = ranges(item)
    assert entries["x"] == [1.4, 1.4, 1.8, across[1]]
    assert entries["y"] == [up[1], 1.5, 1.2, 1.2]


def test_one_bound_is_in_the_axis_title_and_several_are_not() -> None:
    assert "makespan / bound (area)" in str(drawn(NEAR))
    other = point("gang", 2.0, 2.0, on_front=False, bound="longest job")
    assert "bound (" not in str(drawn(Pareto((*NEAR.points, other))))


def test_what_no_run_can_be_below_is_seen_where_it_is_least() -> None:
    x = Axis(title="makespan", unit="s", scale="span")
    y = Axis(title="deployments", scale="span")
    runs = [
        Series(title=name, x=floats([x]), y=floats([4.0]), shape="points")
        for name, x in (("A", 10.0), ("B", 12.0))
    ]
    floor = Series(title="floor", x=floats([8.0, 500.0]), y=floats([3.0, 3.0]), shape="limit")
    item = draw(Figure(key="f", title="", x=x, y=y, series=(*runs, floor), kind="points"))
    across, up = ranges(item)
    assert across[0] < 8.0 < 12.0 < across[1] < 500.0
    assert up[0] < 3.0 < 4.0 < up[1]
    [ticks] = [t["ticks"] for t in models(item, "FixedTicker") if max(t["ticks"]) < 5]
    assert set(ticks) <= {3.0, 4.0}


def test_no_run_one_run_and_optimal_runs_can_be_drawn() -> None:
    optimum = point("demt", 1.0, 1.0, on_front=True)
    for points in ((), (optimum,), (optimum, optimum)):
        item = drawn(Pareto(points))
        assert all(start < end for start, end in ranges(item))
        assert "CustomJS" not in str(item)
