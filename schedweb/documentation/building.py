"""Building: written, generated and executed pages in one folder, made HTML by Sphinx."""

import re
import shutil
from collections.abc import Callable, Mapping
from html import escape
from importlib.metadata import files
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from parsched.base.whole_files import in_place_of
from parsched.studies import STUDIES
from schedweb.base.config import PROJECT
from schedweb.documentation import catalogue, names, programs, seeds, tested
from schedweb.studies.previews import kept_figure

SOURCES = PROJECT / "docs"
CONTENTS = SOURCES / "contents.yml"
STRICT = ("--quiet", "--fail-on-warning")
UNREAD = shutil.ignore_patterns(".buildinfo", "*.map", "webpack-macros.html")
"""What Sphinx writes for its next build, and its theme for who debugs its scripts."""
BROUGHT = ("sphinx", "pydata-sphinx-theme", "sphinx-copybutton")
"""Packages whose scripts and styles are in the site, and so are their licences."""
PICTURES = PROJECT / "static" / "img" / "studies"
PROGRAMS = PROJECT / "algorithms" / "parsched" / "policies" / "external" / "examples"
KEPT = "This picture was drawn when the version was made."
_PLACE = re.compile(r"^\{\{ (\w+) ([\w-]+) \}\}$", re.MULTILINE)


def build(folder: Path) -> None:
    """Build the site into a folder, in place of one that is there.

    Raises
    ------
    SystemExit
        For whatever Sphinx warns of, such as a link that leads nowhere.
    nbclient.exceptions.CellExecutionError
        When a cell of a notebook raises.
    """
    from sphinx.cmd.build import build_main  # noqa: PLC0415 (half a second)

    with TemporaryDirectory() as temporary:
        pages, site = Path(temporary) / "pages", Path(temporary) / "site"
        assemble(pages)
        options = [*STRICT, "-b", "dirhtml", "-c", SOURCES, "-d", Path(temporary) / "parsed"]
        if failed := build_main([*map(str, options), str(pages), str(site)]):
            raise SystemExit(failed)
        for package in BROUGHT:
            _put(site / "licences" / f"{package}.txt", _licence(package).encode())
        with in_place_of(folder) as draft:
            shutil.copytree(site, draft, dirs_exist_ok=True, ignore=UNREAD)


def assemble(pages: Path) -> None:
    """Put the sources of all pages into a folder."""
    from schedweb.documentation import notebooks  # noqa: PLC0415 (nbformat, for a second)

    shutil.copytree(SOURCES / "pages", pages)
    for path in pages.rglob("*.md"):
        path.write_text(_filled(path.read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in generated().items():
        _put(pages / name, text.encode())
    for picture in PICTURES.glob("*.svg"):
        _put(pages / "science" / "figures" / picture.name, picture.read_bytes())
    # Not among the written pages, which the application shows where the site is not built.
    _put(pages / "notebooks" / "index.md", (SOURCES / "notebooks" / "index.md").read_bytes())
    for path in sorted((SOURCES / "notebooks").glob("*.ipynb")):
        notebook = notebooks.executed(path, PROJECT)
        for name, content in notebooks.page(notebook, path.stem).items():
            _put(pages / name, content)
    for name, listed in yaml.safe_load(CONTENTS.read_text(encoding="utf-8")).items():
        page = pages / f"{name}.md"
        page.write_text(page.read_text(encoding="utf-8") + _lists(listed), encoding="utf-8")


def generated() -> dict[str, str]:
    """Return the pages that are made of declarations, by path."""
    return {**catalogue.pages(), **programs.pages(), **names.pages(), **tested.pages()}


def _lists(listed: list[str] | dict[str, list[str]]) -> str:
    """Return the lists of pages below a page, which stand beside the pages and not in them."""
    groups = listed if isinstance(listed, dict) else {"": listed}
    return "".join(map(_list, groups, groups.values()))


def _list(title: str, names: list[str]) -> str:
    lines = ["", "```{toctree}", ":hidden:", ":glob:"]
    lines += [f":caption: {title}"] if title else []
    return "\n".join([*lines, "", *names, "```", ""])


def _licence(package: str) -> str:
    [path] = (path for path in files(package) or () if path.name.startswith("LICENSE"))
    return path.read_text(encoding="utf-8")


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _filled(text: str) -> str:
    """Put what is declared in place of lines such as `{{ claims demt }}`."""
    return _PLACE.sub(lambda place: PLACES[place[1]](place[2]), text)


def _figure(key: str) -> str:
    """Return the kept picture of a study, and the paragraph in whose place the application puts
    what it has computed itself."""
    kept = kept_figure(STUDIES[key])
    title, notes = (kept.title, kept.notes) if kept else (STUDIES[key].title, ())
    caption = escape(" ".join((f"{title[:1].upper()}{title[1:]}.", *notes[:1], KEPT)))
    return (
        f"![{title}](figures/{key}.svg){{.only-light}}\n"
        f"![{title}](figures/{key}-dark.svg){{.only-dark}}\n\n"
        f'<p class="kept" data-study="{key}">{caption}</p>'
    )


PLACES: Mapping[str, Callable[[str], str]] = {
    "claims": lambda key: catalogue.claims(STUDIES[key]),
    "figure": _figure,
    "seeds": seeds.seeds,
    "example": lambda name: f"```python\n{(PROGRAMS / f'{name}.py').read_text('utf-8')}```",
}
"""What a line of a written page may ask for, of a study, a paper or a program that schedules."""
