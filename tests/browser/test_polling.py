"""What asks the server again and again stops when it is led to another page."""

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

POLLED = """<div id="polled" data-poll="50" hx-get="/polled/" hx-trigger="poll"></div>"""

INSERT = """html => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  htmx.process(document.querySelector("main"));
}"""


@pytest.mark.parametrize("header", ["HX-Redirect", "HX-Refresh"])
def test_a_page_that_opens_slowly_is_asked_for_once(alice: Page, header: str) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    address = alice.url
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    answer = {"HX-Redirect": address, "HX-Refresh": "true"}[header]
    alice.route("**/polled/", lambda route: route.fulfill(headers={header: answer}))
    alice.route(address, hold)
    alice.evaluate(INSERT, POLLED)
    with alice.expect_request(address):
        pass
    alice.wait_for_timeout(1_000)  # while it would be asked for again
    assert len(asked) == 1
    asked[0].continue_()
    expect(alice.locator("#polled")).to_have_count(0)


def test_back_from_a_result_leads_to_where_one_asked_for_it(alice: Page) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    asked = alice.url
    alice.get_by_role("link", name="Algorithms", exact=True).first.click()
    result = alice.url.replace("/algorithms/", "/clusters/")
    alice.route("**/polled/", lambda route: route.fulfill(headers={"HX-Redirect": result}))
    alice.evaluate(INSERT, POLLED)
    alice.wait_for_url(result)
    alice.go_back()
    expect(alice).to_have_url(asked)
