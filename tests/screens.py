"""Photographs of every page, light, dark and on a phone: `make screens`.

All are written to `var/screens/`, to be looked at one by one; those that the README
and the site show also to `docs/pages/pictures/`, where they are committed.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from schedweb.base.config import PROJECT
from schedweb.runs.samples import BACKFILLING, TWO_CRITERIA
from tests.browser.conftest import PATIENCE, sign_up
from tests.browser.test_journeys import finished
from tests.browser.visited import Site, Visit, open_visit, visits
from tests.chromium import program
from tests.launch.launched import launched

ALL = PROJECT / "var" / "screens"
PICTURES = PROJECT / "docs" / "pages" / "pictures"
LOOKS: dict[str, dict[str, object]] = {
    "light": {"viewport": {"width": 1400, "height": 900}},
    "dark": {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
SHOWN = {
    (f"{BACKFILLING.title}, results", "light"): "comparison.png",
    (f"{BACKFILLING.title}, schedules", "dark"): "schedules.png",
    (f"{TWO_CRITERIA.title}, trade-offs", "light"): "trade-offs.png",
}
"""Pages that the README or the site shows, by name and look: as much as a window shows of each."""
STEP = 600  # pixels of a turn of the wheel


def main() -> None:
    """Start a server with samples, and photograph what it shows."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
            "SCHEDWEB_DATA": data,
            "SCHEDWEB_ALLOWED_HOSTS": "127.0.0.1",
        }
        expect.set_options(timeout=PATIENCE)
        with launched("team", environment) as server:
            page = browser.new_context().new_page()
            sign_up(page, server.address, "alice")
            photograph_all(browser, Site(server.address, page))


def photograph_all(browser: Browser, site: Site) -> None:
    """Photograph every page in every look, once all samples are computed."""
    for pk in site.every("comparisons").values():
        site.page.goto(f"{site.address}/comparisons/{pk}/")
        finished(site.page)
    state = site.page.context.storage_state()
    found = visits(site)
    ALL.mkdir(parents=True, exist_ok=True)
    for look, options in LOOKS.items():
        mine = browser.new_context(storage_state=state, **options).new_page()  # type: ignore[arg-type]
        stranger = browser.new_context(**options).new_page()  # type: ignore[arg-type]
        for visit in found:
            page = stranger if visit.is_public else mine
            open_visit(page, site, visit)
            photograph(page, visit, look)


def photograph(page: Page, visit: Visit, look: str) -> None:
    """Write what is open to a file: the whole page, or the window where a dialog is open."""
    if not visit.opens:
        for _ in range(0, page.evaluate("document.documentElement.scrollHeight"), STEP):
            page.mouse.wheel(0, STEP)
            page.wait_for_timeout(30)
        page.wait_for_load_state("networkidle")
        page.evaluate("scrollTo(0, 0)")
    if name := SHOWN.get((visit.name, look)):
        page.screenshot(path=PICTURES / name)
    path = file_of(visit.name, look)
    page.screenshot(path=path, full_page=not visit.opens)
    sys.stdout.write(f"{path.relative_to(PROJECT)}\n")


def file_of(name: str, look: str) -> Path:
    """Return the file of a photograph.

    >>> file_of("Sample: what backfilling brings, results", "dark").name
    'sample-what-backfilling-brings-results-dark.png'
    """
    words = re.findall(r"\w+", name.lower())
    return ALL / f"{'-'.join(words)}-{look}.png"


if __name__ == "__main__":
    main()
