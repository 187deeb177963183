"""Texts beside markers: none covers another, a marker or the edge."""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from py_mini_racer import MiniRacer

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "labels.js"
FRAME = {"width": 600, "height": 360}
HEIGHT = 15
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def answer(browser: MiniRacer, expression: str) -> Any:
    """Evaluate an expression and return what it is in JSON."""
    return json.loads(str(browser.eval(f"JSON.stringify({expression})")))


def placed(
    browser: MiniRacer,
    points: list[list[float]],
    widths: list[float],
    lines: list[dict[str, float]] | None = None,
    fixed: list[dict[str, float]] | None = None,
) -> list[dict[str, Any] | None]:
    given = ", ".join(map(json.dumps, (points, widths, FRAME, lines or [], fixed or [])))
    found: list[dict[str, Any] | None] = answer(browser, f"placeLabels({given})")
    return found


def boxes(spots: list[dict[str, Any] | None], widths: list[float]) -> list[Box]:
    """Return left, right, bottom and top of every text that has a place."""
    half = HEIGHT / 2
    return [
        (spot["x"], spot["x"] + width, spot["y"] - half, spot["y"] + half)
        for spot, width in zip(spots, widths, strict=True)
        if spot
    ]


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


@pytest.mark.parametrize("seed", range(8))
def test_no_text_covers_another_a_marker_or_the_edge(browser: MiniRacer, seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = (rng.random((12, 2)) ** 2 * [560, 330] + 15).tolist()
    widths = rng.uniform(30, 220, 12).tolist()
    spots = placed(browser, points, widths)
    found = boxes(spots, widths)
    assert len(found) >= 9
    assert not any(overlap(a, b) for a, b in combinations(found, 2))
    markers = [(x - 7, x + 7, y - 7, y + 7) for x, y in points]
    for i, spot in enumerate(spots):
        for text in boxes([spot], [widths[i]]):
            others = [marker for j, marker in enumerate(markers) if j != i]
            assert not any(overlap(text, marker) for marker in others)
    assert all(b[0] >= 0 and b[1] <= 600 and b[2] >= 0 and b[3] <= 360 for b in found)


def test_a_text_alone_stands_to_the_right(browser: MiniRacer) -> None:
    [spot] = placed(browser, [[100, 100]], [80])
    assert spot == {"x": 109, "y": 100, "leader": None}


def test_a_text_at_the_right_edge_turns_to_the_left(browser: MiniRacer) -> None:
    [spot] = placed(browser, [[590, 100]], [80])
    assert spot is not None
    assert spot["x"] + 80 < 590


def test_a_text_leaves_a_line_free_if_it_can(browser: MiniRacer) -> None:
    steps = answer(browser, "stepBoxes([100, 100, 500], [300, 100, 100])")
    [spot] = placed(browser, [[100, 100]], [80], steps)
    [text] = boxes([spot], [80])
    lines = [(b["left"], b["right"], b["bottom"], b["top"]) for b in steps]
    assert not any(overlap(text, line) for line in lines)


def test_steps_go_across_and_then_up_or_down(browser: MiniRacer) -> None:
    across, down, *rest = answer(browser, "stepBoxes([0, 10], [50, 20])")
    assert rest == []
    assert (across["bottom"], across["top"]) == (49, 51)
    assert (down["left"], down["right"], down["bottom"], down["top"]) == (9, 11, 19, 51)


def test_equal_points_get_texts_of_their_own_place(browser: MiniRacer) -> None:
    found = boxes(placed(browser, [[300, 200]] * 5, [100] * 5), [100] * 5)
    assert len(found) == 5
    assert not any(overlap(a, b) for a, b in combinations(found, 2))


def test_what_has_no_room_has_no_place(browser: MiniRacer) -> None:
    assert placed(browser, [[300, 200]], [700]) == [None]


def test_a_fixed_text_is_never_covered_and_a_line_only_where_it_must(browser: MiniRacer) -> None:
    everywhere = {"left": 0.0, "right": 600.0, "bottom": 0.0, "top": 360.0}
    point = [[300.0, 180.0]]
    assert placed(browser, point, [60.0], lines=[everywhere])[0] is not None
    assert placed(browser, point, [60.0], fixed=[everywhere])[0] is None
    right = {"left": 300.0, "right": 600.0, "bottom": 0.0, "top": 360.0}
    (spot,) = boxes(placed(browser, point, [60.0], fixed=[right]), [60.0])
    assert spot[1] <= 300


def test_bands_and_steps_are_obstacles_and_markers_are_never_covered(browser: MiniRacer) -> None:
    around = {
        "front": {"x": [0, 10], "y": [10, 5]},
        "bands": {"left": [0], "right": [4], "bottom": [0], "top": [9]},
    }
    same = "{ to: (value) => value }"
    found = answer(browser, f"obstacles({json.dumps(around)}, [{same}, {same}])")
    assert len(found) == 2 + 1
    assert found[-1] == {"left": 0, "right": 4, "bottom": 0, "top": 9}
    assert answer(browser, f"obstacles({{}}, [{same}, {same}])") == []
    markers = answer(browser, f"markerBoxes({{ x: [20], y: [30] }}, [{same}, {same}])")
    assert markers == [{"left": 13, "right": 27, "bottom": 23, "top": 37}]
    assert answer(browser, f"markerBoxes(undefined, [{same}, {same}])") == []


def test_texts_along_lines_end_at_their_end(browser: MiniRacer) -> None:
    same, pen = "{ to: (value) => value }", "{ measureText: () => ({ width: 50 }) }"
    data = "source: { data: { x: [100], y: [80], text: ['t'] } }"
    texts = f"[{{ {data}, angle: {{ value: 0 }} }}, {{ {data}, angle: {{ value: 1.57 }} }}]"
    flat, upright = answer(browser, f"alongLines({texts}, [{same}, {same}], {pen})")
    assert (flat["left"], flat["right"]) == (50, 100)
    assert flat["bottom"] < 80 < flat["top"]
    assert (upright["right"], upright["top"], upright["bottom"]) == (100, 80, 30)
    left = f"{{ {data}, angle: {{ value: 0 }}, text_align: {{ value: 'left' }} }}"
    [right_of] = answer(browser, f"alongLines([{left}], [{same}, {same}], {pen})")
    assert (right_of["left"], right_of["right"]) == (100, 150)


def test_boxes_around_a_slope_are_small(browser: MiniRacer) -> None:
    level, upright, *slope = answer(browser, "pathBoxes([0, 50, 50, 90], [10, 10, 30, 70])")
    assert (level["left"], level["right"], level["bottom"], level["top"]) == (-1, 51, 9, 11)
    assert (upright["left"], upright["right"], upright["bottom"], upright["top"]) == (49, 51, 9, 31)
    assert all(b["right"] - b["left"] <= 10 and b["top"] - b["bottom"] <= 10 for b in slope)
    assert (slope[0]["left"], slope[-1]["right"], slope[-1]["top"]) == (49, 91, 71)


def test_a_text_leaves_a_slope_free_if_it_can(browser: MiniRacer) -> None:
    same = "{ to: (value) => value }"
    around = {"paths": [{"x": [100, 300], "y": [100, 160]}]}
    lines = answer(browser, f"obstacles({json.dumps(around)}, [{same}, {same}])")
    [spot] = placed(browser, [[100, 100]], [80], lines)
    [text] = boxes([spot], [80])
    assert lines
    assert not any(overlap(text, (b["left"], b["right"], b["bottom"], b["top"])) for b in lines)
