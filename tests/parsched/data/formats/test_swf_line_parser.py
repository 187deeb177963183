"""The compiled SWF parser agrees with its plain twin and with Python's own numbers."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.data.formats.swf import line_parser
from tests.parsched.data.formats.lines import line
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, places=3).map(str),
    st.from_regex(r"[+-]?[0-9]{0,4}\.?[0-9]{0,4}([eE][+-]?[0-9]{1,3})?", fullmatch=True),
)
WORDS = st.one_of(NUMBERS, st.sampled_from(["-", ".", "1e", "nan", "x1", "1x", "é", "1;2"]))
LINES = st.lists(WORDS, max_size=20).map(" ".join)


def block(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Text as the parser takes it."""
    return np.frombuffer((text + "\n").encode(), np.uint8)


def parsed(text: str) -> list[object]:
    """Everything that parsing a block fills and returns."""
    content = block(text)
    capacity = len(content) // line_parser.SHORTEST_LINE + 1
    values = np.zeros((line_parser.COLUMNS, capacity))
    lines = np.zeros(capacity, np.int64)
    counts = np.zeros(line_parser.FAULTS, np.int64)
    where = np.zeros((line_parser.FAULTS, line_parser.SHOWN, 4), np.int64)
    rows, seen = line_parser.parse_lines(content, 0, True, values, lines, counts, where)
    filled = [values[:, :rows].tobytes(), lines[:rows].tolist(), counts.tolist(), where.tolist()]
    cells = np.zeros((line_parser.FIELDS * rows, 4), np.int64)
    texts = line_parser.text_cells(content, 0, lines[:rows], cells)
    assert (texts > 0) == (counts[line_parser.TEXT] > 0)
    return [rows, seen, *filled, cells[:texts].tolist()]


@given(NUMBERS)
@example("0.1")
@example("-0")
@example("9007199254740993")
@example("123456789012345678901234567890")
@example("1e400")
@example("-1e-400")
@example("5.")
@example(".5")
def test_numbers_equal_pythons(text: str) -> None:
    try:
        expected = float(text)
    except ValueError:
        expected = math.nan
    value, end = line_parser.parse_number(block(text), 0)
    if math.isnan(expected):
        assert math.isnan(value) or end < len(text)
    elif math.isinf(value) or abs(expected) < 1e-290 or abs(expected) > 1e290:
        assert math.isinf(value) == math.isinf(expected)
    else:
        assert end == len(text)
        assert math.isclose(value, expected, rel_tol=1e-14)
        assert "e" in text.lower() or len(text) > 15 or value == expected


@pytest.mark.parametrize("text", ["-0", "-0.0", "-0e5", "-1e-400", "-1e-4000", "-1e-330"])
def test_no_zero_is_negative(text: str) -> None:
    value, _ = line_parser.parse_number(block(text), 0)
    assert not np.signbit(value)


@given(NUMBERS)
def test_the_number_parser_agrees_with_its_plain_twin(text: str) -> None:
    with_blank = block(text + " 1")
    fast = line_parser.parse_number(with_blank, 0)
    with uncompiled(line_parser):
        plain = line_parser.parse_number(with_blank, 0)
    assert np.array_equal(fast, plain, equal_nan=True)


@given(st.lists(LINES | st.builds(line, run=WORDS, user=WORDS), max_size=8).map("\n".join))
def test_the_line_parser_agrees_with_its_plain_twin(text: str) -> None:
    compiled = parsed(text)
    with uncompiled(line_parser):
        assert parsed(text) == compiled


def test_the_smallest_lines_fit_the_room_for_rows() -> None:
    rows, seen, *_ = parsed("\n".join([" ".join("1" * 18)] * 50))
    assert (rows, seen) == (50, 50)
