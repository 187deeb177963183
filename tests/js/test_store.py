"""Choices and drafts are kept where the browser has storage, and where it has none."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.js.engine import ask

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "store.js"
BROWSERS = {
    "working": """
      const made = () => {
        const all = new Map();
        return {
          getItem: (key) => all.get(key) ?? null,
          setItem: (key, text) => void all.set(key, text),
          removeItem: (key) => void all.delete(key),
        };
      };
      const window = { name: "theirs", localStorage: made(), sessionStorage: made() };""",
    "blocked": """
      const window = {
        name: "theirs",
        get localStorage() { throw new Error("SecurityError"); },
        get sessionStorage() { throw new Error("SecurityError"); },
      };""",
    "without any": "const window = { name: '', localStorage: null, sessionStorage: null };",
    "undefined": "const window = { name: '' };",
    "full": """
      const none = {
        getItem: () => null,
        setItem() { throw new Error("QuotaExceededError"); },
        removeItem() {},
      };
      const window = { name: "", localStorage: none, sessionStorage: none };""",
}


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest) -> Iterator[MiniRacer]:
    """A browser of each kind with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(BROWSERS[request.param])
    engine.eval(re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def test_a_choice_is_remembered(browser: MiniRacer) -> None:
    assert ask(browser, "kept('theme')") is None
    browser.eval("keep('theme', 'dark')")
    assert ask(browser, "kept('theme')") == "dark"


def test_a_draft_lasts_as_long_as_the_tab_and_is_forgotten(
    browser: MiniRacer, request: pytest.FixtureRequest
) -> None:
    assert ask(browser, "keptInTab('draft')") is None
    browser.eval("keepInTab('draft', 'typed'); keepInTab('other', 'more')")
    is_full = "full" in request.node.name
    assert ask(browser, "[keptInTab('draft'), keptInTab('other')]") == (
        [None, None] if is_full else ["typed", "more"]
    )
    browser.eval("keepInTab('draft', null)")
    assert ask(browser, "[keptInTab('draft'), keptInTab('other')]") == (
        [None, None] if is_full else [None, "more"]
    )
