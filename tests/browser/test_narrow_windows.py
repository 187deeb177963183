"""What does not fit into a window folds or says so; keys skip what stands before the results."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from schedweb.runs.samples import BACKFILLING, FEWER_DEPLOYMENTS
from tests.browser.keyboard import Keyboard
from tests.browser.test_journeys import CHARTS, finished

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
CUT = """
    (links) => links.filter((link) => link.getBoundingClientRect().right > innerWidth)
      .map((link) => link.textContent)
"""
WIDER = "(box) => box.scrollWidth > box.clientWidth + 4"
SEEN = """
    (cell) => {
      const box = cell.closest(".table-box").getBoundingClientRect();
      const { left, right } = cell.getBoundingClientRect();
      return left >= box.left && right <= box.right;
    }
"""


def opened(page: Page, title: str) -> None:
    """Open a sample that is finished."""
    page.get_by_role("link", name=title).last.click()
    finished(page)


@pytest.mark.samples(BACKFILLING)
def test_results_of_three_runs_fit_beside_the_rail(alice: Page) -> None:
    opened(alice, BACKFILLING.title)
    alice.set_viewport_size(LAPTOP)
    assert not alice.get_by_role("region", name="Results").evaluate(WIDER)
    expect(alice.locator("#results .wider")).to_have_count(0)


@pytest.mark.samples(BACKFILLING)
def test_a_wide_table_says_how_many_columns_are_hidden_and_keeps_the_first(alice: Page) -> None:
    opened(alice, BACKFILLING.title)
    alice.set_viewport_size(PHONE)
    box = alice.get_by_role("region", name="Results")
    first, last = box.locator("tbody tr").first.locator("th"), box.locator("tbody td").last
    more = alice.locator("#results .wider button")
    expect(more).to_have_text("8 more columns →")
    assert not last.evaluate(SEEN)
    for _ in range(8):
        if last.evaluate(SEEN):
            break
        more.click()
    assert last.evaluate(SEEN)
    assert first.evaluate(SEEN)
    more.click()
    expect(more).to_have_text("8 more columns →")


@pytest.mark.samples(FEWER_DEPLOYMENTS)
def test_a_phone_cuts_no_link_and_folds_what_charts_seldom_need(alice: Page) -> None:
    opened(alice, FEWER_DEPLOYMENTS.title)
    alice.set_viewport_size(PHONE)
    assert alice.locator(".site-nav a, .strip a").evaluate_all(CUT) == []
    alice.get_by_role("navigation", name="Tabs").get_by_role("link", name="Schedules").click()
    alice.locator(CHARTS).wait_for()
    toolbar = alice.get_by_role("toolbar", name="View")
    folded = toolbar.bounding_box()
    assert folded is not None
    assert folded["height"] < PHONE["height"] / 4
    expect(toolbar.get_by_role("button", name="Copy link")).to_be_hidden()
    toolbar.get_by_role("button", name="More").click()
    expect(toolbar.get_by_role("button", name="Copy link")).to_be_visible()
    toolbar.get_by_role("button", name="Less").click()
    expect(toolbar.get_by_role("button", name="Copy link")).to_be_hidden()


@pytest.mark.samples(BACKFILLING)
def test_a_second_skip_link_leads_to_the_results_and_to_the_charts(alice: Page) -> None:
    opened(alice, BACKFILLING.title)
    alice.reload()
    keys = Keyboard(alice)
    keys.press("Tab")
    expect(alice.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    keys.open(alice.get_by_role("link", name="Skip to the results"))
    expect(alice.locator("#tab")).to_be_focused()
    alice.get_by_role("navigation", name="Tabs").get_by_role("link", name="Schedules").click()
    alice.locator(CHARTS).wait_for()
    keys.open(alice.get_by_role("link", name="Skip to the charts"))
    for _ in range(3):
        keys.press("Tab")
        if alice.evaluate("document.activeElement.getAttribute('role')") == "application":
            break
    expect(alice.get_by_role("application").first).to_be_focused()
    assert keys.unseen == []
