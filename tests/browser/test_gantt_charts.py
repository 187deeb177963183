"""The linked Gantt charts in a real browser, on a page of synthetic schedules."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.bench.gantt_site import served, write_site

pytestmark = pytest.mark.browser

READY = "section[data-gantt][data-ready]"
JOBS = 4_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page."""
    folder = tmp_path_factory.mktemp("gantt")
    write_site(folder, JOBS)
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Address of the page while it is served."""
    with served(site) as address:
        yield address


def open_charts(page: Page, address: str) -> None:
    """Open the page and wait for the charts."""
    page.goto(address)
    page.wait_for_selector(READY, state="attached")


def point_at_a_job(page: Page) -> None:
    """Move the pointer down the second chart until a job is under it."""
    box = page.locator("[data-gantt-plot]").nth(1).bounding_box()
    assert box is not None
    for share in (0.5, 0.6, 0.7, 0.8):
        page.mouse.move(box["x"] + 400, box["y"] + share * 212)
        page.wait_for_timeout(50)
        if page.locator(".gantt-tooltip").is_visible():
            break


def drag(page: Page, chart: int, start: tuple[int, int], stop: tuple[int, int]) -> None:
    """Drag the pointer over a chart, in CSS pixels of its place."""
    box = page.locator("[data-gantt-plot]").nth(chart).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + start[0], box["y"] + start[1])
    page.mouse.down()
    page.mouse.move(box["x"] + stop[0], box["y"] + stop[1], steps=4)
    page.mouse.up()


def test_charts_replace_their_posters_without_moving(page: Page, address: str) -> None:
    page.route("**/*.pack", lambda schedule: None)  # held back until the poster is measured
    page.goto(address)
    poster = page.locator(".gantt-poster").first
    poster.wait_for()
    before = poster.bounding_box()
    page.unroute("**/*.pack")
    page.wait_for_selector(READY, state="attached")
    overlay = page.locator(".gantt-overlay").first.bounding_box()
    assert poster.bounding_box() == before == overlay


def test_a_job_under_the_pointer_is_described_for_every_schedule(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=400000&to=430000")
    point_at_a_job(page)
    rows = page.locator(".gantt-tooltip tr")
    expect(rows).to_have_count(4)
    assert rows.all_inner_texts()[1].startswith("FCFS")


def test_the_view_is_in_the_address_and_comes_back(page: Page, address: str) -> None:
    open_charts(page, address)
    page.keyboard.press("/")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    page.select_option("[data-gantt-colour]", "wait")
    page.wait_for_url("**/?from=*colour=wait*job=1234*")
    there = page.url
    page.goto(address)
    open_charts(page, there)
    expect(page.locator("[data-gantt-find]")).to_have_value("1234")
    expect(page.locator("[data-gantt-colour]")).to_have_value("wait")
    assert page.url == there


def test_keys_move_zoom_and_fit(page: Page, address: str) -> None:
    open_charts(page, address)
    page.keyboard.press("+")
    page.wait_for_url("**from=*")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    page.wait_for_url(address)
    page.keyboard.press("?")
    expect(page.locator("[data-gantt-help]")).to_be_visible()


def test_dragging_one_chart_moves_all(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=400000&to=500000")
    page.get_by_role("button", name="Move").click()
    drag(page, 0, (500, 100), (400, 100))
    page.wait_for_url(lambda url: "from=400000" not in url and "from=4" in url)
    starts = page.evaluate("Bokeh.documents.map((d) => d.roots()[0].x_range.start)")
    assert len(starts) == 3
    assert len(set(starts)) == 1
    assert starts[0] > 400_000_000


def test_a_schedule_that_is_gone_is_a_sentence_in_its_place(page: Page, address: str) -> None:
    page.route("**/1.pack", lambda route: route.fulfill(status=404, body=""))
    open_charts(page, address)
    expect(page.locator(".gantt-message")).to_have_text(
        "The schedule of SJF could not be loaded. What it is about is not there any more. Reload "
        "the page to see what became of it. (404)"
    )
    assert page.locator(".gantt-overlay").count() == 2


def test_an_unknown_job_is_said(page: Page, address: str) -> None:
    open_charts(page, f"{address}?job=none")
    expect(page.locator("[data-gantt-answer]")).to_have_text("This workload has no job none.")


def ranges(page: Page) -> list[list[float]]:
    """Begin and end of each chart, seconds."""
    found: list[list[float]] = page.evaluate(
        "Bokeh.documents.map((d) => d.roots()[0].x_range).map((r) => [r.start, r.end])"
    )
    return found


def test_charts_take_the_room_that_they_are_given(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1200, "height": 900})
    open_charts(page, address)
    frame = page.locator(".gantt-overlay").first
    usual = frame.bounding_box()
    assert usual is not None
    higher = f"{usual['height'] + 60:g}px"
    page.locator("[data-gantt-height]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(frame).to_have_css("height", higher)
    page.wait_for_url(re.compile("height="))
    page.reload()
    page.wait_for_selector(READY, state="attached")
    expect(frame).to_have_css("height", higher)
    page.set_viewport_size({"width": 900, "height": 900})
    expect(frame).to_have_css("width", f"{usual['width'] - 300:g}px")
    page.keyboard.press("f")
    expect(page.locator("section.gantt-full")).to_have_count(1)
    expect(page.locator("[data-gantt-full]")).to_have_attribute("aria-pressed", "true")
    expect(frame).not_to_have_css("height", higher)
    page.locator("[data-gantt-full]").click()
    expect(page.locator("section.gantt-full")).to_have_count(0)
    expect(frame).to_have_css("height", higher)


def test_an_unlinked_chart_moves_alone_until_it_is_linked_again(page: Page, address: str) -> None:
    open_charts(page, address)
    before = ranges(page)
    assert len(before) > 1
    page.locator("[data-gantt-unlink]").click()
    page.locator("[data-gantt-plot]").nth(1).hover()
    page.keyboard.press("+")
    page.wait_for_timeout(300)
    alone = ranges(page)
    moved = [at != was for at, was in zip(alone, before, strict=True)]
    assert moved == [False, True, *([False] * (len(before) - 2))]
    page.locator("[data-gantt-plot]").first.hover()
    page.keyboard.press("+")
    page.wait_for_timeout(300)
    assert ranges(page)[0] != alone[0]
    assert ranges(page)[1] == alone[1]
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert len({tuple(one) for one in ranges(page)}) == 1
