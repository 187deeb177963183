"""Workloads as CSV: columns by name, reports that name lines, and what is written reads back."""

import csv
import io
import tracemalloc
from dataclasses import replace
from typing import Any, BinaryIO, cast

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.formats import FORMATS, FileLimits, Reading, ReadOptions, read, write
from parsched.data.formats.jobs_csv import COLUMNS, MACHINE, NOT_KEPT, SEPARATORS, SUBMIT_DATE, ZONE
from parsched.data.formats.jobs_json import KEYS
from parsched.data.generators import generate
from parsched.model.problem.machine import NOT_STATED
from parsched.model.problem.workload import Workload
from tests.parsched.data.formats.lines import findings, line, swf
from tests.parsched.data.formats.test_hostile import attempt
from tests.parsched.data.formats.workloads import names, same, same_profiles, workloads
from tests.parsched.factories import moldable

TABLE = """\
id,release,procs,time,weight,estimate,user,environment
a,0,2,3.5,2,9,alice,debian 12
b,1.25,4,7,,,,
c,9,1,0,1,8,"bob, the other","say ""hi"" 2"
"""


def reading(text: str | bytes, name: str = "pasted text", **options: Any) -> Reading:
    content = text if isinstance(text, bytes) else text.encode()
    return read(io.BytesIO(content), name=name, options=ReadOptions(**options))


def refusal(text: str | bytes, name: str = "jobs.csv") -> str:
    with pytest.raises(FormatError) as caught:
        reading(text, name)
    assert str(caught.value).isprintable()
    return str(caught.value)


def rewritten(workload: Workload) -> Workload:
    stream = io.BytesIO()
    write(workload, stream, format="csv")
    return reading(stream.getvalue()).workload


def test_columns_are_the_keys_of_rigid_jobs_in_json() -> None:
    told_otherwise = {SUBMIT_DATE, ZONE, "delay", *MACHINE, NOT_KEPT}
    assert set(COLUMNS) == KEYS - {"times", "moldable", "speedup"} | told_otherwise


def test_a_table_becomes_jobs() -> None:
    found = reading(TABLE)
    jobs = found.workload
    assert (found.format, found.processors, jobs.ids.tolist()) == ("csv", 4, ["a", "b", "c"])
    assert jobs.release.tolist() == [0, 1.25, 9]
    assert (jobs.width.tolist(), jobs.runtime.tolist()) == ([2, 4, 1], [3.5, 7, 0])
    assert jobs.weight.tolist() == [2, 1, 1]
    assert np.array_equal(jobs.estimate, [9, np.nan, 8], equal_nan=True)
    assert names(jobs, "user") == ["alice", None, "bob, the other"]
    assert names(jobs, "environment") == ["debian 12", None, 'say "hi" 2']
    assert found.lines is not None
    assert found.lines.tolist() == [2, 3, 4]
    assert found.report.summary == "3 jobs kept, 0 left out, 0 repairs"


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_separators_line_ends_and_marks_are_all_the_same(
    separator: str, end: str, mark: str
) -> None:
    stream = io.StringIO()
    rows = csv.reader(io.StringIO(TABLE))
    csv.writer(stream, delimiter=separator, lineterminator=end).writerows(rows)
    again, given = reading(mark + stream.getvalue()).workload, reading(TABLE).workload
    same(given, again, "ids", "release", "estimate", "weight")
    same_profiles(given, again)
    for label in ("user", "environment"):
        assert names(again, label) == names(given, label)


def test_columns_may_come_in_any_order_and_only_two_must() -> None:
    jobs = reading(" Time ;PROCS\n 3 ; 2 \n4;1\n").workload
    assert (jobs.width.tolist(), jobs.runtime.tolist()) == ([2, 1], [3, 4])
    assert (jobs.ids.tolist(), jobs.release.tolist()) == ([1, 2], [0, 0])
    assert jobs.labels == {}


def test_blanks_after_separators_belong_to_no_name_where_the_first_line_has_them_too() -> None:
    jobs = reading('procs, time, user\n2, 3, alice\n2, 3, "b, c"\n').workload
    assert names(jobs, "user") == ["alice", "b, c"]
    assert names(reading("procs,time,user\n2,3, alice\n").workload, "user") == [" alice"]


def test_jobs_are_put_in_order_of_release_and_that_is_said() -> None:
    found = reading("id,procs,time,release,queue\n1,1,1,5,x\n2,1,2,3,y\n3,1,3,4,z\n")
    assert found.workload.ids.tolist() == [2, 3, 1]
    assert names(found.workload, "queue") == ["y", "z", "x"]
    assert findings(found)["unsorted"].examples[0].line == 3
    assert found.lines is not None
    assert found.lines.tolist() == [3, 4, 2]


def test_releases_since_1970_begin_at_0_and_the_date_is_kept() -> None:
    found = reading("procs,time,release\n1,1,1700000005\n1,1,1700000000\n")
    assert found.workload.release.tolist() == [0, 5]
    assert found.workload.unix_start == 1_700_000_000
    assert findings(found)["epoch_times"].kind.field == "release"


@pytest.mark.parametrize(
    ("column", "cell", "key", "shown"),
    [
        ("procs", "", "wrong_procs", "nothing"),
        ("procs", "0", "wrong_procs", "0"),
        ("procs", "-1", "wrong_procs", "-1"),
        ("procs", "1.5", "wrong_procs", "1.5"),
        ("procs", str(2**70), "wrong_procs", str(2**70)),
        ("procs", "two", "wrong_procs", '"two"'),
        ("procs", "1_0", "wrong_procs", "1_0"),
        ("procs", "\u0662", "wrong_procs", "\u0662"),
        ("time", " ", "wrong_time", "nothing"),
        ("time", "nan", "wrong_time", "nan"),
        ("time", "inf", "wrong_time", "inf"),
        ("time", "1e999", "wrong_time", "1e999"),
        ("time", "-1", "wrong_time", "-1"),
        ("time", "1;5", "wrong_time", '"1;5"'),
        ("time", "0x10", "wrong_time", '"0x10"'),
        ("release", "-0.5", "wrong_release", "-0.5"),
        ("release", "1e16", "wrong_release", "1e16"),
        ("release", "12:00", "wrong_release", '"12:00"'),
        ("weight", "-1", "wrong_weight", "-1"),
        ("weight", "nan", "wrong_weight", "nan"),
        ("estimate", "soon", "wrong_estimate", '"soon"'),
        ("estimate", "1e300", "wrong_estimate", "1e300"),
    ],
)
def test_a_line_with_a_wrong_number_is_left_out_with_line_field_value_and_rule(
    column: str, cell: str, key: str, shown: str
) -> None:
    row = {"procs": "2", "time": "3", column: cell}
    good = dict.fromkeys(row, "1")
    text = "\n".join(",".join(cells) for cells in (row, good.values(), row.values())) + "\n"
    found = reading(text)
    [finding] = found.report.findings
    assert (finding.kind.key, finding.kind.field, finding.count) == (key, column, 1)
    assert (finding.examples[0].line, finding.examples[0].value) == (3, shown)
    assert (found.report.kept, found.report.dropped) == (1, 1)
    assert found.workload.runtime.tolist() == [1]
    with pytest.raises(FormatError, match=r"line 3, .*1 line cannot be used$"):
        reading(text, bad_lines="error")


def test_a_line_counts_once_under_the_first_rule_that_it_breaks() -> None:
    found = reading("procs,time,weight\n0,-1,0\n1,1,1\n")
    assert [finding.kind.key for finding in found.report.findings] == ["wrong_procs"]


def test_estimates_that_are_not_positive_are_taken_as_unknown() -> None:
    found = reading("procs,time,estimate\n1,2,-1\n1,2,0\n1,2,3\n1,2,1\n")
    assert np.array_equal(found.workload.estimate, [np.nan, np.nan, 3, 1], equal_nan=True)
    assert findings(found)["estimate_not_positive"].count == found.report.repaired == 2
    assert findings(found)["longer_than_requested"].examples[0].value == "2 above 1"


@pytest.mark.parametrize("ids", [["a", "a"], ["a", ""], ["a", "b\x07"], ["a", "b" * 101]])
def test_ids_that_tell_no_jobs_apart_become_the_numbers_of_lines(ids: list[str]) -> None:
    found = reading("id,procs,time\n" + "".join(f"{id},1,1\n" for id in ids))
    assert found.workload.ids.tolist() == [2, 3]
    assert findings(found)["job_numbers"].examples[0].line == 3


def test_unfit_names_are_cut_and_said() -> None:
    found = reading(f'procs,time,user\n1,1,{"x" * 150}\n1,1,"a\nb\0"\n1,1,fine\n')
    assert names(found.workload, "user") == ["x" * 100, "a?b?", "fine"]
    assert [e.line for e in findings(found)["unfit_name"].examples] == [2, 3]
    assert found.lines is not None
    assert found.lines.tolist() == [2, 3, 5], "a cell in quotes may have line ends"


def test_names_that_cutting_makes_equal_are_kept_apart() -> None:
    """Environments that were two are not one, and a name that fits stays, wherever it comes."""
    long = "x" * 100
    given = [f"{long}1", f"{long}2", '"a\nb"', "a?b", long, f"{long}1", f"{'x' * 98}#2"]
    found = reading("procs,time,environment\n" + "".join(f"1,1,{name}\n" for name in given))
    kept = names(found.workload, "environment")
    assert kept[2:] == ["a?b#2", "a?b", long, kept[0], f"{'x' * 98}#2"]
    assert kept[:2] == [f"{'x' * 98}#3", f"{'x' * 98}#4"]
    told = findings(found)["unfit_name"]
    assert told.count == 4
    assert "numbered where several became the same" in told.sentence


def test_many_names_that_cutting_makes_equal_are_no_trouble() -> None:
    rows = "".join(f"1,1,{'x' * 100}{i}\n" for i in range(20_000))
    found = reading(f"procs,time,environment\n{rows}").workload
    assert found.environment is not None
    assert len(set(found.environment.names)) == 20_000
    assert max(map(len, found.environment.names)) == 100


def test_unknown_columns_are_named_and_passed_over() -> None:
    found = reading("procs,colour,time,,note\n1,99,2,,x\n")
    assert found.workload.runtime.tolist() == [2]
    [finding] = found.report.findings
    assert [e.value for e in finding.examples] == ['"colour"', '"note"']
    assert finding.severity == "note"


def test_a_column_that_is_missing_is_said_with_those_that_are_there() -> None:
    sentence = refusal("rank;weight;user\n1;2;x\n")
    assert 'columns "rank", "weight", "user": line 1 must name procs and time' in sentence
    assert "has no procs and no time. Read as CSV" in sentence
    assert "has no time. Read as CSV" in refusal("id,procs\n1,2\n", "pasted text")
    wide = refusal("procs," + ",".join(f"c{i}" for i in range(900)) + "\n")
    assert '"c4" and 895 more' in wide
    assert len(wide) < 300


def test_a_column_that_is_there_twice_is_said() -> None:
    sentence = refusal("time,procs,Time\n1,2,3\n")
    assert 'columns "time", "procs", "Time": line 1 must name time once' in sentence


@pytest.mark.parametrize(("row", "count"), [("1", "1"), ("1,2,3,4", "4"), (",,,5", "4")])
def test_lines_of_another_number_of_cells_are_left_out(row: str, count: str) -> None:
    found = reading(f"procs,time,user\n1,2,x\n{row}\n")
    assert findings(found)["wrong_number_of_cells"].examples[0].value == f"{count}, not 3"


def test_lines_without_anything_and_cells_behind_the_last_are_passed_over() -> None:
    found = reading("\n\nprocs,time,user\n\n1,2,x,,\n,,\n\r\n  \n3,4,y\n")
    assert found.workload.width.tolist() == [1, 3]
    assert found.report.findings == (), "lines of blanks are no jobs"
    assert found.lines is not None
    assert found.lines.tolist() == [5, 9]


def test_a_cell_that_is_too_long_to_be_read_is_refused_by_that_rule() -> None:
    sentence = refusal(f"procs,time,user\n1,2,x\n1,2,{'x' * 200_000}\n")
    assert "more than 131,072 characters" in sentence.partition("line 3 is not CSV")[2]


def test_files_without_a_job_are_refused() -> None:
    assert "no jobs, only the names of columns" in refusal("procs,time\n")
    assert "line 2, 0: procs must be a whole number" in refusal("procs,time\n0,1\n")


def test_what_is_no_csv_is_refused_with_its_line() -> None:
    assert "line 2 is not CSV" in refusal('procs,time,user\n1,2,"x\n1,2,y\n1,2,z\n')
    assert "line 3 is not CSV" in refusal('procs,time,user\n1,2,x\n1,2,"x"y\n')
    long = "procs,time,user\n1,2," + '"' + "\n".join("x" * 1000 for _ in range(300))
    assert "line 2 is not CSV" in refusal(long)


def test_limits_are_kept() -> None:
    rows = "1,1\n" * 40_000
    with pytest.raises(FormatError, match="more than 30,000 jobs, the limit"):
        reading(f"procs,time\n{rows}", limits=FileLimits(max_jobs=30_000))
    with pytest.raises(FormatError, match="more than 64 KiB, the limit"):
        reading(f"procs,time\n{rows}", limits=FileLimits(max_bytes=1 << 16))


def test_a_line_that_never_ends_is_refused_in_bounded_memory() -> None:
    class Endless(io.RawIOBase):
        left = 100 << 20

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            head = b"procs,time\n1," if self.left == 100 << 20 else b""
            self.left -= size
            return head + b"1" * size if self.left > 0 else b""

    tracemalloc.start()
    with pytest.raises(FormatError, match="line 2 is longer than 1,048,576 characters"):
        read(cast("BinaryIO", Endless()), name="long.csv")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30 << 20


CELL = st.one_of(
    st.integers(-2, 2**70).map(str),
    st.floats().map(repr),
    st.sampled_from(["", " ", "1e999", "nan", '"', '""', "\0", "\r", "é", "1_0", "'", ";"]),
)


@given(
    st.lists(st.sampled_from(COLUMNS), max_size=6),
    st.lists(st.lists(CELL, max_size=8), max_size=5),
    st.sampled_from(SEPARATORS),
)
@example([], [["1", "1"]], ",")
def test_arbitrary_cells_are_read_or_refused(
    columns: list[str], rows: list[list[str]], separator: str
) -> None:
    lines = [separator.join(cells) for cells in (["procs", "time", *columns], *rows)]
    found = attempt("\n".join(lines).encode())
    if found is not None:
        assert found.report.kept == len(found.workload) > 0
        assert all(finding.sentence.isprintable() for finding in found.report.findings)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_after_good_columns_are_read_or_refused(content: bytes) -> None:
    attempt(b"procs,time,user\n1,1,x\n" + content)


@given(workloads(moldable=False))
def test_what_is_written_reads_back(workload: Workload) -> None:
    if not len(workload):
        return
    again = rewritten(workload)
    same(workload, again, "ids", "weight", "estimate")
    same_profiles(workload, again)
    shift = workload.release[0] if workload.release[0] >= 1e8 else 0.0
    assert np.array_equal(again.release, workload.release - shift)
    for label in ("user", "queue", "environment"):
        assert names(again, label) == names(workload, label)


@given(st.lists(st.text(max_size=9), min_size=1, max_size=4, unique=True))
def test_ids_and_names_of_any_text_do_no_harm_to_their_neighbours(texts: list[str]) -> None:
    stream = io.StringIO()
    names_of_columns, usual = ["procs", "time", "user", "queue"], ["1", "2", "text", "q"]
    rows = [names_of_columns, *([usual] * 99), *(["1", "2", text, "q"] for text in texts)]
    csv.writer(stream).writerows(rows)
    try:
        content = stream.getvalue().encode()
    except UnicodeEncodeError:
        return
    again = rewritten(reading(content).workload)
    assert names(again, "queue") == ["q"] * (99 + len(texts))
    kept = [name for name in names(again, "user") if name is not None]
    assert kept == [name for name in names(reading(content).workload, "user") if name is not None]


def test_only_columns_with_something_in_them_are_written() -> None:
    made = generate("environments", jobs=5, processors=9, params={"load": "0"})
    made = replace(made, machine=NOT_STATED)
    stream = io.BytesIO()
    write(made, stream, format="csv")
    first = stream.getvalue().decode().splitlines()[0]
    assert first == "id,release,procs,time,environment"
    assert reading(stream.getvalue()).workload.release.tolist() == [0] * 5


def test_moldable_jobs_are_refused_with_the_format_that_holds_them() -> None:
    with pytest.raises(WorkloadError, match="CSV holds rigid jobs only: write moldable"):
        write(moldable([3, 2]), io.BytesIO(), format="csv")
    rigid_only = {key for key, declared in FORMATS.items() if declared.is_rigid_only}
    for key in FORMATS:
        try:
            write(moldable([3, 2]), io.BytesIO(), format=key)
        except WorkloadError:
            assert key in rigid_only
        else:
            assert key not in rigid_only


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        ("procs,time\n1,2\n", "x", "csv"),
        ("time\tprocs\n1\t2\n", "x.swf", "csv"),
        ('"procs";"time"\n1;2\n', "x.txt", "csv"),
        (swf(line()).decode(), "x.csv", "swf"),
        ("; Version: 2.2; a, b\n" + swf(line()).decode(), "x.csv", "swf"),
        ("id\tuser\tgroup\tqueue\n" + swf(line()).decode(), "x", "swf"),
        (
            "WorkflowID,JobID,SubmitTime,RunTime,NProcs,Dependencies\n1,1,0,5,2,-1\n",
            "x.csv",
            "gwf",
        ),
        ('{"format": "schedweb-workload", "version": 1, "jobs": []}', "x.csv", "json"),
    ],
)
def test_files_are_told_by_their_first_line(text: str, name: str, format: str) -> None:
    assert reading(text, name).format == format


def test_a_table_of_numbers_is_told_to_name_its_columns() -> None:
    numbers = ",".join("1" * 18) + "\n"
    assert "name its columns in the first line (procs, time, …)" in refusal(numbers, "x.swf")
    assert "it must name several columns of a table" in refusal(numbers, "x.csv")
