"""Rows of CSV that are split at once are those that the rules of CSV make."""

import io
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.base.errors import AlgorithmsError
from parsched.data.files.findings import Findings
from parsched.data.formats import Reading, read
from parsched.data.formats.jobs_csv import rows
from parsched.data.formats.jobs_csv.layout import CsvLayout
from tests.amount import amount
from tests.parsched.data.formats.workloads import names, same

HEAD = "id,procs,time,user\n"
CELLS = st.sampled_from(("1", "2", "x", "", " ", "é", "u 1", "0007", "1e3", "\0", "\x0b", "\x85"))
LINES = st.lists(CELLS, min_size=3, max_size=5).map(",".join) | st.sampled_from(
    ("", ",,,", " , ,,", "1,2,3,u,,", '1,2,3,"a,b"', '1,2,3,"a', "\r", "1,2,3,u\r")
)


def both(content: bytes) -> list[tuple[Reading | None, str]]:
    """What is read when rows may be split at once, and when they may not."""
    found: list[tuple[Reading | None, str]] = []
    for split in (rows.split_at_once, lambda *_: None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rows, "split_at_once", split)
            try:
                found.append((read(io.BytesIO(content), name="jobs.csv"), ""))
            except AlgorithmsError as error:
                found.append((None, str(error)))
    return found


def agree(content: bytes) -> None:
    """Fail unless both ways come to the same."""
    (one, why), (other, reason) = both(content)
    assert why == reason
    if one is None or other is None:
        assert one is other
        return
    assert one.report.as_json() == other.report.as_json()
    same(one.workload, other.workload, "ids", "release", "width", "runtime")
    assert names(one.workload, "user") == names(other.workload, "user")
    assert one.lines is not None
    assert other.lines is not None
    assert one.lines.tolist() == other.lines.tolist()


@settings(max_examples=amount(500))
@given(st.lists(LINES, max_size=5), st.sampled_from(("", "\n")))
@example(["1,2,3", "2,2,3,4,5"], "")
@example(["1,2,3,u", '2,2,3,"a', 'b"', "3,1,1,c"], "\n")
def test_lines_of_any_kind_come_to_the_same_both_ways(lines: list[str], end: str) -> None:
    agree((HEAD + "\n".join(lines) + end).encode())


def split(*lines: str, head: str = HEAD) -> Any:
    """The cells of lines by column, None where they are not split at once."""
    block = "".join(f"{line}\n" for line in lines)
    return rows.split_at_once(block, len(lines), CsvLayout.guess(head.rstrip()))


def test_regular_lines_are_split_at_once() -> None:
    assert split("7,2,3,ann", "8,1,1,") == [["7", "8"], ["2", "1"], ["3", "1"], ["ann", ""]]
    assert split("7;2,5;3", head="id;procs;time\n") == [["7"], ["2,5"], ["3"]]


@pytest.mark.parametrize(
    "lines",
    [
        ("7,2,3",),
        ("7,2,3,u,",),
        ("7,2,3", "8,2,3,u,v"),
        ("",),
        (",,,",),
        ("7,2,3,a\0b",),
        (f"7,2,3,{'x' * 200_000}",),
    ],
)
def test_other_lines_are_left_to_the_rules_of_csv(lines: tuple[str, ...]) -> None:
    assert split(*lines) is None


def test_cells_in_quotes_may_go_on_in_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.data.files.source.BLOCK", 64)
    plain = "".join(f"{i},1,1,u\n" for i in range(20))
    quoted = f'20,1,1,"{"a" * 30}\n{"b" * 30}"\n'
    agree((HEAD + plain + quoted + plain.replace(",u", ",w")).encode())


def test_numbers_of_lines_go_on_behind_what_is_split_at_once() -> None:
    blocks, findings = [b"id,procs,time,user\n1,1,1,u\n2,1,1\n", b"3,1,1,u\n"], Findings()
    text = rows.TextLines(iter(blocks), findings)
    layout = CsvLayout.guess(next(text).rstrip())
    found = [line for number, _ in rows.blocks(text, layout, findings) for line in number.tolist()]
    assert found == [2, 4]
    assert findings.report(2).findings[0].examples[0].line == 3
