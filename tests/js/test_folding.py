"""Lists in the browser find the same spellings as the server does."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.api.test_folding import APART, MEET
from tests.js.engine import ask

SOURCE = Path(__file__).resolve().parents[2] / "static" / "js" / "folding.js"


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    engine = MiniRacer()
    engine.eval(re.sub(r"^export ", "", SOURCE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


@pytest.mark.parametrize("key", [*MEET, *APART])
def test_spellings_meet_in_the_browser(browser: MiniRacer, key: str) -> None:
    typed, stored = {**MEET, **APART}[key]
    found = ask(browser, f"folded({json.dumps(stored)}).includes(folded({json.dumps(typed)}))")
    assert found == (key in MEET)
