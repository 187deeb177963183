"""No tab of a comparison of twenty runs is longer than two windows."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.test_journeys import CHARTS, finished
from tests.browser.visited import Site
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

WINDOW: ViewportSize = {"width": 1400, "height": 900}


def twenty_runs(site: Site) -> str:
    """Start twenty runs or more of jobs that arrive; return the address of their page."""
    policies = ("fcfs", "easy", "conservative", "easy-sjbf", "easy++", "first-fit", "maui")
    made = site.posted(
        "/api/v1/comparisons",
        data={
            "workload": site.every("workloads")["A small cluster, 1,000 jobs"],
            "cluster": site.every("clusters")["64 processors"],
            "title": "Twenty",
            "algorithms": [
                {"algorithm": "queue", "vary": {"order": "all"}},
                *({"algorithm": key} for key in policies),
            ],
        },
    ).json()
    assert len(made["runs"]) >= 20
    return f"/comparisons/{made['id']}/"


def test_no_tab_is_longer_than_two_windows(alice: Page, team: Launched) -> None:
    alice.set_viewport_size(WINDOW)
    site = Site(team.address, alice)
    at = twenty_runs(site)
    alice.goto(f"{team.address}{at}")
    finished(alice)
    lengths = {}
    for tab in site.tabs(at):
        alice.goto(f"{team.address}{tab}")
        if tab.endswith("/schedules/"):
            alice.locator(CHARTS).wait_for()
        lengths[tab] = alice.evaluate("document.documentElement.scrollHeight")
    assert len(lengths) >= 6
    assert {tab: n for tab, n in lengths.items() if n > 2 * WINDOW["height"]} == {}
