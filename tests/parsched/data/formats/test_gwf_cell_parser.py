"""The compiled parser of separated cells agrees with its plain twin and with Python's own split."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.formats.gwf import cell_parser
from parsched.data.formats.swf import line_parser
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

WORDS = st.sampled_from(
    ["", "-1", "0", "17", "2.5", "1e9", "1e400", "-", "x1", "a b", "é", "#", "ana", "bob"]
)
LINES = st.lists(st.lists(WORDS, max_size=9), max_size=8)
FIELDS = 7
LEAST = 4
SLOTS = np.array(
    [
        -1,
        line_parser.NUMBER,
        line_parser.SUBMIT,
        line_parser.RUN,
        line_parser.ALLOCATED,
        line_parser.STATUS,
        -1,
        12,
    ],
    np.int64,
)
NAMED = np.array([-1, 0, -1, -1, -1, -1, 1, -1], np.int64)


def parsed(text: bytes, separator: int) -> list[object]:
    """Everything that parsing a block fills and returns."""
    content = np.frombuffer(text, np.uint8)
    capacity = len(content) // LEAST + 1
    values, lines = np.zeros((line_parser.COLUMNS, capacity)), np.zeros(capacity, np.int64)
    places = np.zeros((2, capacity, 2), np.int64)
    counts = np.zeros(line_parser.FAULTS, np.int64)
    where = np.zeros((line_parser.FAULTS, line_parser.SHOWN, 4), np.int64)
    given_ = (content, 0, separator, LEAST, True, SLOTS, NAMED)
    rows, seen = cell_parser.parse_lines(*given_, values, places, lines, counts, where)
    filled = [values[:, :rows].tobytes(), places[:, :rows].tolist(), lines[:rows].tolist()]
    return [rows, seen, *filled, counts.tolist(), where.tolist()]


@given(LINES, st.sampled_from([cell_parser.TAB, cell_parser.BLANK, cell_parser.COMMA]))
def test_the_parser_equals_its_plain_twin(lines: list[list[str]], separator: int) -> None:
    text = "".join(chr(separator).join(line) + "\n" for line in lines).encode()
    compiled = parsed(text, separator)
    with uncompiled(cell_parser), uncompiled(line_parser):
        assert parsed(text, separator) == compiled


@given(st.lists(st.sampled_from(["1", "2", " 3 ", "-1", ""]), min_size=FIELDS, max_size=FIELDS))
def test_cells_equal_split(words: list[str]) -> None:
    text = ("\t".join(words) + "\n").encode()
    if len(words[0].strip()) + len(words[-1].strip()) < 2:
        return
    rows, _, values, *_ = parsed(text, cell_parser.TAB)
    assert rows == 1
    assert isinstance(values, bytes)
    found = np.frombuffer(values)
    for field in range(1, 6):
        assert found[SLOTS[field]] == float(words[field - 1].strip() or -1)


@given(st.lists(WORDS, max_size=30))
def test_rows_are_alike_where_their_words_are_equal(words: list[str]) -> None:
    text = np.frombuffer("".join(words).encode() + b"\n", np.uint8)
    ends = np.cumsum([len(word.encode()) for word in words], dtype=np.int64)
    places = np.stack([np.concatenate([[0], ends[:-1]])[: len(words)], ends], axis=1)
    first = np.empty(len(words), np.int64)
    cell_parser.first_alike(text, places, 7, np.empty(64, np.int64), first)
    assert first.tolist() == [words.index(word) if word else -1 for word in words]
    again = np.empty(len(words), np.int64)
    with uncompiled(cell_parser):
        cell_parser.first_alike(text, places, 2**32 - 1, np.empty(64, np.int64), again)
    assert again.tolist() == first.tolist()


@pytest.mark.parametrize(("text", "unknown"), [(b"", True), (b"-1", True), (b"-2", False)])
def test_empty_and_minus_one_are_unknown(text: bytes, unknown: bool) -> None:
    content = np.frombuffer(text + b"\n", np.uint8)
    assert cell_parser.is_unknown(content, 0, len(text)) == unknown


@given(st.lists(WORDS | st.sampled_from(["00", "07", "70", "/9", "9:"]), min_size=1, max_size=30))
def test_plain_numbers_are_written_as_python_writes_them(words: list[str]) -> None:
    text = np.frombuffer("".join(words).encode() + b"\n", np.uint8)
    ends = np.cumsum([len(word.encode()) for word in words], dtype=np.int64)
    places = np.stack([np.concatenate([[0], ends[:-1]]), ends], axis=1)
    expected = [word.isdecimal() and str(int(word)) == word for word in words]
    plain, again = np.empty(len(words), np.bool_), np.empty(len(words), np.bool_)
    cell_parser.are_plain(text, places, plain)
    with uncompiled(cell_parser):
        cell_parser.are_plain(text, places, again)
    assert plain.tolist() == again.tolist() == expected
