"""Rows whose names hold the separator, and rows over several lines."""

from pathlib import Path

import pytest

from parsched.data.files.mapping import Mapping
from parsched.data.formats import Reading, read
from parsched.model.problem.workload import Labels
from tests.parsched.data.logs.test_known import findings, reading

HEAD = "JobID|JobName|User|Submit|Start|End|NCPUS|State"
TIMES = "2026-02-14T08:00:00|2026-02-14T08:05:00|2026-02-14T08:15:00"


def row(id: int, name: str, rest: str = "") -> str:
    """Return a row of sacct."""
    return f"{id}|{name}|ann|{TIMES}|4|COMPLETED{rest}"


def table(*rows: str, head: str = HEAD) -> Reading:
    """Read a table of sacct."""
    return reading("\n".join((head, *rows, "")).encode())


def named(column: Labels | None) -> list[str | None]:
    """Return the name of each job."""
    assert column is not None
    return [column.name(i) for i in range(len(column.codes))]


def test_names_with_separators_are_put_together(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "14-sacct-pipes-in-names.txt")
    assert named(found.workload.executable) == ["mesh|v2", "solve", "a||b|c", "plain"]
    assert named(found.workload.user) == ["ann", "bob", "bob", "ann"]
    assert findings(found)["separator_in_name"] == 2
    assert found.report.dropped == 0


def test_records_over_several_lines_are_put_together(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "15-sacct-lines-in-submitline.txt")
    assert found.workload.ids.tolist() == [21, 22, 23, 24]
    assert found.lines is not None
    assert found.lines.tolist() == [2, 3, 7, 8]
    assert found.report.dropped == 0
    assert findings(found)["several_lines"] == findings(found)["separator_in_name"] == 1


@pytest.mark.parametrize("name", ["a|b", "|", "x|1|2", "|2026-02-14T08:00:00", "a|b|c|d|e|f|g|h|i"])
@pytest.mark.parametrize("end", ["", "|"])
def test_a_name_may_hold_anything(name: str, end: str) -> None:
    rows = [row(1, "x") + end, row(2, name) + end, row(3, "y") + end]
    found = table(*rows, head=HEAD + end)
    assert named(found.workload.executable) == ["x", name, "y"]
    assert found.workload.runtime.tolist() == [600] * 3
    assert found.workload.width.tolist() == [4] * 3


def test_rows_that_all_have_separators_in_names_are_read() -> None:
    found = table(*(row(i, f"a|{i}") for i in range(1, 4)))
    assert named(found.workload.executable) == ["a|1", "a|2", "a|3"]


def test_the_last_column_may_go_on_over_lines() -> None:
    head = f"{HEAD}|SubmitLine"
    rows = (
        row(1, "x", "|sbatch --wrap=a;\n b\n done"),
        row(2, "y", "|sbatch\n|| c"),
        row(3, "z", "|"),
    )
    found = table(*rows, head=head)
    assert found.workload.ids.tolist() == [1, 2, 3]
    assert found.report.dropped == 0
    assert findings(found)["several_lines"] == 3


def test_a_row_may_go_on_within_and_hold_separators_too() -> None:
    rows = (row(1, "x\ny"), row(2, "p\n\nr"), row(3, "z"))
    found = table(*rows)
    assert found.workload.ids.tolist() == [1, 2, 3]
    assert findings(found)["several_lines"] == 2


def test_what_is_cut_off_or_has_no_fitting_cells_is_left_out() -> None:
    cut = row(2, "y")[:40]
    found = table(row(1, "x"), cut, row(3, "z"), row(4, "w", "|what|is|this"), cut)
    assert found.workload.ids.tolist() == [1, 3]
    assert findings(found)["wrong_number_of_cells"] == 3
    assert found.report.dropped == 3


def test_decimal_commas_are_no_separators_in_names() -> None:
    head = b"id,cores,run,name\n1,2,30,x\n"
    assert findings(reading(head + b"2,2,3,5,x\n"))["wrong_number_of_cells"] == 1
    found = reading(head + b"2,2,3,a,b\n")
    assert found.workload.runtime.tolist() == [30, 3]
    assert named(found.workload.executable) == ["x", "a,b"]


def test_names_with_blanks_are_put_together_where_blanks_stand_between_cells() -> None:
    text = b"id  cores run  name\n1  2 30   x\n2 2   40 my job here\n"
    columns = {"id": "id", "processors": "cores", "run": "run", "executable": "name"}
    found = reading(text, mapping=Mapping.from_json({"separator": "space", "columns": columns}))
    assert named(found.workload.executable) == ["x", "my job here"]


def test_rows_that_are_put_together_stand_in_order_over_blocks() -> None:
    rows = [row(i, "a|b" if i % 1000 == 7 else "x" * 40) for i in range(1, 30_001)]
    found = table(*rows)
    assert found.workload.ids.tolist() == list(range(1, 30_001))
    assert findings(found)["separator_in_name"] == 30
    assert found.lines is not None
    assert found.lines.tolist() == list(range(2, 30_002))


def test_strict_reading_takes_what_is_put_together() -> None:
    content = "\n".join((HEAD, row(1, "a|b"), "")).encode()
    assert len(reading(content, bad_lines="error").workload) == 1
