"""GWF of both kinds: what is read, left out and said, and what is written."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.formats import Reading, ReadOptions, read, write
from parsched.data.formats.gwf import FIELDS
from parsched.model.problem.workload import Workload
from tests.parsched.data.formats.lines import findings, line, swf
from tests.parsched.data.formats.workloads import names, same, same_profiles, workloads
from tests.parsched.factories import moldable, rigid

COMMENT = "# JobID SubmitTime WaitTime RunTime NProcs …"
TITLES = "WorkflowID, JobID     , SubmitTime, RunTime   , NProcs    , ReqNProcs , Dependencies"


def job(*, fields: int = 29, **values: Any) -> str:
    """One GWF line: job 1, submitted at 0, 10 s on 2 processors, unless told otherwise."""
    given = {"JobID": 1, "SubmitTime": 0, "RunTime": 10, "NProcs": 2, **values}
    cells = [str(given.get(name, -1)) for name in FIELDS]
    return "\t".join([*cells, *["-1"] * (fields - 29)][:fields])


def gwf(*lines: str) -> bytes:
    """A file of these lines."""
    return "".join(text + "\n" for text in (COMMENT, *lines)).encode()


def reading(
    content: bytes, format: str | None = None, name: str = "test.gwf", **options: Any
) -> Reading:
    """Read a file's content."""
    options = {"options": ReadOptions(**options)}
    return read(io.BytesIO(content), name=name, format=format, **options)


def rewritten(workload: Workload) -> Workload:
    """Write and read again."""
    stream = io.BytesIO()
    write(workload, stream, format="gwf")
    return reading(stream.getvalue(), "gwf").workload


def test_names_that_cutting_makes_equal_are_kept_apart() -> None:
    given = [f"{'é' * 100}1", f"{'é' * 100}2", "a\x01b", "a?b", f"{'é' * 100}1"]
    found = reading(gwf(*(job(JobID=i, ExecutableID=name) for i, name in enumerate(given, 1))))
    first, second = "é" * 100, f"{'é' * 98}#2"
    assert names(found.workload, "executable") == [first, second, "a?b#2", "a?b", first]
    told = findings(found)["unfit_name"]
    assert [example.line for example in told.examples] == [2, 3, 4, 6]
    assert found.report.repaired == told.count == 4


def test_names_are_text_and_the_submission_site_is_the_origin() -> None:
    text: dict[str, Any] = {"UserID": "ana", "GroupID": "vo one", "QueueID": "q 1"}
    text["ExecutableID"] = "a.out"
    sites: dict[str, Any] = {"PartitionID": "p", "OrigSiteID": "fs0", "LastRunSiteID": "fs3"}
    found = reading(gwf(job(**text, **sites, Status=0), job(JobID=2, UserID="ana"))).workload
    assert found.ids.tolist() == [1, 2]
    assert names(found, "user") == ["ana", "ana"]
    assert names(found, "group") == ["vo one", None]
    assert names(found, "executable") == ["a.out", None]
    assert names(found, "queue") == ["q 1", None]
    assert names(found, "partition") == ["p", None]
    assert names(found, "origin") == ["fs0", None]
    assert names(found, "status") == ["failed", None]


def test_times_and_processors_are_taken_as_in_swf() -> None:
    content = gwf(job(SubmitTime=5, RunTime=7.9, NProcs=4, ReqNProcs=8, ReqTime=20))
    found = reading(content)
    jobs = found.workload
    assert (jobs.release[0], jobs.runtime[0], jobs.width[0], jobs.estimate[0]) == (5, 7, 8, 20)
    assert {"fractional_times", "requested_used"} == set(findings(found))
    assert (found.format, found.processors, found.title) == ("gwf", 8, "")


def test_times_since_1970_are_moved_and_the_begin_is_known() -> None:
    begin = 1_076_839_227
    found = reading(gwf(job(SubmitTime=begin + 9), job(JobID=2, SubmitTime=begin)))
    assert found.workload.release.tolist() == [0, 9]
    assert found.workload.ids.tolist() == [2, 1]
    assert found.workload.unix_start == begin
    assert findings(found)["epoch_times"].severity == "note"


@pytest.mark.parametrize(
    ("values", "key", "shown"),
    [
        ({"SubmitTime": -1}, "negative_submit", "line 3: -1"),
        ({"RunTime": -1}, "negative_run", "line 3: -1"),
        ({"NProcs": -1}, "no_processors", "line 3: -1"),
        ({"NProcs": ""}, "no_processors", "line 3: -1"),
        ({"RunTime": "soon"}, "not_a_number", 'line 3: "soon" (field 4)'),
        ({"RunTime": "1e400"}, "too_large", "line 3: 1e400 (field 4)"),
        ({"fields": 17}, "too_few_fields", "line 3: 17 fields"),
    ],
)
def test_lines_that_cannot_be_used_are_named(values: Any, key: str, shown: str) -> None:
    content = gwf(job(), job(JobID=2, **values))
    found = reading(content)
    assert (found.report.kept, found.report.dropped) == (1, 1)
    assert str(findings(found)[key].examples[0]) == shown
    with pytest.raises(FormatError, match=r"line 3, .*1 line cannot be used"):
        reading(content, bad_lines="error")


@pytest.mark.parametrize("separator", ["\t", "  ", "\t "])
@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"WaitTime": "soon"}, {"Wait (field 3)": 'line 3: "soon"'}),
        ({"Status": "done"}, {"Status (field 11)": 'line 3: "done"'}),
        (
            {"WaitTime": "soon", "Status": "done"},
            {"Wait (field 3)": 'line 3: "soon"', "Status (field 11)": 'line 3: "done"'},
        ),
        ({"WaitTime": "5\x0bs"}, {"Wait (field 3)": 'line 3: "5'}),
        ({"ReqMemory": "4G"}, {"Memory": 'line 3: "4G"'}),
        ({"ReqMemory": "4G", "Status": "x"}, {"Memory": "", "Status (field 11)": 'line 3: "x"'}),
        ({"UsedMemory": "4G"}, {}),
        ({"WaitTime": 7, "Status": 1}, {}),
    ],
)
def test_each_field_with_text_is_named_by_itself(
    values: dict[str, Any], told: dict[str, str], separator: str
) -> None:
    content = gwf(job(), job(JobID=2, **values)).replace(b"\t", separator.encode())
    found = [
        each
        for each in reading(content).report.findings
        if each.kind.key == "text_instead_of_number" or each.kind.lost
    ]
    assert {each.kind.field for each in found} == told.keys()
    assert all(each.count == 1 for each in found)
    assert all(told[each.kind.field] in str(each.examples[0]) for each in found)


def test_text_in_many_lines_is_counted_and_shown_where_it_stands() -> None:
    lines = [job(JobID=i, Status="bad" if i % 2 else 1) for i in range(1, 40_001)]
    [told] = [
        each
        for each in reading(gwf(*lines)).report.findings
        if each.kind.key == "text_instead_of_number"
    ]
    assert told.count == 20_000
    assert [each.line for each in told.examples] == [2, 4, 6, 8, 10]


def test_text_in_tables_of_tasks_is_named_by_its_column() -> None:
    titles = "JobID,SubmitTime,RunTime,NProcs,WaitTime,Status,WorkflowID"
    found = reading(f"{titles}\na,0,9,1,5,1,w\nb,0,9,1,soon,1,w\nc,0,9,1,5,done,w\n".encode())
    told = {
        each.kind.field: str(each.examples[0])
        for each in found.report.findings
        if each.kind.key == "text_instead_of_number"
    }
    assert told == {"Wait": 'line 3: "soon"', "Status": 'line 4: "done"'}


def test_lines_may_be_ragged_behind_the_fields_that_are_read() -> None:
    found = reading(gwf(job(), job(JobID=2, fields=18), job(JobID=3, fields=31)))
    assert found.report.kept == 3
    assert str(findings(found)["extra_fields"].examples[0]) == "line 4: 31 fields"


def test_a_tab_at_the_end_of_a_line_begins_no_field() -> None:
    assert "extra_fields" not in findings(reading(gwf(job() + "\t")))


def test_blanks_may_stand_in_for_tabs() -> None:
    content = gwf(job(UserID="ana").replace("\t", "  "))
    assert names(reading(content).workload, "user") == ["ana"]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["7", "3"], [7, 3]),
        (["grid.1", "3"], ["grid.1", "3"]),
        (["007", "7"], ["007", "7"]),
        (["1e2", "100"], ["1e2", "100"]),
        (["0", "10"], [0, 10]),
        (["7.0", "7"], ["7.0", "7"]),
        (["007", "007"], [2, 3]),
        (["9" * 30, "9" * 29], ["9" * 30, "9" * 29]),
        (["a", "a"], [2, 3]),
        (["4", "4"], [2, 3]),
        (["-1", "5"], [2, 3]),
    ],
)
def test_ids_are_kept_unless_they_do_not_tell_the_jobs_apart(
    ids: list[str], expected: list[Any]
) -> None:
    found = reading(gwf(*(job(JobID=id) for id in ids)))
    assert found.workload.ids.tolist() == expected
    assert ("job_numbers" in findings(found)) == (expected == [2, 3])


def test_names_are_the_same_in_all_blocks_of_a_large_file() -> None:
    users = [f"user {i * 7919 % 13}" for i in range(20_000)]
    found = reading(gwf(*(job(JobID=i, UserID=user) for i, user in enumerate(users)))).workload
    assert names(found, "user") == users
    assert found.user is not None
    assert len(found.user.names) == 13


def test_a_byte_order_mark_crlf_and_latin_1_are_no_obstacle() -> None:
    text = "\r\n".join((COMMENT[:20], job(UserID="José"), ""))
    for content in (b"\xef\xbb\xbf" + text.encode(), text.encode("latin-1")):
        assert names(reading(content).workload, "user") == ["José"]


def test_what_cannot_be_printed_is_not_a_part_of_a_name() -> None:
    found = reading(gwf(job(UserID="a\x1b[31m" + "x" * 200))).workload
    assert found.user is not None
    assert found.user.names == ("a?[31m" + "x" * 94,)


def test_a_file_of_comments_holds_no_jobs() -> None:
    with pytest.raises(FormatError, match=r"test\.gwf: the file holds no jobs, only comments"):
        reading(gwf())


def test_a_file_without_a_job_says_why_and_what_was_expected() -> None:
    with pytest.raises(FormatError, match=r"line 2, -1: run time .* must be 0 or more"):
        reading(gwf(job(RunTime=-1)))
    with pytest.raises(FormatError, match=r"must have 18 fields or more, of 29.*Read as GWF"):
        reading(b"1 2 3\n", "gwf")


def test_swf_with_tabs_stays_swf() -> None:
    content = swf(line().replace(" ", "\t"))
    assert reading(content, name="test.txt").format == "swf"
    assert reading(b"; Computer: X\n" + content).format == "swf"


@pytest.mark.parametrize("name", ["a.gwf", "A.GWF.gz"])
def test_the_name_tells_where_lines_could_be_of_both_formats(name: str) -> None:
    content = (job(fields=18, UserID="ana") + "\n").encode()
    found = reading(content, name=name)
    assert (found.format, names(found.workload, "user")) == ("gwf", ["ana"])
    assert reading(b"1 2 3\n" + swf(line()), name="a.swf").format == "swf"


@pytest.mark.parametrize("broken", ["hello\tworld", "hello world", "1\t2"])
@pytest.mark.parametrize("comment", ["# JobID\tSubmitTime\n", "", "# made by hand\n"])
def test_a_broken_first_line_does_not_make_it_another_format(broken: str, comment: str) -> None:
    good = [job(JobID=i, UserID="ana maria", OrigSiteID="fs0") for i in (1, 2)]
    content = comment + "\n".join([broken, *good]) + "\n"
    found = reading(content.encode(), name="upload")
    assert (found.format, found.report.kept) == ("gwf", 2)
    assert names(found.workload, "user") == ["ana maria", "ana maria"]
    assert names(found.workload, "origin") == ["fs0", "fs0"]


def test_tasks_of_workflows_are_jobs() -> None:
    found = reading(f"{TITLES}\n0, 1, 16, 11, 1, 2,\n3, 2, 40, 0, 1, 1, 1\n".encode())
    jobs = found.workload
    assert jobs.release.tolist() == [16, 40]
    assert jobs.width.tolist() == [2, 1]
    assert names(jobs, "group") == ["0", "3"]
    assert set(findings(found)) == {"no_estimate", "zero_run", "requested_used"}
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [0])


def test_columns_of_tasks_go_by_name() -> None:
    content = b"RunTime,JobID,WorkflowID,NProcs,SubmitTime\n9,a,w,3,1\nx,b,w,3,1\n9,c\n"
    found = reading(content)
    assert found.workload.ids.tolist() == ["a"]
    assert str(findings(found)["not_a_number"].examples[0]) == 'line 3: "x" (field 1)'
    assert findings(found)["too_few_fields"].count == 1
    assert all("(field" not in finding.kind.field for finding in found.report.findings)


@pytest.mark.parametrize(
    ("titles", "sentence"),
    [
        ("WorkflowID,SubmitTime,RunTime,NProcs", "must name a column JobID"),
        ("WorkflowID,JobID,SubmitTime,RunTime", "must name a column NProcs or ReqNProcs"),
        ("WorkflowID,JobID,SubmitTime,RunTime,RunTime,NProcs", "RunTime must be named once"),
    ],
)
def test_titles_that_lack_a_column_are_refused(titles: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        reading(f"{titles}\n0,1,2,3,4,5\n".encode())


def test_the_published_tasks_are_read(shared: Path) -> None:
    found = read(shared / "traces" / "odd" / "opendc-trace.gwf.gz")
    assert (found.format, found.report.kept, found.report.dropped) == ("gwf", 70, 0)
    assert found.workload.ids[:3].tolist() == [15, 22, 29]
    assert found.workload.after is not None
    assert (len(found.workload.after), found.workload.after.waiting) == (80, 60)
    assert found.workload.unmodelled == ()


@given(workloads(whole=True, moldable=False))
def test_what_is_written_reads_back(workload: Workload) -> None:
    if not len(workload):
        return
    again = rewritten(workload)
    same(workload, again, "ids", "estimate")
    same_profiles(workload, again)
    for label in ("user", "queue"):
        kept = [name if name != "-1" else None for name in names(workload, label)]
        assert names(again, label) == kept


def test_ids_that_would_be_comments_are_numbered() -> None:
    jobs = rigid((0, 1, 3), (2, 2, 5))
    text = Workload(
        name="x", ids=np.array(["#1", "b"]), release=jobs.release, profiles=jobs.profiles
    )
    assert rewritten(text).ids.tolist() == [1, 2]


def test_moldable_jobs_are_refused() -> None:
    with pytest.raises(WorkloadError, match="GWF holds rigid jobs only"):
        write(moldable([3, 2]), io.BytesIO(), format="gwf")
