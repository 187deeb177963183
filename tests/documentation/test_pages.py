"""Written pages: their code runs, and nothing that they name is missing."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.text import slugify
from markdown_it import MarkdownIt

import parsched as sched
from parsched.apps import cli
from parsched.base.compiled import COMPILED_ONLY, folder
from parsched.plugins.groups import Snapshot
from parsched.policies.catalogue import ALGORITHMS
from parsched.studies import STUDIES
from schedweb.base import config
from schedweb.documentation import building, names
from tests.everywhere import ROOT

PAGES = sorted((ROOT / "docs" / "pages").rglob("*.md"))
README = ROOT / "README.md"
NAMED = {str(path.relative_to(ROOT / "docs" / "pages")): path for path in PAGES} | {
    README.name: README
}
LIBRARY = "python -m parsched "
MOST_WORDS = {"README.md": 900, "CONTRIBUTING.md": 1800}
"""What is read first stays short: the rest stands on the site."""


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """Yield language and code of each block."""
    for token in MarkdownIt().parse(path.read_text(encoding="utf-8")):
        if token.type == "fence":
            yield token.info, token.content


@pytest.mark.parametrize("name", [n for n, path in NAMED.items() if any(blocks(path))])
def test_code_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "page"}
    before = Snapshot()
    try:
        for language, code in blocks(NAMED[name]):
            if language == "python":
                exec(compile(code, name, "exec"), namespace)
            for line in code.replace(".venv/bin/", "").splitlines() if language == "sh" else ():
                if line.startswith(LIBRARY):
                    assert cli.main(shlex.split(line.removeprefix(LIBRARY), comments=True)) == 0
    finally:
        before.restore()
    assert "Error" not in capsys.readouterr().err


def test_pages_name_what_there_is() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    texts = texts.replace("sched.example.org", "")
    assert set(re.findall(r"\bsched\.(\w+)", texts)) <= {*sched.__all__}
    settings = {*(setting.name for setting in config.SETTINGS), folder.FOLDER, COMPILED_ONLY}
    assert set(re.findall(r"\bSCHEDWEB_[A-Z_]+", texts)) <= settings
    assert set(re.findall(r"\{\{ (?:claims|figure) ([\w-]+) \}\}", texts)) <= set(STUDIES)
    assert set(re.findall(r"\{\{ (\w+) [\w-]+ \}\}", texts)) == set(building.PLACES)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:^|`)make ([a-z-]+)", texts, re.MULTILINE)):
        assert f"\n{target}:" in makefile, target


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICES.md"])
def test_links_of_the_clone_lead_to_files_and_headings(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, place = link.partition("#")
        assert (ROOT / path).exists(), link
        headings = re.findall(r"^#+ (.*)$", (ROOT / path).read_text("utf-8"), re.M) if place else ()
        assert not place or place in map(slugify, headings), link


@pytest.mark.parametrize("name", MOST_WORDS)
def test_what_is_read_first_stays_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= MOST_WORDS[name]


def test_every_declared_study_has_a_place_in_science() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs/pages/science").iterdir()]
    placed = set(re.findall(r"\{\{ claims ([\w-]+) \}\}|`([\w-]+)`", "\n".join(pages)))
    assert {key for pair in placed for key in pair} >= {
        key.split("-outlook")[0] for key in STUDIES if key != "grids-outlook"
    }


def test_every_public_name_has_an_example() -> None:
    functions = {
        name: value
        for name, value in names.public().items()
        if isinstance(value, type) or callable(value)
    }
    assert [name for name, value in functions.items() if ">>> " not in (value.__doc__ or "")] == []
    assert set(names.public()) - set(functions) == {
        *("parsched.gym.BASELINES", "parsched.gym.ID"),
        *("parsched.plugins.BEGINS_LATE", "parsched.plugins.DECIMALS"),
        "parsched.plugins.DECIMAL_WEIGHTS",
        *("parsched.studies.REPORTS", "parsched.studies.STUDIES"),
    }


def test_every_algorithm_has_an_entry() -> None:
    page = building.generated()["reference/algorithms.md"]
    assert [key for key in ALGORITHMS if f"## `{key}`\n" not in page] == []
