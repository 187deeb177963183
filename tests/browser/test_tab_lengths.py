"""No tab of a comparison of twenty runs is longer than two windows."""

import pytest
from playwright.sync_api import Page, ViewportSize

from schedweb.runs.samples import FEWER_DEPLOYMENTS, NINE_STRATEGIES, Compared
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


def too_long(site: Site, at: str) -> dict[str, int]:
    """Lengths of those tabs of a comparison that are longer than two windows, CSS pixels."""
    lengths = {}
    for tab in site.tabs(at):
        site.page.goto(f"{site.address}{tab}")
        if tab.endswith("/schedules/"):
            site.page.locator(CHARTS).wait_for()
        lengths[tab] = site.page.evaluate("document.documentElement.scrollHeight")
    assert len(lengths) >= 6
    return {tab: length for tab, length in lengths.items() if length > 2 * WINDOW["height"]}


def test_no_tab_is_longer_than_two_windows(alice: Page, team: Launched) -> None:
    alice.set_viewport_size(WINDOW)
    site = Site(team.address, alice)
    at = twenty_runs(site)
    alice.goto(f"{team.address}{at}")
    finished(alice)
    assert too_long(site, at) == {}


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(FEWER_DEPLOYMENTS, marks=pytest.mark.samples(FEWER_DEPLOYMENTS)),
        pytest.param(NINE_STRATEGIES, marks=pytest.mark.samples(NINE_STRATEGIES)),
    ],
    ids=["environments", "grid"],
)
def test_nor_are_tabs_of_samples(alice: Page, team: Launched, sample: Compared) -> None:
    alice.set_viewport_size(WINDOW)
    site = Site(team.address, alice)
    at = f"/comparisons/{site.every('comparisons')[sample.title]}/"
    alice.goto(f"{team.address}{at}")
    finished(alice)
    assert too_long(site, at) == {}
