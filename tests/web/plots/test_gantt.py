"""Frames of Gantt charts name their sites, and have ticks that people can read."""

from collections.abc import Sequence

import numpy as np
import pytest

from parsched.model.problem.platform import Cluster, Platform
from parsched.report.gantt import GanttLayout
from schedweb.web.plots.gantt import (
    LINE_DISTANCE,
    band_edges,
    gantt,
    left_border,
    processor_ticks,
    site_labels,
)
from tests.web.plots.items import models


def test_a_gantt_frame_waits_for_the_browser_to_fill_it() -> None:
    layout = GanttLayout.of(Platform.of(8))
    item = gantt(layout, (0.0, 100.0), left_border(layout))
    names = {glyph.get("name") for glyph in models(item, "GlyphRenderer")}
    assert names == {"raster", "bars"}
    assert models(item, "Range1d")[0]["end"] == 100_000.0


def test_a_grid_is_labelled_with_its_sites() -> None:
    layout = GanttLayout.of(Platform.of(4, 8))
    item = gantt(layout, (0.0, 1.0), left_border(layout))
    assert "site 2 · 8" in str(item)
    assert item["doc"]["roots"][0]["attributes"]["height"] == layout.frame + 44


GRID1 = (100, 128, 240, 430, 1024, 1152, 1368)
GRID3 = (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)


@pytest.mark.parametrize(
    ("sizes", "named"), [(GRID1, 7), (GRID1[::-1], 7), (GRID3, 11), ([8] * 64, 32)]
)
def test_as_many_sites_are_named_as_can_be_read(sizes: Sequence[int], named: int) -> None:
    layout = GanttLayout.of(Platform.of(*sizes))
    labels = site_labels(layout)
    assert len(labels) == named
    places = np.sort(np.array(list(labels))) * layout.frame / layout.top
    assert np.diff(places).min() >= 10


def test_where_not_all_sites_can_be_named_the_large_ones_are() -> None:
    labels = site_labels(GanttLayout.of(Platform.of(*[1] * 63, 500)))
    assert "site 64 · 500" in labels.values()


def test_long_names_leave_room_for_the_chart() -> None:
    name = "a cluster with a name of very many words"
    layout = GanttLayout.of(Platform((Cluster(name, 1024), Cluster("b", 8))))
    assert "a cluster wit… · 1,024" in site_labels(layout).values()
    assert left_border(layout) < 160


def test_edges_of_bands_are_not_so_close_that_they_look_like_jobs() -> None:
    few = GanttLayout.of(Platform.of(*GRID1))
    assert len(band_edges(few)) == 14
    many = GanttLayout.of(Platform.of(*[4] * 48, *[64] * 15, 256))
    drawn = band_edges(many)
    apart = np.diff(drawn) * many.frame / many.top
    assert apart.min() >= LINE_DISTANCE
    assert drawn[0] == many.bands[48].base, "bands of a pixel or two have no lines"


@pytest.mark.parametrize("processors", [1, 2, 7, 100, 1024, 1153])
def test_processor_ticks_go_from_none_to_all(processors: int) -> None:
    ticks = processor_ticks(processors)
    assert (ticks[0], ticks[-1]) == (0, processors)
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= 6
