"""Paper: one column, nothing cut, on A4 and Letter, upright and lying."""

import pytest
from playwright.sync_api import Page, ViewportSize

from schedweb.runs.samples import BACKFILLING, FEWER_DEPLOYMENTS, NINE_STRATEGIES
from tests.browser.conftest import NewPage
from tests.browser.test_access import start_study
from tests.browser.test_journeys import finished
from tests.browser.visited import Site, open_visit, visits
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

WINDOW: ViewportSize = {"width": 1400, "height": 900}
MARGIN = 2 * 12 / 25.4 * 96
"""Of print.css, left and right: CSS pixels."""
PAPER = {
    "A4 upright": 210 / 25.4 * 96,
    "Letter upright": 8.5 * 96,
    "Letter lying": 11 * 96,
    "A4 lying": 297 / 25.4 * 96,
}
COLUMNS = ".beside-rail, .columns-2, .split, .plots, .answer.panel"
"""What stands in columns on a screen."""
CUT = """
  (columns) => {
    const width = document.documentElement.clientWidth;
    const found = [];
    const inside = (root) => [...root.querySelectorAll("*")].flatMap((element) =>
      [element, ...(element.shadowRoot ? inside(element.shadowRoot) : [])]);
    const name = ({ outerHTML: html, textContent: text }) =>
      `${html.slice(0, 80)} ${text.slice(0, 40)}`;
    const isNothing = (element) => element.parentElement?.closest("svg")
      || element.closest(".visually-hidden, .bk-GlyphRenderer, input[type=file]");
    for (const element of inside(document.querySelector("main") ?? document.body)) {
      const { left, right, width: wide, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || !wide || !height || isNothing(element)) continue;
      if (right > width + 1 || left < -1) found.push(`beyond the page: ${name(element)}`);
      const { overflowX, overflowY, display, gridTemplateColumns } = getComputedStyle(element);
      const isOurs = element.getRootNode() === document;
      const isCut = (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
        || (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1);
      if (isOurs && isCut) found.push(`cut: ${name(element)}`);
      const count = gridTemplateColumns.split(" ").length;
      if (element.matches(columns) && display === "grid" && count > 1) {
        found.push(`${count} columns: ${name(element)}`);
      }
    }
    return found.slice(0, 5);
  }
"""


@pytest.mark.samples(BACKFILLING, FEWER_DEPLOYMENTS, NINE_STRATEGIES)
def test_nothing_is_cut_on_paper(alice: Page, browse: NewPage, team: Launched) -> None:
    start_study(alice)
    site = Site(team.address, alice)
    for pk in site.every("comparisons").values():
        alice.goto(f"{team.address}/comparisons/{pk}/")
        finished(alice)
    found: dict[str, list[str]] = {}
    stranger = browse(viewport=WINDOW)
    for visit in visits(site):
        if visit.opens:
            continue
        page = stranger if visit.is_public else alice
        page.set_viewport_size(WINDOW)
        page.emulate_media(media="screen")
        open_visit(page, site, visit)
        for paper, cut in printed(page).items():
            if cut:
                found[f"{visit.name} ({visit.address}), {paper}"] = cut
    assert found == {}


def printed(page: Page) -> dict[str, list[str]]:
    """Return what is cut of a page that is open, by the paper it is printed on."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    found = {}
    for paper, width in PAPER.items():
        page.set_viewport_size({"width": int(width - MARGIN), "height": 1000})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        found[paper] = page.evaluate(CUT, COLUMNS)
    return found


@pytest.mark.samples(BACKFILLING)
def test_what_a_wide_window_has_drawn_fits_paper(alice: Page, team: Launched) -> None:
    site = Site(team.address, alice)
    [pk] = site.every("comparisons").values()
    alice.goto(f"{team.address}/comparisons/{pk}/")
    finished(alice)
    alice.set_viewport_size({"width": 2400, "height": 1200})
    for tab in site.tabs(f"/comparisons/{pk}/"):
        alice.goto(f"{team.address}{tab}")
        if alice.locator("section[data-gantt]").count():
            alice.locator("section[data-gantt][data-ready]").wait_for()
        alice.pdf(format="Letter")  # with which `beforeprint` comes
        charts = alice.locator("main :is(.plot-place, .gantt-plot)")
        for place in charts.all():
            fit = float(place.evaluate("(one) => one.style.getPropertyValue('--fit') || 1"))
            assert place.evaluate("(one) => one.offsetWidth") * fit <= int(PAPER["A4 upright"])
