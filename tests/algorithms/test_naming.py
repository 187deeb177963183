"""Names of people's things: one line that can be printed."""

import pytest

from algorithms.naming import one_line, problem


def test_breaks_and_runs_of_spaces_become_one_space() -> None:
    assert one_line("  a\r\n\tb\u00a0 c ") == "a b c"


@pytest.mark.parametrize("text", ["a", "é 漢字 🎉", "a" * 9])
def test_names_have_no_problem(text: str) -> None:
    assert problem("name", text, 9) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "name must have 1 to 9 characters, got 0"),
        ("a" * 10, "name must have 1 to 9 characters, got 10"),
        ("a\u202eb", "name must have printable characters only, got 'a\\u202eb'"),
        ("a\0", "name must have printable characters only, got 'a\\x00'"),
    ],
)
def test_what_is_no_name_is_said(text: str, sentence: str) -> None:
    assert problem("name", text, 9) == sentence


def test_labels_may_be_empty() -> None:
    assert problem("label", "", 9, least=0) is None
    assert problem("label", "a" * 10, 9, least=0) == "label must have at most 9 characters, got 10"
