"""Whatever answers, or does not, becomes a sentence that says what to do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.js.engine import ask

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "words.js"
STATUSES = (400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 414, 418, 422, 429, 431, 451,
            500, 501, 502, 503, 504, 507, 511, 520, 599)  # fmt: skip
NO_PARSER = "class DOMParser { parseFromString() { throw new Error('cut off'); } }"


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions as globals."""
    engine = MiniRacer()
    engine.eval(NO_PARSER + re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    yield engine
    engine.close()


def say(browser: MiniRacer, function: str, *values: object) -> str:
    """Call a function that returns a text."""
    arguments = ", ".join(map(json.dumps, values))
    return str(ask(browser, f"{function}({arguments})"))


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_has_a_cause_a_next_step_and_its_number(
    browser: MiniRacer, status: int
) -> None:
    text = say(browser, "why", status)
    assert str(status) in text
    assert len(text.split(". ")[0].split()) >= 4
    if status != 413:  # whose next step are the sizes
        assert re.search(r"[Tt]ry|[Rr]eload", text)


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({"bytes": 300 * 2**20, "megabytes": 200},
         " 300 MB were sent. SchedWeb takes at most 200 MB; a server before it may take less."),
        ({"bytes": 5}, " 1 MB were sent."),
        ({"megabytes": 16}, " SchedWeb takes at most 16 MB; a server before it may take less."),
        ({}, ""),
        ({"own": "At most 16 bytes are taken."}, None),
    ],
)  # fmt: skip
def test_what_is_too_large_is_told_with_its_size_and_the_limit(
    browser: MiniRacer, about: dict[str, object], expected: str | None
) -> None:
    whole = "At most 16 bytes are taken."
    text = say(browser, "why", 413, about)
    assert text == (whole if expected is None else f"It is larger than is taken. (413){expected}")


@pytest.mark.parametrize(
    ("label", "is_sent", "expected"),
    [
        ("  Add\n a   site ", True, "“Add a site” was not carried out. Why."),
        ("", True, "This was not carried out. Why."),
        ("Mean wait", False, "“Mean wait” could not be shown. Why."),
        ("", False, "This could not be shown. Why."),
        ("w" * 61, True, f"“{'w' * 60} …” was not carried out. Why."),
    ],
)
def test_what_was_refused_is_named_by_the_words_on_it(
    browser: MiniRacer, label: str, is_sent: bool, expected: str
) -> None:
    assert say(browser, "sentence", label, is_sent, "Why.") == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("application/json", '{"error": {"message": "Wait."}}', "Wait."),
        ("application/json", '{"error": {}}', ""),
        ("application/json", '{"error"', ""),
        ("application/json", "null", ""),
        ("text/html", "<main", ""),
        ("text/plain", "Bad Gateway", ""),
        ("", "", ""),
    ],
)
def test_what_an_answer_says_of_itself_is_taken_only_where_it_is_ours(
    browser: MiniRacer, kind: str, text: str, expected: str
) -> None:
    assert say(browser, "ownWords", kind, text) == expected
