"""What PBS, Torque, LSF and HTCondor say in records that lack something or say it twice."""

import json
from pathlib import Path

import numpy as np
import pytest

from parsched.data.formats import read
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.variants import ad, as_long, lsf, pbs


@pytest.mark.parametrize(
    ("asked", "processors"),
    [
        ("Resource_List.nodes=2:ppn=8 Resource_List.nodect=2", 16),
        ("Resource_List.neednodes=n1:ppn=8+n2:ppn=4 Resource_List.nodect=2", 12),
        ("Resource_List.nodes=2:ppn=4+1:ppn=1:fat Resource_List.ncpus=1", 9),
        ("Resource_List.select=2:ncpus=8:mem=4gb+1:ncpus=4 Resource_List.nodect=3", 20),
        ("Resource_List.procs=24", 24),
        ("Resource_List.mppwidth=48", 48),
        ("Resource_List.nodes=4", 4),
        ("Resource_List.nodect=3", 3),
        ("Resource_List.ncpus=6", 6),
        ("resources_used.ncpus=5 Resource_List.nodes=2:ppn=2", 5),
        ("exec_host= Resource_List.nodes=2:ppn=2", 4),
        ("exec_host=n1/0+n1/1 Resource_List.nodes=2:ppn=2", 2),
    ],
)
def test_pbs_without_hosts_has_what_was_asked_for(asked: str, processors: int) -> None:
    assert reading(pbs("1.s", asked).encode()).workload.width.tolist() == [processors]


def test_run_limits_of_lsf_stand_before_the_options(shared: Path) -> None:
    jobs = read(shared / "cases" / "outside" / "12-lsf-run-limit.acct").workload
    assert np.array_equal(jobs.estimate, [28_800, np.nan, np.nan], equal_nan=True)


@pytest.mark.parametrize("limit", [-1, -2, 28_800])
def test_a_run_limit_that_is_none_is_none_whatever_follows(limit: int) -> None:
    [estimate] = reading(lsf(1, 2, ["n1"] * 2, limit=limit).encode()).workload.estimate
    assert estimate == limit if limit > 0 else np.isnan(estimate)


def test_the_last_run_of_a_job_that_was_restarted_counts(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "32-condor-restarted.hist")
    jobs = found.workload
    assert jobs.ids.tolist() == ["8.0", "9.0"]
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [86_400, 300]
    assert jobs.runtime.tolist() == [600, 600]
    assert jobs.width.tolist() == [4, 4]
    [again] = [each for each in found.report.findings if each.kind.key == "ran_before"]
    assert "line 1: 8.0 before ran 3600 s" in again.sentence


@pytest.mark.parametrize("is_json", [True, False])
@pytest.mark.parametrize(
    ("changes", "run", "lost"),
    [
        ({"start": 400, "end": 500, "LastRemoteWallClockTime": 100.0}, 100, "200"),
        ({"start": 400, "end": 500}, 100, "200"),
        ({"start": 400, "end": 500, "LastRemoteWallClockTime": "undefined"}, 100, "200"),
        ({"start": 400, "end": 460, "LastRemoteWallClockTime": 50.5}, 50.5, "249.5"),
        ({"start": 10, "end": 310}, 300, ""),
        ({"start": 400, "end": 700, "JobUniverse": 5}, 300, ""),
    ],
)
def test_runs_before_the_last_are_told(
    changes: dict[str, float], run: float, lost: str, *, is_json: bool
) -> None:
    given = dict(changes)
    first = ad(8)["QDate"]
    started, ended = (first + int(given.pop(name)) for name in ("start", "end"))
    job = ad(8, 0, 300, JobCurrentStartDate=started, CompletionDate=ended, **given)
    found = reading((json.dumps([job]) if is_json else as_long(job)).encode())
    assert found.workload.runtime.tolist() == [run]
    assert found.workload.recorded is not None
    assert found.workload.recorded.tolist() == [started - first]
    assert ("ran_before" in findings(found)) == bool(lost)
    told = " ".join(each.sentence for each in found.report.findings)
    assert not lost or f"8.0 before ran {lost} s" in told


@pytest.mark.parametrize(("asked", "width"), [("4.0", 4), ("4", 4), ("ifThenElse(x)", 1), ("0", 1)])
def test_processors_of_htcondor_may_be_decimals_or_expressions(asked: str, width: int) -> None:
    content = as_long(ad(7)).replace("RequestCpus = 8", f"RequestCpus = {asked}")
    assert reading(content.encode()).workload.width.tolist() == [width]


@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("EnteredCurrentStatus", [100, 300]),
        ("JobCurrentStartDate", [100, 300]),
        ("LastRemoteWallClockTime", [100, 300]),
        ("RequestCpus", [100, 300]),
        ("RemoteWallClockTime", [100]),
        ("QDate", [100]),
    ],
)
def test_numbers_of_htcondor_beyond_all_say_nothing(name: str, runs: list[float]) -> None:
    content = json.dumps([ad(7), ad(8, 0, 300, **{name: 10**400})]).encode()
    assert reading(content).workload.runtime.tolist() == runs
