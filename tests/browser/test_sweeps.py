"""A sweep from the form to the schedules that are ticked, with a real server and worker."""

import re

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import NINE_STRATEGIES
from tests.browser.test_journeys import finished, open_tab

pytestmark = pytest.mark.browser

BOXES = "#rail input[type=checkbox][name=draw]"
TICKED = f"{BOXES}:checked"


ELEVEN = "Eleven small sites, 2,500 jobs (2,500 jobs)"
ENVIRONMENTS = "Eighty jobs in eight environments"
GRID_3 = "Grid 3 (11 sites, 136 processors)"


def choose_together(page: Page, **labels: str) -> None:
    """Choose options by the ids of their fields, before the server can answer to any choice; but
    not before the scripts of the page listen."""
    for id_ in labels:
        page.locator(f"#{id_}").wait_for()
    page.wait_for_load_state()
    page.evaluate(
        """(labels) => {
             for (const [id, label] of Object.entries(labels)) {
               const field = document.getElementById(id);
               field.value = [...field.options].find((option) => option.label === label).value;
               field.dispatchEvent(new Event('change', { bubbles: true }));
             }
           }""",
        labels,
    )
    expect(page.get_by_text("and the machine has 11 sites").first).to_be_visible()
    for id_, label in labels.items():
        expect(page.locator(f"#{id_} option:checked")).to_have_text(label)


def test_the_number_of_runs_follows_the_form(alice: Page) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    choose_together(alice, workload=ELEVEN, cluster=GRID_3)
    alice.get_by_text("Parameters and sweeps").click()
    alice.get_by_role("button", name="All nine strategies", exact=True).click()
    expect(alice.get_by_text("makes 9 runs")).to_be_visible()
    alice.get_by_label("Admissible", exact=True).fill("0.2:1:0.2")
    expect(alice.get_by_text("makes 45 runs")).to_be_visible()
    alice.get_by_label("Random").uncheck()
    expect(alice.get_by_text("makes 40 runs")).to_be_visible()
    expect(alice.locator("#makes-all")).to_contain_text("40 runs")
    alice.get_by_label("Admissible", exact=True).fill("0.2:1:0")
    for where in ("#makes-all", "[id^=makes-]:not(#makes-all)"):
        expect(alice.locator(where).get_by_text("with a step above 0")).to_be_visible()


def test_trade_offs_are_chosen_where_one_is_and_counted_with_every_tick(alice: Page) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    alice.get_by_role("link", name=ENVIRONMENTS).first.click()
    alice.get_by_role("link", name="Compare algorithms").click()
    choose = alice.get_by_role("button", name="Choose all 52 runs")
    expect(alice.get_by_text("Deployments take 200–300 s on this machine")).to_be_visible()
    choose.evaluate("button => button.scrollIntoView({block: 'start'})")
    before = alice.evaluate("scrollY")
    assert before > 0, "else nothing could move"
    choose.click()
    expect(alice.get_by_text("All are chosen.")).to_be_visible()
    assert abs(alice.evaluate("scrollY") - before) < 2
    expect(alice.locator("#makes-all")).to_contain_text("52 runs")
    alice.get_by_role("checkbox", name="List by environment").uncheck()
    expect(alice.get_by_text("All are chosen.")).to_be_hidden()
    expect(alice.locator("#makes-all")).to_contain_text("51 runs")


def test_a_tick_before_its_answer_takes_no_choice_of_many_back(alice: Page) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    alice.get_by_role("link", name=ENVIRONMENTS).first.click()
    alice.get_by_role("link", name="Compare algorithms").click()
    choose = alice.get_by_role("button", name="Choose all 52 runs")
    choose.evaluate(
        """(button) => {
             button.click();
             document.querySelector('[name=on]:not(:checked, :disabled)').click();
           }"""
    )
    expect(alice.get_by_text("All are chosen.")).to_be_visible()
    expect(alice.locator("#makes-all")).to_contain_text("52 runs")


@pytest.mark.samples(NINE_STRATEGIES)
def test_what_is_ticked_is_drawn_and_the_rest_of_the_view_stays(alice: Page) -> None:
    alice.get_by_role("link", name=NINE_STRATEGIES.title).last.click()
    expect(alice.locator(BOXES)).to_have_count(18)
    finished(alice)
    expect(alice.locator(TICKED)).to_have_count(8)
    for left in range(7, 1, -1):
        alice.locator(TICKED).nth(2).uncheck()
        expect(alice.locator(TICKED)).to_have_count(left)
    alice.locator("#results .sort").first.click()
    alice.wait_for_url(re.compile("sort="))
    expect(alice.locator("#results [aria-sort]")).to_have_count(1)
    expect(alice.locator(TICKED)).to_have_count(2)
    alice.get_by_role("button", name="Show selected").click()
    alice.wait_for_url(re.compile("sort=.*draw=.*draw="))
    finished(alice)
    expect(alice.get_by_text("Showing 2 of 18 runs")).to_be_visible()
    open_tab(alice, "Schedules")
    expect(alice.locator("[data-gantt-chart]")).to_have_count(2)
    open_tab(alice, "Results")
    alice.get_by_role("link", name="Show the best").click()
    alice.wait_for_url(re.compile(r"\?(?!.*draw=)"))
    open_tab(alice, "Schedules")
    expect(alice.locator("[data-gantt-chart]")).to_have_count(8)


@pytest.mark.samples(NINE_STRATEGIES)
def test_the_rail_picks_hides_and_pins_runs_on_every_tab(alice: Page) -> None:
    alice.get_by_role("link", name=NINE_STRATEGIES.title).last.click()
    finished(alice)
    boxes = alice.locator(BOXES)
    alice.get_by_role("link", name="None", exact=True).click()
    alice.wait_for_url(re.compile("draw=none"))
    boxes.nth(2).check()
    boxes.nth(6).click(modifiers=["Shift"])
    expect(alice.locator(TICKED)).to_have_count(5)
    alice.get_by_label("Find runs").fill("MLp")
    expect(alice.locator("#rail li:visible")).to_have_count(2)
    alice.get_by_label("Find runs").fill("")
    alice.get_by_role("button", name="Show selected").click()
    alice.wait_for_url(re.compile("(draw=.*){5}"))
    open_tab(alice, "Distributions")
    expect(alice.locator(TICKED)).to_have_count(5)
    hidden = alice.locator("#rail li").nth(3)
    name = hidden.locator(".label").inner_text()
    hidden.hover()
    hidden.get_by_role("button", name="Hide").click()
    alice.wait_for_url(re.compile("hide="))
    expect(boxes).to_have_count(17)
    expect(alice.get_by_text("1 hidden, which ranks")).to_be_visible()
    pinned = alice.locator("#rail li").nth(9)
    wanted = pinned.locator(".label").inner_text()
    pinned.locator("input").focus()
    pinned.get_by_role("button", name="Baseline").click()
    alice.wait_for_url(re.compile("against="))
    open_tab(alice, "Results")
    expect(alice.locator("#rail .pinned .label")).to_have_text(wanted)
    expect(alice.locator("#results tr", has_text="baseline")).to_contain_text(wanted)
    expect(alice.locator("#results tbody").get_by_text(name, exact=True)).to_have_count(0)
    alice.get_by_label("Group runs by").select_option(label="algorithm")
    alice.wait_for_url(re.compile("group=algorithm"))
    expect(alice.locator("#rail .group > summary")).to_contain_text("17")
    alice.set_viewport_size({"width": 390, "height": 800})
    alice.reload()
    expect(boxes.first).to_be_hidden()
    alice.locator("#rail > summary").click()
    expect(boxes.first).to_be_visible()
