"""One thing in two tabs, filters that change often, and going back to what was used."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.test_journeys import open_sample
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser


def describe(page: Page) -> None:
    page.get_by_text("More", exact=True).first.click()
    page.get_by_role("link", name="Rename, note").click()


@pytest.mark.samples(BACKFILLING)
def test_two_tabs_of_a_comparison_lose_nothing(alice: Page) -> None:
    open_sample(alice)
    first, older = (alice.context.new_page() for _ in range(2))
    first.goto(alice.url)
    older.goto(alice.url)
    describe(older)
    describe(first)
    first.get_by_label("Note", exact=True).fill("Of the first tab\nin two lines")
    first.get_by_role("button", name="Save", exact=True).click()
    expect(first.locator(".note")).to_contain_text("Of the first tab")

    older.get_by_label("Title", exact=True).fill("Renamed in the second tab")
    older.get_by_role("button", name="Save", exact=True).click()
    expect(older.get_by_role("heading", level=1)).to_have_text("Renamed in the second tab")
    expect(older.locator(".note")).to_contain_text("Of the first tab")

    describe(first)  # which has the old title
    first.get_by_label("Title", exact=True).fill("Renamed in the first tab")
    first.get_by_role("button", name="Save", exact=True).click()
    expect(first.get_by_role("alert")).to_contain_text("Title changed in another window")
    expect(first.locator("pre")).to_have_text("Renamed in the second tab")
    expect(first.get_by_label("Title (yours)")).to_have_value("Renamed in the first tab")
    expect(first.get_by_label("Note", exact=True)).to_have_value("Of the first tab\nin two lines")
    first.get_by_role("button", name="Save mine").click()
    expect(first.get_by_role("heading", level=1)).to_have_text("Renamed in the first tab")


def test_two_tabs_of_a_machine(alice: Page, team: Launched) -> None:
    alice.get_by_role("link", name="Machines").first.click()
    alice.get_by_role("link", name="64 processors").first.click()
    older = alice.context.new_page()
    older.goto(alice.url)
    alice.get_by_label("Processors", exact=True).fill("96")
    alice.get_by_role("button", name="Save", exact=True).last.click()
    older.get_by_label("Processors", exact=True).fill("128")
    older.get_by_role("button", name="Save", exact=True).last.click()
    expect(older.get_by_role("alert")).to_contain_text("changed in another window")
    expect(older.get_by_role("cell", name="96 processors")).to_be_visible()
    expect(older.get_by_label("Processors", exact=True)).to_have_value("128")


def test_the_address_of_a_list_stays_short(alice: Page, team: Launched) -> None:
    alice.goto(f"{team.address}/workloads/")
    find, show = alice.get_by_role("searchbox").first, alice.get_by_label("Show", exact=True)
    for show_now, text in (("archived", "a"), ("", "jo"), ("trash", ""), ("", "jobs")) * 2:
        show.select_option(show_now)
        find.fill(text)
        kept = [(k, v) for k, v in (("q", text), ("show", show_now)) if v]
        expect(alice).to_have_url(re.compile(r"show=" + show_now if show_now else r"^(?!.*show=)"))
        expect(alice).to_have_url(re.compile(f"q={text}(&|$)" if text else r"^(?!.*q=)"))
        assert parse_qsl(urlsplit(alice.url).query, keep_blank_values=True) == kept


def test_rows_of_the_search_before_are_marked(alice: Page, team: Launched) -> None:
    page = alice.context.new_page()  # whose errors are meant
    page.goto(f"{team.address}/workloads/")
    find, found = page.get_by_role("searchbox").first, page.locator("#list-found")

    def lost(route: Route) -> None:
        route.abort()

    page.route("**/workloads/?*", lost)
    find.fill("nothing has this")
    expect(found).to_have_attribute("data-outdated", "")
    expect(found.get_by_role("status").first).to_contain_text("before your last choice")
    page.unroute("**/workloads/?*", lost)
    find.fill("jobs")
    expect(page.locator("#list-found:not([data-outdated]) tbody tr").first).to_be_visible()
    expect(page.locator(".stale-note")).to_have_count(0)


def test_back_to_a_used_preview_leads_to_the_workload(alice: Page, team: Launched) -> None:
    alice.goto(f"{team.address}/workloads/new/uniform/")
    alice.get_by_role("button", name="Preview").click()
    alice.get_by_role("button", name="Use this workload").click()
    alice.wait_for_url(re.compile(r"/workloads/[\w-]{11}/"))
    made = alice.url
    alice.go_back()
    expect(alice).to_have_url(made)
    expect(alice.get_by_text("This is what was made of the preview")).to_be_visible()
