"""Schedules that were made elsewhere: kinds of files, matching by id, tolerances, processors."""

import bz2
import gzip
import io
import lzma
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import FormatError, UnknownKeyError
from parsched.data.formats import (
    SCHEDULES,
    FileLimits,
    ImportedSchedule,
    import_schedule,
    write_schedule,
)
from parsched.data.formats.swf.write import write_swf
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.made_elsewhere import read_result
from parsched.run.solve import solve
from tests.parsched.factories import moldable, rigid

JOBS = rigid((0, 2, 10, 10), (1, 1, 4, 4), (2, 1, 5, 3))
HEAD = "job_id,submission_time,starting_time,execution_time,width\n"
ROWS = ("1,0,0,10,2\n", "2,1,1,4,1\n", "3,2,5,5,1\n")
WHOLE = HEAD + "".join(ROWS)
SWF_LINE = "{} {} {} {} {} -1 -1 {} -1 -1 1 -1 -1 -1 -1 {} -1 -1\n"


def instance(jobs: Workload = JOBS, *sites: int) -> Instance:
    """Jobs on a machine, by default of three processors."""
    return Instance(jobs, Platform.of(*(sites or (3,))))


def imported(
    text: str | bytes, jobs: Workload = JOBS, *sites: int, **options: Any
) -> ImportedSchedule:
    """Read a file."""
    content = text if isinstance(text, bytes) else text.encode()
    return import_schedule(io.BytesIO(content), instance(jobs, *sites), name="x.csv", **options)


def refusal(text: str | bytes, jobs: Workload = JOBS, *sites: int, **options: Any) -> str:
    """The sentence of a file that is refused."""
    with pytest.raises(FormatError) as caught:
        imported(text, jobs, *sites, **options)
    return str(caught.value)


def findings(found: ImportedSchedule) -> dict[str, int]:
    """How often each kind of finding occurs."""
    return {finding.kind.key: finding.count for finding in found.report.findings}


def exported(jobs: Workload, platform: Platform, schedule: Schedule, ending: str) -> bytes:
    """A schedule as a file of ours."""
    stream = io.BytesIO()
    if ending == "swf":
        write_swf(jobs, stream, schedule, platform)
    else:
        write_schedule(stream, jobs, platform, schedule)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (WHOLE, "batsim"),
        (WHOLE.replace("job_id", "jobID"), "evalys"),
        (exported(JOBS, Platform.of(3), Schedule.of(JOBS, JOBS.release), "csv"), "schedweb"),
        (exported(JOBS, Platform.of(3), Schedule.of(JOBS, JOBS.release), "swf"), "swf"),
        (SWF_LINE.format(1, 0, 0, 10, 2, 2, -1), "swf"),
        ("\n  ; a comment\n" + SWF_LINE.format(1, 0, 0, 10, 2, 2, -1), "swf"),
    ],
)
def test_a_kind_of_file_is_recognised_by_what_it_holds(text: str | bytes, kind: str) -> None:
    assert imported(text).kind == kind


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_files_are_read(pack: Any) -> None:
    assert imported(pack(WHOLE.encode())).schedule.start.tolist() == [0, 1, 5]


def test_a_kind_can_be_given_and_must_be_one() -> None:
    assert imported(WHOLE, kind="evalys").kind == "evalys"
    assert "line 1 must have 18 fields" in refusal(WHOLE, kind="swf")
    with pytest.raises(UnknownKeyError, match="no kind of schedule file is called 'x'"):
        imported(WHOLE, kind="x")


def test_every_kind_has_a_title_and_says_what_it_is() -> None:
    assert {len({kind.title, kind.about}) for kind in SCHEDULES.values()} == {2}


@pytest.mark.parametrize("ending", ["csv", "swf"])
@pytest.mark.parametrize("key", ["easy", "fcfs"])
def test_our_own_exports_come_back_as_they_were(ending: str, key: str) -> None:
    result = solve(instance(), key)
    found = imported(exported(result.workload, result.platform, result.schedule, ending))
    assert (found.tolerance, findings(found), found.repeated) == (0, {}, ())
    for name in ("start", "duration", "width", "site"):
        assert np.array_equal(getattr(found.schedule, name), getattr(result.schedule, name))


def test_an_evalys_job_set_has_waits_and_sets_of_processors() -> None:
    text = (
        "jobID,submission_time,waiting_time,execution_time,proc_alloc,allocated_resources\n"
        "1,0.0,0.0,10.0,2,0-1\n2,1.0,0.0,4.0,1,2\n3,2.0,3.0,5.0,1,2\n"
    )
    found = imported(text)
    assert found.schedule.start.tolist() == [0, 1, 5]
    assert found.schedule.processors is not None
    assert found.schedule.processors.text() == ["0-1", "2", "2"]


def test_an_evalys_log_has_the_processors_as_a_number() -> None:
    text = (
        "jobID,submission_time,waiting_time,execution_time,proc_alloc\n"
        "1,0,0,10,2\n2,1,0,4,1\n3,2,3,5,1\n"
    )
    found = imported(text)
    assert (found.kind, found.schedule.width.tolist()) == ("evalys", [2, 1, 1])


def test_in_swf_allocated_processors_count_else_requested_ones() -> None:
    text = SWF_LINE.format(1, 0, 0, 10, 2, 9, -1) + SWF_LINE.format(2, 1, 0, 4, -1, 1, -1)
    assert imported(text).schedule.width.tolist() == [2, 1, 0]


def test_an_unknown_wait_or_run_time_in_swf_is_a_job_that_did_not_run() -> None:
    text = SWF_LINE.format(1, 0, 0, 10, 2, 2, -1) + SWF_LINE.format(2, 1, -1, 4, 1, 1, -1)
    found = imported(text + SWF_LINE.format(3, 2, 0, -1, 1, 1, -1))
    assert np.isnan(found.schedule.start).tolist() == [False, True, True]
    assert findings(found) == {"jobs_not_run": 2}


def test_a_workload_is_no_schedule() -> None:
    stream = io.BytesIO()
    write_swf(JOBS, stream)
    assert "says of no job when it starts" in refusal(stream.getvalue())


def test_ids_that_no_job_has_jobs_without_a_row_and_repeated_ids_are_counted() -> None:
    found = imported(HEAD + ROWS[0] + "9,1,1,4,1\n8,1,1,4,1\n" + ROWS[0] + "1,0,3,10,2\n")
    assert findings(found) == {
        "missing_jobs": 2,
        "unknown_ids": 2,
        "repeated_ids": 1,
        "same_rows": 1,
    }
    assert found.repeated == (0,)
    assert (found.report.kept, found.report.dropped) == (1, 3)
    assert found.schedule.start.tolist()[0] == 0
    assert np.isnan(found.schedule.start[1:]).all()
    text = "\n".join(found.remarks)
    for words in ("line 3: 9, line 4: 8", "job 2, job 3", "line 6: job 1", "1 job matched by id"):
        assert words in text


def test_only_the_first_examples_are_named_and_all_are_counted() -> None:
    found = imported(HEAD + ROWS[0] + "".join(f"{i},0,0,1,1\n" for i in range(10, 30)))
    [unknown] = [f for f in found.report.findings if f.kind.key == "unknown_ids"]
    assert (unknown.count, len(unknown.examples)) == (20, 5)


def test_a_file_without_a_job_of_the_workload_is_refused_in_one_sentence() -> None:
    assert refusal(HEAD + "a,0,0,1,1\n") == (
        "x.csv: no row is about a job of the workload: ids in the file are a, ids of the "
        "workload 1, 2, 3"
    )
    assert refusal(HEAD) == "x.csv: the file has no rows"


def test_numbers_that_are_written_in_another_way_are_matched_and_said() -> None:
    found = imported(
        HEAD + "007,0,0,10,2\n8.0,1,1,4,1\nw0!9,2,5,5,1\n", replace(JOBS, ids=np.array([7, 8, 9]))
    )
    assert findings(found) == {"rewritten_ids": 2}
    assert "line 2: 007 for 7, line 3: 8.0 for 8" in found.remarks[1]
    texts = replace(JOBS, ids=np.array(["007", "8", "x"]))
    found = imported(HEAD + "7,0,0,10,2\n08,1,1,4,1\nx,2,5,5,1\n", texts)
    assert findings(found) == {"rewritten_ids": 2}


def test_a_number_that_several_ids_could_be_matches_none() -> None:
    texts = replace(JOBS, ids=np.array(["07", "007", "x"]))
    found = imported(HEAD + "7,0,0,10,2\n007,1,1,4,1\nx,2,5,5,1\n", texts)
    assert findings(found) == {"missing_jobs": 1, "unknown_ids": 1}
    assert np.isnan(found.schedule.start).tolist() == [True, False, False]


def test_007_and_7_in_one_file_are_two_rows_of_the_same_job() -> None:
    found = imported(HEAD + "1,0,0,10,2\n01,0,3,10,2\n")
    assert findings(found) == {"missing_jobs": 2, "repeated_ids": 1, "rewritten_ids": 1}


def test_whole_times_are_held_exactly_and_decimals_with_a_tolerance_that_is_said() -> None:
    assert imported(WHOLE).tolerance == 0
    assert imported(WHOLE.replace(",5,", ",5.000000,")).tolerance == 0
    found = imported(WHOLE.replace("2,1,1,", "2,1,1.25,"))
    assert found.tolerance == pytest.approx(0.01)
    assert "checked with the tolerance shown (0.01 s)" in found.remarks[-1]
    long = imported(WHOLE.replace("2,1,1,", "2,1,1.123456789,"))
    assert long.tolerance == pytest.approx(1e-6)
    assert imported(WHOLE.replace("2,1,1,", "2,1,1e0,")).tolerance == pytest.approx(1e-6)


def test_whole_seconds_of_jobs_that_have_decimals_are_rounded() -> None:
    jobs = rigid((0, 2, 9.7), (1, 1, 4), (2, 1, 5.2))
    assert imported(WHOLE, jobs).tolerance == 1


@pytest.mark.parametrize(
    ("times", "rows", "tolerance", "broken"),
    [
        ((9.7, 4), "1,0,0,10,4\n2,0,9,4,4\n", 1, 0),  # rounded: 1 s is within
        ((9.7, 4), "1,0,0,10,4\n2,0,8,4,4\n", 1, 1),  # 2 s is not
        ((9.7, 4), "1,0,0,9.7,4\n2,0,9.7,4,4\n", 0, 0),  # exact
        ((9.7, 4), "1,0,0,9.7,4\n2,0,9.6,4,4\n", 0, 1),
        ((9.75, 4), "1,0,0,9.8,4\n2,0,9.7,4,4\n", 0.1, 0),
        ((9.75, 4), "1,0,0,9.8,4\n2,0,9.6,4,4\n", 0.1, 1),
        ((9, 4), "1,0,0,9,4\n2,0,8,4,4\n", 0, 1),
        ((0.1 + 0.2, 4), "1,0,0,0.3,4\n2,0,0.3,4,4\n", 0, 0),
    ],
)
def test_exact_times_are_checked_exactly_and_rounded_ones_within_one_of_the_last_decimal(
    times: tuple[float, float], rows: str, tolerance: float, broken: int
) -> None:
    jobs = rigid((0, 4, times[0]), (0, 4, times[1]))
    found = read_result(io.BytesIO((HEAD + rows).encode()), instance(jobs, 4), name="x.csv")
    assert found.imported.tolerance == pytest.approx(tolerance)
    assert found.result.violation_count == broken


def test_columns_that_follow_from_rounded_ones_may_be_off_by_the_last_decimal() -> None:
    text = "job_id,starting_time,execution_time,finish_time,width\n1,0.33,0.33,0.67,1\n"
    imported(text, rigid((0, 1, 1 / 3)))
    found = imported(text.replace("0.67", "0.69"), rigid((0, 1, 1 / 3)))
    assert any("(line 2: finish_time must be 0.66" in remark for remark in found.remarks)


def test_what_follows_from_starts_may_be_wrong_and_is_told() -> None:
    head = HEAD.replace("width", "finish_time,waiting_time,stretch,width")
    found = imported(head + "1,0,600,10,10,0,1,2\n2,1,1,4,5,0,1,1\n3,2,5,5,10,3,1.6,1\n")
    assert found.schedule.start.tolist() == [600, 1, 5]
    assert findings(found) == {"derived_columns": 3}


def test_a_file_on_another_clock_is_moved() -> None:
    later = HEAD + "1,1000,1000,10,2\n2,1001,1001,4,1\n3,1002,1005,5,1\n"
    alone = imported(HEAD + "1,1000,1003,10,2\n", rigid((0, 2, 10)))
    assert alone.schedule.start.tolist() == [3]
    found = imported(later)
    assert found.schedule.start.tolist() == [0, 1, 5]
    assert findings(found) == {"other_clock": 1}
    assert "(1000 s)" in found.remarks[1]


def test_a_submit_time_of_another_job_is_refused_at_its_line() -> None:
    assert "line 3, job 2: submission_time must be 1, as in the workload, got 7" in refusal(
        WHOLE.replace("2,1,1,", "2,7,7,")
    )


def test_rounded_times_below_a_bound_prove_nothing() -> None:
    """Three jobs as wide as the machine; each overlaps with the next by a second."""
    jobs = rigid((0, 4, 10), (0, 4, 10), (0.5, 4, 10))
    text = HEAD + "1,0,0,9,4\n2,0,9,9,4\n3,0,18,9,4\n"
    result = read_result(io.BytesIO(text.encode()), instance(jobs, 4), name="x.csv").result
    assert result.is_feasible
    assert result.tolerance == 1
    assert result.metrics["makespan"] == 27 < result.bounds["makespan"]["area"]
    assert result.certificates["makespan"].text == "no certificate"
    assert result.certificates["makespan"].reason == "its times may be off by 1 s"
    assert "makespan" not in result.ratios
    assert result.record().tolerance == 1


def test_processors_of_the_file_are_kept_and_else_chosen() -> None:
    head = HEAD.replace("width", "allocated_resources")
    found = imported(head + "1,0,0,10,1-2\n2,1,1,4,0\n3,2,5,5,0\n")
    assert found.schedule.processors is not None
    assert found.schedule.processors.text() == ["1-2", "0", "0"]
    assert imported(WHOLE).schedule.processors is None


def test_processors_of_some_jobs_alone_are_not_kept_and_that_is_said() -> None:
    head = HEAD.replace("width", "width,allocated_resources")
    found = imported(head + "1,0,0,10,2,1-2\n2,1,1,4,1,\n3,2,5,5,1,0\n")
    assert found.schedule.processors is None
    assert findings(found) == {"without_processors": 1}


def test_processors_of_the_jobs_that_ran_are_kept_where_others_did_not() -> None:
    head = HEAD.replace("width", "allocated_resources")
    found = imported(head + "1,0,0,10,1-2\n2,1,,4,\n3,2,5,5,0\n")
    assert found.schedule.processors is not None
    assert found.schedule.processors.text() == ["1-2", "", "0"]


def test_moldable_jobs_have_the_width_of_the_file() -> None:
    found = imported("job_id,starting_time,execution_time,width\n1,0,4,3\n", moldable([9, 5, 4]))
    assert (found.schedule.width.tolist(), found.schedule.duration.tolist()) == ([3], [4])


@pytest.mark.parametrize("ending", ["csv", "swf"])
def test_sites_of_a_grid_come_back(ending: str) -> None:
    jobs = rigid((0, 2, 3), (0, 2, 3))
    platform = Platform.of(2, 3)
    schedule = Schedule.of(jobs, np.zeros(2), site=np.array([1, 0])).with_processors(platform)
    found = imported(exported(jobs, platform, schedule, ending), jobs, 2, 3)
    assert found.schedule.site.tolist() == [1, 0]


def test_sites_may_be_named_or_numbered() -> None:
    jobs = rigid((0, 2, 3), (0, 2, 3))
    name = Platform.of(2, 3).sites[1].name
    text = f"job_id,starting_time,execution_time,width,site\n1,0,3,2,{name}\n2,0,3,2,0\n"
    assert imported(text, jobs, 2, 3).schedule.site.tolist() == [1, 0]


def test_a_grid_needs_to_be_told_where_jobs_ran() -> None:
    assert "does not say on which of them jobs ran" in refusal(WHOLE, JOBS, 3, 3)


def test_limits_hold() -> None:
    assert "more than 2 jobs, the limit" in refusal(WHOLE, limits=FileLimits(max_jobs=2))
    assert "more than 2 jobs" in refusal(
        SWF_LINE.format(1, 0, 0, 10, 2, 2, -1) * 3, limits=FileLimits(max_jobs=2)
    )
    assert "more than 10 bytes" in refusal(WHOLE, limits=FileLimits(max_bytes=10))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"%PDF-1.4 and so on", "the file is a PDF document"),
        (b"\x00\x01\x02" * 50, "the file is binary"),
        (gzip.compress(WHOLE.encode(), mtime=0)[:40], "cut off"),
        (SWF_LINE.format(1, 0, "soon", 10, 2, 2, -1).encode(), "waiting_time must be a number up"),
        (b"; only a comment\n", "the file has no rows"),
        (b"1 2 3\n", "line 1 must name the columns"),
        ((HEAD + "1,0,0,-,2\n").encode(), 'execution_time must be a number up to 2^53, got "-"'),
        ((HEAD + "1,0,0,,2\n").encode(), "execution_time must be a number"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(content: bytes, sentence: str) -> None:
    text = refusal(content)
    assert text.startswith("x.csv: ")
    assert sentence in text


CELLS = st.one_of(st.text(max_size=4), st.floats().map(repr), st.integers().map(str))


@given(st.lists(st.tuples(*[CELLS] * 5), max_size=4))
def test_arbitrary_rows_are_read_or_refused(rows: list[tuple[str, ...]]) -> None:
    with suppress(FormatError):
        imported(HEAD + ROWS[0] + "\n".join(",".join(row) for row in rows))


@given(st.text("01 -;.\nx", max_size=120))
def test_arbitrary_lines_of_swf_are_read_or_refused(text: str) -> None:
    with suppress(FormatError):
        imported(SWF_LINE.format(1, 0, 0, 10, 2, 2, -1) + text)
