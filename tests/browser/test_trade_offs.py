"""Trade-offs in a real browser: the chart, its controls, and what is pointed at in three planes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_journeys import open_tab

pytestmark = pytest.mark.browser

GENERATED = {
    "generator": "environments",
    "params": {"environments": 4},
    "jobs": 60,
    "processors": 32,
}
TARGETS = [1.0, 1.5, 3.0]


def asked(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask the API in the name of the person who is logged in."""
    origin = re.sub(r"(?<!/)/(?!/).*", "", page.url)
    [token] = [c["value"] for c in page.context.cookies() if c["name"] == "csrftoken"]
    headers = {"X-CSRFToken": token, "Referer": origin}
    answer = page.request.post(f"{origin}/api/v1/{path}", data=body, headers=headers)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    if answer.status == 202:  # a busy machine: the task goes on
        task = f"{origin}{answer.headers['location']}"
        while not found["result"]:
            page.wait_for_timeout(500)
            found = page.request.get(task).json()
            assert not found["error"], found
        [key] = found["result"].values()
        return {"id": key}
    return found


def open_comparison(page: Page) -> None:
    jobs = asked(page, "workloads/generate", GENERATED)["id"]
    sites = [{"name": "main", "processors": 32}]
    cluster = asked(page, "clusters", {"name": "Lab", "sites": sites})["id"]
    algorithms = [
        {"algorithm": "env-blind"},
        {"algorithm": "gls", "vary": {"lam": TARGETS}},
        {"algorithm": "gls-plus", "vary": {"lam": TARGETS}},
    ]
    made = {"workload": jobs, "cluster": cluster, "algorithms": algorithms}
    page.goto(asked(page, "comparisons", made)["page"])
    expect(page.locator("#results tbody tr")).to_have_count(1 + 2 * len(TARGETS))
    expect(page.locator("#results[data-poll]")).to_have_count(0)
    page.wait_for_load_state()  # the page reloads as the last run ends: its scripts, too
    open_tab(page, "Trade-offs")


def test_the_chart_follows_its_controls_and_the_address_follows_them(alice: Page) -> None:
    open_comparison(alice)
    section = alice.locator("#trade-offs")
    drawn = section.locator("#plot-trade-offs[data-drawn]")
    expect(section.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    section.locator("#plot-trade-offs").scroll_into_view_if_needed()
    expect(drawn.locator("canvas").first).to_be_attached()

    section.get_by_label("Guarantees of").select_option("none")
    alice.wait_for_url(re.compile("lambda=none"))
    section.locator("#plot-trade-offs").scroll_into_view_if_needed()
    expect(drawn.locator("canvas").first).to_be_attached()
    section.get_by_label("Axes").select_option("all three, side by side")
    alice.wait_for_url(re.compile("axes=all"))
    assert "lambda=none" in alice.url
    section.locator("#plot-trade-offs").scroll_into_view_if_needed()
    expect(drawn.locator("canvas").nth(3)).to_be_attached()

    alice.reload()
    expect(section.get_by_label("Axes").locator(":checked")).to_have_text("all three, side by side")
    section.get_by_role("link", name=f"Show all {1 + 2 * len(TARGETS)} runs").click()
    alice.wait_for_url(re.compile("points=all"))
    expect(section.get_by_label("Pages")).to_contain_text(f"of {1 + 2 * len(TARGETS)}")
    assert "axes=all" in alice.url


def test_tabs_keep_what_others_chose(alice: Page) -> None:
    open_comparison(alice)
    alice.get_by_label("Axes").select_option("sum")
    alice.wait_for_url(re.compile("axes=sum"))
    open_tab(alice, "Environments")
    alice.locator("#environments-quantity").select_option("work")
    alice.wait_for_url(re.compile(r"axes=sum.*environments=work"))
    open_tab(alice, "Trade-offs")
    alice.locator("#trade-offs").get_by_role("link", name="Show all").click()
    alice.wait_for_url(re.compile("points=all"))
    expect(alice.get_by_label("Axes")).to_have_value("sum")
    open_tab(alice, "Environments")
    expect(alice.locator("#environments-quantity")).to_have_value("work")

    alice.locator("#environments-quantity").select_option("jobs")
    alice.wait_for_url(re.compile("environments=jobs"))
    open_tab(alice, "Trade-offs")
    alice.get_by_role("link", name="Show the front only").click()
    alice.wait_for_url(re.compile(r"\?(?!.*points=)"))
    expect(alice.get_by_label("Axes")).to_have_value("sum")
    open_tab(alice, "Environments")
    expect(alice.locator("#environments-quantity")).to_have_value("jobs")


def test_what_is_chosen_before_the_scripts_are_there_counts(alice: Page) -> None:
    open_comparison(alice)
    held: list[Route] = []
    alice.route(re.compile("htmx"), lambda route: held.append(route))
    alice.goto(alice.url, wait_until="commit")
    alice.get_by_label("Axes").select_option("sum")
    for script in held:
        script.continue_()
    alice.wait_for_url(re.compile("axes=sum"))
