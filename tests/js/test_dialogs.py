"""Links that open dialogs lead somewhere or say why not, whatever the server answers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.js.engine import ask

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "js" / "dialogs.js"
PAGE = """
let went = null, shown = 0, answer;
const dialog = { id: "about", addEventListener() {}, showModal() { shown += 1; } };
const location = { hash: "", search: "", pathname: "/", assign(address) { went = address; } };
class URL { constructor(href) { this.href = href; this.search = ""; } }
let refused = null;
const unsay = () => {};
const refuse = (element, reason) => (refused = reason);
const askPage = async () => {
  if (answer instanceof Error) throw answer;
  return { querySelector: () => answer && dialog };
};
const document = {
  body: { append() {} },
  addEventListener() {},
  getElementById: () => null,
  querySelectorAll: () => [],
};
const click = () => void fetched({ href: "/glossary/" });
"""


@pytest.fixture
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with a page that has no dialog yet."""
    engine = MiniRacer()
    engine.eval(PAGE)
    engine.eval(re.sub(r"^import .*$", "", SCRIPT.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def test_a_dialog_that_was_fetched_is_shown(browser: MiniRacer) -> None:
    browser.eval("answer = 'dialog'; click()")
    assert ask(browser, "[shown, went]") == [1, None]


def test_a_page_without_the_dialog_is_gone_to(browser: MiniRacer) -> None:
    browser.eval("answer = null; click()")
    assert ask(browser, "[shown, went]") == [0, "/glossary/"]


def test_without_an_answer_the_page_stays_and_says_why(browser: MiniRacer) -> None:
    browser.eval("answer = new Error('The server could not be reached.'); click()")
    assert ask(browser, "[shown, went, refused]") == [0, None, "The server could not be reached."]
