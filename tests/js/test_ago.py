"""Relative times move on in the words in which pages say them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from schedweb.web.quantities import ago

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "ago.js"
EMPTY = "const document = { addEventListener() {} }; function setInterval() {}"
NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(EMPTY + re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 119, 3_599, 3_600, 86_399, 86_400, 200_000])
def test_the_words_equal_the_servers(browser: MiniRacer, seconds: int, sign: int) -> None:
    then = NOW - timedelta(seconds=sign * seconds)
    moments = f"{then.timestamp() * 1000:.0f}, {NOW.timestamp() * 1000:.0f}"
    assert browser.eval(f"ago({moments})") == ago(then, NOW)
