"""Gantt charts of jobs with environments in a real browser: colours, deployments, toggle."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.report.gantt.tones import CATEGORIES, DEPLOYMENT, MARK, rgb
from parsched.run.solve import solve
from tests.bench.gantt_site import served, write_page
from tests.parsched.policies.groups.loads import environed

pytestmark = pytest.mark.browser

READY = "section[data-gantt][data-ready]"
TOGGLE = "[data-gantt-deployments]"


def site(folder: Path, seconds: float, environments: int = 3) -> Path:
    """A folder with a page of two schedules of 30 jobs."""
    params = {"environments": environments, "seed": 4}
    work = generate("environments", jobs=30, processors=40, params=params)
    machine = Platform.of(40, deployment=DeployTime(seconds))
    problem = Instance(work, machine)
    made = {key: solve(problem, key).schedule for key in ("gls", "env-blind")}
    write_page(folder, work, machine, made)
    return folder


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a page where deployments take 50 s."""
    with served(site(tmp_path_factory.mktemp("timed"), 50.0)) as address:
        yield address


@pytest.fixture(scope="module")
def instant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a page where they take no time, and there are many environments."""
    with served(site(tmp_path_factory.mktemp("instant"), 0.0, environments=12)) as address:
        yield address


def open_charts(page: Page, address: str) -> None:
    """Open the page and wait for the charts."""
    page.goto(address)
    page.wait_for_selector(READY, state="attached")


def shown(page: Page, chart: int = 0) -> NDArray[np.uint8]:
    """What a chart looks like."""
    picture = page.locator("[data-gantt-plot]").nth(chart).screenshot()
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB"))


def count(drawn: NDArray[np.uint8], colour: str) -> int:
    """Pixels of a colour."""
    return int(np.all(np.abs(drawn.astype(int) - rgb(colour)) <= 1, axis=2).sum())


def query(page: Page) -> Any:
    """What the address says behind its question mark."""
    return page.evaluate("location.search")


def test_charts_are_coloured_by_environment_at_first(page: Page, timed: str) -> None:
    open_charts(page, timed)
    expect(page.locator("[data-gantt-colour]")).to_have_value("environment")
    expect(page.locator(".gantt-names li")).to_have_text(["env1", "env2", "env3"])
    drawn = shown(page)
    assert all(count(drawn, colour) > 500 for colour in CATEGORIES[False][:3])
    assert query(page) == ""


def test_deployments_are_blocks_that_can_be_hidden(page: Page, timed: str) -> None:
    open_charts(page, timed)
    before = count(shown(page), DEPLOYMENT[False])
    assert before > 2_000
    page.locator(TOGGLE).uncheck()
    page.wait_for_url("**/?deployments=off")
    assert count(shown(page), DEPLOYMENT[False]) == 0
    page.reload()
    page.wait_for_selector(READY, state="attached")
    expect(page.locator(TOGGLE)).not_to_be_checked()
    assert count(shown(page), DEPLOYMENT[False]) == 0
    page.keyboard.press("d")
    page.wait_for_url(timed)
    assert count(shown(page), DEPLOYMENT[False]) == before


def test_a_block_tells_of_the_job_that_it_is_made_for(page: Page, timed: str) -> None:
    open_charts(page, timed)
    frame = page.locator(".gantt-overlay").first.bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + 30, frame["y"] + frame["height"] - 8)
    tip = page.locator(".gantt-tooltip")
    expect(tip).to_contain_text("environment env")
    expect(tip).to_contain_text("took 50 s")
    expect(tip.locator("th")).to_have_text(["", "starts", "waits", "deployed"])
    page.locator(TOGGLE).uncheck()
    page.mouse.move(frame["x"] + 32, frame["y"] + frame["height"] - 8)
    expect(tip).to_be_hidden()


def test_instant_deployments_are_marks(page: Page, instant: str) -> None:
    open_charts(page, instant)
    expect(page.locator(".gantt-deployments .gantt-mark")).to_be_visible()
    expect(page.locator(".gantt-deployments .gantt-block")).to_be_hidden()
    marked = count(shown(page, 1), MARK[False])
    page.locator(TOGGLE).uncheck()
    page.wait_for_url("**/?deployments=off")
    assert marked - count(shown(page, 1), MARK[False]) > 200


def test_of_many_environments_others_can_be_chosen(page: Page, instant: str) -> None:
    open_charts(page, instant)
    names = page.locator(".gantt-names li")
    expect(names).to_have_count(8)
    expect(names.last).to_have_text("5 others")
    usual = names.all_inner_texts()
    page.locator(".gantt-names .gantt-remove").first.click()
    expect(names).to_have_count(7)
    page.wait_for_url("**/?pick=*")
    page.reload()
    page.wait_for_selector(READY, state="attached")
    expect(names).to_have_count(7)
    page.goto(instant)
    page.wait_for_selector(READY, state="attached")
    assert names.all_inner_texts() == usual


def test_long_names_do_not_widen_narrow_pages(page: Page, tmp_path: Path) -> None:
    jobs = environed(*((1, 5.0, f"{i}" * 100) for i in range(9)))
    made = {"fcfs": solve(Instance(jobs, Platform.of(4)), "fcfs").schedule}
    write_page(tmp_path, jobs, Platform.of(4), made)
    page.set_viewport_size({"width": 390, "height": 800})
    page.route("**/*.pack", lambda schedule: None)
    with served(tmp_path) as address:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.unroute("**/*.pack")
        open_charts(page, address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_moves_when_the_charts_are_there(page: Page, instant: str, timed: str) -> None:
    for address in (instant, timed):
        page.route("**/*.pack", lambda schedule: None)
        page.goto(address)
        poster = page.locator(".gantt-poster").first
        poster.wait_for()
        before = poster.bounding_box()
        page.unroute("**/*.pack")
        page.goto(address)
        page.wait_for_selector(READY, state="attached")
        assert poster.bounding_box() == before


def test_without_scripts_posters_have_a_key(chromium: Browser, timed: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(timed)
    key = page.locator(".gantt-key li")
    expect(key).to_have_text(["env1", "env2", "env3", "deployment, for as long as it takes"])
    expect(key.last).to_be_visible()
    expect(page.locator(".gantt-controls")).to_be_hidden()
    context.close()


def test_with_scripts_there_is_one_key(page: Page, timed: str) -> None:
    open_charts(page, timed)
    expect(page.locator(".gantt-key")).to_be_hidden()
