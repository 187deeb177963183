"""Completions and their bounds count from the first release, with every reader of the jobs."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import parsched as sched
from parsched.apps import cli
from parsched.base.errors import EpochTimesWarning
from parsched.data.formats import read, write
from parsched.model.problem.clocks import moved
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.factories import rigid

LATE, EPOCH = 5_000_000.0, 1_700_000_000.0
COUNTED = ("makespan", "sum_completion", "sum_weighted_completion", "throughput")
SHIFTS = (1.0, 7.0, 86_400.0, LATE, EPOCH)


def solved(jobs: Workload, key: str = "easy", processors: int = 4) -> Result:
    return solve(Instance(jobs, Platform.of(processors)), key)


def without_clock(result: Result) -> tuple[object, ...]:
    """Return what must not depend on when the jobs begin."""
    metrics = {k: v for k, v in result.metrics.items() if k != "utilisation_from_zero"}
    return (
        metrics,
        result.bounds,
        {key: ratio.value for key, ratio in result.ratios.items()},
        {key: one.text for key, one in result.certificates.items()},
    )


@pytest.fixture
def case(shared: Path) -> Path:
    return shared / "cases" / "outside-2" / "01-late-first-release.csv"


def test_the_reported_table_measures_from_its_first_release(case: Path) -> None:
    jobs = read(case).workload
    result = solved(jobs)
    assert jobs.release.tolist() == [LATE, LATE + 10, LATE + 20], "times stay as the file has them"
    assert result.metrics["makespan"] == 150
    assert result.metrics["throughput"] == 0.02
    assert result.metrics["competitive_factor"] == pytest.approx(1.0714, abs=1e-4)
    assert result.ratios["makespan"].value == pytest.approx(1.0714, abs=1e-4)
    assert result.metrics["sum_completion"] == 350


def test_reading_says_so(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", str(case)]) == 0
    said = "makespan, throughput and Σ C count from its release (line 2: 5000000)"
    assert said in capsys.readouterr().out


ENDINGS = ("csv", "json", "swf", "gwf")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("begin", [1_000.0, LATE, EPOCH])
def test_all_formats_measure_alike(tmp_path: Path, case: Path, ending: str, begin: float) -> None:
    jobs = read(case).workload
    write(jobs.since(LATE - begin), tmp_path / f"jobs.{ending}")
    found = read(tmp_path / f"jobs.{ending}")
    result = solved(found.workload)
    assert [result.metrics[key] for key in COUNTED] == [150, 350, 350, 0.02]
    if begin == EPOCH:
        assert (found.workload.begin, found.workload.unix_start) == (0, EPOCH)
        assert "epoch_times" in {finding.kind.key for finding in found.report.findings}
    else:
        assert (found.workload.begin, found.workload.unix_start) == (begin, None)
        assert "late_first_job" in {finding.kind.key for finding in found.report.findings}


@pytest.mark.parametrize("begin", [1_000.0, LATE, EPOCH])
def test_tables_and_batsim_measure_alike(tmp_path: Path, begin: float) -> None:
    table, batsim = tmp_path / "t.csv", tmp_path / "b.json"
    times = [(begin, 2, 100), (begin + 10, 4, 50), (begin + 20, 2, 80)]
    rows = [f"{i},{at:.0f},{run},{cpus}" for i, (at, cpus, run) in enumerate(times)]
    table.write_text("\n".join(["jobid,submit_time,runtime,cpus", *rows]) + "\n")
    jobs = [
        {"id": i, "subtime": at, "walltime": run, "res": cpus, "profile": f"p{run}"}
        for i, (at, cpus, run) in enumerate(times)
    ]
    profiles = {f"p{run}": {"type": "delay", "delay": run} for _, _, run in times}
    batsim.write_text(json.dumps({"nb_res": 4, "jobs": jobs, "profiles": profiles}))
    for path in (table, batsim):
        found = read(path).workload
        assert found.begin == (0 if begin == EPOCH else begin)
        assert [solved(found).metrics[key] for key in COUNTED] == [150, 350, 350, 0.02]


def test_frames_in_seconds_since_1970_are_moved_and_say_so() -> None:
    frame = pd.DataFrame({"release": [EPOCH, EPOCH + 5], "procs": [1, 2], "time": [3.0, 4.0]})
    frame["start"] = frame["release"] + 1
    with pytest.warns(EpochTimesWarning, match="moved by 1700000000 s"):
        jobs = sched.Workload.from_frame(frame)
    assert (jobs.release.tolist(), jobs.unix_start) == ([0, 5], EPOCH)
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [1, 6]
    told = sched.Workload.from_frame(frame.drop(columns="start"), unix_start=60.0)
    assert told.begin == EPOCH, "who says what time 0 is, means it"


def test_json_that_says_what_its_time_0_is_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    jobs = [{"id": "a", "procs": 1, "time": 1, "release": EPOCH, "start": EPOCH + 2}]
    head = {"format": "schedweb-workload", "version": 1}
    path.write_text(json.dumps({**head, "unix_start": 60, "jobs": jobs}))
    assert read(path).workload.begin == EPOCH
    path.write_text(json.dumps({**head, "jobs": jobs}))
    found = read(path).workload
    assert (found.begin, found.unix_start) == (0, EPOCH)
    assert found.recorded is not None
    assert found.recorded.tolist() == [2]


@pytest.mark.parametrize("key", ["fcfs", "easy", "conservative", "online-batch"])
@pytest.mark.parametrize("begin", SHIFTS)
def test_when_jobs_begin_changes_nothing_that_is_measured(key: str, begin: float) -> None:
    jobs = sched.generate("lublin", jobs=60, processors=16, params={"seed": 3})
    jobs = jobs.since(jobs.begin)
    result, later = solved(jobs, key, 16), solved(jobs.since(-begin), key, 16)
    assert without_clock(later) == without_clock(result)
    assert (later.schedule.start - begin).tolist() == result.schedule.start.tolist()


def test_a_grid_and_what_the_log_recorded_count_alike() -> None:
    jobs = rigid((0, 2, 30), (5, 1, 20), (9, 4, 10))
    grid = Instance(jobs, Platform.of(4, 2))
    later = Instance(jobs.since(-LATE), Platform.of(4, 2))
    one, other = solve(grid, "grid"), solve(later, "grid")
    assert without_clock(one) == without_clock(other)
    assert one.sites == other.sites


@pytest.mark.parametrize("begin", [0.1, 12.3, 5_000_000.7, 1e7 + 0.25])
def test_decimals_are_moved_exactly(begin: float) -> None:
    jobs = rigid((0, 1, 0.3), (0.1, 1, 0.5), (0.4, 2, 1.7))
    metrics = solved(jobs, processors=2).metrics
    late = solved(jobs.since(-begin), processors=2).metrics
    for key in COUNTED:
        assert late[key] == pytest.approx(metrics[key], rel=1e-12, abs=0)


def test_a_deployment_before_a_late_first_release_makes_no_false_proof() -> None:
    jobs = rigid((100, 1, 10), (100, 1, 20))
    names = Labels.of(["a", "b"])
    late = replace(jobs, environment=names)
    platform = replace(Platform.of(2), deployment=DeployTime(seconds=50.0))
    bounds = solve(Instance(late, platform), "easy").bounds["makespan"]
    assert "work_deployments" not in bounds
    early = solve(Instance(late.since(100), platform), "easy").bounds["makespan"]
    assert early["work_deployments"] >= 70


@pytest.mark.parametrize(
    ("times", "begin", "expected"),
    [
        ([5_000_000.3], 5_000_000.0, [0.3]),
        ([0.3, 0.1], 0.1, [0.2, 0.0]),
        ([1.7e9 + 0.25], 1.7e9, [0.25]),
        ([5.0, np.nan], 5.0, [0.0, np.nan]),
        ([1 / 3], 0.0, [1 / 3]),
        ([1 / 3], 0.25, [1 / 12]),
        ([0.0], -LATE, [LATE]),
    ],
)
def test_moved(times: list[float], begin: float, expected: list[float]) -> None:
    np.testing.assert_array_equal(moved(np.array(times), begin), np.array(expected))
