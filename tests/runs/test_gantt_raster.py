"""The raster adds colour exactly in proportion to the area that a job covers."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from parsched.report.gantt.raster import add_rectangles, draw_strip, resolve, separator

Floats = NDArray[np.float64]
Shapes = tuple[Floats, Floats, Floats, Floats, Floats]


def rectangles(seed: int, n: int = 40, width: int = 30, height: int = 20) -> Shapes:
    """Random rectangles, thin and wide, some beyond the edges; no two at the same height."""
    rng = np.random.default_rng(seed)
    left = rng.uniform(-10, width, n)
    right = left + rng.choice([0.05, 0.8, 3.5, 60], n) * rng.uniform(0.2, 1, n)
    edges = np.sort(rng.uniform(-1, height + 1, 2 * n))
    return (
        left,
        right,
        edges[::2].copy(),
        edges[1::2].copy(),
        rng.integers(0, 255, (n, 3)).astype(float),
    )


def covered(low: float, high: float, pixels: int) -> Floats:
    """Share of each pixel that lies within low..high, by definition."""
    at = np.arange(pixels)
    share: Floats = np.clip(np.minimum(high, at + 1.0) - np.maximum(low, at), 0.0, 1.0)
    return share


def by_definition(shapes: Shapes, unit: float, width: int, height: int) -> Floats:
    """Alpha and premultiplied colour as sums over rectangles of area × colour; no prefix sums."""
    total = np.zeros((height, width, 4))
    for left, r, b, t, c in zip(*shapes, strict=True):
        r = r - separator.py_func(r - left, unit)
        t = t - separator.py_func(t - b, unit)
        area = np.outer(covered(b, t, height), covered(left, r, width))
        total += area[:, :, None] * np.append(c, 255.0)
    return total


def draw(
    add: Callable[..., None], finish: Callable[..., None], shapes: Shapes, width: int, height: int
) -> tuple[NDArray[np.uint8], Floats]:
    """Run the kernels; return the picture and the busy height of each column."""
    edges, busy = np.zeros((width, height + 2, 4), np.float32), np.zeros(width)
    picture = np.zeros((height, width, 4), np.uint8)
    add(*shapes, 1.0, edges, busy)
    finish(edges, picture)
    return picture, busy


@pytest.mark.parametrize("seed", range(6))
def test_the_picture_is_the_covered_area(seed: int) -> None:
    shapes = rectangles(seed)
    picture, _ = draw(add_rectangles, resolve, shapes, 30, 20)
    expected = by_definition(shapes, 1.0, 30, 20)
    premultiplied = picture[:, :, :3] * (picture[:, :, 3:] / 255.0)
    assert np.abs(picture[:, :, 3] - expected[:, :, 3]).max() <= 0.51
    assert np.abs(premultiplied - expected[:, :, :3]).max() <= 1.1


@pytest.mark.usefixtures("may_compile")
@pytest.mark.parametrize("seed", range(3))
def test_the_compiled_kernels_do_what_plain_python_does(seed: int) -> None:
    shapes = rectangles(seed)
    fast, busy = draw(add_rectangles, resolve, shapes, 30, 20)
    plain, busy_plain = draw(add_rectangles.py_func, resolve.py_func, shapes, 30, 20)
    assert np.abs(fast.astype(int) - plain).max() <= 1
    assert np.allclose(busy, busy_plain)


def test_busy_columns_ignore_hairlines() -> None:
    shapes = (np.array([0.0]), np.array([8.0]), np.array([0.0]), np.array([8.0]), np.zeros((1, 3)))
    _, busy = draw(add_rectangles, resolve, shapes, 8, 8)
    assert np.allclose(busy, 8.0)


@pytest.mark.usefixtures("may_compile")
def test_a_hairline_takes_at_most_a_sixteenth_and_nothing_of_thin_rectangles() -> None:
    assert separator(3.9, 1.0) == 0
    assert separator(8.0, 1.0) == 0.5
    assert separator(200.0, 1.0) == 1.0
    assert separator(200.0, 2.0) == 2.0


def test_the_strip_is_as_high_as_the_machine_is_busy() -> None:
    picture = np.zeros((10, 3, 4), np.uint8)
    draw_strip(picture, np.array([0.0, 0.5, 1.0]), 2.0, 10.0, np.array([1.0, 2.0, 3.0]))
    assert (picture[:, :, 3] > 0).sum(axis=0).tolist() == [0, 4, 8]
