"""Parameters are declared once and validated in one place."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import ParameterError
from parsched.declare.parameters import (
    MAX_SEED,
    Params,
    choice,
    integer,
    real,
    seed,
    text,
)
from parsched.declare.spec import assignments


@dataclass(frozen=True, kw_only=True)
class Everything(Params):
    """One field of each kind."""

    order: str = choice("arrival", ("arrival", "widest"), "Order of the queue.")
    depth: int = integer(1, "Reservations.", low=1, high=64)
    factor: float = real(2.0, "Factor.", low=0.5, high=1000, unit="s")
    seed: int = seed()


@dataclass(frozen=True, kw_only=True)
class Open(Params):
    """Numbers without limits."""

    whole: int = integer(0, "Any.")
    low: int = integer(0, "Not negative.", low=0)
    high: float = real(0.0, "At most one.", high=1)
    share: float = real(1.0, "Some of it.", above=0, high=1)
    more: float = real(1.0, "Something.", above=0)
    target: float = real(1.0, "Of jobs.", low=0, high=1e6, least="1 × the minimum")


@dataclass(frozen=True, kw_only=True)
class Wordy(Params):
    """A line of text."""

    note: str = text("none", "A note.", longest=12)


BAD: list[tuple[str, Any]] = [
    ("order", "shortest"),
    ("order", ""),
    ("order", None),
    ("order", 1),
    ("depth", 0),
    ("depth", 65),
    ("depth", 1.5),
    ("depth", True),
    ("depth", "two"),
    ("depth", None),
    ("depth", 10**400),
    ("depth", float("nan")),
    ("factor", 0.49),
    ("factor", 1001),
    ("factor", float("nan")),
    ("factor", float("inf")),
    ("factor", 10**400),
    ("factor", "1e400"),
    ("factor", False),
    ("factor", [1.0]),
    ("seed", -1),
    ("seed", MAX_SEED + 1),
    ("seed", {}),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=repr)
def test_a_bad_value_is_refused_with_the_field_named(name: str, value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Everything.from_mapping({name: value})
    assert set(caught.value.errors) == {name}
    sentence = caught.value.errors[name]
    rule = next(spec.rule for spec in Everything.specs() if spec.name == name)
    assert sentence.startswith(f"{name} must be {rule}, got ")
    assert len(sentence) < 160


@pytest.mark.parametrize(("name", "value"), BAD, ids=repr)
def test_the_constructor_refuses_what_the_mapping_refuses(name: str, value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Everything(**{name: value})
    assert set(caught.value.errors) == {name}


def test_all_bad_values_are_told_at_once() -> None:
    with pytest.raises(ParameterError) as caught:
        Everything.from_mapping({"depth": 0, "factor": "x", "colour": "red"})
    assert set(caught.value.errors) == {"depth", "factor", "colour"}
    assert "order, depth, factor, seed" in caught.value.errors["colour"]


def test_text_and_json_give_the_same_parameters() -> None:
    text = {
        "order": " widest ",
        "depth": "8",
        "factor": "2.5",
        "seed": str(MAX_SEED),
    }
    json = {"order": "widest", "depth": 8.0, "factor": 2.5, "seed": MAX_SEED}
    assert Everything.from_mapping(text) == Everything.from_mapping(json)
    assert isinstance(Everything.from_mapping(json).depth, int)


def test_whole_numbers_of_real_parameters_are_stored_alike() -> None:
    for value in (2, 2.0, "2", "2.0"):
        assert repr(Everything.from_mapping({"factor": value}).factor) == "2.0"
    with pytest.raises(ParameterError, match="factor"):
        Everything.from_mapping({"factor": 10**400})


@given(
    order=st.sampled_from(["arrival", "widest"]),
    depth=st.integers(1, 64),
    factor=st.floats(0.5, 1000),
    seed=st.integers(0, MAX_SEED),
)
def test_parameters_survive_json_and_text(**values: Any) -> None:
    params = Everything(**values)
    assert Everything.from_mapping(params.as_dict()) == params
    assert Everything.from_mapping({key: str(value) for key, value in values.items()}) == params


def test_missing_values_take_their_defaults() -> None:
    assert Everything.from_mapping({}) == Everything()
    assert Everything().as_dict() == {
        "order": "arrival",
        "depth": 1,
        "factor": 2.0,
        "seed": 1,
    }


def test_rules_read_like_a_sentence() -> None:
    rules = {spec.name: spec.rule for spec in (*Everything.specs(), *Open.specs())}
    assert rules == {
        "order": "one of arrival, widest",
        "depth": "an integer from 1 to 64",
        "factor": "a number from 0.5 to 1,000",
        "seed": "an integer from 0 to 9,223,372,036,854,775,807",
        "whole": "an integer",
        "low": "an integer of at least 0",
        "high": "a number of at most 1",
        "share": "a number above 0 and at most 1",
        "more": "a number above 0",
        "target": "a number of at least 1 × the minimum and at most 1,000,000",
    }


@pytest.mark.parametrize("share", [5e-324, "1e-9", 0.0001, 1])
def test_a_number_may_be_as_near_to_an_open_end_as_numbers_are(share: Any) -> None:
    assert Open.from_mapping({"share": share}).share == float(share)


@pytest.mark.parametrize("share", [0, -0.0, "0", "1e-400", -1e-9, 1.1, float("nan")])
def test_an_open_end_itself_is_refused(share: Any) -> None:
    with pytest.raises(ParameterError, match="share must be a number above 0 and at most 1, got"):
        Open.from_mapping({"share": share})
    schema = Open.json_schema()["properties"]["share"]
    assert (schema["exclusiveMinimum"], schema["maximum"]) == (0, 1)


def test_the_schema_says_what_the_specs_say() -> None:
    schema = Everything.json_schema()
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == ["order", "depth", "factor", "seed"]
    assert schema["properties"]["order"]["enum"] == ["arrival", "widest"]
    depth = schema["properties"]["depth"]
    assert depth == {
        "type": "integer",
        "default": 1,
        "description": "Reservations.",
        "minimum": 1,
        "maximum": 64,
    }
    assert schema["properties"]["factor"]["type"] == "number"


def test_the_seed_makes_parameters_stochastic() -> None:
    assert Everything.seed_name() == "seed"
    assert Open.seed_name() is None


def test_a_label_reads_without_underscores() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Named(Params):
        most_jobs: int = integer(1, "Most.")

    assert Named.specs()[0].label == "most jobs"


def test_parameters_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Everything().depth = 2  # type: ignore[misc]


class TestText:
    """One line without commas, taken as it is."""

    @pytest.mark.parametrize("value", ["", " ", "a=1 b=2", "größer", "12 letters 12", "'\"<&>"])
    def test_a_line_is_taken_as_it_is(self, value: str) -> None:
        value = value[:12]
        assert Wordy.from_mapping({"note": value}).note == value

    @pytest.mark.parametrize(
        "value", ["a,b", "a\nb", "a\0", "\ud800", "13 letters, no", "x" * 13, None, 1, True, [], {}]
    )
    def test_what_is_no_such_line_is_refused(self, value: Any) -> None:
        with pytest.raises(ParameterError) as caught:
            Wordy.from_mapping({"note": value})
        sentence = caught.value.errors["note"]
        rule = "one line of up to 12 characters without commas"
        assert sentence.startswith(f"note must be {rule}, got ")

    def test_the_schema_says_so(self) -> None:
        assert Wordy.json_schema()["properties"]["note"] == {
            "type": "string",
            "default": "none",
            "description": "A note.",
            "maxLength": 12,
            "pattern": "^[^,]*$",
        }


def test_choices_may_be_known_only_when_they_are_asked_for() -> None:
    known = ["a"]

    @dataclass(frozen=True, kw_only=True)
    class Late(Params):
        key: str = choice("a", lambda: tuple(known), "A key.")

    with pytest.raises(ParameterError, match="key must be one of a, got 'b'"):
        Late(key="b")
    known.append("b")
    assert Late(key="b").key == "b"
    assert Late.json_schema()["properties"]["key"]["enum"] == ["a", "b"]


def test_assignments_are_names_and_values() -> None:
    assert assignments(["a=1", " b =x=y", "c="]) == {"a": "1", "b": "x=y", "c": ""}


@pytest.mark.parametrize("texts", [["a"], ["=1"], [""], ["a=1", "a=2"]])
def test_what_is_no_assignment_is_refused(texts: list[str]) -> None:
    with pytest.raises(ParameterError):
        assignments(texts)
