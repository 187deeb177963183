"""Measure the linked Gantt charts in Chromium: bytes, main thread until ready and per pan step.

`python -m tests.bench.bench_gantt_browser ADDRESS` measures a page of a running server.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from tests.bench.gantt_site import served, write_environments, write_site
from tests.bench.row import Row
from tests.chromium import program

ARGUMENTS = [
    f"--{name}"
    for name in (
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
    )
]
SHIFT = """new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().filter((e) => !e.hadRecentInput).reduce((sum, e) => sum + e.value, 0)
)).observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 300))"""
SIZES = {10_000: 1_000, 100_000: 1_000, 1_000_000: 2_000}
"""Milliseconds of the main thread until charts are ready, at most, by jobs in each."""
PAN = 16
"""The same of a pan step, at every zoom."""
ENVIRONED = 10_000
WINDOW: ViewportSize = {"width": 1320, "height": 1100}
SHARES = (0.98, 0.1, 0.01)
SETTLE = 400
STEPS = 30
DRAG = 6
READY = "section[data-gantt][data-ready]"
RESOURCES = "performance.getEntriesByType('resource')"
POSTERS = (
    f"{RESOURCES}.filter(e => e.initiatorType === 'img')"
    ".reduce((sum, e) => sum + e.encodedBodySize, 0)"
)
BYTES = (
    f"{RESOURCES}.filter(e => e.initiatorType === 'fetch')"
    ".reduce((sum, e) => sum + e.encodedBodySize, 0)"
)
FRAME = "new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))"


@contextmanager
def synthetic(jobs: int, write: Callable[[Path, int], None] = write_site) -> Iterator[str]:
    """Serve a page of synthetic schedules."""
    with TemporaryDirectory() as name:
        write(Path(name), jobs)
        with served(Path(name)) as address:
            yield address


def measure(page: Page, address: str) -> dict[str, float]:
    """Load a page and pan it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(address)
    page.wait_for_selector(READY, state="attached", timeout=60_000)
    found = {
        "ready": task_milliseconds(session),
        "posters": page.evaluate(POSTERS),
        "bytes": page.evaluate(BYTES),
        "shift": page.evaluate(SHIFT),
    }
    for share in SHARES:
        found[f"{share:g}"] = pan(page, session, address, share)
    return found


def pan(page: Page, session: CDPSession, address: str, share: float) -> float:
    """Drag the first chart in small steps; return the milliseconds of main thread per step."""
    full = page.evaluate(
        "document.querySelector('[data-gantt]').dataset.span.split(' ').map(Number)"
    )
    length = full[1] - full[0]
    joined = "&" if "?" in address else "?"
    start = full[0] + 0.4 * length * (1 - share)
    page.goto(f"{address}{joined}from={start}&to={start + share * length}")
    page.wait_for_selector(READY, state="attached", timeout=60_000)
    page.wait_for_timeout(SETTLE)
    page.locator("[data-gantt-chart]").first.evaluate("chart => chart.scrollIntoView()")
    page.wait_for_timeout(SETTLE)
    box = page.locator("[data-gantt-plot]").first.bounding_box()
    assert box is not None
    x, y = box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 5, y)
    page.evaluate(FRAME)
    before = task_milliseconds(session)
    step = -DRAG if share < SHARES[0] else -0.5
    for i in range(STEPS):
        page.mouse.move(x - 5 + step * (i + 1), y)
        page.evaluate(FRAME)
    spent = task_milliseconds(session) - before
    page.mouse.up()
    return spent / STEPS


def task_milliseconds(session: CDPSession) -> float:
    """Processor time of the main thread so far, whatever else the machine does."""
    metrics = {
        entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]
    }
    return float(1000 * metrics["ThreadTime"])


def rows() -> Iterator[Row]:
    """Measure three charts of 10,000, 100,000 and 1,000,000 jobs each, and of deployments."""
    with browser() as chromium:
        for jobs in SIZES:
            with synthetic(jobs) as address:
                page = chromium.new_page(viewport=WINDOW)
                title = f"Gantt charts, 3 × {jobs:,} jobs"
                yield from _rows(title, measure(page, address), jobs)
                page.close()
        with synthetic(ENVIRONED, write_environments) as address:
            page = chromium.new_page(viewport=WINDOW)
            title = f"Gantt charts, 3 × {ENVIRONED:,} jobs in 50 environments"
            yield from _rows(title, measure(page, address), ENVIRONED)
            page.close()


def _rows(name: str, found: dict[str, float], jobs: int = ENVIRONED) -> Iterator[Row]:
    size = found["bytes"] / 1e6
    yield Row(f"{name}: packs and frames", size, "MB", most=0.5 + 40 * jobs / 1e6)
    yield Row(f"{name}: posters", found["posters"] / 1e6, "MB", most=2.5)
    yield Row(f"{name}: main thread until ready", found["ready"], "ms", most=SIZES[jobs])
    yield Row(f"{name}: layout shift", found["shift"], "", most=0.01)
    for share in SHARES:
        title = f"{name}: pan step, {100 * share:.0f} % in view"
        yield Row(title, found[f"{share:g}"], "ms", most=PAN)


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        yield chromium
        chromium.close()


def main() -> None:
    """Measure the page at the address on the command line."""
    with browser() as chromium:
        for row in _rows("page", measure(chromium.new_page(viewport=WINDOW), sys.argv[1])):
            sys.stdout.write(f"{row.name:<58}{row.text:>18}{row.target:>18}\n")


if __name__ == "__main__":
    main()
