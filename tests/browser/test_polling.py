"""What asks the server again and again stops when it is led to another page."""

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

POLLED = """<div id="polled" data-poll="50" hx-get="/polled/" hx-trigger="poll"></div>"""


@pytest.mark.parametrize("header", ["HX-Redirect", "HX-Refresh"])
def test_a_page_that_opens_slowly_is_asked_for_once(alice: Page, header: str) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    address = alice.url
    asked: list[Route] = []
    answer = {"HX-Redirect": address, "HX-Refresh": "true"}[header]
    alice.route("**/polled/", lambda route: route.fulfill(headers={header: answer}))
    alice.route(address, lambda route: asked.append(route))
    alice.evaluate(
        "html => { document.querySelector('main').insertAdjacentHTML('beforeend', html);"
        "htmx.process(document.querySelector('main')); }",
        POLLED,
    )
    with alice.expect_request(address):
        pass
    alice.wait_for_timeout(1_000)  # while it would be asked for again
    assert len(asked) == 1
    asked[0].continue_()
    expect(alice.locator("#polled")).to_have_count(0)
