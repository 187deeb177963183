"""What is chosen in the section "Ranking" shows at once and stays in the address."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from schedweb.runs.samples import NINE_STRATEGIES
from tests.browser.test_journeys import finished, open_tab

pytestmark = pytest.mark.browser


def drawn(ranking: Locator) -> None:
    """Wait until the wins of pairs are drawn; they and what is around them may be folded."""
    folded = ranking.locator(
        "details.long-chart:not([open])", has=ranking.page.locator("#plot-pairs")
    )
    while folded.count():
        folded.first.locator("summary").first.click()
    ranking.locator("#plot-pairs").scroll_into_view_if_needed()
    expect(ranking.locator("#plot-pairs[data-drawn] canvas").first).to_be_attached()


@pytest.mark.samples(NINE_STRATEGIES)
def test_choices_of_the_ranking_show_at_once(alice: Page) -> None:
    alice.get_by_role("link", name=NINE_STRATEGIES.title).last.click()
    expect(alice.locator("#results tbody tr")).to_have_count(12)  # of 18, on two pages
    finished(alice)
    expect(alice.locator("#results[data-poll]")).to_have_count(0)
    alice.locator("#results .sort").first.click()
    alice.wait_for_url(re.compile("sort="))
    open_tab(alice, "Ranking")
    ranking = alice.locator("#ranking")
    expect(ranking.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    drawn(ranking)

    ranking.get_by_label("Table", exact=True).select_option("table-a2")
    expect(ranking.get_by_text("Best a for ρ")).to_be_visible()
    expect(ranking.get_by_label("Share", exact=True).locator(":checked")).to_have_text(
        "usual: the best a of each"
    )
    ranking.get_by_label("Metrics", exact=True).select_option("paper")
    expect(ranking.get_by_text("over 10 metrics")).to_be_visible()
    assert "table=table-a2" in alice.url
    assert "by=paper" in alice.url
    assert "sort=" in alice.url

    drawn(ranking)
    alice.reload()
    expect(ranking.get_by_text("Best a for ρ")).to_be_visible()
    expect(ranking.get_by_text("over 10 metrics")).to_be_visible()
