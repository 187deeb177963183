"""A browser that blocks storage shows every page, with charts, and no script fails."""

import pytest
from playwright.sync_api import Browser, Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.conftest import PATIENCE
from tests.browser.test_journeys import CHARTS, finished
from tests.browser.visited import Site, open_visit, visits
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

BLOCKED = """
for (const kind of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, kind, {
    get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
  });
}
"""


@pytest.mark.samples(BACKFILLING)
def test_every_page_works_without_storage(alice: Page, team: Launched, chromium: Browser) -> None:
    site = Site(team.address, alice)
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    at = alice.url
    context = chromium.new_context(storage_state=alice.context.storage_state())
    context.set_default_timeout(PATIENCE)
    context.add_init_script(BLOCKED)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    for visit in visits(site):
        if not visit.is_public:
            open_visit(page, Site(team.address, page), visit)  # waits until charts are ready
    page.goto(f"{at}schedules/")
    charts = page.locator("[data-gantt-chart][data-drawn]")
    expect(charts.first).to_be_attached()
    span = page.locator(CHARTS).get_attribute("data-span")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_url("**from=*")
    assert span
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html[data-theme]")).to_be_attached()
    context.close()
    assert errors == []
