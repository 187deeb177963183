"""Modules let go of what is no longer on the page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.js.engine import ask

MODULES = Path(__file__).resolve().parents[2] / "static" / "js"
PAGE = """
const document = {
  documentElement: { dataset: {} },
  addEventListener() {},
  querySelectorAll: () => [],
};
class Calendar { ticks() { return [[0, "today"]]; } }
const signal = { change: { connect() {} } };
const figure = () => ({
  below: [
    { name: "dates", type: "DatetimeAxis", tags: ["{}"], formatter: {}, ticker: { setv() {} } },
  ],
  center: [],
  x_range: { start: 0, end: 1, ...signal },
  properties: { inner_width: signal },
});
"""


@pytest.fixture
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with clock, axes and a page that has nothing on it."""
    engine = MiniRacer()
    engine.eval(PAGE)
    for name in ("clock", "time-axis"):
        source = (MODULES / f"{name}.js").read_text()
        engine.eval(re.sub(r"^import .*$|^export ", "", source, flags=re.MULTILINE))
    yield engine
    engine.close()


def test_the_clock_forgets_a_figure_that_was_replaced(browser: MiniRacer) -> None:
    browser.eval("const unwatch = [figure(), figure()].map((one) => watchTimes(one))")
    assert ask(browser, "listeners.size") == 2
    browser.eval("unwatch[0]()")
    assert ask(browser, "listeners.size") == 1


def test_a_figure_without_dates_is_not_watched(browser: MiniRacer) -> None:
    browser.eval("watchTimes({ below: [] })()")
    assert ask(browser, "listeners.size") == 0
