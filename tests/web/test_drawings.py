"""Drawn examples show what the algorithm did."""

import re

import numpy as np
import pytest
from django.test import Client

from algorithms.catalogue import ALGORITHMS
from algorithms.examples import example
from schedweb.web.drawings import GAP, ROOM, ROW, drawings, job_table


@pytest.mark.parametrize("key", ["easy", "lpt", "demt", "online-batch"])
def test_boxes_are_as_long_and_as_high_as_the_jobs(key: str) -> None:
    shown = example(ALGORITHMS[key])
    last = max(picture.result.schedule.end.max() for picture in shown.pictures)
    for picture, drawing in zip(shown.pictures, drawings(shown), strict=True):
        schedule = picture.result.schedule
        area = sum(box.width * box.height for box in drawing.boxes)
        work = schedule.width @ schedule.duration * 100 * ROW / (last * ROOM)
        assert area == pytest.approx(work, rel=1e-3)
        assert {box.number for box in drawing.boxes} == {str(name) for name in shown.workload.ids}
        assert all(box.left + box.width <= 100 for box in drawing.boxes)
        assert all(0 <= box.top <= drawing.height - box.height for box in drawing.boxes)


def test_no_two_boxes_overlap() -> None:
    for key in ("easy", "demt"):
        for drawing in drawings(example(ALGORITHMS[key])):
            grid = np.zeros((drawing.height // ROW, 2_000))
            for box in drawing.boxes:
                left, right = round(box.left * 20), round((box.left + box.width) * 20)
                grid[box.top // ROW : (box.top + box.height) // ROW, left:right] += 1
            assert grid.max() == 1


def test_sites_are_drawn_apart_with_their_names(hers: Client) -> None:
    shown = example(ALGORITHMS["grid"])
    for drawing, picture in zip(drawings(shown), shown.pictures, strict=True):
        assert [(band.name, len(band.processors)) for band in drawing.bands] == [
            ("site 1", 2),
            ("site 2", 2),
            ("site 3", 4),
        ]
        assert [(band.top, band.height) for band in drawing.bands] == [
            (6 * ROW + 2 * GAP, 2 * ROW),
            (4 * ROW + GAP, 2 * ROW),
            (0, 4 * ROW),
        ]
        for box in drawing.boxes:
            band = drawing.bands[picture.result.schedule.site[int(box.number) - 1]]
            assert band.top <= box.top <= box.top + box.height <= band.top + band.height
    html = hers.get("/algorithms/grid/").content.decode()
    assert html.count('<span class="drawing-site">site 3</span>') == 3
    assert "drawing-site" not in hers.get("/algorithms/easy/").content.decode()
    assert job_table(shown).heads[-3:] == ["site", "starts", "ends"]


def test_heavier_jobs_have_stronger_shades() -> None:
    shown = example(ALGORITHMS["demt"])
    [*_, drawing] = drawings(shown)
    shade = {box.number: box.shade for box in drawing.boxes}
    heaviest, lightest = shown.workload.weight.argmax(), shown.workload.weight.argmin()
    assert shade[str(shown.workload.ids[heaviest])] == 3
    assert shade[str(shown.workload.ids[lightest])] == 1
    assert drawing.shades == "weight"


def test_the_table_has_what_differs_between_the_jobs() -> None:
    heads = job_table(example(ALGORITHMS["fcfs"])).heads
    assert heads == ["job", "released", "processors", "time", "starts", "ends"]
    heads = job_table(example(ALGORITHMS["online-batch"])).heads
    assert heads[:3] == ["job", "released", "time on 1"]
    assert heads[-4:] == ["weight", "runs on", "starts", "ends"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(ALGORITHMS))
def test_every_algorithm_page_has_a_drawing(key: str, hers: Client) -> None:
    html = hers.get(f"/algorithms/{key}/").content.decode()
    shown = example(ALGORITHMS[key])
    assert len(re.findall('<figure class="panel drawing', html)) == len(shown.pictures)
    assert len(re.findall("<rect", html)) >= len(shown.workload) * len(shown.pictures)
    assert "Example" in html
