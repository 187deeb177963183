"""Grids in a real browser: sets that follow the form, a choice of quantity, bands in charts."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from parsched.model.problem.platform import Cluster, Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout
from schedweb.runs.samples import NINE_STRATEGIES
from tests import factories
from tests.bench.gantt_site import served, write_page
from tests.browser.test_journeys import CHARTS, finished, open_tab
from tests.browser.test_sweeps import ELEVEN, GRID_3, choose_together

pytestmark = pytest.mark.browser


@pytest.mark.samples(NINE_STRATEGIES)
def test_admissible_sets_follow_the_form_and_sites_the_choice(alice: Page) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    choose_together(alice, workload=ELEVEN, cluster=GRID_3)
    alice.get_by_text("Parameters and sweeps").click()
    warning = alice.get_by_text("Site 11 (32 processors) is admissible to no job with a = 0.5")
    expect(warning).to_have_count(0)
    alice.get_by_label("Admissible", exact=True).fill("0.5")
    alice.get_by_label("Admissible", exact=True).blur()
    expect(warning).to_be_visible()
    expect(alice.locator(".choice-sets tbody tr")).to_have_count(4)
    alice.get_by_label("Admissible rule").select_option("more-than")
    expect(warning).to_have_count(0)
    expect(alice.get_by_text("Admissible sets with a = 0.5, more-than")).to_be_visible()
    alice.goto(alice.url.partition("/compare")[0])
    alice.get_by_role("link", name=NINE_STRATEGIES.title).last.click()
    finished(alice)
    open_tab(alice, "Sites")
    alice.locator("#sites-quantity").select_option(label="jobs")
    alice.wait_for_url(re.compile("sites=jobs"))
    expect(alice.locator("#by-site caption")).to_contain_text("Jobs that ran at the site")
    expect(alice.locator("#by-site tbody tr")).to_have_count(8)


NAMES = ("north", "a site of a very long name indeed", "east", *(f"small {i}" for i in range(9)))
GRID = Platform(tuple(Cluster(n, s) for n, s in zip(NAMES, (64, 32, 16, *[1] * 9), strict=True)))


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Address of a page with a chart in which each site is busy all the time."""
    sizes = [site.processors for site in GRID.sites]
    jobs = factories.jobs([0] * len(sizes), sizes, [1_000] * len(sizes))
    schedule = Schedule.of(jobs, np.zeros(len(sizes)), site=np.arange(len(sizes)))
    write_page(tmp_path, jobs, GRID, {"MPL": schedule.with_processors(GRID)})
    with served(tmp_path) as address:
        yield address


def test_names_of_sites_do_not_move_the_chart_off_its_poster(page: Page, address: str) -> None:
    page.route("**/*.pack", lambda schedule: None)  # held back until the poster is measured
    page.goto(address)
    poster = page.locator(".gantt-poster").first
    poster.wait_for()
    before = poster.bounding_box()
    page.unroute("**/*.pack")
    page.wait_for_selector(CHARTS, state="attached")
    assert page.locator(".gantt-overlay").first.bounding_box() == before
    page.reload()
    page.wait_for_selector(CHARTS, state="attached")
    assert page.locator(".gantt-overlay").first.bounding_box() == before


def test_the_pointer_names_the_site_that_the_axis_has_no_room_for(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(CHARTS, state="attached")
    layout = GanttLayout.of(GRID)
    box = page.locator(".gantt-overlay").bounding_box()
    assert box is not None
    middle = layout.bands[1].base + 16
    page.mouse.move(box["x"] + 300, box["y"] + box["height"] * (1 - middle / layout.top))
    expect(page.locator(".gantt-tooltip")).to_contain_text("a site of a very long name indeed")
    page.select_option("[data-gantt-colour]", "site")
    names = page.locator(".gantt-names li")
    expect(names).to_have_count(4)
    expect(names.last).to_contain_text("9 others")
    assert page.locator("#gantt-choices option").count() == len(NAMES)
