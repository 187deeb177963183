"""SWF files are read by the rules that comparisons need, and every odd line is told."""

import io
from pathlib import Path

import numpy as np
import pytest

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.formats import FileLimits, Severity, read
from tests.parsched.data.formats.lines import findings, line, reading, swf

DATA = Path(__file__).parents[3] / "data"


def test_a_small_file_is_read_field_by_field() -> None:
    found = read(DATA / "eight-jobs.swf")
    jobs = found.workload
    assert jobs.name == "eight-jobs"
    assert jobs.ids.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert jobs.release.tolist() == [0, 1, 2, 3, 5, 6, 9, 12]
    assert jobs.runtime.tolist() == [10, 4, 6, 3, 8, 2, 7, 5]
    assert jobs.width.tolist() == [3, 4, 2, 1, 6, 2, 3, 1]
    assert jobs.estimate[:3].tolist() == [12, 5, 6]
    assert np.isnan(jobs.estimate[6])
    assert found.lines is not None
    assert found.lines.tolist() == [9, 10, 11, 12, 15, 16, 17, 18]


def test_names_come_from_the_header_where_it_gives_them() -> None:
    jobs = read(DATA / "eight-jobs.swf").workload
    assert jobs.queue is not None
    assert jobs.user is not None
    assert [jobs.queue.name(i) for i in (0, 1)] == ["interactive", "batch"]
    assert jobs.user.name(0) == "1"
    assert jobs.partition is None


def test_the_header_tells_machine_and_time_zero() -> None:
    found = read(DATA / "eight-jobs.swf")
    assert (found.processors, found.title) == (6, "a machine for teachers")
    assert found.workload.unix_start == 946684800
    assert ("Note", "of: no importance") in found.header


def test_the_remarks_name_lines_and_values() -> None:
    found = findings(read(DATA / "eight-jobs.swf"))
    assert set(found) == {"no_estimate", "longer_than_requested"}
    assert str(found["longer_than_requested"].examples[0]) == "line 18: 5 above 3"


def test_the_machine_is_as_wide_as_the_widest_job_if_the_header_does_not_say() -> None:
    assert reading(swf(line(requested=5), line(id=2, requested=7))).processors == 7


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"submit": -1}, "negative_submit"),
        ({"submit": -0.5}, "negative_submit"),
        ({"run": -1}, "negative_run"),
        ({"requested": -1, "allocated": 0}, "no_processors"),
        ({"requested": 2.5}, "fractional_processors"),
        ({"requested": 2**31}, "too_many_processors"),
        ({"run": "1e400"}, "too_large"),
        ({"submit": 2**53 + 2}, "too_large"),
        ({"estimate": "99999999999999999999"}, "too_large"),
        ({"run": "nan"}, "not_a_number"),
        ({"run": "inf"}, "not_a_number"),
        ({"run": "ten"}, "not_a_number"),
        ({"run": "1_0"}, "not_a_number"),
        ({"run": "0x10"}, "not_a_number"),
        ({"run": "\0"}, "not_a_number"),
    ],
)
def test_a_line_that_cannot_be_used_is_left_out_and_counted(
    fields: dict[str, object], key: str
) -> None:
    found = reading(swf(line(), line(id=2, **fields), line(id=3)))
    assert found.workload.ids.tolist() == [1, 3]
    assert (found.report.kept, found.report.dropped) == (2, 1)
    (error,) = found.report.of(Severity.ERROR)
    assert error.kind.key == key
    assert [example.line for example in error.examples] == [2]


def test_a_line_with_too_few_fields_is_left_out() -> None:
    found = reading(swf(line(), "2 0 -1 10"))
    assert str(findings(found)["too_few_fields"].examples[0]) == "line 2: 4 fields"


def test_each_line_is_counted_for_one_error_only() -> None:
    found = reading(swf(line(), line(id=2, submit=-1, run=-1, requested=-1)))
    assert found.report.dropped == 1


def test_only_the_first_five_lines_of_a_kind_are_shown() -> None:
    found = reading(swf(line(), *(line(id=i, run=-1) for i in range(2, 20))))
    error = findings(found)["negative_run"]
    assert error.count == 18
    assert [example.line for example in error.examples] == [2, 3, 4, 5, 6]
    assert "18 × left out" in error.sentence


def test_times_are_rounded_down_and_that_is_told() -> None:
    found = reading(swf(line(submit="3.9", run="88.51", estimate="149.0"), line(id=2, submit=5)))
    assert found.workload.release.tolist() == [3, 5]
    assert found.workload.runtime.tolist() == [88, 10]
    assert found.report.repaired == 1
    assert str(findings(found)["fractional_times"].examples[0]) == "line 1: 3.9"


def test_a_run_time_of_zero_is_kept() -> None:
    found = reading(swf(line(run=0)))
    assert found.workload.runtime.tolist() == [0]
    assert findings(found)["zero_run"].severity == Severity.NOTE


def test_requested_processors_win_over_allocated_ones() -> None:
    found = reading(swf(line(requested=3, allocated=4), line(id=2, requested=-1, allocated=4)))
    assert found.workload.width.tolist() == [3, 4]
    assert str(findings(found)["requested_used"].examples[0]) == "line 1: 3, not 4"
    assert str(findings(found)["allocated_used"].examples[0]) == "line 2: 4"


def test_jobs_out_of_order_are_sorted_stably() -> None:
    found = reading(swf(*(line(id=i, submit=s) for i, s in enumerate((5, 3, 5, 3), 1))))
    assert found.workload.ids.tolist() == [2, 4, 1, 3]
    assert found.lines is not None
    assert found.lines.tolist() == [2, 4, 1, 3]
    assert [e.line for e in findings(found)["unsorted"].examples] == [2, 4]


def test_repeated_job_numbers_make_all_jobs_numbered_by_line() -> None:
    found = reading(swf("; a comment", line(id=7), line(id=7), line(id=9)))
    assert found.workload.ids.tolist() == [2, 3, 4]
    assert [e.line for e in findings(found)["job_numbers"].examples] == [3]


def test_job_numbers_that_are_no_numbers_are_replaced_too() -> None:
    found = reading(swf(line(id="a"), line(id=9)))
    assert found.workload.ids.tolist() == [1, 2]
    assert findings(found)["text_instead_of_number"].count == 1


def test_epoch_times_are_moved_to_zero() -> None:
    found = reading(swf(line(submit=1646147242), line(id=2, submit=1646147271)))
    assert found.workload.release.tolist() == [0, 29]
    assert found.workload.unix_start == 1646147242
    assert str(findings(found)["epoch_times"].examples[0]) == "line 1: 1646147242"
    assert found.report.repaired == 2
    assert found.report.summary == "2 jobs kept, 0 left out, 2 repairs"


def test_text_in_a_field_that_a_job_can_do_without_is_unknown() -> None:
    found = reading(swf(line(status="done", think="soon", queue=1), line(id=2, status=0)))
    assert found.workload.status is not None
    assert [found.workload.status.name(i) for i in (0, 1)] == [None, "failed"]
    told = [f for f in found.report.findings if f.kind.key == "text_instead_of_number"]
    assert [(f.kind.field, *map(str, f.examples)) for f in told] == [
        ("Status (field 11)", 'line 1: "done"'),
        ("Think time (field 18)", 'line 1: "soon"'),
    ]


def test_more_than_18_fields_and_a_line_of_titles_are_remarks() -> None:
    titles = " ".join(["name"] * 19)
    found = reading(swf(titles, line() + " 0.5", line(id=2)))
    assert len(found.workload) == 2
    assert findings(found)["titles"].count == 1
    assert str(findings(found)["extra_fields"].examples[0]) == "line 2: 19 fields"
    assert found.report.dropped == 0


def test_checkpointed_jobs_are_told() -> None:
    found = findings(reading(swf(line(status=2), line(id=2))))
    assert found["checkpointed"].count == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(end: str, last: str) -> None:
    text = end.join(["; Computer: box", line(), line(id=2)]) + (end if last else "")
    found = reading(b"\xef\xbb\xbf" + text.encode())
    assert found.workload.ids.tolist() == [1, 2]
    assert found.title == "box"
    assert found.lines is not None
    assert found.lines.tolist() == [2, 3]


def test_latin_1_names_in_the_header_are_read() -> None:
    text = "; Computer: Zürich\n; Queue: 1 schön\n" + line(queue=1) + "\n"
    for encoding in ("utf-8", "latin-1"):
        found = reading(text.encode(encoding))
        assert found.title == "Zürich"
        assert found.workload.queue is not None
        assert found.workload.queue.names == ("schön",)


def test_one_name_for_two_queues_stays_two_names() -> None:
    header = ("; Queue: 1 batch", "; Queue: 2 batch")
    found = reading(swf(*header, line(queue=1), line(id=2, queue=2)))
    assert found.workload.queue is not None
    assert found.workload.queue.names == ("batch", "batch 2")


def test_a_drawing_in_the_header_is_no_entry() -> None:
    found = reading(swf(";    j|   s: |", ";  Information: a", ";      b", line()))
    assert found.header == (("Information", "a"),)


def test_a_header_with_another_number_of_jobs_is_told() -> None:
    found = reading(swf("; MaxJobs: 5", line()))
    assert str(findings(found)["wrong_count"].examples[0]) == "5 in the header, 1 lines"


def test_strict_reading_refuses_any_line_that_cannot_be_used() -> None:
    with pytest.raises(FormatError, match=r"line 2, -1: .*1 line cannot be used$"):
        reading(swf(line(), line(id=2, run=-1)), bad_lines="error")


def test_a_job_that_is_too_wide_is_named_or_dropped_on_request() -> None:
    found = reading(swf(line(), line(id=7, requested=9), line(id=8, requested=3)))
    with pytest.raises(WorkloadError, match=r"job 7 \(line 2\) asks for 9 .* 4 of the machine"):
        found.fit(4)
    fitted = found.fit(4, "drop")
    assert fitted.workload.ids.tolist() == [1, 8]
    assert (fitted.report.kept, fitted.report.dropped) == (2, 1)
    assert fitted.lines is not None
    assert fitted.lines.tolist() == [1, 3]
    with pytest.raises(WorkloadError, match="no job fits"):
        found.fit(1, "drop")


def test_too_many_jobs_are_refused() -> None:
    with pytest.raises(FormatError, match="more than 2 jobs"):
        reading(swf(*(line(id=i) for i in range(3))), limits=FileLimits(max_jobs=2))


@pytest.mark.parametrize("content", [b"", b"\n\n", b"; Version: 2.2\n; only comments\n"])
def test_a_file_without_jobs_is_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"test\.swf: the file (is empty|holds no jobs)"):
        reading(content)


def test_a_file_without_any_usable_line_says_which_line_and_rule() -> None:
    with pytest.raises(FormatError, match=r"line 2, -1: run time "):
        reading(swf("; a", line(run=-1)))


def test_lines_are_numbered_through_the_blocks_of_a_large_file() -> None:
    content = swf(*(line(id=i, submit=i) for i in range(1, 40_001)), line(id=40_001, run=-1))
    assert len(content) > 2**20
    found = reading(content)
    assert found.report.kept == 40_000
    assert findings(found)["negative_run"].examples[0].line == 40_001
    assert found.workload.release.tolist() == list(range(1, 40_001))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (swf("hello world"), '"hello world": the first line holds column titles. Read as SWF'),
        (
            swf("1 2 3"),
            "line 1, 3 fields: a line must have 18 fields separated by blanks. Read as SWF",
        ),
        (
            swf("word"),
            '1 field, "word": a line must have 18 fields separated by blanks. Read as SWF',
        ),
        (swf(line(run="x")), "(fields 2, 4, 5, 8, 9) must be numbers. Read as SWF"),
        (swf(line(run="x"), line(run=-1)), 'line 1, "x" (field 4): submit time'),
        (swf(line(run="9e99")), "line 1, 9e99 (field 4): submit time"),
        (
            swf(line(requested=0, allocated=0)),
            "line 1, 0: processors (field 8, else field 5) must be 1 or more",
        ),
    ],
)
def test_text_is_quoted_and_formats_are_named_only_where_none_fits(
    content: bytes, sentence: str
) -> None:
    with pytest.raises(FormatError) as caught:
        reading(content)
    text = str(caught.value)
    assert sentence in text
    assert ("Read as SWF" in text) == ("Read as SWF" in sentence)


def test_long_text_is_cut_within_its_quotes() -> None:
    with pytest.raises(FormatError, match=r'1 field, "x{39}…": a line'):
        reading(swf("x" * 90))


@pytest.mark.parametrize(
    ("content", "format", "shape"),
    [
        (b"{}", None, "SchedWeb JSON (an object that begins with {)"),
        (b'{"a', "json", "SchedWeb JSON (an object that begins with {)"),
        (b"1 2 3\n", "swf", "SWF (lines of 18 numbers separated by blanks, comments begin with ;)"),
    ],
)
def test_a_format_that_is_known_is_the_only_one_named(
    content: bytes, format: str | None, shape: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(io.BytesIO(content), name="x", format=format)
    assert str(caught.value).endswith(f". Read as {shape}")
