"""The compiled table writer agrees with its plain twin and with Python's own text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.formats import text_table
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

INTEGERS = st.integers(-(2**63) + 1, 2**63 - 1)
WORDS = ("", "a", "word")


def written(table: list[tuple[int, int, int]]) -> bytes:
    """A table of an integer, millionths and a word per row."""
    cells = np.array(table, np.int64).reshape(-1, 3).T.copy()
    words = np.frombuffer("".join(WORDS).encode(), np.uint8)
    starts = np.cumsum([0, *map(len, WORDS)])
    out = np.zeros(len(table) * 3 * text_table.LONGEST, np.uint8)
    kinds = np.array([text_table.INTEGER, text_table.MILLIONTHS, text_table.WORD])
    return out[: text_table.write_rows(kinds, cells, words, starts, ord(","), out)].tobytes()


def expected(integer: int, millionths: int, word: int) -> str:
    """The same row by Python."""
    if millionths == text_table.EMPTY:
        return f"{integer},,{WORDS[word]}\n"
    sign, size = "-" * (millionths < 0), abs(millionths)
    decimals = f".{size % 10**6:06}".rstrip("0").rstrip(".")
    return f"{integer},{sign}{size // 10**6}{decimals},{WORDS[word]}\n"


TABLES = st.lists(st.tuples(INTEGERS, INTEGERS | st.just(text_table.EMPTY), st.integers(0, 2)))


@given(TABLES)
def test_cells_are_written_as_python_writes_them(table: list[tuple[int, int, int]]) -> None:
    assert written(table).decode() == "".join(expected(*row) for row in table)


@given(TABLES)
def test_the_writer_agrees_with_its_plain_twin(table: list[tuple[int, int, int]]) -> None:
    compiled = written(table)
    with uncompiled(text_table):
        assert written(table) == compiled
