"""Fields of forms stay in sight as long as any value beside them lets them apply."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from py_mini_racer import MiniRacer

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "conditions.js"
EMPTY = "const document = { addEventListener() {}, querySelectorAll: () => [] };"


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(EMPTY + re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def answer(browser: MiniRacer, function: str, *values: Any) -> Any:
    """Call a function with JSON values."""
    arguments = ", ".join(map(json.dumps, values))
    return json.loads(str(browser.eval(f"JSON.stringify({function}({arguments}))")))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0", ["0"]),
        ("0,1", ["0", "1"]),
        (" 0 | all ,", ["0", "all"]),
        ("0:2", ["0", "1", "2"]),
        ("1, 0.5:1.5:0.5", ["1", "0.5", "1", "1.5"]),
        ("2:0", ["2:0"]),
        ("x:y", ["x:y"]),
        ("", [""]),
    ],
)
def test_values_are_separated_as_the_server_reads_them(
    browser: MiniRacer, text: str, values: list[str]
) -> None:
    assert answer(browser, "separated", text) == values


def test_a_range_is_never_longer_than_what_the_server_takes(browser: MiniRacer) -> None:
    assert len(answer(browser, "separated", "0:1e15")) == 1_001


@pytest.mark.parametrize(
    ("text", "applies"),
    [("0", False), ("1", False), ("0,1", False), ("0:1", False), ("", True)]
    + [(text, True) for text in ("2", "0,2", "0:2", "all", "1|all")],
)
def test_one_of_several_values_is_enough(browser: MiniRacer, text: str, applies: bool) -> None:
    keeps = {"name": "reservations", "values": ["0", "1"], "other": True, "mentions": False}
    assert answer(browser, "holds", keeps, text) is applies
    some = keeps | {"other": False}
    assert answer(browser, "holds", some, text) is (set("01") & set(text) != set())


@pytest.mark.parametrize(
    ("text", "applies"),
    [("w*fairshare", True), ("-fairshare,2", True), ("fairshare2*w", False), ("w", False)],
)
def test_formulas_mention_factors_as_words(browser: MiniRacer, text: str, applies: bool) -> None:
    mentions = {"name": "formula", "values": ["fairshare"], "other": False, "mentions": True}
    assert answer(browser, "holds", mentions, text) is applies
