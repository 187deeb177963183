"""Generated pages name every declaration, and the site is whole: built once for these tests."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from parsched.data.formats import FORMATS
from parsched.data.generators import GENERATORS
from parsched.data.logs import SOURCES
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.report import REPORTS
from parsched.report.questions import FIELDS
from parsched.studies import STUDIES
from schedweb.base import config
from schedweb.documentation import building
from schedweb.web.views.documentation import CHAPTERS
from tests.everywhere import ROOT
from tests.once import once

TABLES = {
    "algorithms": list(ALGORITHMS),
    "orders": list(ORDERS),
    "predictors": list(PREDICTORS),
    "metrics": list(METRICS),
    "bounds": [f"{criterion}-{key}" for criterion, bounds in BOUNDS.items() for key in bounds],
    "generators": list(GENERATORS),
    "reports": list(REPORTS),
    "studies": list(STUDIES),
    "formats": list(FORMATS),
    "sources": list(SOURCES),
}
LOADS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """Anchors, links, and what a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := values.get(name))}
        if tag == "a" and (href := values.get("href")):
            self.links.append(href)
        if tag in LOADS and (loaded := values.get(LOADS[tag])) and values.get("rel") != "canonical":
            self.loads.append(loaded)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    folder = once(tmp_path_factory, "docs", build) / "site"
    return {
        path.relative_to(folder): Page(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
    } | {
        path.relative_to(folder): Page("")
        for path in folder.rglob("*.*")
        if path.is_file() and path.suffix != ".html"
    }


def build(place: Path) -> None:
    """Build the site into a folder of a place, which takes a minute."""
    environment = {**os.environ, "SCHEDWEB_DATA": str(place / "data")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "schedweb.documentation", str(place / "site")]
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-3000:]
    assert "WARNING" not in made.stderr
    assert made.stdout.splitlines()[-1] == f"The documentation is in {place / 'site'}."


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    """The pages that are made of declarations."""
    return building.generated()


@pytest.mark.parametrize("kind", TABLES)
def test_each_declaration_has_a_heading_and_nothing_else_has_one(
    kind: str, site: dict[Path, Page], pages: dict[str, str]
) -> None:
    keys = set(TABLES[kind])
    assert keys <= site[Path("reference", kind, "index.html")].anchors
    text = pages[f"reference/{kind}.md"]
    assert {*re.findall(r"^## `(\S+)`$", text, re.MULTILINE)} == keys


def test_settings_fields_and_commands_are_named(
    site: dict[Path, Page], pages: dict[str, str]
) -> None:
    assert all(f"`{setting.name}`" in pages["reference/settings.md"] for setting in config.SETTINGS)
    assert all(f"`{key}`" in pages["reference/fields.md"] for key in FIELDS)
    assert {"compare", "study", "import-schedule"} <= site[
        Path("reference", "cli", "index.html")
    ].anchors
    assert "`POST /api/v1/comparisons`" in pages["reference/api.md"]
    assert "`backup`" in pages["reference/manage.md"]


def test_every_link_leads_somewhere(site: dict[Path, Page]) -> None:
    assert [
        (str(path), link) for path, page in site.items() for link in broken(path, page, site)
    ] == []


def broken(path: Path, page: Page, site: dict[Path, Page]) -> Iterator[str]:
    """Yield links to pages and anchors that are not there."""
    for link in (*page.links, *page.loads):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or path.name == "404.html" or parts.path.startswith("/"):
            continue
        target = Path(*_resolved([*path.parts[:-1], *unquote(parts.path).split("/")]))
        if not parts.path:
            target = path
        elif target not in site:
            target = target / "index.html"
        if target not in site or (
            parts.fragment
            and target.suffix == ".html"
            and unquote(parts.fragment) not in site[target].anchors
        ):
            yield link


def _resolved(parts: list[str]) -> list[str]:
    whole: list[str] = []
    for part in parts:
        if part == "..":
            whole.pop()
        elif part not in ("", "."):
            whole.append(part)
    return whole


def test_nothing_is_loaded_from_elsewhere(site: dict[Path, Page]) -> None:
    far = [load for page in site.values() for load in page.loads if "//" in load.split(",")[0]]
    assert far == []


def test_pages_have_the_lists_that_the_application_puts_a_way_back_into(
    site: dict[Path, Page],
) -> None:
    for path in (Path("index.html"), Path("guides", "grids", "index.html")):
        header, drawer = site[path].text.split(CHAPTERS.decode())[:-1]
        assert "bd-header" in header
        assert 'id="pst-primary-sidebar"' in drawer


def test_the_licences_of_what_is_in_it_come_along(site: dict[Path, Page]) -> None:
    assert {Path("licences", f"{package}.txt") for package in building.BROUGHT} <= site.keys()
    assert not [path for path in site if path.suffix == ".map"]


def test_notebooks_are_shown_with_what_they_gave(site: dict[Path, Page]) -> None:
    shown = {path.parts[1] for path in site if path.match("notebooks/*/index.html")}
    assert len(shown) == 6
    for name in shown:
        text = site[Path("notebooks", name, "index.html")].text
        assert re.search(r'<table|<img [^>]*src="(\.\./\.\./_images/|data:image)', text), name
