"""Whatever a server or a proxy answers, the page says it where one looks, and loses nothing."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

from schedweb.runs.samples import BACKFILLING, FEWER_DEPLOYMENTS
from tests.browser.conftest import PATIENCE
from tests.browser.refusals import (
    AWAY,
    FAULTS,
    PRESS,
    SEND,
    UNFOLD,
    Fault,
    asks_by_htmx,
    declared,
    is_sent,
)
from tests.browser.test_journeys import CHARTS, finished
from tests.browser.visited import Site, open_visit, visits
from tests.launch.launched import Launched

pytestmark = pytest.mark.browser

SENTENCE = re.compile(r"(was not carried out|could not be shown|error \(\d+\)|Not connected)")


@pytest.fixture
def watched(chromium: Browser, alice: Page) -> Iterator[Page]:
    """Another page of Alice's, on which answers may fail, but no script."""
    context = chromium.new_context(storage_state=alice.context.storage_state())
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    yield page
    context.close()
    assert errors == []


@pytest.mark.samples(BACKFILLING, FEWER_DEPLOYMENTS)
def test_nothing_that_is_pressed_or_sent_fails_in_silence(
    alice: Page, team: Launched, watched: Page
) -> None:
    site = Site(team.address, alice)
    for title in site.every("comparisons"):
        alice.goto(team.address)
        alice.get_by_role("link", name=title).last.click()
        finished(alice)
    every = visits(site)
    asking = declared(site, every)
    fault = Fault().on(watched)
    site_of_watched = Site(team.address, watched)
    tried: set[str] = set()
    silent: list[str] = []
    for visit in every:
        new = set(asking.get(visit.address, ())) - tried
        if visit.template or visit.is_public or visit.opens or not new:
            continue
        open_visit(watched, site_of_watched, visit)
        watched.evaluate(UNFOLD)
        for kind in sorted(new):
            silent += _try(watched, fault, kind, tried)
    assert silent == []
    assert len(tried) > 60, sorted(tried)


def _try(page: Page, fault: Fault, kind: str, tried: set[str]) -> list[str]:
    """Answer what asks by htmx with each fault; send a form to a server that is away, since what
    answers a form is a page of its own. Return what was not said."""
    silent, at, is_form = [], page.url, kind.startswith("form ")
    fault.concerns = (lambda _: True) if is_form else asks_by_htmx
    for name, answer in (AWAY if is_form else FAULTS).items():
        fault.answer = answer
        said = page.evaluate(SEND if is_form else PRESS, kind)
        if said is None:
            break
        tried.add(kind)
        if not SENTENCE.search(said) or page.url.partition("?")[0] != at.partition("?")[0]:
            silent.append(f"{at} {kind}: {name}: {said!r}")
    fault.answer = None
    return silent


@pytest.mark.parametrize("name", FAULTS)
def test_a_file_that_is_refused_is_named_with_the_reason(
    alice: Page, team: Launched, watched: Page, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "trace.swf"
    path.write_text("; MaxProcs: 4\n1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n")
    Fault(FAULTS[name], is_sent).on(watched)
    watched.goto(f"{team.address}/workloads/new/")
    watched.locator("input[type=file]").set_input_files(path)
    said = watched.get_by_role("alert")
    expect(said).to_contain_text("“trace.swf” was not carried out.")
    if name == "413":
        expect(said).to_contain_text("1 MB were sent. SchedWeb takes at most")
    if name == "403":
        expect(said).to_contain_text("Reload the page")
    expect(watched.locator("progress")).to_be_hidden()
    assert watched.url.endswith("/workloads/new/")


SCRIPTS = {
    "plot": ("distributions/", "/plots/", "", "This plot could not be drawn."),
    "schedule": ("schedules/", "/gantt/", "", "could not be loaded."),
    "jobs": ("schedules/", "/jobs/", "", "could not be loaded."),
    "dialog": ("", "/about/", "#results .about", "could not be shown."),
    "grammar": ("schedules/", "/question/", "[data-gantt-grammar-open]", "could not be shown."),
}
"""What scripts ask for: the tab, what is in the address, what is pressed, and what is said."""


@pytest.mark.samples(BACKFILLING)
def test_whatever_scripts_ask_for_has_a_sentence_when_it_does_not_come(
    alice: Page, team: Launched, watched: Page
) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    at, fault, silent = alice.url, Fault().on(watched), []
    for script, (tab, address, opener, said) in SCRIPTS.items():
        for name, answer in FAULTS.items():
            fault.answer, fault.concerns = answer, _within(address)
            watched.goto(f"{at}{tab}")
            if opener:
                watched.wait_for_load_state()
                if tab:
                    watched.locator(CHARTS).wait_for(state="attached")
                watched.locator(opener).first.evaluate("(one) => one.click()")
            if not _is_said(watched, said):
                silent.append(f"{script}: {name}")
    assert silent == []


def _within(address: str) -> Callable[[Route], bool]:
    return lambda route: address in route.request.url and "/static/" not in route.request.url


def _is_said(page: Page, text: str) -> bool:
    try:
        page.get_by_text(text).first.wait_for(state="attached", timeout=10_000)
    except TooLate:
        return False
    return True
