"""From the log of a machine to the charts of one of its days."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.test_journeys import CHARTS, finished, open_tab

pytestmark = pytest.mark.browser

HEAD = "JobID|User|Account|JobName|Submit|Start|End|AllocCPUS|State"
FIRST = datetime(2026, 3, 27, 8, 0, 0)
JOBS = 120


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What sacct prints of five days, in which clocks go forward in Berlin."""
    lines = [HEAD]
    for i in range(JOBS):
        came = FIRST + timedelta(hours=i)
        if came.hour == 2:  # an hour that there was not on one of the days
            came += timedelta(minutes=90)
        times = (came, came + timedelta(minutes=5), came + timedelta(minutes=95))
        cells = [f"{time:%Y-%m-%dT%H:%M:%S}" for time in times]
        person = ("walter", "astrid")[i % 2]
        lines.append(f"{i + 1}|{person}|lab|run.sh|{'|'.join(cells)}|{1 + i % 4}|COMPLETED")
    path = tmp_path / "sacct.txt"
    path.write_text("\n".join([*lines, ""]))
    return path


def test_a_log_becomes_pseudonyms_and_a_chart_of_one_of_its_days(
    alice: Page, browse: NewPage, log: Path
) -> None:
    alice.get_by_role("link", name="Upload a trace").click()
    alice.get_by_label("Replace users, accounts and job names").check()
    alice.locator("input[type=file]").set_input_files(log)
    expect(alice.get_by_text(f"{JOBS} jobs kept, 0 left out")).to_be_visible()
    expect(alice.get_by_text("Users, accounts and job names are pseudonyms.")).to_be_visible()
    assert "walter" not in alice.content()
    alice.get_by_role("link", name="Say what its columns mean").click()
    alice.get_by_label("Time zone of times that name none").fill("Europe/Berlin")
    alice.get_by_role("button", name="Read the whole file so").click()
    alice.wait_for_url("**/uploads/*/")  # the page before has a column of that name
    alice.get_by_label("Name").fill("A week in spring")
    alice.get_by_role("button", name="Use this workload").click()
    expect(alice.get_by_text("2026-03-27 08:00:00 CET (Europe/Berlin)")).to_be_visible()
    assert "walter" not in alice.content()

    alice.get_by_role("link", name="Compare algorithms").click()
    alice.locator("#compare-form").get_by_role("button", name="Compare").last.click()
    finished(alice)
    open_tab(alice, "Schedules")
    finder = alice.get_by_label("Find job or date")
    finder.fill("2026-03-29")
    finder.press("Enter")
    shown = alice.locator("[data-gantt-range]")
    expect(shown).to_have_text("2026-03-29 00:00:00 CET – 2026-03-30 00:00:00 CEST")
    alice.wait_for_url(re.compile(r"[?&]from="))

    alice.get_by_role("link", name="Share").click()
    alice.get_by_label("Label").fill("for Charlie")
    alice.get_by_role("button", name="Create a link").click()
    link = alice.get_by_label("Link", exact=True).input_value()
    charlie = browse()
    charlie.goto(link)
    expect(charlie.locator(CHARTS)).to_be_attached()
    shared = charlie.locator("[data-gantt-range]")
    expect(shared).to_have_text("2026-03-29 00:00:00 CET – 2026-03-30 00:00:00 CEST")
    charlie.locator(".clock select").last.select_option("since the start")
    expect(shared).to_have_text("1 d 16:00 – 2 d 15:00")
