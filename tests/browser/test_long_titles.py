"""The longest names that are allowed, without a space, widen no page."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.browser.test_journeys import finished
from tests.browser.visited import Site
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

LONGEST = "W" * 200
PAGES = (
    "/",
    "/comparisons/",
    "/workloads/",
    "/clusters/",
    "/search/?q=W",
    "/workloads/{workload}/",
    "/clusters/{machine}/",
    "/comparisons/{comparison}/",
    "/comparisons/{comparison}/schedules/",
    "/comparisons/{comparison}/#share",
)
LABELLED = {"algorithm": "fcfs", "label": "L" * 100}
WIDTH = "document.documentElement.scrollWidth"
WIDTHS = (1280, 390)


def stored(site: Site) -> dict[str, str]:
    """Store things of the longest names, and return their ids."""
    sent: dict[str, Any] = {"name": LONGEST, "file": {"name": "a.swf", "mimeType": "text/plain"}}
    sent["file"]["buffer"] = factories.SWF
    workload = site.posted("/api/v1/workloads", multipart=sent).json()["id"]
    machine = {"name": "M" * 100, "sites": [{"processors": 4}]}
    cluster = site.posted("/api/v1/clusters", data=machine).json()["id"]
    asked = {"workload": workload, "cluster": cluster, "algorithms": [LABELLED]}
    made = site.posted("/api/v1/comparisons", data={"title": LONGEST, **asked}).json()["id"]
    return {"workload": workload, "machine": cluster, "comparison": made}


def test_no_page_is_wider_than_its_window(alice: Page, team: Launched) -> None:
    site = Site(team.address, alice)
    things = stored(site)
    alice.goto(f"{site.address}/comparisons/{things['comparison']}/")
    finished(alice)
    for width in WIDTHS:
        alice.set_viewport_size({"width": width, "height": 900})
        for page in PAGES:
            alice.goto("about:blank")
            alice.goto(site.address + page.format(**things))
            assert alice.evaluate(WIDTH) <= width, page
    alice.set_viewport_size({"width": WIDTHS[0], "height": 900})
    for page in ("/comparisons/", "/workloads/", "/clusters/", "/search/?q=W"):
        alice.goto(site.address + page)
        box = alice.locator("#list-found .table-box")
        assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth"), page
