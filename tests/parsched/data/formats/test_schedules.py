"""Schedules as tables: columns as Batsim orders them, read by name, checked against the jobs."""

import csv
import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.base.errors import FormatError, InfeasibleError
from parsched.data.formats import (
    ScheduleReading,
    read_schedule,
    text_table,
    write_schedule,
)
from parsched.data.formats.schedules.table import COLUMNS
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.solve import solve
from tests.parsched.data.formats.workloads import workloads
from tests.parsched.factories import moldable, rigid

BATSIM = (
    "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,"
    "success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,"
    "stretch,allocated_resources,consumed_energy,metadata"
)
DERIVED = {"waiting_time": "", "turnaround_time": "", "stretch": ""}
JOBS = rigid((0, 2, 10, 10), (1, 1, 4, 4), (2, 1, 5, 3))


def written(
    workload: Workload, platform: Platform, schedule: Schedule, original: Workload | None = None
) -> str:
    """The text of a schedule file."""
    stream = io.BytesIO()
    write_schedule(stream, workload, platform, schedule, original=original)
    return stream.getvalue().decode()


def reread(text: str, workload: Workload, *sites: int) -> ScheduleReading:
    """Read a schedule file."""
    stream = io.BytesIO(text.encode())
    return read_schedule(stream, workload, Platform.of(*sites), name="jobs.csv")


def scheduled(jobs: Workload = JOBS, processors: int = 3, **rules: Any) -> str:
    """The text of an EASY schedule."""
    result = solve(Instance(jobs, Platform.of(processors), Rules(**rules)), "easy")
    return written(result.workload, result.platform, result.schedule, jobs)


def changed(text: str, row: int, **cells: Any) -> str:
    """The text with some cells of a row changed."""
    rows = list(csv.DictReader(io.StringIO(text)))
    rows[row] |= {name: str(value) for name, value in cells.items()}
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def test_the_columns_are_batsims_and_then_ours() -> None:
    header = scheduled().splitlines()[0]
    assert header == f"{BATSIM},width,site,environment,backfilled"


def test_a_schedule_written_in_pieces_is_the_same_text(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = rigid(*((i, 1 + i % 3, 10 + i, 20) for i in range(7)))
    grid = Platform.of(2, 3)
    site = (jobs.width > 2).astype(np.int32)
    starts = 100.0 * np.arange(7) + jobs.release
    for platform, schedule in (
        (Platform.of(3), Schedule.of(jobs, starts)),
        (grid, Schedule.of(jobs, starts, site=site)),
    ):
        placed = schedule.with_processors(platform)
        whole = written(jobs, platform, placed)
        with monkeypatch.context() as small:
            small.setattr(text_table, "ROWS", 3)
            assert written(jobs, platform, placed) == whole


def test_whole_times_are_integers_and_every_column_is_filled() -> None:
    rows = list(csv.DictReader(io.StringIO(scheduled(estimates="kill"))))
    assert rows[2] == {
        "job_id": "3",
        "workload_name": "tiny",
        "profile": "delay",
        "submission_time": "2",
        "requested_number_of_resources": "1",
        "requested_time": "3",
        "success": "0",
        "final_state": "COMPLETED_WALLTIME_REACHED",
        "starting_time": "5",
        "execution_time": "3",
        "finish_time": "8",
        "waiting_time": "3",
        "turnaround_time": "6",
        "stretch": "2",
        "allocated_resources": "2",
        "consumed_energy": "-1",
        "metadata": "",
        "width": "1",
        "site": "0",
        "environment": "",
        "backfilled": "0",
    }


def test_a_job_of_zero_length_has_no_stretch() -> None:
    (row,) = csv.DictReader(io.StringIO(scheduled(rigid((0, 1, 0)))))
    assert (row["stretch"], row["execution_time"], row["requested_time"]) == ("", "0", "0")


def test_a_stretch_beyond_all_numbers_is_left_out(tmp_path: Path) -> None:
    jobs = rigid((0, 1, 9), (0, 1, 1e-310))
    schedule = Schedule.of(jobs, np.array([0.0, 9.0])).with_processors(Platform.of(1))
    write_schedule(path := tmp_path / "out.csv", jobs, Platform.of(1), schedule)
    _, row = csv.DictReader(io.StringIO(path.read_text()))
    assert (row["stretch"], row["waiting_time"]) == ("", "9")


def test_names_with_commas_and_quotes_are_quoted() -> None:
    jobs = rigid((0, 1, 2), name='a, "b"')
    (row,) = csv.DictReader(io.StringIO(scheduled(jobs)))
    assert row["workload_name"] == 'a, "b"'


@pytest.mark.parametrize("ending", ["csv", "swf"])
def test_a_job_without_a_start_was_rejected_and_comes_back_so(ending: str, tmp_path: Path) -> None:
    schedule = Schedule.of(JOBS, np.array([0, np.nan, 5])).with_processors(Platform.of(3))
    path = tmp_path / f"out.{ending}"
    write_schedule(path, JOBS, Platform.of(3), schedule)
    found = read_schedule(path, JOBS, Platform.of(3))
    assert np.array_equal(found.schedule.start, schedule.start, equal_nan=True)
    if ending == "csv":
        _, row, _ = csv.DictReader(io.StringIO(path.read_text()))
        assert row["final_state"] == "REJECTED"
        assert not any(row[name] for name in ("execution_time", "stretch", "allocated_resources"))


@given(workloads())
def test_a_schedule_reads_back_exactly(workload: Workload) -> None:
    platform = Platform.of(64)
    start = workload.release + 0.1 + np.arange(len(workload)) * 1e10
    width = workload.profiles.widths[workload.profiles.offsets[1:] - 1]
    schedule = Schedule.of(workload, start, width=width).with_processors(platform)
    found = reread(written(workload, platform, schedule), workload, 64)
    for name in ("start", "duration", "width", "site", "backfilled"):
        assert np.array_equal(getattr(found.schedule, name), getattr(schedule, name))
    if len(workload):
        assert found.schedule.processors is not None
        assert schedule.processors is not None
        assert found.schedule.processors.text() == schedule.processors.text()
    found.check()


@pytest.mark.parametrize("estimates", ["raise", "kill", "overrun"])
def test_our_own_schedules_pass_the_check_exactly(estimates: str) -> None:
    found = reread(scheduled(estimates=estimates), JOBS, 3)
    assert found.tolerance == 0
    found.check()


def test_killed_jobs_are_checked_at_their_requested_times() -> None:
    found = reread(scheduled(estimates="kill"), JOBS, 3)
    assert found.workload.runtime.tolist() == [10, 4, 3]
    found = reread(scheduled(estimates="raise"), JOBS, 3)
    assert found.workload.runtime.tolist() == [10, 4, 5]


def test_processors_of_a_grid_are_numbered_through() -> None:
    jobs = rigid((0, 2, 3), (0, 2, 3))
    platform = Platform.of(2, 3)
    schedule = Schedule.of(jobs, np.zeros(2), site=np.array([1, 0])).with_processors(platform)
    text = written(jobs, platform, schedule)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["allocated_resources"] for row in rows] == ["2-3", "0-1"]
    reread(text, jobs, 2, 3).check()
    without_site = "\n".join(",".join(line.split(",")[:15]) for line in text.splitlines())
    assert reread(without_site, jobs, 2, 3).schedule.site.tolist() == [1, 0]


def test_moldable_jobs_keep_the_width_that_was_chosen() -> None:
    jobs = moldable([9, 5, 4])
    platform = Platform.of(4)
    schedule = Schedule.of(jobs, np.zeros(1), width=np.array([3])).with_processors(platform)
    found = reread(written(jobs, platform, schedule), jobs, 4)
    assert (found.schedule.width.tolist(), found.schedule.duration.tolist()) == ([3], [4])


def test_old_names_of_columns_and_unsorted_processors_are_read() -> None:
    text = (
        "jobID,starting_time,execution_time,finish_time,requested_number_of_processors,"
        "allocated_processors\nw0!2,11.000000,4.000000,15.000000,1,0\nw0!3,10,5,15,1,2\n"
        "w0!1,0.000000,10.000000,10.000000,2,1 0\n"
    )
    found = reread(text, JOBS, 3)
    assert found.schedule.start.tolist() == [0, 11, 10]
    assert found.schedule.width.tolist() == [2, 1, 1]
    found.check()


def test_starts_and_durations_are_derived_where_columns_are_missing() -> None:
    header = "job_id,submission_time,waiting_time,finish_time,width\n"
    text = f"{header}1,0,0,10,2\n2,1,9,14,1\n3,2,8,15,1\n"
    found = reread(text, JOBS, 3)
    assert found.schedule.start.tolist() == [0, 10, 10]
    assert found.schedule.duration.tolist() == [10, 4, 5]
    assert found.schedule.processors is None
    found.check()


def test_six_decimals_are_close_enough() -> None:
    jobs = rigid((0, 1, 1 / 3), (0, 1, 2 / 3))
    text = "job_id,starting_time,execution_time,width\n1,0,0.333333,1\n2,0.333333,0.666667,1\n"
    reread(text, jobs, 1).check()


def test_rejected_and_missing_jobs_are_found_by_the_check() -> None:
    rejected = changed(
        scheduled(),
        1,
        final_state="REJECTED",
        starting_time="",
        execution_time="",
        finish_time="",
        allocated_resources="",
    )
    missing = "\n".join(line for line in scheduled().splitlines() if not line.startswith("2,"))
    for text in (rejected, missing):
        with pytest.raises(InfeasibleError, match="job 2 is not scheduled"):
            reread(text, JOBS, 3).check()


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"job_id": 9}, "line 3, job 9: the workload has no job of this id"),
        ({"job_id": 1}, "line 3, job 1: this job has a row before, line 2, job 1"),
        (
            {"starting_time": "x"},
            'line 3, job 2: starting_time must be a number up to 2^53, got "x"',
        ),
        (
            {"starting_time": "inf"},
            "line 3, job 2: starting_time must be a number up to 2^53, got inf",
        ),
        (
            {"finish_time": 99},
            "job 2: finish_time must be 5, starting_time + execution_time, got 99",
        ),
        ({"submission_time": 7}, "line 3, job 2: submission_time must be 1, as in the workload"),
        ({"requested_number_of_resources": 2}, "_resources must be 1, as in the workload, got 2"),
        ({"waiting_time": 99999}, "waiting_time must be 0, starting_time − submission_time, got 9"),
        ({"turnaround_time": -3}, "turnaround_time must be 4, finish_time − submission_time"),
        ({"stretch": 5}, "stretch must be 1, turnaround_time / execution_time, got 5"),
        ({"stretch": 1.00001}, "stretch must be 1, turnaround_time / execution_time, got 1.00001"),
        ({"stretch": "fast"}, "line 3, job 2: stretch must be a number"),
        ({"execution_time": "", "finish_time": ""}, "job 2: execution_time must be a number"),
        ({"width": 1.5}, "line 3, job 2: width must be an integer below 2^31, got 1.5"),
        ({"site": "a"}, 'line 3, job 2: site must be a number up to 2^53, got "a"'),
        ({"allocated_resources": "1-"}, "line 3, job 2: allocated_resources, '1-' must be"),
        ({"allocated_resources": "1 1"}, "line 3, job 2: allocated_resources, processor 1 is"),
    ],
)
def test_a_cell_that_cannot_be_read_names_line_job_and_column(
    cells: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(FormatError) as caught:
        reread(changed(scheduled(), 1, **cells), JOBS, 3)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"starting_time": 0, "finish_time": 4}, "job 2 starts at 0 s, before its release"),
        ({"execution_time": 3, "finish_time": 4}, "job 2 runs 3 s instead of 4 s"),
        ({"width": 2}, "job 2 may not run on 2 processors"),
        ({"site": 1}, "job 2 is on site 1, of 1"),
        ({"allocated_resources": "0"}, "hold processor 0 at the same time"),
        ({"allocated_resources": "3"}, "job 2 holds processors that its site does not have"),
        ({"allocated_resources": "1-2"}, "job 2 holds 2 processors instead of 1"),
        ({"starting_time": 2, "finish_time": 6}, "4 processors of cluster are busy"),
    ],
)
def test_the_check_names_the_job_of_a_mutilated_schedule(
    cells: dict[str, Any], sentence: str
) -> None:
    jobs = rigid((0, 2, 10), (1, 1, 4), (2, 1, 5))
    text = changed(scheduled(jobs), 1, **DERIVED, **cells)
    if cells.get("starting_time"):
        text = changed(text, 2, **DERIVED, starting_time=2, finish_time=7)
    with pytest.raises(InfeasibleError, match=sentence):
        reread(text, jobs, 3).check()


@pytest.mark.parametrize("estimates", ["raise", "kill", "overrun"])
@pytest.mark.parametrize(
    "cells",
    [
        DERIVED,
        {"submission_time": "", "requested_number_of_resources": "", "finish_time": ""},
        {"width": "", "site": "", "backfilled": ""},
        {"requested_time": -1},
        {"requested_time": 1e9},
        {"waiting_time": "0.000001", "stretch": "1.000001"},
        {"stretch": "-nan"},
    ],
)
def test_empty_and_rounded_cells_and_any_requested_time_agree(
    cells: dict[str, Any], estimates: str
) -> None:
    reread(changed(scheduled(estimates=estimates), 1, **cells), JOBS, 3).check()


def test_decimals_of_short_jobs_agree_with_their_stretch() -> None:
    jobs = rigid((0.1, 1, 1 / 3000), (0.1, 1, 2 / 3))
    text = (
        "job_id,submission_time,starting_time,execution_time,finish_time,waiting_time,"
        "turnaround_time,stretch,width\n1,0.1,0.766667,0.000333,0.767000,0.666667,0.667000,"
        "2001.000000,1\n2,0.100000,0.100000,0.666667,0.766667,0.000000,0.666667,1.000000,1\n"
    )
    reread(text, jobs, 1).check()


def test_a_job_of_zero_length_may_have_any_stretch() -> None:
    jobs = rigid((0, 1, 0))
    for stretch in ("inf", "nan", "0", ""):
        reread(changed(scheduled(jobs), 0, stretch=stretch), jobs, 3).check()


def test_moldable_jobs_may_request_any_number() -> None:
    jobs = moldable([9, 5, 4])
    platform = Platform.of(4)
    schedule = Schedule.of(jobs, np.zeros(1), width=np.array([3])).with_processors(platform)
    text = written(jobs, platform, schedule)
    reread(changed(text, 0, requested_number_of_resources=1), jobs, 4).check()


CELLS = st.one_of(
    st.text(max_size=4),
    st.integers().map(str),
    st.floats().map(repr),
    st.sampled_from(["", "0-1", "1 0", "2-99999999999", "REJECTED", "COMPLETED_WALLTIME_REACHED"]),
)


@given(st.integers(0, 2), st.sampled_from(COLUMNS), CELLS)
@example(0, "allocated_resources", "\x0b")
@example(1, "allocated_resources", "0\x0c1")
@example(2, "allocated_resources", "\x1c 1")
@example(0, "allocated_resources", "\x85")
@example(0, "finish_time", "1e400")
def test_an_arbitrary_cell_is_read_or_refused(row: int, column: str, cell: str) -> None:
    with suppress(FormatError, InfeasibleError):
        reread(changed(scheduled(), row, **{column: cell}), JOBS, 3).check()


@given(
    st.text(max_size=50) | st.text('job_id,starting_time,finish_time,width\n"0123 ', max_size=90)
)
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    with suppress(FormatError):
        reread(text, JOBS, 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file is empty"),
        ("a,b\n1,2\n", 'job_id is missing, got "a,b"'),
        ("job_id,starting_time\n", "execution_time or finish_time is missing"),
        ("job_id,starting_time,finish_time,width\n1,2\n", "line 2 has 2 cells, the header 4"),
        ("job_id,starting_time,finish_time\n1,2,3\n", "must name width, allocated_resources or"),
        ('job_id,starting_time,finish_time,width\n"' + "x" * 200_000, "is not CSV"),
    ],
)
def test_a_file_that_is_no_schedule_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        reread(text, JOBS, 3)
    assert str(caught.value).startswith("jobs.csv: ")
    assert sentence in str(caught.value)


def test_a_killed_job_needs_a_requested_time() -> None:
    jobs = rigid((0, 2, 10), (1, 1, 4))
    text = changed(scheduled(jobs), 1, final_state="COMPLETED_WALLTIME_REACHED")
    with pytest.raises(FormatError, match=r"line 3, job 2: .* gives no requested time"):
        reread(text, jobs, 3)
