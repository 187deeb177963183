"""Grid Engine: accounting files of several versions, and what qacct prints."""

import json

import pytest

from parsched.base.errors import FormatError
from tests.parsched.data.logs.batch_systems import (
    SGE,
    of_qacct,
    qacct_job,
    sge,
    sge_object,
)
from tests.parsched.data.logs.test_expected import Expected, check
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.written import FIRST

VARIANTS = {
    "milliseconds, a colon in the name": (
        sge(name="part:two", unit=1000) + sge(2, 1, 20, 50, 8, unit=1000),
        Expected("sge", [1, 2], [0, 1], [100, 50], [4, 8], [None] * 2),
    ),
    "an array, and one of its tasks again": (
        sge(task=1) + sge(task=2, came=1) + sge(task=2, came=2, began=300),
        Expected("sge", ["1.1", "1.2", "1.2#2"], [0, 1, 2], [100] * 3, [4] * 3, [None] * 3),
    ),
    "tasks of a parallel job, and a job that never started": (
        sge(slots=8)
        + sge(slots=8, submit=0, pe="1.n2")
        + sge(slots=8, pe="2.n3")
        + sge(3, began=0, failed=21),
        Expected("sge", [1], [0], [100], [8], [None], {"job_step": 2, "never_started": 1}),
    ),
    "limits as clocks, resources, and 41 cells": (
        sge(options="-U a -l h_rt=10:00:00,gpu=2,h_vmem=4G -l exclusive=true -pe smp 4", more="")
        + sge(2, options="-l h_rt=60,arch=lx26,h_cpu=10", more=""),
        Expected(
            "sge",
            [1, 2],
            [0, 0],
            [100] * 2,
            [4] * 2,
            [36_000, 60],
            not_held=("memory", "GPUs", "node sharing"),
        ),
    ),
    "a comment, a blank line, a last record that is cut off": (
        "# comment\n" + sge() + "\n" + sge(2)[:90],
        Expected("sge", [1], [0], [100], [4], [None], {"cut_off": 1}),
    ),
    "version 9": (
        "".join(
            json.dumps(each) + "\n"
            for each in (
                sge_object(category="-l h_rt=600,gpu=1"),
                sge_object(2, 1, 20, task_number=3, submit_cmd_line="qsub -hold_jid 1 x.sh"),
                sge_object(2, 1, 20, pe_task_id="1.n2"),
                sge_object(4, 2, 0, 0, start_time=0, end_time=0, failed=21),
            )
        ),
        Expected(
            "sge-json",
            ["1", "2.3"],
            [0, 1],
            [100] * 2,
            [4] * 2,
            [600, None],
            {"job_step": 1, "never_started": 1},
            ("GPUs",),
        ),
    ),
    "qacct of Univa": (
        qacct_job(
            qsub_time="03/01/2025 00:00:00.250",
            start_time="03/01/2025 00:00:10.250",
            end_time="03/01/2025 00:01:50.250",
            submit_cmd="qsub -l h_rt=600 -pe mpi 4 x.sh",
        )
        + qacct_job(2, 1, taskid=3, failed="100 : assumedly after job", exit_status="137 (Killed)"),
        Expected("sge-qacct", ["1", "2.3"], [0, 0.75], [100] * 2, [4] * 2, [600, None]),
    ),
    "qacct of version 9, a job that never started, and totals": (
        qacct_job(
            qsub_time="2025-03-01 00:00:00.250000",
            start_time="2025-03-01 00:00:10.250000",
            end_time="2025-03-01 00:01:50.250000",
        )
        + qacct_job(2, start_time="-/-", end_time="-/-", failed=1)
        + "Total System Usage\n    WALLCLOCK  UTIME\n====================\n    10 5\n",
        Expected("sge-qacct", [1], [0], [100], [4], [None], {"never_started": 1}),
    ),
    "qacct that is cut off": (
        qacct_job() + of_qacct(qname="all.q", jobname="y", jobnumber=2),
        Expected("sge-qacct", [1], [0], [100], [4], [None], {"cut_off": 1}),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "accounting", expected)


def test_starts_are_the_recorded_schedule() -> None:
    jobs = reading(SGE).workload
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [5, 110]
    assert jobs.unix_start == FIRST


def test_a_job_waits_for_those_that_it_was_held_for() -> None:
    lines = [sge_object(), sge_object(2, 1, 200, submit_cmd_line="qsub -hold_jid 1 x.sh")]
    jobs = reading("".join(json.dumps(line) + "\n" for line in lines).encode()).workload
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [0])
    assert jobs.unmodelled == ()


def test_a_job_that_waits_for_all_of_an_array_is_marked() -> None:
    lines = [
        sge_object(task_number=1),
        sge_object(2, 1, 200, submit_cmd_line="qsub -hold_jid 1 x.sh"),
    ]
    jobs = reading("".join(json.dumps(line) + "\n" for line in lines).encode()).workload
    assert jobs.unmodelled == ("dependencies",)


def test_what_is_used_to_leave_rows_out_is_not_said_to_be_unread() -> None:
    assert "unread_column" not in findings(reading(SGE))


@pytest.mark.parametrize("cells", [":" * 40, ":" * 4 + "a:" * 4_000, "1:a:" * 200_000])
def test_lines_of_colons_are_no_records(cells: str) -> None:
    with pytest.raises(FormatError):
        reading(f"{cells}\n".encode())
    found = reading(f"{cells}\n".encode() + SGE, source="sge")
    assert len(found.workload) == 2
