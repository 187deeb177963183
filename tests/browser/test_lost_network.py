"""A page that renews its figures says when it cannot, of when they are, and what was deleted."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.refusals import FAULTS
from tests.browser.test_journeys import finished

pytestmark = pytest.mark.browser

POLLED = '<div id="polled" data-poll="{0}" hx-get="/polled/" hx-trigger="poll"></div>'
INSERT = """html => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  htmx.process(document.querySelector("main"));
}"""
POLL = 200  # milliseconds
OF = re.compile(r"these figures are of \d\d:\d\d, just now\. This page goes on trying\.")
UNCHANGED = 204


@pytest.fixture
def quiet(alice: Page) -> Page:
    """A page of Alice's on which answers may fail."""
    page = alice.context.new_page()
    page.goto(alice.url)
    return page


def poll(page: Page) -> None:
    page.evaluate(INSERT, POLLED.format(POLL))


@pytest.mark.parametrize("name", FAULTS)
def test_two_lost_answers_are_told_and_the_next_good_one_ends_it(quiet: Page, name: str) -> None:
    strip = quiet.locator(".connection")
    asked: list[Route] = []
    is_well = False

    def answer(route: Route) -> None:
        asked.append(route)
        if is_well:
            route.fulfill(status=UNCHANGED)
        else:
            FAULTS[name](route)

    quiet.route("**/polled/", answer)
    poll(quiet)
    expect(strip).to_be_visible()
    assert len(asked) >= 2
    expect(strip).to_have_text(OF)
    is_well = True
    expect(strip).to_be_hidden()


def test_a_browser_that_is_offline_is_seen_and_comes_back_by_itself(quiet: Page) -> None:
    is_offline = False
    # The server knows no such address: what reached it would count as deleted.
    quiet.route(
        "**/polled/",
        lambda route: route.continue_() if is_offline else route.fulfill(status=UNCHANGED),
    )
    poll(quiet)
    strip = quiet.locator(".connection")
    quiet.wait_for_timeout(3 * POLL)
    expect(strip).to_be_hidden()
    quiet.context.set_offline(True)
    is_offline = True
    expect(strip).to_contain_text("Not connected; these figures are of")
    is_offline = False
    quiet.context.set_offline(False)
    expect(strip).to_be_hidden()


@pytest.mark.samples(BACKFILLING)
def test_a_comparison_that_was_deleted_elsewhere_shows_where_it_is(
    alice: Page, quiet: Page
) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    quiet.goto(alice.url)
    at = quiet.url
    asked: list[str] = []
    quiet.on("request", lambda request: asked.append(request.url))
    path = at.partition("//")[2].partition("/")[2]
    polled = f'<p id="polled" data-poll="{POLL}" hx-get="/{path}results/" hx-trigger="poll"></p>'
    quiet.evaluate(INSERT, polled)
    alice.locator("form[action$='/delete/'] button").first.evaluate("(one) => one.click()")
    alice.wait_for_url(re.compile("/comparisons/\\?"))
    expect(quiet.get_by_text("in the trash since")).to_be_visible()
    expect(quiet.get_by_role("button", name="Take it back")).to_be_visible()
    asked.clear()
    quiet.wait_for_timeout(5 * POLL)
    assert [url for url in asked if "results" in url] == []
    quiet.get_by_role("button", name="Take it back").click()
    expect(quiet.get_by_role("heading", name=BACKFILLING.title)).to_be_visible()


@pytest.mark.parametrize("status", [404, 410])
def test_what_was_deleted_for_good_is_asked_for_no_more(quiet: Page, status: int) -> None:
    quiet.goto(quiet.url + "clusters/new/")
    asked: list[Route] = []

    def gone(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=status, body="")

    quiet.route("**/polled/", gone)
    poll(quiet)
    strip = quiet.locator(".connection")
    expect(strip).to_contain_text("This was deleted; these figures are of")
    expect(strip.get_by_role("link", name="Machines")).to_be_visible()
    quiet.wait_for_timeout(5 * POLL)
    assert len(asked) == 1


def test_a_form_that_cannot_be_sent_stays_with_what_was_typed(quiet: Page) -> None:
    quiet.goto(quiet.url + "clusters/new/")
    quiet.get_by_label("Name").fill("Typed")
    quiet.locator("#processors-0").fill("4")
    quiet.context.set_offline(True)
    quiet.get_by_role("button", name="Save").last.click()
    expect(quiet.get_by_role("alert")).to_contain_text("“Save” was not carried out.")
    expect(quiet.get_by_label("Name")).to_have_value("Typed")
    quiet.context.set_offline(False)
    quiet.get_by_role("button", name="Save").last.click()
    expect(quiet.get_by_text("Typed is ready to be compared on.")).to_be_visible()


@pytest.mark.parametrize("name", ["403", "413", "500", "502", "connection refused"])
def test_back_from_a_form_that_was_refused_finds_what_was_typed(quiet: Page, name: str) -> None:
    at = quiet.url + "clusters/new/"
    quiet.goto(at)
    quiet.get_by_label("Name").fill("Typed")
    quiet.locator("#processors-0").fill("4")

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            FAULTS[name](route)
        else:
            route.continue_()

    quiet.route("**/clusters/new/", refuse)
    quiet.get_by_role("button", name="Save").last.click()
    quiet.wait_for_function("() => !document.querySelector('#cluster-form')")
    quiet.unroute("**/clusters/new/")
    quiet.go_back()
    if quiet.url != at:
        quiet.goto(at)
    expect(quiet.get_by_label("Name")).to_have_value("Typed")
