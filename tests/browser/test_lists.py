"""Lists in a real browser: search as it is typed, ranges of ticks, delete and undo."""

import re

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING, NEAR_OPTIMUM, TWO_CRITERIA

pytestmark = pytest.mark.browser


@pytest.mark.samples(BACKFILLING, TWO_CRITERIA, NEAR_OPTIMUM)
def test_things_are_found_tagged_deleted_and_brought_back(alice: Page) -> None:
    alice.get_by_role("link", name="Comparisons").first.click()
    rows = alice.locator("#list-found tbody tr")
    find = alice.get_by_role("searchbox", name="Search comparisons")
    find.fill("backfilling")
    expect(rows).to_have_count(1)
    expect(alice).to_have_url(re.compile(r"q=backfilling"))
    expect(find).to_be_focused()
    find.fill("sample")
    expect(rows.nth(2)).to_be_visible()
    picks = alice.locator("input[name=pick][type=checkbox]")
    picks.nth(0).click()
    picks.nth(2).click(modifiers=["Shift"])
    expect(alice.get_by_text("3 ticked:")).to_be_visible()
    alice.get_by_label("Tag", exact=True).last.fill("to keep")
    alice.get_by_role("button", name="Add tag").click()
    expect(alice.locator(".badge.tag", has_text="to-keep")).to_have_count(3)
    before = rows.count()
    rows.filter(has_text="what backfilling brings").locator("input[name=pick]").check()
    alice.get_by_role("button", name="Delete").click()
    expect(alice.get_by_text("1 comparison is in the trash, for 30 days.")).to_be_visible()
    expect(rows).to_have_count(before - 1)
    alice.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(before)
