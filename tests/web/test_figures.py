"""Figures carry the lines exactly, in the colours of their algorithms, with readable ticks."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.problem.platform import Cluster, Platform
from algorithms.report.gantt import Layout
from schedweb.web import figures
from schedweb.web.gantt_frame import (
    LINE_DISTANCE,
    NARROWEST,
    band_edges,
    processor_ticks,
)
from schedweb.web.palette import MARKERS, OKABE_ITO, style, styles
from schedweb.web.times import label, time_scale


def line(key: str, x: list[float], y: list[float]) -> figures.Line:
    """A line of an algorithm."""
    return figures.Line(key, style(key), np.array(x), np.array(y))


def models(item: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """All models of one type in a figure."""
    found = []

    def search(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("name") == name and part.get("type") == "object":
                found.append(part.get("attributes", {}))
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                search(inner)

    search(item["doc"])
    return found


def test_a_gantt_frame_waits_for_the_browser_to_fill_it() -> None:
    layout = Layout.of(Platform.of(8))
    item = figures.gantt(layout, (0.0, 100.0), figures.left_border(layout))
    names = {glyph.get("name") for glyph in models(item, "GlyphRenderer")}
    assert names == {"raster", "bars"}
    assert models(item, "Range1d")[0]["end"] == 100_000.0


def test_a_grid_is_labelled_with_its_sites() -> None:
    layout = Layout.of(Platform.of(4, 8))
    item = figures.gantt(layout, (0.0, 1.0), figures.left_border(layout))
    assert "site 2 · 8" in str(item)
    assert item["doc"]["roots"][0]["attributes"]["height"] == layout.frame + 44


GRID1 = (100, 128, 240, 430, 1024, 1152, 1368)
GRID3 = (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)


@pytest.mark.parametrize(
    ("sizes", "named"), [(GRID1, 7), (GRID1[::-1], 7), (GRID3, 11), ([8] * 64, 32)]
)
def test_as_many_sites_are_named_as_can_be_read(sizes: Sequence[int], named: int) -> None:
    layout = Layout.of(Platform.of(*sizes))
    labels = figures.site_labels(layout)
    assert len(labels) == named
    places = np.sort(np.array(list(labels))) * layout.frame / layout.top
    assert np.diff(places).min() >= 10


def test_where_not_all_sites_can_be_named_the_large_ones_are() -> None:
    labels = figures.site_labels(Layout.of(Platform.of(*[1] * 63, 500)))
    assert "site 64 · 500" in labels.values()


def test_long_names_leave_room_for_the_chart() -> None:
    name = "a cluster with a name of very many words"
    layout = Layout.of(Platform((Cluster(name, 1024), Cluster("b", 8))))
    assert "a cluster wit… · 1,024" in figures.site_labels(layout).values()
    assert figures.left_border(layout) < 160


def test_edges_of_bands_are_not_so_close_that_they_look_like_jobs() -> None:
    few = Layout.of(Platform.of(*GRID1))
    assert len(band_edges(few)) == 14
    many = Layout.of(Platform.of(*[4] * 48, *[64] * 15, 256))
    drawn = band_edges(many)
    apart = np.diff(drawn) * many.frame / many.top
    assert apart.min() >= LINE_DISTANCE
    assert drawn[0] == many.bands[48].base, "bands of a pixel or two have no lines"


def test_nothing_in_a_figure_needs_script_that_the_policy_forbids() -> None:
    made = [
        figures.ecdf([line("fcfs", [0, 5], [0.5, 1])]),
        figures.utilisation([line("fcfs", [0, 5], [0.5, 1])]),
        figures.gantt(Layout.of(Platform.of(4)), (0.0, 1.0), 56),
    ]
    assert not [item for item in made if "CustomJS" in str(item)]


@pytest.mark.parametrize(
    "draw", [figures.ecdf, figures.ecdf_of_slowdown, figures.utilisation, figures.queue_length]
)
def test_lines_have_the_look_of_their_algorithms(draw: Any) -> None:
    item = draw([line("fcfs", [1, 5], [0.5, 1]), line("easy", [1, 2], [0.4, 1])])
    steps = [glyph for glyph in models(item, "Step") if "line_alpha" not in glyph]
    colours = [glyph["line_color"] for glyph in steps]
    assert [style(key).color for key in ("fcfs", "easy")] == colours[:2]


@pytest.mark.parametrize(
    "draw", [figures.ecdf, figures.ecdf_of_slowdown, figures.utilisation, figures.queue_length]
)
def test_no_runs_and_runs_of_no_jobs_can_be_drawn(draw: Any) -> None:
    assert draw([])["root_id"]
    assert draw([line("fcfs", [], [])])["root_id"]


def test_time_ticks_are_those_that_people_say() -> None:
    assert time_scale(86_400.0 * 7).texts() == ["0", "1 min", "10 min", "1 h", "6 h", "1 d", "5 d"]
    assert time_scale(20.0).texts() == ["0", "1 s", "2 s", "5 s", "10 s", "20 s"]
    places = time_scale(1e6).places()
    assert places == sorted(places)


def test_durations_have_three_digits() -> None:
    assert [label(x) for x in (0, 42, 90, 12_600, 200_000)] == [
        "0",
        "42 s",
        "1.5 min",
        "3.5 h",
        "2.31 d",
    ]


@pytest.mark.parametrize("processors", [1, 2, 7, 100, 1024, 1153])
def test_processor_ticks_go_from_none_to_all(processors: int) -> None:
    ticks = processor_ticks(processors)
    assert (ticks[0], ticks[-1]) == (0, processors)
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= 6


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


@pytest.mark.parametrize(
    ("ends", "seen"),
    [
        ([], 0.0),
        ([5.0], 5.0),
        ([5.0, 6.0, 19.0], 19.0),
        ([5.0, 100.0, 6.0], 6.9),
        ([1.0, 100.0, 110.0], 110.0),
        ([0.0, 0.0, 3.0], 3.0),
    ],
)
def test_one_much_longer_run_does_not_squeeze_the_others(ends: list[float], seen: float) -> None:
    assert figures.first_view(ends) == pytest.approx(seen)


def test_long_names_are_in_the_legend_in_full() -> None:
    """The browser breaks them into lines."""
    name = "a label of its own " * 5
    long = figures.Line(name, style("easy"), np.array([1.0]), np.array([1.0]))
    [item] = models(figures.ecdf([long]), "LegendItem")
    assert item["label"]["value"] == name


def test_a_plot_is_never_narrower_than_the_titles_of_its_axes() -> None:
    """While a page is laid out anew, a plot has no width of its own; see `NARROWEST`."""
    [plot] = models(figures.utilisation([]), "Figure")
    assert plot["min_width"] == NARROWEST
