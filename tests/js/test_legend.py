"""Names in the legend above a plot have room, and none is cut."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from py_mini_racer import MiniRacer

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "legend.js"
LETTER = 6
NAMES = ["EASY", "Group list scheduling, best groups", "One job after the other", "GLS"]


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def layout(browser: MiniRacer, texts: list[str], room: int) -> dict[str, Any]:
    """Lay out texts whose letters are all of one width."""
    call = f"legendLayout({json.dumps(texts)}, {room}, (text) => {LETTER} * text.length)"
    found: dict[str, Any] = json.loads(str(browser.eval(f"JSON.stringify({call})")))
    return found


def test_names_stand_in_one_line_where_it_has_room(browser: MiniRacer) -> None:
    assert layout(browser, NAMES, 1200) == {"labels": NAMES, "columns": "auto", "lines": 1}


def test_names_stand_in_columns_where_one_line_has_none(browser: MiniRacer) -> None:
    assert layout(browser, NAMES, 600) == {"labels": NAMES, "columns": 2, "lines": 2}
    assert layout(browser, NAMES, 330) == {"labels": NAMES, "columns": 1, "lines": 4}


@pytest.mark.parametrize("room", [190, 220, 280])
def test_what_is_wider_than_the_plot_takes_more_lines(browser: MiniRacer, room: int) -> None:
    found = layout(browser, [*NAMES, "x" * 100], room)
    lines = [line for label in found["labels"] for line in label.split("\n")]
    assert found["columns"] == 1
    assert found["lines"] == len(lines)
    assert [label.replace("\n", " ") for label in found["labels"][:4]] == NAMES
    assert found["labels"][4].replace("\n", "") == "x" * 100
    assert all(LETTER * len(line) + 38 + 75 <= room for line in lines)
