"""The compare form in a real browser: rules, and fields that follow an inner algorithm."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

ROW = ".choice:has(input[name=entry][value$='.online-batch'])"


def test_fields_follow_the_inner_algorithm_and_keep_what_was_typed(alice: Page) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    row = alice.locator(ROW)
    row.locator("summary").first.click()
    inner = row.get_by_label("Algorithm", exact=True)
    inner.focus()
    inner.select_option("demt")
    shuffles = row.get_by_label("Shuffles")
    expect(shuffles).to_have_value("10")
    expect(row.locator("details").first).to_have_attribute("open", "")
    expect(inner).to_be_focused()
    shuffles.fill("3")
    row.get_by_label("Label").fill("Mine")
    inner.select_option("price")
    expect(row.get_by_label("Iterations")).to_be_visible()
    expect(shuffles).to_have_count(0)
    inner.select_option("demt")
    expect(shuffles).to_have_value("3")
    expect(row.get_by_label("Label")).to_have_value("Mine")

    row.get_by_role("button", name="Several values").click()
    expect(row.get_by_role("checkbox", name="demt")).to_be_checked()
    shuffles.fill("1:5")
    expect(row.get_by_text("makes 5 runs")).to_be_visible()
    row.get_by_role("checkbox", name="price").check()
    expect(row.get_by_text("makes 2 runs")).to_be_visible()
    expect(shuffles).to_have_count(0)
    row.get_by_role("checkbox", name="price").uncheck()
    expect(row.get_by_text("makes 5 runs")).to_be_visible()
    expect(shuffles).to_have_value("1:5")


def test_rules_hold_for_all_runs_and_stand_on_their_page(alice: Page) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    before = alice.get_by_label("Workload").input_value()
    alice.get_by_label("Jobs that outlive their estimate").select_option("kill")
    expect(alice.get_by_label("Jobs that outlive their estimate")).to_have_value("kill")
    alice.get_by_label("Events at the same instant").select_option("sequential")
    expect(alice.get_by_label("Events at the same instant")).to_have_value("sequential")
    assert alice.get_by_label("Workload").input_value() == before
    alice.get_by_role("button", name="Compare", exact=True).last.click()
    line = alice.locator("p.provenance").first
    expect(line).to_contain_text("jobs killed at their estimates · events one by one")


def test_a_formula_is_checked_as_it_is_typed_and_what_does_not_apply_is_out_of_sight(
    alice: Page,
) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    row = alice.locator(".choice:has(input[name=entry][value$='.queue'])")
    row.locator("summary").first.click()
    formula, weight = (row.get_by_label(name, exact=True) for name in ("Formula", "Weight age"))
    expect(formula).to_be_hidden()
    expect(weight).to_be_hidden()
    row.get_by_label("Order", exact=True).select_option("formula")
    expect(formula).to_be_visible()
    formula.fill("(w/p)^3*x")
    expect(row.locator("mark")).to_have_text("x")
    expect(row.get_by_text("x is not known")).to_be_visible()
    formula.fill("(w/p)^3*q")
    expect(row.locator("mark")).to_have_count(0)
    row.get_by_label("Order", exact=True).select_option("multifactor")
    expect(weight).to_be_visible()
    expect(formula).to_be_hidden()


def test_sets_search_and_batches_put_a_comparison_together(alice: Page) -> None:
    alice.get_by_role("link", name="Compare", exact=True).first.click()
    footer = alice.locator("#makes-all")
    alice.get_by_label("Workload").select_option(label="A busy machine, 10,000 jobs (10,000 jobs)")
    expect(footer).to_contain_text("3 runs")
    alice.get_by_role("checkbox", name="First fit").check()
    expect(footer).to_contain_text("4 runs")
    alice.get_by_role("searchbox", name="Search algorithms").fill("shortest easy")
    expect(alice.locator(".choice:visible")).to_have_count(6)  # what is ticked stays in sight
    alice.keyboard.press("Enter")
    expect(alice).to_have_url(re.compile("/compare/"))
    alice.get_by_role("searchbox", name="Search algorithms").fill("")
    alice.get_by_text("Schedules off-line: all jobs must be there at time 0").click()
    alice.get_by_role("button", name="Use Longest processing time first through").first.click()
    expect(footer).to_contain_text("5 runs")
    expect(alice.locator(ROW).get_by_label("Algorithm", exact=True)).to_have_value("lpt")
    expect(footer).to_be_in_viewport()
