"""Schedules in files: packed ones, and that none is taken for a workload."""

from pathlib import Path

import numpy as np

from parsched.data.formats import read, read_schedule, write_schedule
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.parsched.data.formats.test_jobs_csv import refusal
from tests.parsched.data.formats.test_schedules import JOBS, scheduled


def test_a_schedule_can_be_packed(tmp_path: Path) -> None:
    result = solve(Instance(JOBS, Platform.of(3)), "fcfs")
    path = tmp_path / "out.csv.gz"
    write_schedule(path, result.workload, result.platform, result.schedule, original=JOBS)
    assert path.read_bytes().startswith(b"\x1f\x8b")
    read_schedule(path, JOBS, Platform.of(3)).check()


def test_a_schedule_is_a_workload_with_recorded_starts(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text(scheduled())
    found = read(path)
    assert found.format == "batsim-jobs"
    assert found.workload.recorded is not None
    assert np.isfinite(found.workload.recorded).all()


def test_a_schedule_without_run_times_is_no_workload() -> None:
    head = "job_id,submission_time,requested_number_of_resources,starting_time"
    assert "no column says how long a job ran" in refusal(
        f"{head},allocated_resources\n1,0,1,0,0\n"
    )
