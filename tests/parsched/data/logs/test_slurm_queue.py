"""What squeue and scontrol say, in all their forms."""

import json

import pytest

from parsched.base.errors import FormatError
from parsched.data.logs.tables.aligned import Aligned
from tests.parsched.data.logs.slurm_queue import (
    SCONTROL,
    SQUEUE,
    document,
    job_of,
    on_one_line,
    shown,
)
from tests.parsched.data.logs.test_expected import Expected, check
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.variants import is_set
from tests.parsched.data.logs.written import FIRST

_DEFAULT = """             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
              3636      main   my job      ann CD      10:00      1 cn1
              3637      main    solve      bob CD    1:00:00      2 cn[1-2]
        3638_[1-4]      main    sweep      bob PD       0:00      1 (ReqNodeNotAvail, Reserved)
              3640      main               ann  R       5:00      1 cn3
"""
_LONG = """Sat Feb 14 08:00:00 2026
             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES NODELIST(REASON)
              3636      main   my job      ann COMPLETE      10:00     30:00      1 cn1
              3637      main    solve      bob   FAILED    1:00:00 1-00:00:00      2 cn[1-2]
              3638      main    solve      bob  RUNNING    1:00:00 UNLIMITED      2 cn[1-2]
"""
_LEFT = """JOBID               NAME                STATE               CPUS                SUBMIT_TIME         START_TIME          END_TIME            DEPENDENCY
7                   my job              COMPLETED           8                   2025-03-01T00:00:00 2025-03-01T00:00:05 2025-03-01T00:01:45 (null)
8                   a_very_long_name_of_COMPLETED           4                   2025-03-01T00:00:10 2025-03-01T00:01:50 2025-03-01T00:02:40 afterok:7
"""  # noqa: E501 (as wide as squeue -O)

VARIANTS = {
    "squeue": (
        _DEFAULT,
        Expected(
            "squeue", [3636, 3637], [0] * 2, [600, 3600], [1, 2], [None] * 2, {"not_ended": 2}
        ),
    ),
    "squeue -l": (
        _LONG,
        Expected(
            "squeue", [3636, 3637], [0] * 2, [600, 3600], [1, 2], [1800, 86_400], {"not_ended": 1}
        ),
    ),
    "squeue -l -i 60": (
        _LONG + "\n" + _LONG.replace("36", "46"),
        Expected(
            "squeue",
            [3636, 3637, 4646, 4637],
            [0] * 4,
            [600, 3600] * 2,
            [1, 2] * 2,
            [1800, 86_400] * 2,
            {"not_ended": 2},
        ),
    ),
    "squeue -O": (
        _LEFT,
        Expected("squeue", [7, 8], [0, 10], [100, 50], [8, 4], [None] * 2),
    ),
    "squeue -o, names with bars, cut off": (
        "JOBID|NAME|ST|CPUS|SUBMIT_TIME|TIME|MIN_MEMORY|TRES_PER_NODE|LICENSES|OVER_SUBSCRIBE\n"
        "7_1|a||b|CD|8|2025-03-01T00:00:00|1:40|4G|gres/gpu:2|matlab:1|NO\n"
        "7_2|x|CD|4|2025-03-01T00:00:00|1:40|0|N/A|(null)|OK\n"
        "7_3|x|CD|4|2025-03-0",
        Expected(
            "squeue",
            ["7_1", "7_2"],
            [0, 0],
            [100] * 2,
            [8, 4],
            [None] * 2,
            {"cut_off": 1},
            ("memory", "GPUs", "licences", "node sharing"),
        ),
    ),
    "scontrol -o": (
        on_one_line(SCONTROL.decode()),
        Expected("scontrol", [7, 8], [0, 10], [100, 50], [8, 4], [600, 1200], not_held=("nodes",)),
    ),
    "scontrol, arrays, parts, states and names": (
        shown(JobName="solve a=1 NumCPUs=64")
        + shown(2, 1, TimeLimit="UNLIMITED").replace(
            "JobId=2", "JobId=2 ArrayJobId=2 ArrayTaskId=4"
        )
        + shown(3, 2, JobState="PENDING").replace(
            "JobId=3", "JobId=3 ArrayJobId=2 ArrayTaskId=5-9%2"
        )
        + shown(4, 2).replace("JobId=4", "JobId=4 HetJobId=4 HetJobOffset=1")
        + shown(5, 3, JobState="RUNNING", EndTime="2025-03-02T00:00:00")
        + shown(6, 4, 0, 0, JobState="CANCELLED", StartTime="Unknown", EndTime="Unknown"),
        Expected(
            "scontrol",
            ["1", "2_4", "4+1"],
            [0, 1, 2],
            [100] * 3,
            [4] * 3,
            [600, None, 600],
            {"not_ended": 2, "never_started": 1},
            ("common starts",),
        ),
    ),
    "scontrol, what is not kept": (
        shown(Licenses="matlab:1")
        + shown(2, MinMemoryNode="4G", OverSubscribe="NO")
        + shown(3, TRES="cpu=4,mem=4G,node=1,gres/gpu:a100=2", Partition="gpu")
        + shown(4)[:200],
        Expected(
            "scontrol",
            [1, 2, 3],
            [0] * 3,
            [100] * 3,
            [4] * 3,
            [600] * 3,
            {"cut_off": 1},
            ("memory", "GPUs", "licences", "partitions", "node sharing"),
        ),
    ),
    "squeue --json": (
        document(
            job_of(),
            job_of(7, 1) | {"array_job_id": is_set(5), "array_task_id": is_set(2)},
            job_of(8, 2) | {"het_job_id": is_set(8), "het_job_offset": is_set(1)},
            job_of(9, 3) | {"job_state": ["RUNNING", "CONFIGURING"]},
            job_of(10, 3) | {"job_state": ["PENDING"], "start_time": is_set(0)},
            job_of(11, 4, 10, 300)
            | {"suspend_time": is_set(FIRST + 210), "pre_sus_time": is_set(50)},
            job_of(12, 5) | {"time_limit": {"set": False, "infinite": True, "number": 0}},
        ),
        Expected(
            "squeue-json",
            ["1", "5_2", "8+1", "11", "12"],
            [0, 1, 2, 4, 5],
            [100, 100, 100, 150, 100],
            [4] * 5,
            [600] * 4 + [None],
            {"not_ended": 2},
            ("common starts",),
        ),
    ),
    "slurmrestd of Slurm 21, plain numbers": (
        json.dumps(
            {
                "jobs": [
                    {
                        "job_id": 7,
                        "array_job_id": 0,
                        "array_task_id": None,
                        "job_state": "COMPLETED",
                        "submit_time": FIRST,
                        "start_time": FIRST + 10,
                        "end_time": FIRST + 110,
                        "time_limit": 10,
                        "cpus": 4,
                        "node_count": 1,
                        "user_id": 1000,
                        "tres_req_str": "cpu=4,mem=4G,node=1",
                        "memory_per_node": 4096,
                        "gres_detail": ["gpu:2(IDX:0-1)"],
                        "exclusive": True,
                        "licenses": "matlab:1",
                    }
                ]
            }
        ),
        Expected(
            "squeue-json",
            [7],
            [0],
            [100],
            [4],
            [600],
            not_held=("memory", "GPUs", "licences", "node sharing"),
        ),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "queue.txt", expected)


def test_names_of_jobs_and_users_are_kept() -> None:
    jobs = reading(shown(JobName="solve a=1 NumCPUs=64").encode()).workload
    assert jobs.executable is not None
    assert jobs.user is not None
    assert (jobs.executable.name(0), jobs.user.name(0)) == ("solve a=1 NumCPUs=64", "ann")
    aligned = reading(_DEFAULT.encode()).workload
    assert aligned.executable is not None
    assert [aligned.executable.name(i) for i in range(2)] == ["my job", "solve"]


def test_dependencies_are_kept_and_what_is_not_in_the_file_is_marked() -> None:
    jobs = reading(_LEFT.encode()).workload
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [0])
    text = shown() + shown(2, 1, 200, Dependency="afterok:99(unfulfilled)")
    assert reading(text.encode()).workload.unmodelled == ("dependencies",)


def test_a_queue_of_jobs_that_wait_says_so() -> None:
    with pytest.raises(FormatError, match=r'line 2, "R": state says that the job had not ended'):
        reading((_DEFAULT.splitlines()[0] + "\n" + _DEFAULT.splitlines()[-1] + "\n").encode())


def test_starts_are_the_recorded_schedule() -> None:
    for content in (SQUEUE, SCONTROL):
        recorded = reading(content).workload.recorded
        assert recorded is not None
        assert recorded.tolist() == [5, 110]


def test_suspended_jobs_are_told() -> None:
    text = shown(RunTime="00:01:00", EndTime="2025-03-01T00:10:00")
    assert findings(reading(text.encode()))["suspended"] == 1


@pytest.mark.parametrize(
    ("names", "rows", "cells"),
    [
        ("  ID   NAME", [" 1a   my x", "   2      y"], [["1a", "my x"], ["2", "y"]]),
        ("ID   NAME     ST", ["1    my x y   CD", "2             R"], [["1", "my x y", "CD"]]),
        ("ID NAME ST", ["1 solve CD", "10000 x R"], [["1", "solve", "CD"], ["10000", "x", "R"]]),
        ("ID   ST", ["12345CD", "1    R", "7"], [["12345", "CD"], ["1", "R"], ["7", ""]]),
        ("ID NAME", ["1"], [["1", ""]]),
    ],
)
def test_columns_are_cut_as_they_stand(
    names: str, rows: list[str], cells: list[list[str] | None]
) -> None:
    of = Aligned(names, rows)
    assert [of.cells(row) for row in rows][: len(cells)] == cells
