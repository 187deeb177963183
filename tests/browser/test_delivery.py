"""Each tab of a comparison takes few requests and kilobytes, also where nothing was kept."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from schedweb.runs.samples import BACKFILLING
from tests.bench.wire import Counted
from tests.browser.test_journeys import finished

pytestmark = pytest.mark.browser
REQUESTS, KILOBYTES = 100, 450
"""One request for each module: browsers ask for all at once, and keep them."""
CHARTED = 400
"""Kilobytes besides of the jobs in charts: 40 bytes for each of 10,000, in packs and pictures."""
IMMUTABLE = "max-age=315360000, public, immutable"


@pytest.mark.samples(BACKFILLING)
def test_each_tab_takes_few_requests_and_kilobytes_beside_bokeh(alice: Page) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    links = alice.locator(".tabs a[data-tab]").all()
    addresses = [str(link.evaluate("link => link.href")) for link in links]
    assert len(addresses) >= 4
    session = alice.context.new_cdp_session(alice)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    kept: dict[str, str] = {}
    alice.on("response", lambda answer: kept.update({answer.url: _kept(answer.headers)}))
    for address in addresses:
        counted = Counted(session)
        alice.goto(address, wait_until="networkidle")
        assert 5 <= counted.requests <= REQUESTS, address
        most = KILOBYTES + CHARTED * address.endswith("/schedules/")
        assert 20 <= counted.size / 1000 <= most, address
        counted.stop()
    static = {url: how for url, how in kept.items() if "/static/" in url}
    assert len(static) >= 8
    assert {url for url, how in static.items() if how != IMMUTABLE} == set()
    assert all(re.search(r"\.[0-9a-f]{12}\.\w+$", url) for url in static)


def _kept(headers: dict[str, Any]) -> str:
    return str(headers.get("cache-control", ""))
