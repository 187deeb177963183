"""The classroom in a real browser: steps by button and key, playing, and editing in place."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_class_steps_plays_and_edits(alice: Page) -> None:
    origin = re.sub(r"(?<!/)/(?!/).*", "", alice.url)
    alice.goto(f"{origin}/classroom/")
    now = alice.get_by_role("status")
    expect(now).to_contain_text("event 1 of 16")
    alice.get_by_role("link", name="Next event").click()
    expect(now).to_contain_text("event 2 of 16")
    alice.wait_for_url(re.compile("step=1"))
    alice.get_by_role("heading", name="Classroom").click()
    alice.keyboard.press("ArrowRight")
    expect(now).to_contain_text("event 3 of 16")
    alice.keyboard.press("ArrowLeft")
    expect(now).to_contain_text("event 2 of 16")
    alice.get_by_role("button", name="Play").click()
    expect(now).to_contain_text("event 4 of 16")
    alice.get_by_role("button", name="Pause").click()

    alice.get_by_label("Time of job 1", exact=True).fill("5")
    alice.get_by_label("Time of job 1", exact=True).press("Tab")
    alice.wait_for_url(re.compile("jobs=2x5"))
    alice.get_by_role("link", name="Last").click()
    expect(alice.get_by_text("mean wait").first).to_be_visible()
