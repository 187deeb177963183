"""Exported pictures open in a browser, as text, shapes and colours, without an error."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from parsched.report.plot import KINDS, Kind
from parsched.report.printing import Sheet, Theme, printed
from tests.browser.conftest import NewPage
from tests.browser.test_studies import BADGE, open_tab, start
from tests.parsched.report import figures
from tests.parsched.report.test_printing import of_shape
from tests.parsched.report.test_wait_map import shown as maps

pytestmark = pytest.mark.browser

OUTSIDE = """() => {
  const page = document.documentElement.getBoundingClientRect();
  return [...document.querySelectorAll("text")]
    .filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < page.left - 1 || box.right > page.right + 1
        || box.top < page.top - 1 || box.bottom > page.bottom + 1;
    })
    .map((text) => text.textContent);
}"""
"""The texts that are cut off."""


def opened(browse: NewPage, path: Path) -> list[str]:
    """Open a picture, and return its texts; errors of the page fail the test."""
    page = browse(viewport={"width": 1000, "height": 1000})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.tagName") == "svg"
    assert page.locator("parsererror").count() == 0
    assert page.evaluate(OUTSIDE) == []
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB").getcolors(1_000_000)
    assert seen is not None
    assert len(seen) > 10, "something is drawn"
    return page.locator("text").all_text_contents()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_figures_of_every_kind_open(
    browse: NewPage, tmp_path: Path, kind: Kind, theme: Theme
) -> None:
    drawn = {
        "lines": figures.study(),
        "points": of_shape("points"),
        "bars": figures.bars(),
        "cells": maps("fcfs").figures[0],
    }[kind]
    path = tmp_path / "figure.svg"
    path.write_bytes(printed(drawn, "svg", Sheet(theme=theme), title="a < b & c"))
    assert drawn.x.title in opened(browse, path)


def test_the_pictures_of_a_study_open(alice: Page, browse: NewPage, tmp_path: Path) -> None:
    start(alice, 1)
    expect(alice.locator(BADGE)).to_have_text("finished")
    open_tab(alice, "Data and citation")
    with alice.expect_download() as download:
        alice.get_by_role("link", name="Export everything (zip)").click()
    with ZipFile(download.value.path()) as archive:
        names = [name for name in archive.namelist() if name.endswith(".svg")]
        archive.extractall(tmp_path)
    assert names == ["fig3-makespan.svg", "fig3-minsum.svg"]
    for name in names:
        assert {"jobs", "DEMT as printed", "Gang"} <= set(opened(browse, tmp_path / name))
