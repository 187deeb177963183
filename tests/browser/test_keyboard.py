"""The whole journey by the keyboard: what is compared, its charts job by job, and a link to it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.keyboard import Keyboard
from tests.browser.test_journeys import CHARTS, finished

pytestmark = pytest.mark.browser

FACTS = "[data-gantt-facts]"
WITHIN = """
    (found) => found.contains(document.activeElement) || document.activeElement === document.body
"""


def said(page: Page) -> str:
    """Return what screen readers say of the job that the keyboard is at."""
    expect(page.locator(FACTS)).to_contain_text("Job ")
    return page.locator(FACTS).inner_text()


def dialog_holds_the_focus(keys: Keyboard, dialog: Locator) -> None:
    """Tab goes round within an open dialog (and the browser's own controls)."""
    for _ in range(12):
        keys.press("Tab")
        assert dialog.evaluate(WITHIN)


def compare(keys: Keyboard) -> None:
    """From the first page to a comparison of another workload than the one that is proposed."""
    page = keys.page
    keys.open(page.get_by_role("link", name="Compare", exact=True).first)
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    workload = page.get_by_label("Workload")
    keys.reach(workload)
    keys.press("T", "e", "n")  # a list is searched by typing
    expect(workload.locator("option:checked")).to_contain_text("Ten moldable jobs")
    expect(page.get_by_text("10 moldable jobs")).to_be_visible()
    for name in ("DEMT", "Largest task first"):
        box = page.get_by_role("checkbox", name=re.compile(f"^{name}"))
        keys.reach(box)
        if not box.is_checked():
            keys.press("Space")
        expect(box).to_be_checked()
    keys.open(page.locator("#compare-form").get_by_role("button", name="Compare").last)
    expect(page.get_by_role("heading", name=re.compile("^Ten moldable jobs on"))).to_be_visible()
    finished(page)


def walk(keys: Keyboard) -> str:
    """Go from job to job of the first chart; return what the one says that is pinned at last."""
    page = keys.page
    chart = page.get_by_role("application").first
    keys.reach(chart)
    heard = [said(page)]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
        keys.press(key)
        heard.append(said(page))
        expect(page.locator(".gantt-tooltip")).to_be_visible()
    first, second, third, again, last, home = heard
    assert len({first, second, third, last}) == 4
    assert again == second
    assert home == first
    assert re.search(r"^Job \d+, .*processor.*, starts at .*wait", first)
    keys.press("ArrowRight", "Enter")
    expect(page.locator(FACTS)).to_contain_text("Pinned: Job")
    return page.locator(FACTS).inner_text()


def ask(keys: Keyboard) -> None:
    """Zoom, find jobs, and look up the keys."""
    page = keys.page
    keys.press("+")
    page.wait_for_url(re.compile(r"[?&]from="))
    keys.press("/")
    expect(page.get_by_label("Find job")).to_be_focused()
    page.keyboard.type("width>=2")
    keys.press("Enter")
    expect(page.get_by_role("region", name="Jobs that stand out")).to_be_visible()
    opener = page.get_by_role("button", name="Keyboard shortcuts")
    keys.open(opener)
    dialog = page.locator("dialog[data-gantt-help]")
    expect(dialog.get_by_text("go to the job before and after")).to_be_visible()
    dialog_holds_the_focus(keys, dialog)
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def share(keys: Keyboard) -> str:
    """Make a link, and return it."""
    page = keys.page
    page.reload()  # back to the top
    expect(page.locator(CHARTS)).to_be_attached()
    keys.open(page.get_by_role("link", name="Share", exact=True))
    label = page.get_by_label("Label")
    keys.reach(label)
    page.keyboard.type("for Charlie")
    keys.press("Enter")
    made = page.get_by_label("Link", exact=True)
    expect(made).to_be_focused()
    keys.press("Escape")
    return made.input_value()


def test_the_whole_journey_needs_no_mouse(alice: Page) -> None:
    keys = Keyboard(alice)
    compare(keys)
    for tab in ("Trade-offs", "Ranking", "Schedules"):
        keys.open(alice.get_by_role("navigation", name="Tabs").get_by_role("link", name=tab))
        alice.wait_for_url(re.compile(f"/{tab.lower()}/"))
    expect(alice.locator(CHARTS)).to_be_attached()
    pinned = walk(keys)
    ask(keys)
    link = share(keys)
    alice.goto(link)
    expect(alice.locator(CHARTS)).to_be_attached()
    keys.reach(alice.get_by_role("application").first)
    assert pinned.removeprefix("Pinned: ") == said(alice)
    assert keys.unseen == []
