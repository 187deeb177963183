"""What happened runs on the processors that jobs were given, whichever way a log becomes a
schedule."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.files.machine import least_machine
from parsched.data.formats import FORMATS, ReadOptions, read, write
from parsched.data.formats.swf.write import write_swf
from parsched.model.concerns import asked_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.recorded.recorded import OTHER_SIZES
from parsched.report.explain import explain
from parsched.run.made_elsewhere import read_result
from parsched.run.outdated import outdated
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.everywhere import SHARED
from tests.parsched.data.logs.samples import PBS, SACCT
from tests.parsched.factories import moldable, rigid

LINE = "{id} {submit} {wait} 10 {given} -1 -1 {asked} 20 -1 1 1 1 1 1 1 -1 -1\n"
FILES = ("json", "csv", "swf", "gwf")


def log(*jobs: tuple[int, int, Any, Any], processors: int = 8) -> bytes:
    """An SWF log of jobs as (submit time, wait, processors given, processors asked for)."""
    lines = [
        LINE.format(id=i, submit=submit, wait=wait, given=given, asked=asked)
        for i, (submit, wait, given, asked) in enumerate(jobs, 1)
    ]
    return f"; MaxProcs: {processors}\n{''.join(lines)}".encode()


MORE = log((0, 0, 4, 3), (1, 0, 4, 4), (2, 9, 6, 6))
"""Job 1 was given a processor more than it asked for."""


def jobs_of(content: bytes, name: str = "log.swf") -> Workload:
    return read(io.BytesIO(content), name=name).workload


def as_recorded(jobs: Workload, processors: int = 8) -> Result:
    return solve(Instance(jobs, Platform.of(processors)), "recorded", bounds=())


def both(content: bytes, processors: int = 8) -> tuple[Result, Result]:
    """What is recorded in a log, and what comes of the same file as a schedule of these jobs."""
    instance = Instance(jobs_of(content), Platform.of(processors))
    imported = read_result(io.BytesIO(content), instance, name="log.swf", bounds=())
    return solve(instance, "recorded", bounds=()), imported.result


@pytest.mark.parametrize(
    ("content", "broken"),
    [
        (MORE, 1),
        (log((0, 0, 2, 4), (0, 0, 2, 4), (0, 0, 4, 4)), 2),
        (log((0, 0, 8, 4), (0, 9, 4, 4)), 2),  # job 2 found no processor free
        (log((0, 0, 16, 8)), 2),  # it was given more than there are
        (log((0, 0, -1, 4), (0, 10, 0, 4)), 0),
        (log((0, 0, 4, -1), (0, 10, 4, 0)), 0),
        (log((0, -1, 2, 4), (0, 10, 2, 4)), 2),  # job 1 has no start
        (log((0, 0, 4, 4), (3, 0, 4, 4)), 0),
    ],
)
def test_the_same_rules_are_broken_as_often_both_ways(content: bytes, broken: int) -> None:
    recorded, imported = both(content)
    assert recorded.violations == imported.violations
    assert recorded.violation_count == imported.violation_count == broken
    np.testing.assert_array_equal(recorded.schedule.start, imported.schedule.start)


@pytest.mark.skipif(not (SHARED / "traces").is_dir(), reason="needs ../shared/traces")
@pytest.mark.parametrize(
    ("name", "others", "broken"),
    [
        ("KTH-SP2-1996-2.1-cln", 219, 231),
        ("LANL-CM5-1994-4.1-cln", 1_212, 19_251),
        ("HPC2N-2002-2.2-cln", 729, 770),
        ("SDSC-BLUE-2000-4.2-cln", 710, 2_305),  # one more of its 711 never started
    ],
)
def test_logs_of_the_archive_break_the_same_rules_both_ways(
    name: str, others: int, broken: int
) -> None:
    path = SHARED / "traces" / f"{name}.swf.gz"
    reading = read(path)
    instance = Instance(reading.workload, Platform.of(reading.processors))
    recorded = solve(instance, "recorded", bounds=())
    imported = read_result(path, instance, bounds=()).result
    assert reading.workload.allocated is not None
    assert np.count_nonzero(reading.workload.allocated) == others
    assert recorded.violations == imported.violations
    assert recorded.violation_count == imported.violation_count == broken
    assert recorded.metrics["mean_wait"] == imported.metrics["mean_wait"]


@pytest.mark.parametrize("format", FILES)
def test_every_format_keeps_what_was_given(format: str) -> None:
    jobs = jobs_of(MORE)
    write(jobs, file := io.BytesIO(), format=format)
    back = FORMATS[format].read(iter([file.getvalue()]), "again", ReadOptions()).workload
    assert back.allocated is not None
    assert (back.allocated.tolist(), back.width.tolist()) == ([4, 0, 0], [3, 4, 6])
    assert as_recorded(back).violations == both(MORE)[1].violations
    assert FORMATS[format].unkept(jobs) == []


@pytest.mark.parametrize(
    ("given", "expected"), [(-1, None), (0, None), (3, None), (2.5, None), (4, [4]), (2**40, None)]
)
def test_what_is_no_number_of_processors_was_not_given(
    given: float, expected: list[int] | None
) -> None:
    allocated = jobs_of(log((0, 0, given, 3))).allocated
    assert (None if allocated is None else allocated.tolist()) == expected


def test_jobs_are_put_in_order_with_what_they_were_given() -> None:
    allocated = jobs_of(log((9, 0, 2, 1), (0, 0, 3, 3), (4, 0, 5, 4))).allocated
    assert allocated is not None
    assert allocated.tolist() == [0, 5, 2]


def _table(line: bytes) -> bytes:
    return b"JobID|Submit|Start|Elapsed|ReqCPUS|AllocCPUS|State\n" + line


@pytest.mark.parametrize(
    ("content", "name", "widths"),
    [
        (SACCT, "sacct.txt", [8, 4]),
        (PBS, "accounting", [8, 4]),
        (PBS.replace(b"List.ncpus=8", b"List.ncpus=6"), "accounting", [8, 4]),
        (
            _table(b"7|2026-02-14T08:00:00|2026-02-14T08:00:09|00:10:00|3|8|COMPLETED\n"),
            "sacct.txt",
            [8],
        ),
        (
            b"id,submit,start,runtime,requested_cpus,allocated_cpus\n1,0,0,10,3,8\n2,1,2,10,4,4\n",
            "table.csv",
            [8, 4],
        ),
        (b"id,release,procs,time,start,allocated\n1,0,3,10,0,8\n2,0,2,5,12,\n", "t.csv", [8, 2]),
        (
            b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": 1, "procs": 3, '
            b'"time": 10, "start": 0, "allocated": 8}]}',
            "jobs.json",
            [8],
        ),
    ],
)
def test_what_happened_takes_the_processors_that_were_given(
    content: bytes, name: str, widths: list[int]
) -> None:
    jobs = jobs_of(content, name)
    assert as_recorded(jobs, 12).schedule.width.tolist() == widths
    assert jobs.held.tolist() == widths


def test_frames_parts_and_blanks_keep_what_was_given() -> None:
    jobs = jobs_of(MORE)
    frame = jobs.to_frame()
    assert frame["allocated"].tolist()[0] == 4
    assert pd.isna(frame["allocated"][1])
    back = Workload.from_frame(frame)
    assert back.held.tolist() == jobs.held.tolist() == [4, 4, 6]
    assert jobs.take(np.array([0])).held.tolist() == [4]
    assert jobs.take(np.array([1, 2])).allocated is None
    assert "allocated" not in jobs.take(np.array([1, 2])).to_frame()
    with pytest.raises(WorkloadError, match=r"job 1: allocated must be a whole number, got 2.5"):
        Workload.from_frame(frame.assign(allocated=[2.5, 1, 1]))
    with pytest.raises(WorkloadError, match="allocated must be a whole number from 0 to"):
        Workload.from_frame(frame.assign(allocated=[-2, 1, 1]))


def test_what_everybody_asked_for_is_no_column() -> None:
    jobs = rigid((0, 2, 5), (1, 3, 5))
    assert replace(jobs, allocated=jobs.width).allocated is None
    assert replace(jobs, allocated=np.zeros(2, np.int64)).allocated is None
    assert replace(moldable([3, 2]), allocated=np.array([2])).allocated is not None
    with pytest.raises(WorkloadError, match="column allocated has 1 entries for 2 jobs"):
        replace(jobs, allocated=np.array([4]))


@pytest.mark.parametrize("value", ["0", "2.5", "-4", "many", "99999999999"])
def test_what_cannot_have_been_given_is_refused_in_tables(value: str) -> None:
    found = read(io.BytesIO(f"id,procs,time,allocated\n1,2,10,{value}\n2,1,5,1\n".encode()))
    assert found.workload.ids.tolist() == [2]
    assert "allocated must be a whole number from 1" in found.report.findings[0].sentence


@pytest.mark.parametrize("value", ["0", "2.5", "-4", '"8"', "true", "99999999999", "[4]"])
def test_what_cannot_have_been_given_is_refused_in_json(value: str) -> None:
    jobs = f'[{{"id": 1, "procs": 1, "time": 1, "allocated": {value}}}]'
    file = f'{{"format": "schedweb-workload", "version": 1, "jobs": {jobs}}}'
    with pytest.raises(FormatError, match="job 1: allocated must be a whole number from 1"):
        read(io.BytesIO(file.encode()), name="x.json")


def test_a_machine_is_guessed_by_what_was_given() -> None:
    content = log((0, 0, 6, 4), (1, 0, 6, 4)).partition(b"\n")[2]
    assert least_machine(jobs_of(content)) == 12


def test_policies_start_jobs_on_what_they_asked_for_and_are_written_so() -> None:
    instance = Instance(jobs_of(MORE), Platform.of(8))
    easy = solve(instance, "easy", bounds=())
    assert easy.schedule.width.tolist() == [3, 4, 6]
    write_swf(instance.jobs, file := io.BytesIO(), easy.schedule, instance.platform)
    assert jobs_of(file.getvalue()).allocated is None


def test_a_run_and_an_explanation_say_that_a_job_was_given_others() -> None:
    result, _ = both(MORE)
    assert "1 of 3 jobs ran on another number of processors than asked for" in result.remarks
    first = explain(result, 1)
    assert first.sentences[0].startswith("Job 1 on 4 processors of 8 (it asked for 3) started")
    assert (first.asked, explain(result, 2).asked) == (3, None)
    easy = solve(result.instance, "easy", bounds=())
    assert explain(easy, 1).asked is None


def _version(change: Callable[[Workload], Workload]) -> list[str]:
    """Why a run of an older version on some jobs is of no more use."""
    jobs = change(jobs_of(MORE))
    instance = Instance(jobs, Platform.of(8))
    older = replace(solve(instance, "recorded", bounds=()).record(), version=3)
    return [one.text for one in outdated(older, asked_of(instance))]


def test_older_results_are_outdated_where_jobs_were_given_others() -> None:
    assert any("processors that they were given" in why for why in _version(lambda jobs: jobs))
    assert _version(lambda jobs: replace(jobs, allocated=None)) == []
    assert not OTHER_SIZES.holds(Instance(rigid((0, 1, 1)), Platform.of(1)))
