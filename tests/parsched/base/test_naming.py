"""Names of people's things: one line that can be printed."""

import pytest

from parsched.base.naming import (
    is_seen,
    one_line,
    problem,
    problem_of_prose,
    shortened,
    visible,
)


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
        (
            "a\u202eb",
            "name must have no RIGHT-TO-LEFT OVERRIDE (U+202E), which turns the text around it; "
            "it is character 2",
        ),
        ("a\0", "name must have no NULL (U+0000), which is invisible; it is character 2"),
    ],
)
def test_what_is_no_name_is_said(text: str, sentence: str) -> None:
    assert problem("name", text, 9) == sentence


def test_labels_may_be_empty() -> None:
    assert problem("label", "", 9, least=0) is None
    assert problem("label", "a" * 10, 9, least=0) == "label must have at most 9 characters, got 10"


SPELT = {
    "Persian": "می\u200cشود",
    "Persian after Latin letters": "PDF\u200c\u0647\u0627",
    "Hindi": "क्\u200dष",
    "Marathi": "र्\u200dय",
    "Malayalam": "ന്\u200d",
    "Sinhala": "ශ්\u200dරී",
    "Bengali": "র\u200d্য",
    "Kannada": "ರ\u200cಾ",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a coloured programmer": "👩🏽\u200d💻",
    "a flag with a sign": "🏳\ufe0f\u200d🌈",
    "a flag of letters": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "an Arabic number sign": "\u0600\u0661\u0662",
    "an emoji newer than this Python": "\U0001fae9",
}


@pytest.mark.parametrize("text", SPELT.values(), ids=SPELT)
def test_what_spells_letters_is_part_of_names(text: str) -> None:
    assert problem("title", f"a {text} b", 99) is None
    assert visible(text) == text


TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HIDES = "\u00ad\u200b\u2060\ufeff\U000e0041"


@pytest.mark.parametrize("mark", [*TURNS, *HIDES, *"\x07\x1b\x85\t\n\u2028"])
@pytest.mark.parametrize("around", ["a{}b", "می\u200cشود{}", "{}क्\u200dष", "👩\u200d{}💻"])
def test_invisible_characters_are_named_with_their_place(around: str, mark: str) -> None:
    place = around.index("{}") + 1
    said = problem("title", around.format(mark), 99) or ""
    assert said.startswith("title must have no ")
    assert said.endswith(f"it is character {place}")
    assert f"(U+{ord(mark):04X})" in said
    assert is_seen(said)
    assert "\\" not in said
    assert ("turns" in said) == (mark in TURNS)
    assert visible(around.format(mark)) == around.format("?")


@pytest.mark.parametrize(
    "text", ["a\u200db", "\u200c", "a \u200c b", "\u200c\u200d", "x\u200c\u200dy"]
)
def test_joiners_that_join_nothing_only_hide_that_names_differ(text: str) -> None:
    assert problem("name", text, 9)


@pytest.mark.parametrize("mark", "\u202a\u202e\u2066\u2069\0")
def test_prose_has_nothing_that_turns_it(mark: str) -> None:
    said = problem_of_prose("note", f"one\r\ntwo {mark}")
    assert said is not None
    assert said.startswith("note must have no ")
    assert said.endswith("it is character 5 of line 2")


def test_prose_may_have_lines_and_marks() -> None:
    assert problem_of_prose("note", "שלום!\u200f\n\tمی\u200cشود\u00ad\u200b") is None


@pytest.mark.parametrize(
    ("file", "longest", "kept"),
    [
        ("short.swf", 9, "short.swf"),
        ("a long trace of 2019.swf.gz", 20, "a long trace….swf.gz"),
        ("no ending, and far too long", 10, "no ending…"),
        ("version 1.5 of " + "a" * 90 + ".csv", 20, "version 1.5 of….csv"),
        ("می\u200cشود.csv", 8, "می….csv"),
        (".hidden and too long", 8, ".hidden…"),
    ],
)
def test_long_names_of_files_keep_beginning_and_ending(file: str, longest: int, kept: str) -> None:
    assert shortened(file, longest) == kept
