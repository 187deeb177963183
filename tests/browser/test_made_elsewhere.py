"""A schedule made elsewhere: uploaded, drawn in red, and seen by readers with the link."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.conftest import NewPage
from tests.browser.test_journeys import CHARTS, open_sample

pytestmark = pytest.mark.browser


def broken_schedule(page: Page, folder: Path) -> Path:
    """Download the schedule of a run, and let its last job start before it is released."""
    page.get_by_role("link", name="EASY backfilling").first.click()
    page.locator("summary", has_text="More").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Schedule as CSV").click()
    whole = folder / "theirs.csv"
    download.value.save_as(whole)
    with whole.open(newline="") as file:
        rows = list(csv.DictReader(file))
    late = max(rows, key=lambda row: float(row["submission_time"]))
    late |= {"starting_time": "0", "finish_time": late["execution_time"]}
    late |= {"waiting_time": "", "turnaround_time": "", "stretch": ""}
    with whole.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    page.go_back()
    return whole


@pytest.mark.samples(BACKFILLING)
def test_upload_a_schedule_that_breaks_rules_and_share_it(
    alice: Page, browse: NewPage, tmp_path: Path
) -> None:
    open_sample(alice)
    theirs = broken_schedule(alice, tmp_path)
    alice.locator("summary", has_text="More").first.click()
    alice.get_by_role("link", name="Add a schedule made elsewhere").click()
    alice.locator("input[type=file]").set_input_files(theirs)
    alice.get_by_label("Name").fill("Theirs")
    alice.get_by_label("Made by").fill("a student")
    alice.get_by_role("button", name="Add", exact=True).click()
    expect(alice.get_by_role("heading", name="What breaks the rules")).to_be_visible()
    expect(alice.get_by_text("before its release at").first).to_be_visible()
    expect(alice.get_by_role("heading", name="Made elsewhere by a student")).to_be_visible()
    expect(alice.locator(CHARTS)).to_be_attached()
    expect(alice.locator(".gantt-broken")).to_be_visible()

    alice.locator(".crumb a").last.click()
    row = alice.locator("#results tbody tr", has_text="Theirs")
    expect(row).to_contain_text("made elsewhere by a student")
    expect(row).to_contain_text("breaks rules")
    alice.get_by_role("link", name="Share").click()
    alice.get_by_role("button", name="Create a link").click()
    link = alice.get_by_label("Link", exact=True).input_value()

    charlie = browse()
    charlie.goto(link)
    row = charlie.locator("#results tbody tr", has_text="Theirs")
    expect(row).to_contain_text("made elsewhere by a student")
    row.get_by_role("link", name="Theirs").click()
    expect(charlie.get_by_role("heading", name="What breaks the rules")).to_be_visible()
    expect(charlie.get_by_role("heading", name="Made elsewhere by a student")).to_be_visible()
    expect(charlie.locator(".gantt-broken")).to_be_visible()
    expect(charlie.get_by_role("link", name="Add a schedule made elsewhere")).to_have_count(0)
