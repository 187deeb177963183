"""Drawn examples show what the algorithm did."""

import re
from dataclasses import replace

import numpy as np
import pytest
from django.test import Client

from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.registry import Algorithm
from parsched.report.examples import counterexamples, example, further
from schedweb.web.contexts import catalogue
from schedweb.web.contexts.catalogue import AlgorithmPage
from schedweb.web.drawings import GAP, ROOM, ROW, SHADES, drawings
from schedweb.web.job_table import job_table


@pytest.mark.parametrize("key", ["easy", "lpt", "demt", "online-batch"])
def test_boxes_are_as_long_and_as_high_as_the_jobs(key: str) -> None:
    shown = example(ALGORITHMS[key])
    last = max(picture.result.schedule.end.max() for picture in shown.pictures)
    for picture, drawing in zip(shown.pictures, drawings(shown), strict=True):
        schedule = picture.result.schedule
        area = sum(box.width * box.height for box in drawing.boxes)
        work = schedule.width @ schedule.duration * 100 * ROW / (last * ROOM)
        assert area == pytest.approx(work, rel=1e-3)
        assert {box.name for box in drawing.boxes} == {str(name) for name in shown.workload.ids}
        assert all(box.left + box.width <= 100 for box in drawing.boxes)
        assert all(0 <= box.top <= drawing.height - box.height for box in drawing.boxes)


def test_no_two_boxes_overlap() -> None:
    for key in ("easy", "demt"):
        shown = drawings(example(ALGORITHMS[key]))
        assert shown
        for drawing in shown:
            assert drawing.boxes
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
            band = drawing.bands[picture.result.schedule.site[int(box.name) - 1]]
            assert band.top <= box.top <= box.top + box.height <= band.top + band.height
    html = hers.get("/algorithms/grid/").content.decode()
    assert html.count('<span class="drawing-site">site 3</span>') == 3
    assert "drawing-site" not in hers.get("/algorithms/easy/").content.decode()
    assert job_table(shown).heads[-3:] == ["site", "starts", "ends"]


def test_heavier_jobs_have_stronger_shades() -> None:
    shown = example(ALGORITHMS["demt"])
    [*_, drawing] = drawings(shown)
    shade = {box.name: box.shade for box in drawing.boxes}
    heaviest, lightest = shown.workload.weight.argmax(), shown.workload.weight.argmin()
    assert shade[str(shown.workload.ids[heaviest])] == 3
    assert shade[str(shown.workload.ids[lightest])] == 1
    assert drawing.colours == "weight"


def test_the_table_has_what_differs_between_the_jobs() -> None:
    heads = job_table(example(ALGORITHMS["fcfs"])).heads
    assert heads == ["job", "released", "processors", "time", "starts", "ends"]
    heads = job_table(example(ALGORITHMS["online-batch"])).heads
    assert heads[:3] == ["job", "released", "time on 1"]
    assert heads[-4:] == ["weight", "runs on", "starts", "ends"]


def test_jobs_are_coloured_by_environment_and_deployments_end_where_they_start() -> None:
    shown = example(ALGORITHMS["gls"])
    slow, instant = drawings(shown)
    names = shown.workload.environment
    assert names is not None
    for drawing, picture in zip((slow, instant), shown.pictures, strict=True):
        assert drawing.names == names.names
        assert len(drawing.names) <= SHADES
        for box in drawing.boxes:
            assert box.shade == 1 + names.codes[int(box.name) - 1]
        deployed = sum(box.height for box in drawing.deployments) / ROW
        assert deployed == picture.result.metrics["deployments"]
        starts = {box.left for box in drawing.boxes}
        assert {box.right for box in drawing.deployments} <= starts
        told = {box.text.split(" is deployed for ")[1] for box in drawing.deployments}
        assert told <= {f"group {box.name}" for box in drawing.groups}
    assert (slow.takes_time, instant.takes_time) == (True, False)
    assert {box.width for box in instant.deployments} == {0}


def test_frames_hold_the_jobs_of_their_groups() -> None:
    shown = example(ALGORITHMS["gls"])
    for drawing, picture in zip(drawings(shown), shown.pictures, strict=True):
        groups = picture.result.schedule.groups
        assert groups is not None
        held = {box.name: box.height // ROW for box in drawing.groups}
        assert list(held.values()) == groups.width.tolist()
        frames = {box.name: box for box in drawing.groups}
        for box in drawing.boxes:
            frame = frames["ABCD"[groups.job[int(box.name) - 1]]]
            assert frame.left <= box.left
            assert box.right <= frame.right + 0.01
            assert frame.top <= box.top
            assert box.bottom <= frame.bottom
    alone = drawings(example(ALGORITHMS["env-blind"]))[0]
    assert not alone.groups
    assert "is deployed for job " in alone.deployments[0].text


def test_the_table_tells_environments_and_groups_in_words() -> None:
    table = job_table(example(ALGORITHMS["gls"]))
    assert table.heads == ["job", "environment", "processors", "time", "group", "starts", "ends"]
    assert table.rows[2][1] == ("Fedora", True)
    assert table.rows[2][4] == ("A, canonical", True)
    assert "group" not in job_table(example(ALGORITHMS["env-order"])).heads


def test_what_is_printed_is_drawn_beside_its_repair(hers: Client) -> None:
    html = hers.get("/algorithms/gls/").content.decode()
    assert "<h3>What is printed and does not hold</h3>" in html
    assert "83 &gt; 80" in html or "83 > 80" in html
    drawn = html[html.index("Counterexamples") :]
    for caption in (
        "As printed: 1 job on 6 processors",
        "As printed, λ = 20 s: 6 jobs on 9 processors, makespan 83 s",
        "Repaired, λ = 20 s: 6 jobs on 9 processors, makespan 43 s",
        "deployments 3, Σ group widths 6, D_λ 3",
        "deployments 3, Σ group widths 3, D_λ 3",
    ):
        assert caption in drawn
    assert "Counterexamples" not in hers.get("/algorithms/gls-plus/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(ALGORITHMS))
def test_every_algorithm_page_has_its_drawings(key: str, hers: Client) -> None:
    html, declared = hers.get(f"/algorithms/{key}/").content.decode(), ALGORITHMS[key]
    if declared.runs_commands:
        assert "it would start a program" in html
        return
    shown = (example(declared), *further(declared), *counterexamples(declared))
    pictures = [picture for one in shown for picture in one.pictures]
    assert len(re.findall('<figure class="panel drawing', html)) == len(pictures)
    assert len(re.findall("<rect", html)) >= sum(len(p.result.workload) for p in pictures)
    assert "Example" in html


@pytest.mark.django_db
def test_a_page_starts_no_program(hers: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr("subprocess.Popen", lambda *given, **_: started.append(given))
    example.cache_clear()
    hers.get("/algorithms/external/")
    assert not started


def test_an_example_of_a_plugin_that_fails_is_not_run_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs: list[str] = []

    def fail(declared: Algorithm) -> None:
        runs.append(declared.key)
        raise ZeroDivisionError

    monkeypatch.setattr(catalogue, "example", fail)
    monkeypatch.setattr(Algorithm, "plugin", "theirs 1.0")
    of_plugin = replace(ALGORITHMS["fcfs"], title="Theirs")
    assert [len(AlgorithmPage.of(of_plugin).examples) for _ in range(2)] == [0, 0]
    assert runs == ["fcfs"]
