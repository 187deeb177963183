"""Colouring by a question: what counts is what the user chose last, however late answers come."""

from collections.abc import Iterator

import pytest
from py_mini_racer import MiniRacer

from tests.js.engine import ask, gantt_modules

PAGE = """
globalThis.document = { createElement: () => ({}) };
const piece = () => ({ value: "", textContent: "", hidden: true, addEventListener() {}, after() {},
                       setAttribute() {} });
const parts = {};
const answers = {};
const drawn = [];
const gantt = {
  section: { querySelector: (name) => (parts[name] ??= piece()) },
  config: { question_url: "/questions/" },
  asking: { text: "", meaning: (text) => new Promise((resolve) => (answers[text] = resolve)) },
  ready: [],
  colour: (key, pick) => drawn.push([key, ...pick]),
};
const colouring = new Colouring(gantt);
"""


@pytest.fixture
def page() -> Iterator[MiniRacer]:
    with gantt_modules() as engine:
        engine.eval(PAGE)
        yield engine


def state(page: MiniRacer) -> object:
    return ask(page, "[drawn, colouring.asked?.text ?? null, colouring.answer.textContent]")


def answered(page: MiniRacer, *questions: str) -> None:
    """Let answers come, in this order."""
    for text in questions:
        page.eval(f"answers['{text}']({{ tree: {{ and: [] }} }})")


def test_a_question_colours_when_its_answer_comes(page: MiniRacer) -> None:
    page.eval("colouring.colour('wait>1h')")
    assert state(page) == [[], None, ""]
    answered(page, "wait>1h")
    assert state(page) == [[["question", "wait>1h"]], "wait>1h", ""]


def test_an_answer_to_an_earlier_question_is_dropped(page: MiniRacer) -> None:
    page.eval("colouring.colour('wait>1h'); colouring.colour('width>2')")
    answered(page, "width>2", "wait>1h")
    assert state(page) == [[["question", "width>2"]], "width>2", ""]


def test_what_is_wrong_with_an_earlier_question_is_not_said(page: MiniRacer) -> None:
    page.eval("colouring.colour('wait'); colouring.colour('width>2')")
    answered(page, "width>2")
    page.eval("answers.wait({ error: 'wait needs a sign' })")
    assert state(page) == [[["question", "width>2"]], "width>2", ""]


def test_no_answer_counts_after_another_colour_was_chosen(page: MiniRacer) -> None:
    page.eval("colouring.colour('wait>1h'); colouring.cancel()")
    answered(page, "wait>1h")
    assert state(page) == [[], None, ""]
    assert ask(page, "colouring.form.hidden") is True
