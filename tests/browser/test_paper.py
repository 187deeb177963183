"""What the server draws: without scripts, and on paper where no script has drawn yet."""

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.conftest import NewPage
from tests.browser.test_journeys import open_sample, open_tab

pytestmark = pytest.mark.browser

PICTURE = "figure[data-plot]:not([data-drawn]) .server-drawn img"
WIDTH = "(image) => image.decode().then(() => image.naturalWidth)"


@pytest.mark.samples(BACKFILLING)
def test_what_no_script_draws_is_drawn_by_the_server(alice: Page, browse: NewPage) -> None:
    open_sample(alice)
    open_tab(alice, "Distributions")
    tab = alice.url
    plain = browse(java_script_enabled=False, storage_state=alice.context.storage_state())
    plain.goto(tab)
    pictures = plain.locator(".server-drawn img")
    expect(pictures).to_have_count(plain.locator("figure[data-plot]").count())
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_be_visible()
        assert picture.evaluate(WIDTH) > 300

    alice.set_viewport_size({"width": 1000, "height": 300})  # the last plot is far below
    alice.goto(tab)
    late = alice.locator(PICTURE).last
    expect(late).to_be_attached()
    expect(late).to_be_hidden()
    with alice.expect_response(lambda answer: "file=svg" in answer.url):
        alice.pdf()
    alice.emulate_media(media="print")
    expect(late).to_be_visible()
    assert late.evaluate(WIDTH) > 300
