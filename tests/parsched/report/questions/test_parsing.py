"""Questions as text: what they mean, and what is wrong with them, at which character."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.report.questions import FIELDS, LONGEST, QuestionError, answer, fault, parsed
from parsched.report.questions.fields import field
from parsched.report.questions.tree import And, FieldCondition, Not, Or, conditions_in
from tests.parsched.report.questions.scenes import question

PIECES = (
    *FIELDS,
    ":",
    ">=",
    "<",
    "(",
    ")",
    "-",
    "not",
    "or",
    "and",
    " ",
    ",",
    "..",
    '"',
    "7",
    "1h",
)
"""What questions are made of."""


def refusal(text: str) -> QuestionError | None:
    """The error of a text that is no question."""
    try:
        parsed(text)
    except QuestionError as error:
        return error
    return None


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=25).map("".join)))
def test_any_text_is_a_question_or_one_sentence_with_a_position(text: str) -> None:
    error = refusal(text)
    found = fault(text)
    assert (found is None) == (error is None)
    if error is not None and found is not None:
        assert 1 <= error.position == found.position <= len(text) + 1
        assert str(error).startswith(f"At character {error.position}: ")
        assert len(error.problem) < 400


@given(st.integers(0, 10**6))
def test_a_question_with_a_mistake_in_it_is_still_read_or_refused(seed: int) -> None:
    chance = Random(seed)
    text = question(chance)
    at = chance.randrange(len(text))
    damaged = text[:at] + chance.choice(["", "(", ")", '"', "~", "..", " "]) + text[at + 1 :]
    error = refusal(damaged)
    assert error is None or 1 <= error.position <= len(damaged) + 1


def keys(text: str) -> list[str]:
    return [condition.field for condition in conditions_in(parsed(text))]


def test_blanks_join_closer_than_or() -> None:
    tree = parsed("wait>1 backfilled or width:2 -broken")
    assert isinstance(tree, Or)
    assert [type(part) for part in tree.parts] == [And, And]
    assert parsed("wait>1 and backfilled") == parsed("wait>1 AND backfilled")
    assert keys("not (wait>1 or broken) flow<2") == ["wait", "broken", "flow"]


def test_a_minus_takes_one_term_and_a_value_keeps_its_own() -> None:
    tree = parsed("-backfilled moved<-30m")
    assert isinstance(tree, And)
    assert isinstance(tree.parts[0], Not)
    assert isinstance(tree.parts[1], FieldCondition)
    [span] = tree.parts[1].spans
    assert span.high is not None
    assert span.high.value == -1_800


def test_a_word_that_begins_as_a_keyword_is_none() -> None:
    assert keys("origin:a") == ["origin"]
    assert keys("origin:or") == ["origin"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("1.5h", 5_400),
        ("1h30m", 5_400),
        ("2d12h", 216_000),
        ("1w", 604_800),
        (".5m", 30),
    ],
)
def test_durations_have_units(text: str, seconds: float) -> None:
    tree = parsed(f"wait>{text}")
    assert isinstance(tree, FieldCondition)
    low = tree.spans[0].low
    assert low is not None
    assert low.value == seconds


def test_names_are_quoted_where_they_have_blanks() -> None:
    tree = parsed(r'user:"Ann B","a\"b", 7')
    assert isinstance(tree, FieldCondition)
    assert tree.names == ("Ann B", 'a"b', "7")


def test_a_blank_question_is_every_job() -> None:
    assert parsed("  ") == And(())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("usr:7", "At character 1: 'usr' is no field; did you mean user?"),
        ("wait", "At character 5: wait needs a sign and a value, such as wait>1h"),
        ("wait>", "At character 6: a value of wait, as in wait>1h, is missing before the end"),
        (
            "wait>1x",
            "At character 6: wait is compared with a time, such as 30m, 1h or 2d, got '1x'",
        ),
        ("width>=1h", "At character 8: width is compared with a number, such as 256, got '1h'"),
        ("width>1..2", "At character 7: a range stands after a colon: width:1..2"),
        ("width:9..2", "At character 7: a range goes from the smaller to the larger, got 9..2"),
        ("width:..", "At character 7: a range has a number at one end, such as width:1.."),
        ("width>1,2", "At character 9: a list stands after a colon, as in width:a,b; > takes one"),
        ("user>7", "At character 5: user is a name, and names are not larger or smaller: write"),
        ("backfilled:1", "At character 11: backfilled stands alone: write backfilled or -back"),
        ("(wait>1", "At character 8: a closing parenthesis is missing before the end"),
        ("wait>1)", "At character 7: there is no parenthesis that ')' closes"),
        ('user:"a', "At character 6: a closing quotation mark is missing before the end"),
        ("or wait>1", "At character 1: a field, such as wait>1h, is missing before 'or'"),
        ("submit>2026-02-30", "At character 8: there is no date 2026-02-30"),
        ("submit>0001-01", "At character 8: dates are from 1970 to 8999, got 0001-01"),
        ("width>1e999", "At character 7: 1e999 is too large"),
        ("(" * 41, "At character 41: up to 40 levels are read, more begin"),
        ("broken " * 100, f"At character {LONGEST}: a question has up to {LONGEST} characters"),
    ],
)
def test_mistakes_are_one_sentence_with_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(QuestionError) as caught:
        parsed(text)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("key", FIELDS)
def test_every_field_has_an_example_that_is_read(key: str) -> None:
    field = FIELDS[key]
    assert keys(field.example) == [key]
    assert field.formula
    told = {"key", "title", "kind", "needs", "formula", "example", "unit", "also"}
    assert set(field.as_json()) == told


def test_columns_of_tables_are_words_for_their_fields() -> None:
    asked = parsed("release>5 processors>=4 time<10m estimate>1h job:7")
    fields = [one.field for one in conditions_in(asked)]
    assert fields == ["release", "width", "runtime", "requested", "id"]
    assert answer("release>5")["tree"]["spans"][0]["low"]["value"] == 5.0
    with pytest.raises(QuestionError, match="At character 8: release needs a sign and a value"):
        parsed("release")


def test_no_word_is_for_two_fields() -> None:
    declared = field(
        "cores", title="", kind="number", needs="jobs", formula="", example="", also=("processors",)
    )
    with pytest.raises(ValueError, match="two fields are declared as 'processors'"):
        declared(lambda jobs: jobs.width)
    assert "cores" not in FIELDS
