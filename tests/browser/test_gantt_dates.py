"""Gantt charts of jobs with a calendar: dates along the axis, in tooltips, and to jump to."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.bench.gantt_site import served, write_dated
from tests.browser.test_gantt_charts import READY, open_charts, point_at_a_job

pytestmark = pytest.mark.browser

START = datetime(2026, 3, 27, 23, tzinfo=UTC).timestamp()
"""Midnight in Berlin, a day before clocks go forward."""
TICKS = """() => [...Bokeh.index.roots].filter(({ model }) => model.below).map(({ model }) => {
  const axis = model.below.find(({ visible }) => visible);
  const { ticks } = axis.ticker;
  return { name: axis.name, texts: ticks ? axis.formatter.doFormat(ticks) : [] };
})[0]"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page."""
    folder = tmp_path_factory.mktemp("dated")
    write_dated(folder, 4_000, START, "Europe/Berlin")
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Address of the page while it is served."""
    with served(site) as address:
        yield address


def axis(page: Page) -> dict[str, Any]:
    """Name and ticks of the time axis that is shown."""
    found: dict[str, Any] = page.evaluate(TICKS)
    return found


def test_a_typed_date_is_zoomed_to(page: Page, address: str) -> None:
    open_charts(page, address)
    finder = page.get_by_label("Find job or date")
    finder.fill("2026-03-29")
    finder.press("Enter")
    page.wait_for_url(re.compile("[?&]from="))
    expect(page.locator("[data-gantt-range]")).to_have_text(
        "2026-03-29 00:00:00 CET – 2026-03-30 00:00:00 CEST"
    )
    assert "from=86400&to=169200" in page.url, "a day of 23 hours"
    shown = axis(page)
    assert shown["name"] == "dates"
    assert shown["texts"][0] == "00:00\n29 Mar 2026"
    assert shown["texts"][-1] == "00:00\n30 Mar 2026"


def test_a_date_outside_is_told(page: Page, address: str) -> None:
    open_charts(page, address)
    page.get_by_label("Find job or date").fill("2025-03-29")
    page.get_by_label("Find job or date").press("Enter")
    answer = page.locator("[data-gantt-answer]")
    expect(answer).to_contain_text("2025-03-29 is outside: the charts go from 2026-03-28 00:00:00")


def test_the_switch_is_kept_by_the_browser(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=86400&to=100800")
    texts = axis(page)["texts"]
    assert texts[0] == "00:00\n29 Mar 2026"
    assert "01:30" in texts
    assert "02:30" not in texts, "an hour that there was not"
    assert "03:30" in texts
    page.get_by_label("Times").select_option("since the start")
    expect(page.locator("[data-gantt-range]")).to_have_text("1 d 00:00 – 1 d 04:00")
    assert axis(page)["name"] is None
    page.reload()
    page.wait_for_selector(READY, state="attached")
    expect(page.get_by_label("Times")).to_have_value("since")
    assert axis(page)["name"] is None
    page.get_by_label("Times").select_option("dates")
    assert axis(page)["name"] == "dates"


def test_tooltips_say_when_jobs_start(page: Page, address: str) -> None:
    open_charts(page, f"{address}?from=86400&to=100800")
    point_at_a_job(page)
    expect(page.locator(".gantt-tooltip")).to_contain_text("2026-03-2")
