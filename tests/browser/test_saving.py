"""What one looks at is saved as a file, and embedded in another page."""

import csv
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from schedweb.runs.samples import BACKFILLING
from tests.browser.conftest import NewPage
from tests.browser.test_journeys import finished, open_tab

pytestmark = pytest.mark.browser

READY = "section.gantt[data-ready]"


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[str]:
    """Address of another server, which has the files of a folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def saved(page: Page, form: Locator, ending: str, folder: Path) -> Path:
    """Save a figure as a file of a kind."""
    form.locator("summary").click()
    form.get_by_label("File").select_option(ending)
    with page.expect_download() as download:
        form.get_by_role("button", name="Save", exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    expect(form).not_to_have_attribute("open", "")
    return path


@pytest.mark.samples(BACKFILLING)
def test_the_view_of_the_charts_is_saved_and_embedded(
    alice: Page, browse: NewPage, tmp_path: Path, blog: str
) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    open_tab(alice, "Schedules")
    expect(alice.locator(READY)).to_be_visible()
    alice.get_by_label("Colour by").select_option("wait")
    for _ in range(4):
        alice.get_by_role("button", name="Zoom in").click()
    form = alice.locator(".gantt-buttons details.save")
    path = saved(alice, form, "csv", tmp_path)
    alice.wait_for_url("**from=*")  # what is shown gets there when it rests
    query = parse_qs(urlsplit(alice.url).query)
    first, last = float(query["from"][0]), float(query["to"][0])
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all(float(row["start"]) < last and float(row["end"]) > first for row in rows)
    assert len({row["run"] for row in rows}) == alice.locator(".gantt-panel > figure").count()
    assert "wait" in rows[0]
    pdf = saved(alice, form, "pdf", tmp_path)
    assert pdf.read_bytes().startswith(b"%PDF")

    form.locator("summary").click()
    form.get_by_role("button", name="embed it").click()
    snippet = alice.get_by_label("HTML to embed").input_value()
    elsewhere = browse(viewport={"width": 900, "height": 700})
    (tmp_path / "blog.html").write_text(f"<!doctype html><title>a blog</title>{snippet}")
    elsewhere.goto(f"{blog}/blog.html")
    picture = elsewhere.frame_locator("iframe").get_by_role("img", name="Schedules")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 300
    alice.get_by_role("button", name="Revoke").click()
    elsewhere.reload()
    said = elsewhere.frame_locator("iframe").get_by_text("This link was revoked")
    expect(said).to_be_visible()


@pytest.mark.samples(BACKFILLING)
def test_a_plot_is_saved_as_it_is_chosen(alice: Page, tmp_path: Path) -> None:
    alice.get_by_role("link", name=BACKFILLING.title).last.click()
    finished(alice)
    open_tab(alice, "Distributions")
    plot = alice.locator("#plot-spread")
    plot.locator("select[name=quantity]").select_option(label="bounded slowdown")
    path = saved(alice, plot.locator("details.save"), "csv", tmp_path)
    assert "slowdown of a job" in path.read_text(encoding="utf-8").splitlines()[0]
