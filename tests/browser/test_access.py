"""Every page for everybody: what axe-core finds of it in the light, in the dark and on a phone."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize, expect

from schedweb.runs.samples import BACKFILLING, FEWER_DEPLOYMENTS, NINE_STRATEGIES
from tests.browser.conftest import NewPage
from tests.browser.test_journeys import finished
from tests.browser.visited import Site, open_visit, visits
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

WIDE: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
RUN = """
    async (rules) => {
      const within = document.querySelector("dialog[open], details.menu[open]") ?? document;
      const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
      const { violations } = await axe.run(within, { ...only, resultTypes: ["violations"] });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map(({ html, target, any }) =>
          `${id}: ${target} ${any[0]?.message ?? ""} ${html.slice(0, 160)}`));
    }
"""
"""Runs all rules or some on the page, or on the dialog that is open."""
UNFOLD = """
    () => [...document.querySelectorAll("details:not(.menu)")].slice(0, 12)
      .forEach((found) => found.open = true)
"""
"""Opens what is folded; of many, the first: they are alike."""
DARK = ["color-contrast", "link-in-text-block"]
"""Rules that the dark may break."""
NARROW = ["scrollable-region-focusable", "target-size"]
"""Rules that a narrow page may break."""


@pytest.mark.samples(BACKFILLING, FEWER_DEPLOYMENTS, NINE_STRATEGIES)
def test_axe_finds_nothing_serious_on_any_page(
    alice: Page, browse: NewPage, team: Launched
) -> None:
    start_study(alice)
    site = Site(team.address, alice)
    for title in site.every("comparisons"):
        alice.goto(team.address)
        alice.get_by_role("link", name=title).last.click()
        finished(alice)
    stranger = browse(viewport=WIDE)
    found: dict[str, list[str]] = {}
    for visit in visits(site):
        page = stranger if visit.is_public else alice
        open_visit(page, site, visit)
        for view, violations in examined(page).items():
            if violations:
                found[f"{visit.name} ({visit.address}), {view}"] = violations
    assert found == {}


def start_study(page: Page) -> None:
    """Start one figure of a paper, once for each value."""
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="DEMT against lists, Gang and Sequential").last.click()
    page.get_by_label("Repetitions of each value").fill("1")
    page.get_by_label("Figures").select_option("fig3")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#progress .study-progress .badge")).to_have_text("finished")


def examined(page: Page) -> dict[str, list[str]]:
    """Return what axe-core finds of a page that is open, by how it is looked at."""
    page.emulate_media(reduced_motion="reduce")  # colours on their way are no colours
    page.evaluate(UNFOLD)
    page.evaluate(AXE_SCRIPT)
    light = page.evaluate(RUN, None)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(RUN, DARK)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    phone = page.evaluate(RUN, NARROW)
    page.set_viewport_size(WIDE)
    return {"light": light, "dark": dark, "phone": phone}
