"""What a release says of itself in several places is the same in all of them."""

import json
import os
import re
from datetime import date
from typing import Any

import yaml

from parsched.base.version import __version__
from tests.distribution.declared import PROJECT
from tests.distribution.notices import rows
from tests.everywhere import ROOT

HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
IS_RELEASE = bool(os.environ.get("SCHEDWEB_RELEASE"))
"""Set by `make release`: then the version has a date."""


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def citation() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text("CITATION.cff"))
    return read


def test_the_newest_section_of_the_changes_is_about_this_version() -> None:
    sections = HEADING.findall(text("CHANGELOG.md"))
    assert sections[0][0] == __version__
    assert "## Unreleased" not in text("CHANGELOG.md")
    numbers = [tuple(map(int, version.split("."))) for version, _ in sections]
    assert numbers == sorted(set(numbers), reverse=True)
    assert all(when != "unreleased" for _, when in sections[1:])


def test_a_release_has_one_date() -> None:
    _, when = HEADING.findall(text("CHANGELOG.md"))[0]
    released = citation().get("date-released")
    assert (released is None) == (when == "unreleased")
    assert released is None or released == date.fromisoformat(when)
    assert when != "unreleased" or not IS_RELEASE


def test_who_cites_and_who_archives_read_the_same() -> None:
    cited, archived = citation(), json.loads(text(".zenodo.json"))
    assert cited["version"] == archived["version"] == __version__
    assert cited["title"] == archived["title"]
    assert cited["abstract"] == archived["description"]
    assert cited["license"] == archived["license"] == PROJECT["license"]
    assert cited["keywords"] == archived["keywords"] == PROJECT["keywords"]
    assert cited["authors"] == archived["creators"] == PROJECT["authors"]
    assert {"cff-version", "message", "type"} <= cited.keys()


def test_notices_name_each_package_with_its_licence() -> None:
    assert text("NOTICES.md").endswith("\n".join(rows()) + "\n")


def test_scripts_of_others_come_from_packages_of_theirs() -> None:
    """What says so in NOTICES.md is true: no minified file, and no licence of others among ours."""
    files = [path for path in (ROOT / "static").rglob("*") if path.suffix in (".js", ".css")]
    assert len(files) > 50
    for path in files:
        script = path.read_text(encoding="utf-8")
        assert "opyright" not in script, path
        assert max(map(len, script.splitlines())) < 400, path
