"""Reports have pages of their own, with figures that are drawn and options that are followed."""

import re

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.test_journeys import finished, open_tab

pytestmark = pytest.mark.browser


@pytest.mark.samples(BACKFILLING)
def test_reports_are_a_click_away_and_drawn(alice: Page) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    expect(alice.locator("#results[data-poll]")).to_have_count(0)
    open_tab(alice, "Data and citation")
    alice.get_by_role("link", name="Reports", exact=True).click()
    alice.wait_for_url(re.compile("/reports/results/"))
    alice.get_by_text("Options", exact=True).click()
    alice.get_by_label("metrics").first.fill("max_wait")
    alice.get_by_role("button", name="Show", exact=True).click()
    alice.wait_for_url(re.compile("metrics=max_wait"))
    expect(alice.locator("table.results th.num")).to_have_count(1)

    names = alice.get_by_role("navigation", name="Reports").get_by_role("link")
    for name in names.all_text_contents():
        names.get_by_text(name, exact=True).click()
        expect(alice.get_by_role("heading", name=name, level=1)).to_be_visible()
        for place in alice.locator(".plot-place").all():
            place.scroll_into_view_if_needed()
            expect(place.locator("canvas").first).to_be_attached()
        for picture in alice.locator("img.poster").all():
            picture.scroll_into_view_if_needed()
            expect(picture).to_have_js_property("complete", True)
