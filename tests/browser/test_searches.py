"""A long search: watched while it goes on, stopped, and kept."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_journeys import CHARTS

pytestmark = pytest.mark.browser

DRAWN = "#plot-search[data-drawn]"
POINTS = """
  const document_ = Bokeh.documents.find((found) => found.get_model_by_name("lps"));
  const points = document_?.get_model_by_name("points");
"""


def generate_paper_jobs(page: Page) -> None:
    """Generate 25 moldable jobs as published, on which LTF is not optimal."""
    page.get_by_role("link", name="Workloads").click()
    page.get_by_role("link", name="Generate").click()
    page.get_by_role("link", name="Uniform, as published").click()
    page.get_by_label("Jobs", exact=True).fill("25")
    page.get_by_label("Processors", exact=True).fill("64")
    page.get_by_label("Profile").select_option("ceil")
    page.get_by_label("Name").fill("Paper jobs")
    page.get_by_role("button", name="Preview").last.click()
    page.get_by_role("button", name="Use this workload").click()
    expect(page.get_by_role("heading", name="Paper jobs")).to_be_visible()


def compare(page: Page, *titles: str) -> None:
    """Compare these algorithms and no others."""
    page.get_by_role("link", name="Compare algorithms").click()
    chosen = page.locator("input[name=on]:checked")
    while chosen.count():
        chosen.first.uncheck()
    for title in titles:
        page.get_by_role("checkbox", name=title, exact=True).check()
    page.locator("#compare-form").get_by_role("button", name="Compare").last.click()
    expect(page.get_by_role("heading", name=re.compile("^Paper jobs on"))).to_be_visible()


def drawn_points(page: Page) -> dict[str, Any]:
    """Return which model holds the points of the chart, once it has linear programs, and the last
    time in it, milliseconds."""
    look = "return points && { id: points.id, last: points.data.x.at(-1) };"
    found: dict[str, Any] = page.wait_for_function(f"() => {{ {POINTS} {look} }}").json_value()
    return found


def expect_growth(page: Page, before: dict[str, Any]) -> None:
    """Wait until the same chart, not a new one, shows two seconds more."""
    grown = "return points?.id === before.id && points.data.x.at(-1) > before.last + 2000;"
    page.wait_for_function(f"(before) => {{ {POINTS} {grown} }}", arg=before)


def test_a_search_is_watched_stopped_and_kept(alice: Page) -> None:
    generate_paper_jobs(alice)
    compare(alice, "Largest task first", "Successive LP", "Local search")
    alice.get_by_role("link", name="Successive LP", exact=True).click()

    expect(alice.locator(DRAWN)).to_be_visible()
    expect_growth(alice, drawn_points(alice))
    solved = alice.locator("[data-number=lps] dd")
    expect(solved).to_have_text(re.compile(r"^[1-9]"))
    expect(alice.get_by_role("img", name=re.compile("^Best makespan .* s after"))).to_be_visible()

    stale = alice.get_by_text("The server does not answer")
    alice.route("**/search/news/", lambda route: route.abort())
    expect(stale).to_be_visible()
    alice.unroute("**/search/news/")
    expect(stale).to_be_hidden()

    alice.get_by_role("button", name="Stop").click()
    expect(alice.get_by_text("Stopped early", exact=True)).to_be_visible()
    expect(alice.locator(".lead")).to_contain_text(re.compile("Makespan .*: within .* optimum"))
    expect(alice.get_by_role("button", name="Discard")).to_have_count(0)
    expect(alice.locator("[data-live]")).to_have_count(0)
    alice.locator("#search").scroll_into_view_if_needed()
    expect(alice.locator(DRAWN)).to_be_visible()
    alice.locator("#schedule").scroll_into_view_if_needed()
    expect(alice.locator(CHARTS)).to_be_attached()

    alice.get_by_role("link", name=re.compile("^Paper jobs on")).click()
    rows = alice.locator("#results tbody tr")
    expect(rows).to_have_count(3)
    expect(alice.locator("#results thead")).to_contain_text("optimality")
    expect(rows.filter(has_text="Local search")).to_contain_text("proved optimal")
    stopped = rows.filter(has_text="Successive LP")
    expect(stopped).to_contain_text("stopped early")
    expect(stopped).to_contain_text(re.compile(r"within [\d.]+\s% of the optimum"))
