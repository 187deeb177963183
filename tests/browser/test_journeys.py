"""What people come for, from the first click to the last, with a real server and worker."""

import os
import re
import signal
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from schedweb.runs.samples import BACKFILLING, TWO_CRITERIA
from tests.browser.conftest import NewPage
from tests.launch.launched import Launched
from tests.web import pages

pytestmark = pytest.mark.browser

CHARTS = "section[data-gantt][data-ready]"


def upload(page: Page, trace: Path) -> None:
    """Upload a trace, look at the preview, take it over."""
    page.get_by_role("link", name="Upload a trace").click()
    page.locator("input[type=file]").set_input_files(trace)
    expect(page.get_by_role("heading", name="busy.swf.gz")).to_be_visible()
    expect(page.get_by_text("4,000 jobs kept, 0 left out")).to_be_visible()
    page.get_by_label("Name").fill("Busy weeks")
    page.get_by_role("button", name="Use this workload").click()
    expect(page.get_by_role("heading", name="Busy weeks")).to_be_visible()


def compare(page: Page) -> None:
    """Compare what is proposed."""
    page.get_by_role("link", name="Compare algorithms").click()
    expect(page.get_by_label("Machine")).to_contain_text("128 processors")
    page.locator("#compare-form").get_by_role("button", name="Compare").last.click()
    expect(page.get_by_role("heading", name=re.compile("^Busy weeks on"))).to_be_visible()


def finished(page: Page) -> None:
    """Wait until a comparison has ended and its results stand: results of finished runs come
    earlier, on a page that reloads itself at the end."""
    expect(page.locator("#results:not([data-poll])")).to_be_attached()
    page.wait_for_load_state()


def open_tab(page: Page, title: str) -> None:
    """Open a tab of a comparison, with its charts if it has any."""
    tab = page.get_by_role("navigation", name="Tabs").get_by_role("link", name=title, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")
    page.wait_for_load_state()  # a page is there before its scripts are
    if title == "Schedules":
        expect(page.locator(CHARTS)).to_be_attached()


def open_sample(page: Page) -> None:
    """Open the sample comparison about backfilling, and wait until it is finished."""
    page.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(page)


def shown_times(page: Page) -> list[list[float]]:
    """Return the time that each Gantt chart shows."""
    found: list[list[float]] = page.evaluate(
        """() => [...Bokeh.index.roots]
             .filter(({ model }) => model.renderers?.some(({ name }) => name === 'raster'))
             .map(({ model }) => [model.x_range.start, model.x_range.end])"""
    )
    return found


def view_of(page: Page) -> dict[str, list[str]]:
    """Return what the address says of the view; table and charts write their parts in turn."""
    return parse_qs(urlsplit(page.url).query)


def assert_zoomed(page: Page, view: dict[str, list[str]], times: tuple[float, ...]) -> None:
    """The address has this view, and the charts show these times."""
    expect(page.locator(CHARTS)).to_be_attached()
    assert view_of(page) == view
    assert {tuple(shown) for shown in shown_times(page)} == {times}


def shared(page: Page) -> str:
    """Share what is shown; return the link."""
    page.get_by_role("link", name="Share").click()
    page.get_by_label("Label").fill("for Charlie")
    page.get_by_role("button", name="Create a link").click()
    return page.get_by_label("Link", exact=True).input_value()


def test_upload_compare_zoom_share_revoke(alice: Page, browse: NewPage, trace: Path) -> None:
    upload(alice, trace)
    compare(alice)
    finished(alice)
    expect(alice.locator("#results tbody tr")).to_have_count(3)
    alice.locator("#results .sort").first.click()
    alice.wait_for_url(re.compile("sort="))
    open_tab(alice, "Schedules")
    expect(alice.locator("[data-gantt-chart][data-drawn]")).to_have_count(3)

    [whole] = {tuple(shown) for shown in shown_times(alice)}
    alice.get_by_role("button", name="Zoom in").click()
    alice.wait_for_url(re.compile(r"[?&]from="))
    [closer] = {tuple(shown) for shown in shown_times(alice)}
    assert closer[1] - closer[0] < whole[1] - whole[0]
    zoomed = view_of(alice)
    assert {"from", "sort"} <= zoomed.keys()
    alice.reload()
    assert_zoomed(alice, zoomed, closer)

    link = shared(alice)
    charlie = browse()
    charlie.goto(link)
    assert_zoomed(charlie, zoomed, closer)
    open_tab(charlie, "Results")
    expect(charlie.locator("#results tbody tr")).to_have_count(3)
    expect(charlie.locator("[aria-sort]")).to_have_count(1)
    expect(charlie.get_by_role("link", name="Workloads")).to_have_count(0)
    charlie.get_by_role("link", name="EASY backfilling").first.click()
    expect(charlie.get_by_role("heading", name="Lower bounds")).to_be_visible()

    alice.get_by_role("button", name="Revoke").click()
    expect(alice.get_by_text("no longer opens anything")).to_be_visible()
    answer = charlie.goto(link)
    assert answer is not None
    assert answer.status == 410
    expect(charlie.get_by_text("This link was revoked")).to_be_visible()


def test_runs_are_cancelled_and_tried_again(alice: Page, team: Launched, trace: Path) -> None:
    upload(alice, trace)
    worker = team.programs()["worker"]
    os.kill(worker, signal.SIGSTOP)
    try:
        compare(alice)
        expect(alice.locator(".badge.queued")).to_have_count(3)
        alice.get_by_role("button", name="Cancel all").click()
        expect(alice.locator(".badge.cancelled")).to_have_count(3)
        expect(alice.locator("[data-poll]")).to_have_count(0)
    finally:
        os.kill(worker, signal.SIGCONT)
    alice.get_by_role("button", name="Retry all").click()
    expect(alice.locator(".badge.cancelled")).to_have_count(0)
    finished(alice)
    expect(alice.locator("#results tbody tr")).to_have_count(3)


def test_the_chosen_theme_stays(browse: NewPage, team: Launched) -> None:
    page = browse(color_scheme="light")
    page.goto(f"{team.address}/accounts/login/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.goto(f"{team.address}/accounts/signup/", wait_until="commit")
    page.wait_for_selector("body")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.samples(BACKFILLING)
def test_the_keyboard_reaches_everything(alice: Page) -> None:
    open_sample(alice)
    alice.reload()
    alice.keyboard.press("Tab")
    expect(alice.get_by_role("link", name="Skip to the content")).to_be_focused()
    alice.keyboard.press("Enter")
    assert alice.url.endswith("#content")
    header = alice.locator("#results .about").first
    header.focus()
    alice.keyboard.press("Enter")
    expect(alice.locator("dialog[open] .formula")).to_be_visible()
    alice.keyboard.press("Escape")
    expect(header).to_be_focused()
    alice.get_by_role("link", name="Schedules", exact=True).focus()
    alice.keyboard.press("Enter")
    expect(alice.locator(CHARTS)).to_be_attached()
    alice.keyboard.press("?")
    expect(alice.get_by_role("heading", name="Keys")).to_be_visible()
    alice.keyboard.press("Escape")
    alice.keyboard.press("/")
    expect(alice.get_by_label("Find job")).to_be_focused()


@pytest.mark.samples(BACKFILLING)
def test_everything_is_said_without_scripts(alice: Page, browse: NewPage) -> None:
    open_sample(alice)
    state = alice.context.storage_state()
    plain = browse(java_script_enabled=False, storage_state=state)
    asked: list[str] = []
    plain.on("request", lambda request: asked.append(request.url))
    plain.goto(alice.url)
    expect(plain.locator("#results tbody tr")).to_have_count(3)
    expect(plain.locator("#answer .lead")).to_contain_text("lowers the mean wait")
    plain.locator("#results .sort").first.click()
    expect(plain.locator("[aria-sort]")).to_have_count(1)
    plain.get_by_role("link", name="Schedules", exact=True).click()
    plain.locator("section.gantt").scroll_into_view_if_needed()
    expect(plain.locator("img.poster-light").first).to_be_visible()
    assert [url for url in asked if "poster" in url]
    assert not [url for url in asked if "/jobs/" in url], "what only scripts draw"


@pytest.mark.samples(BACKFILLING)
def test_phones_scroll_in_one_direction(alice: Page, team: Launched) -> None:
    open_sample(alice)
    comparison = alice.url
    run = alice.locator("#results tbody a").first.get_attribute("href")
    alice.set_viewport_size({"width": 360, "height": 740})
    strip = alice.locator("a[data-tab]").all()
    tabs = [f"{team.address}{tab.get_attribute('href')}" for tab in strip]
    general = [f"{team.address}{path}" for path in pages.GENERAL.values()]
    wide = {}
    for address in (comparison, *tabs, f"{team.address}{run}", *general):
        alice.goto(address)
        width = alice.evaluate("document.documentElement.scrollWidth")
        if width > 360:
            wide[address] = width
    assert wide == {}


def settled_nodes(page: Page) -> int:
    """Return the number of nodes once it has stayed the same for half a second."""
    counts: list[int] = []
    while len(counts) < 6 or len(set(counts[-6:])) > 1:
        counts.append(page.evaluate("document.querySelectorAll('*').length"))
        page.wait_for_timeout(100)
        assert len(counts) < 300, "the page never settles"
    return counts[-1]


@pytest.mark.samples(BACKFILLING)
def test_charts_do_not_grow_the_page_while_the_table_is_renewed(alice: Page) -> None:
    open_sample(alice)
    before = settled_nodes(alice)
    for _ in range(6):
        table = alice.locator("#results table").first.element_handle()
        alice.locator("#results .sort").first.click()
        # Not only for the answer: a click on the table that it is about to replace is lost.
        alice.wait_for_function("table => !table.isConnected", arg=table)
    assert abs(settled_nodes(alice) - before) < 20


def generate_moldable(page: Page) -> None:
    """Generate fifty weakly parallel jobs, look at them, take them over."""
    page.get_by_role("link", name="Workloads").click()
    page.get_by_role("link", name="Generate").click()
    page.get_by_role("link", name="Weakly parallel").click()
    page.get_by_label("Jobs", exact=True).fill("50")
    page.get_by_label("Processors", exact=True).fill("16")
    page.get_by_label("Name").fill("Fifty moldable jobs")
    page.get_by_role("button", name="Preview").last.click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_role("button", name="Use this workload").click()
    expect(page.get_by_role("heading", name="Fifty moldable jobs")).to_be_visible()


def labels_of(page: Page) -> list[str]:
    """Return the names that stand beside the markers of the Pareto plot."""
    found: list[str] = page.evaluate(
        """() => Bokeh.index.roots.flatMap(({ model }) => model.center ?? [])
             .filter(({ name }) => name === 'labels')
             .flatMap((labels) => [...labels.source.data.text])"""
    )
    return found


def test_two_criteria_from_generated_jobs_to_the_front(alice: Page) -> None:
    generate_moldable(alice)
    alice.get_by_role("link", name="Compare algorithms").click()
    for name, key in (("DEMT", "demt"), ("Price", "price"), ("Smith", "smith")):
        alice.get_by_role("checkbox", name=re.compile(f"^{name}")).check()
        assert alice.locator(f'input[value$=".{key}"]').count() == 1
    alice.get_by_role("checkbox", name=re.compile("^Graham")).uncheck()
    expect(alice.get_by_role("checkbox", name="EASY backfilling")).to_have_count(0)
    expect(alice.get_by_text("algorithms do not fit")).to_be_visible()
    alice.locator("#compare-form").get_by_role("button", name="Compare").last.click()

    finished(alice)
    expect(alice.locator("#results tbody tr")).to_have_count(3)
    heads = alice.locator("#results thead")
    expect(heads).to_contain_text("makespan / bound")
    expect(heads).to_contain_text("Σ w·C / bound")
    alice.locator("#answer summary").get_by_text("More").click()
    expect(alice.locator("#answer details p")).to_contain_text("ertified against lower bounds")
    names = alice.locator("#results tbody tr th a").all_inner_texts()

    open_tab(alice, "Trade-offs")
    plot = alice.locator("#plot-criteria")
    plot.scroll_into_view_if_needed()
    expect(alice.locator("#plot-criteria[data-drawn]")).to_be_visible()
    assert sorted(labels_of(alice)) == sorted(names)
    plot.get_by_label("as").select_option("bars")
    alice.wait_for_url(re.compile("criteria=bars"))

    open_tab(alice, "Results")
    alice.locator("#results tbody tr th a").first.click()
    expect(alice.get_by_text("as printed: not a certified bound")).to_have_count(1)
    expect(alice.get_by_text("times the best certified lower bound")).to_have_count(2)


@pytest.mark.samples(TWO_CRITERIA)
def test_the_second_sample_ends_by_itself(alice: Page) -> None:
    alice.get_by_role("link", name=TWO_CRITERIA.title).last.click()
    finished(alice)
    expect(alice.locator("#results tbody tr")).to_have_count(len(TWO_CRITERIA.algorithms))
    open_tab(alice, "Trade-offs")
    expect(alice.locator("#plot-criteria")).to_be_attached()
