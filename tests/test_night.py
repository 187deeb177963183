"""What waits for the night is named on the page that says what holds it by day."""

import re

from tests.everywhere import ROOT

MARK = "mark.night"


def test_each_file_with_tests_of_the_night_is_in_the_table_of_checks() -> None:
    page = (ROOT / "docs" / "pages" / "develop" / "checks.md").read_text(encoding="utf-8")
    _, _, section = page.partition("## By day and at night")
    rows = re.findall(r"^\| (`.*?) \|", section.partition("\n## ")[0], re.MULTILINE)
    named = tuple(f"/{name}" for row in rows for name in re.findall(r"`([\w/]+)`", row))
    marked = [
        str(path.relative_to(ROOT).with_suffix(""))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if path.name != "test_night.py" and MARK in path.read_text(encoding="utf-8")
    ]
    assert len(marked) > 5
    assert [path for path in marked if not path.endswith(named)] == []
