"""Rows of a text: quotes that stay open, cells with line ends, blank lines, names of columns."""

import pytest

from parsched.data.files.layout import TextLayout, distinct, repeated
from tests.parsched.data.logs.test_known import findings, reading

HEAD = b"id,cores,run,note\n"


def lines_of(content: bytes) -> list[int]:
    """Return the lines of the jobs of a file."""
    found = reading(content).lines
    assert found is not None
    return [int(line) for line in found]


def test_a_quote_that_stays_open_takes_its_own_line_alone() -> None:
    content = HEAD + b'1,2,3,"x"\n2,2,3,"open\n3,2,3,"y"\n4,2,3,\n5,2,3,"also open\n'
    found = reading(content)
    assert found.workload.ids.tolist() == [1, 3, 4]
    assert lines_of(content) == [2, 4, 5]
    [unclosed] = [each for each in found.report.findings if each.kind.key == "unclosed_quote"]
    assert [each.line for each in unclosed.examples] == [3, 6]


def test_a_quote_open_across_blocks_takes_its_own_line_alone() -> None:
    rows = [b'%d,2,3,"n"\n' % i for i in range(200_000)]
    rows[100_000] = b'100000,2,3,"open\n'
    found = reading(HEAD + b"".join(rows))
    assert len(found.workload) == 199_999
    assert findings(found)["unclosed_quote"] == 1


@pytest.mark.parametrize("note", [b'6" pipe', b'"a ""b"" c"', b'""', b'"a"b', b'a""'])
def test_quotes_that_open_nothing_are_part_of_a_cell(note: bytes) -> None:
    content = HEAD + b"1,2,3,%b\n2,2,3,x\n" % note
    assert reading(content).workload.ids.tolist() == [1, 2]
    assert "unclosed_quote" not in findings(reading(content))


def test_a_cell_may_hold_line_ends_and_later_lines_keep_their_numbers() -> None:
    content = HEAD + b'1,2,3,"one\ntwo\nthree"\n\n2,2,3,x\n3,2\n4,2,3,y\n'
    found = reading(content)
    assert found.workload.ids.tolist() == [1, 2, 4]
    assert lines_of(content) == [2, 6, 8]
    [short] = [each for each in found.report.findings if each.kind.drops]
    assert [each.line for each in short.examples] == [7]


def test_a_row_longer_than_any_cell_is_ends_at_its_line() -> None:
    content = HEAD + b'1,2,3,"open\n' + b"2,2,3,x\n" * 300 + b'3,2,3,"\n'
    assert len(reading(content).workload) == 300


def test_a_name_that_comes_again_is_told_and_numbered() -> None:
    found = reading(b"id,cores,cores,run,\n1,2,4,3,\n")
    assert found.workload.width.tolist() == [2]
    told = {each.kind.key: str(each.examples[0]) for each in found.report.findings}
    assert told["same_name"] == '"cores"'
    assert told["unread_column"] == '"cores (2)"'


def test_a_column_without_a_name_is_called_by_its_place() -> None:
    found = reading(b",id,cores,run\n0,1,2,3\n")
    told = {each.kind.key: str(each.examples[0]) for each in found.report.findings}
    assert told["unread_column"] == '"column 1"'


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        (["a", "a", "a (2)"], ("a", "a (3)", "a (2)")),
        (["a", "", ""], ("a", "column 2", "\x002")),
        (["column 2", ""], ("column 2", "\x001")),
    ],
)
def test_names_are_told_apart(cells: list[str], names: tuple[str, ...]) -> None:
    assert distinct(cells) == names


def test_many_equal_names_take_linear_time() -> None:
    assert len(set(distinct(["a"] * 30_000))) == 30_000
    assert repeated(["a"] * 30_000) == ("a",)


def test_bars_hold_quotes_only_where_the_names_do() -> None:
    plain = TextLayout.of(b"a|b\n")
    quoted = TextLayout.of(b'"a"|"b"\n')
    assert plain is not None
    assert quoted is not None
    assert (plain.quote, quoted.quote) == ("", '"')
    assert reading(b'id|cores|run|name\n1|2|3|"x\n2|2|3|y\n').workload.ids.tolist() == [1, 2]
    assert reading(b'"id"|"cores"|"run"\n"1|2"|2|3\n').workload.ids.tolist() == ["1|2"]


def test_columns_of_fixed_width_are_cut_by_bytes_or_by_characters() -> None:
    head = "JobID      User  NCPUS    Elapsed     State\n"
    dashes = "----- --------- ------ ---------- ----------\n"
    by_bytes = "    1   müller      4   00:01:40  COMPLETED\n".replace("  müller", " müller")
    by_characters = "    2    müller      8   00:00:50  COMPLETED\n"
    found = reading((head + dashes + by_bytes + by_characters).encode())
    assert found.workload.width.tolist() == [4, 8]
    assert found.workload.runtime.tolist() == [100, 50]
