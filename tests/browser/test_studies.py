"""A study from its card to its share link: started, paused, continued, looked at, opened."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage

pytestmark = pytest.mark.browser

BADGE = "#progress .study-progress .badge"


def open_tab(page: Page, title: str) -> None:
    """Open another tab of a study."""
    page.get_by_role("navigation", name="Tabs").get_by_role("link", name=title).click()


def start(page: Page, repetitions: int) -> None:
    """Start one figure of a paper; a short one may be finished when its page is there."""
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="DEMT against lists, Gang and Sequential").last.click()
    page.get_by_label("Repetitions of each value").fill(str(repetitions))
    page.get_by_label("Figures").select_option("fig3")
    page.get_by_role("button", name="Start").click()
    finished = page.locator(BADGE).filter(has_text="finished")
    expect(page.get_by_role("button", name="Pause").or_(finished).first).to_be_visible()


def test_a_study_is_started_paused_continued_and_shared(alice: Page, browse: NewPage) -> None:
    start(alice, 6)
    alice.get_by_role("button", name="Pause").click()
    expect(alice.get_by_role("button", name="Continue")).to_be_visible()
    expect(alice.locator(BADGE)).to_have_text("paused")
    alice.get_by_role("button", name="Continue").click()
    expect(alice.locator(BADGE)).to_have_text("finished")
    expect(alice.get_by_text("36 of 36 instances")).to_be_visible()
    expect(alice.locator(".verdicts .badge").first).not_to_have_text("not judged")
    open_tab(alice, "Figures")
    expect(alice.locator("figure[data-plot][data-drawn]").first).to_be_visible()
    open_tab(alice, "Results")

    alice.get_by_role("link", name="Share", exact=True).click()
    alice.get_by_role("button", name="Create a link").click()
    link = alice.get_by_label("Link", exact=True).input_value()
    reader = browse()
    reader.goto(link)
    expect(reader.get_by_role("heading", name="Verdicts")).to_be_visible()
    expect(reader.get_by_role("link", name="More repetitions")).to_have_count(0)
    open_tab(reader, "Figures")
    expect(reader.locator("figure[data-plot][data-drawn]").first).to_be_visible()


def test_what_is_opened_stays_open_while_the_page_renews_itself(alice: Page) -> None:
    start(alice, 40)
    statements = alice.locator("details.statements").first
    statements.locator("summary").click()
    expect(alice).to_have_title(re.compile(r"^\(\d+ %\) "))
    before = alice.locator("#progress").get_attribute("data-stamp")
    expect(alice.locator("#progress")).not_to_have_attribute("data-stamp", str(before))
    expect(statements).to_have_attribute("open", "")
    alice.get_by_role("button", name="Pause").click()
    expect(alice.get_by_role("button", name="Continue")).to_be_visible()


def test_figures_grow_while_the_page_is_open(alice: Page) -> None:
    start(alice, 4)
    open_tab(alice, "Figures")
    drawn = alice.locator("figure[data-plot][data-drawn]").first
    expect(drawn).to_be_visible()
    expect(alice.locator(BADGE)).to_have_count(0)
    expect(drawn).to_be_visible()
    assert alice.locator(".bk-Figure").count() <= 2, "figures are replaced, not added"


FIRST_POINT = """(figure) => {
  const view = Bokeh.index.roots.find(({ el }) => figure.contains(el));
  const sources = view.model.renderers.map(({ data_source }) => data_source);
  const { x, y } = sources.find(({ tags }) => tags.includes("link")).data;
  const [frame, box] = [view.frame, view.el.getBoundingClientRect()];
  return [box.left + frame.x_scale.compute(x[0]), box.top + frame.y_scale.compute(y[0])];
}"""
"""Where the first point of a figure is on the page."""
IS_DRAWN = """(figure) =>
  Bokeh.index.roots.some(({ el, model }) => figure.contains(el) && model.document.is_idle)
"""
"""Is this figure drawn to the end? Before that clicks on its points have no effect."""


def test_a_click_on_a_point_leads_to_its_instances(alice: Page) -> None:
    start(alice, 2)
    expect(alice.locator(BADGE)).to_have_text("finished")
    open_tab(alice, "Figures")
    plot = alice.locator("figure[data-plot]").first
    plot.scroll_into_view_if_needed()
    expect(plot).to_have_attribute("data-drawn", "")
    alice.wait_for_function(IS_DRAWN, arg=plot.element_handle())
    alice.mouse.click(*plot.evaluate(FIRST_POINT))
    expect(alice.get_by_role("heading", name=re.compile("25 jobs"))).to_be_visible()
    expect(alice.get_by_text("2 of 2 instances are computed")).to_be_visible()


def test_an_instance_opens_as_a_comparison(alice: Page) -> None:
    start(alice, 1)
    expect(alice.locator(BADGE)).to_have_text("finished")
    open_tab(alice, "What is computed")
    alice.locator("a.box").first.click()
    alice.get_by_role("button", name="Schedules of instance 1").click()
    expect(alice.get_by_role("heading", name=re.compile("repetition 1$"))).to_be_visible()
    expect(alice.locator("#results tbody tr")).to_have_count(11)


def test_a_study_of_ones_own_is_put_together_and_has_more_repetitions(alice: Page) -> None:
    alice.goto(f"{alice.url.rstrip('/')}/studies/new/")
    alice.get_by_label("Jobs", exact=True).fill("5, 10")
    alice.get_by_label("Title").fill("My own")
    alice.get_by_label("Repetitions of each value").fill("2")
    alice.get_by_role("button", name="Start").last.click()
    expect(alice.get_by_role("heading", name="My own", level=1)).to_be_visible()
    expect(alice.locator(BADGE)).to_have_text("finished")
    alice.get_by_role("link", name="More repetitions").click()
    alice.get_by_label("Repetitions of each value").fill("5")
    alice.get_by_role("button", name="Compute them").click()
    expect(alice.get_by_text("10 of 10 instances")).to_be_visible()
