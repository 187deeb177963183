"""The rail of runs asks for the right page, whichever way the address names runs."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from schedweb.web.rail_view import read_keys, written_keys
from tests.js.engine import ask

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"
KEYS = ("a", "b", "c", "d", "e", "f", "g")
PAGE = """
class URLSearchParams {
  items = [];
  has(name) { return this.items.some(([one]) => one === name); }
  getAll(name) { return this.items.filter(([one]) => one === name).map(([, value]) => value); }
  delete(name) { this.items = this.items.filter(([one]) => one !== name); }
  append(name, value) { this.items.push([name, value]); }
  set(name, value) { this.delete(name); this.append(name, value); }
  toString() { return JSON.stringify(this.items); }
}
let hidden = [];
class FormData { getAll(name) { return name === "hide" ? hidden : []; } }
let asked;
const location = { search: "", pathname: "", assign(address) { asked = address.slice(1); } };
const matchMedia = () => ({ matches: false });
const listens = { addEventListener() {} };
const fields = { ...listens, elements: { find: listens } };
const document = { ...listens, querySelector: () => ({ querySelector: () => fields }) };
"""


@pytest.fixture
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with a page that has an empty rail."""
    engine = MiniRacer()
    engine.eval(PAGE)
    for name in ("ranges.js", "rail.js"):
        source = (SCRIPTS / name).read_text()
        engine.eval(re.sub(r"^import .*$|^export ", "", source, flags=re.MULTILINE))
    yield engine
    engine.close()


@pytest.mark.parametrize("count", range(len(KEYS)))
def test_one_more_run_is_hidden_however_many_are(browser: MiniRacer, count: int) -> None:
    before = json.dumps(written_keys(KEYS[:count], KEYS))
    browser.eval(f"hidden = {before}; go('hide', ['{KEYS[count]}'])")
    values = [value for name, value in ask(browser, "JSON.parse(asked)") if name == "hide"]
    assert read_keys(values, KEYS) == KEYS[: count + 1]


def test_runs_with_commas_between_are_told_apart(browser: MiniRacer) -> None:
    browser.eval("hidden = ['all,!a,!b']; go('hide', ['b'])")
    values = [value for name, value in ask(browser, "JSON.parse(asked)") if name == "hide"]
    assert read_keys(values, KEYS) == KEYS[1:]
