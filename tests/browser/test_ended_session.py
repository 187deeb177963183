"""A user whose session has ended logs in, and finds on the page of the form what they typed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.conftest import PASSWORD
from tests.browser.test_journeys import finished
from tests.browser.test_without_storage import BLOCKED

pytestmark = pytest.mark.browser

NOTHING_DONE = "You were logged out; nothing was done yet."
TYPED, CONSERVATIVE = "Typed before", "Conservative backfilling"
SWF = "; MaxProcs: 4\n1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n"


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def log_in_again(page: Page, name: str, *, undone: bool = True) -> None:
    """Log in where the page has led to."""
    page.wait_for_url(re.compile("/accounts/login/"))
    expect(page.get_by_text(NOTHING_DONE)).to_have_count(1 if undone else 0)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def rename(page: Page) -> Locator:
    page.locator("form[action$='/rename/'] input[name=name]").fill(TYPED)
    return page.get_by_role("button", name="Rename")


def compare(page: Page) -> Locator:
    page.get_by_role("checkbox", name=CONSERVATIVE, exact=True).first.uncheck()
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.get_by_label("Title").fill(TYPED)
    return page.locator("#compare-form").get_by_role("button", name="Compare").last


def machine(page: Page) -> Locator:
    page.get_by_role("button", name="Add a site").click()
    page.locator("#site-1").fill(TYPED)
    page.locator("#processors-1").fill("34")
    page.locator("#name").fill("two")
    page.locator("#processors-0").fill("12")
    return page.get_by_role("button", name="Save").last


def generate(page: Page) -> Locator:
    page.locator("#generate-form input[name=name]").fill(TYPED)
    return page.get_by_role("button", name="Preview").last


def paste(page: Page) -> Locator:
    page.get_by_text("Paste text instead").click()
    page.get_by_label("Jobs", exact=True).fill(TYPED)
    return page.get_by_role("button", name="Read and preview")


def describe(page: Page) -> Locator:
    page.locator("[data-dialog=describe]").first.evaluate("(opener) => opener.click()")
    page.locator("dialog[open] [name=title]").fill(TYPED)
    return page.locator("dialog[open] form .primary")


FORMS: dict[str, tuple[str, Callable[[Page], Locator], str]] = {
    "rename": ("workload", rename, "input[name=name]"),
    "compare": ("/compare/", compare, "#title"),
    "machine": ("/clusters/new/", machine, "#site-1"),
    "generate": ("/workloads/new/lublin/", generate, "input[name=name]"),
    "paste": ("/workloads/new/", paste, "textarea[name=text]"),
    "describe": ("comparison", describe, "dialog[open] [name=title]"),
}
"""Forms: their page, what is typed and pressed there, and where that stands afterwards."""


def opened(page: Page, place: str) -> str:
    """Open a page by its address, or an existing thing's page; return the name of its reader."""
    address = re.match(r"https?://[^/]+", page.url)
    assert address is not None
    if not place.startswith("/"):
        listed = page.request.get(f"{address[0]}/api/v1/{place}s").json()["results"]
        place = f"/{place}s/{listed[0]['id']}/"
    page.goto(f"{address[0]}{place}")
    page.wait_for_load_state()
    return page.locator(".site-header .who").inner_text()


@pytest.mark.parametrize("storage", ["with storage", "without"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.samples(BACKFILLING)
def test_what_was_typed_stands_in_its_form_after_the_log_in(
    alice: Page, form: str, storage: str
) -> None:
    place, typed, field = FORMS[form]
    if storage == "without":
        alice.add_init_script(BLOCKED)
    if place == "comparison":
        alice.get_by_role("link", name=BACKFILLING.title).last.click()
        finished(alice)
    name = opened(alice, place)
    at, button = alice.url, typed(alice)
    end_session(alice)
    button.click()
    log_in_again(alice, name)
    alice.wait_for_url(at)
    expect(alice.get_by_text(NOTHING_DONE)).to_be_visible()
    expect(alice.get_by_text("What you typed is in the form again.")).to_be_visible()
    expect(alice.locator(field).first).to_have_value(TYPED)
    if form == "compare":
        box = alice.get_by_role("checkbox", name=CONSERVATIVE, exact=True).first
        expect(box).not_to_be_checked()


@pytest.mark.samples(BACKFILLING)
def test_what_htmx_sends_too_late_leads_the_whole_page_to_the_log_in_and_back(alice: Page) -> None:
    name = opened(alice, "/compare/")
    alice.get_by_label("Title").fill(TYPED)
    end_session(alice)
    alice.get_by_role("checkbox", name=CONSERVATIVE, exact=True).first.click()
    log_in_again(alice, name)
    expect(alice.get_by_text("What you typed is in the form again.")).to_be_visible()
    expect(alice.get_by_label("Title")).to_have_value(TYPED)
    expect(alice.get_by_role("checkbox", name=CONSERVATIVE, exact=True).first).not_to_be_checked()


def test_a_page_that_is_only_looked_at_leads_back_without_a_word(alice: Page) -> None:
    name = opened(alice, "/workloads/")
    end_session(alice)
    alice.get_by_role("searchbox").fill("a")
    log_in_again(alice, name, undone=False)
    alice.wait_for_url(re.compile("/workloads/"))
    expect(alice.get_by_text(NOTHING_DONE)).to_have_count(0)


def test_a_file_that_is_sent_too_late_is_asked_for_again(alice: Page) -> None:
    name = opened(alice, "/workloads/new/")
    end_session(alice)
    alice.get_by_label("Replace users").check()
    file = {"name": "a.swf", "mimeType": "text/plain", "buffer": SWF.encode()}
    alice.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    log_in_again(alice, name)
    expect(alice.get_by_text("Choose the file again.")).to_be_visible()
    expect(alice.get_by_label("Replace users")).to_be_checked()


def test_no_other_user_gets_what_was_typed(alice: Page, newcomer: str) -> None:
    opened(alice, "/clusters/new/")
    button = machine(alice)
    end_session(alice)
    button.click()
    log_in_again(alice, newcomer)
    alice.wait_for_url(re.compile("/clusters/new/$"))
    expect(alice.locator("#name")).to_have_value("")
    expect(alice.get_by_text("What you typed is in the form again.")).to_have_count(0)
