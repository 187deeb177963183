"""Why a job waited: asked above the charts, for the job that is pinned, and sent to others."""

import re

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.test_journeys import finished, open_tab

pytestmark = pytest.mark.browser


@pytest.mark.samples(BACKFILLING)
def test_the_pinned_job_is_explained_and_the_answer_follows_it(alice: Page) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    open_tab(alice, "Schedules")
    expect(alice.locator("section.gantt[data-ready]")).to_be_visible()
    alice.get_by_label("Find job").fill("100")
    alice.get_by_label("Find job").press("Enter")
    asked, answer = alice.get_by_label("Why did job"), alice.locator(".why-answer")
    expect(asked).to_have_value("100")
    alice.get_by_label("under", exact=True).select_option(index=1)
    alice.get_by_role("button", name="Explain").click()
    expect(answer.get_by_text("Job 100 under EASY")).to_be_visible()
    expect(answer.locator("p").filter(has_text="Job 100 on ")).to_be_visible()

    alice.get_by_label("Find job").fill("101")
    alice.get_by_label("Find job").press("Enter")
    expect(answer.get_by_text("Job 101 under EASY")).to_be_visible()
    answer.get_by_role("link", name="Link to this answer").click()
    alice.wait_for_url(re.compile(r"/why/\?job=101$"))
    expect(alice.get_by_role("heading", name="Why did job 101 wait?")).to_be_visible()
    alice.get_by_label("Job", exact=True).fill("none")
    alice.get_by_role("button", name="Explain").click()
    expect(alice.get_by_text("none is called 'none'")).to_be_visible()
