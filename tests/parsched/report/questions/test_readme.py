"""The README lists the fields that are declared."""

import re
from pathlib import Path

from parsched.report.questions import FIELDS

README = Path(__file__).resolve().parents[4] / "README.md"


def test_the_readme_lists_every_field() -> None:
    text = README.read_text(encoding="utf-8")
    part = text[text.index("Fields are `id`") :].split("\n\n", 1)[0]
    assert set(re.findall(r"`(\w+)`", part)) == set(FIELDS)
