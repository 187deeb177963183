"""Files of other simulators: the types of Batsim's profiles, its jobs.csv alone, ElastiSim."""

import io
import json
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import read
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.parsched.data.logs.samples import BATSIM_JOBS
from tests.parsched.data.logs.test_known import reading

ALONE = b"""\
job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,\
final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,\
allocated_resources,consumed_energy,metadata
a,w0,p,0,2,100,1,COMPLETED_SUCCESSFULLY,0,60,60,0,60,1,0-1,-1,""
b,w0,p,10,4,100,1,COMPLETED_SUCCESSFULLY,60,50,110,50,100,2,0-3,-1,""
c,w0,p,20,2,40,0,COMPLETED_WALLTIME_REACHED,20,40,60,0,40,1,2-3,-1,""
"""
COMPUTED = {"cpu": 4e9, "com": 0}
VECTOR = {"cpu": [4e9, 0, 0, 0], "com": [0] * 16}


def _one(profile: dict[str, Any], **more: Any) -> bytes:
    job = {"id": "a", "subtime": 0, "walltime": 100, "res": 4, "profile": "p"}
    profiles = {"p": profile, **more}
    return json.dumps({"nb_res": 4, "jobs": [job], "profiles": profiles}).encode()


@pytest.mark.parametrize(
    ("profile", "seconds"),
    [
        ({"type": "msg_par_hg", **COMPUTED}, 4),
        ({"type": "msg_par", **VECTOR}, 4),
        ({"type": "ptask_homogeneous", **COMPUTED}, 4),
        ({"type": "ptask", **VECTOR}, 4),
        ({"type": "parallel_homogeneous", **COMPUTED}, 4),
        ({"type": "parallel_homogeneous_total", **COMPUTED}, 1),
        ({"type": "msg_par_hg_tot", **COMPUTED}, 1),
        ({"type": "parallel_task", **VECTOR}, 4),
        ({"type": "ParallelTaskProfile", **VECTOR}, 4),
        ({"type": "composed", "seq": ["q", "q"], "nb": 3}, 24),
        ({"type": "sequential_composition", "seq": ["q"], "repeat": 2}, 8),
    ],
)
def test_each_name_of_a_type_is_known(profile: dict[str, Any], seconds: float) -> None:
    found = reading(_one(profile, q={"type": "msg_par_hg", **COMPUTED}))
    assert found.workload.runtime.tolist() == [seconds]


@pytest.mark.parametrize(
    "profile",
    [
        {"type": "smpi", "trace": "x"},
        {"type": "replay_smpi", "filename": "x"},
        {"type": "msg_par_hg_pfs", "size": 1e9},
        {"type": "msg_par_hg", "cpu": 4e9, "com": 1e6},
        {"type": "ptask", "cpu": [1e9], "com": [5]},
        {"type": "data_staging", "nb_bytes": 1},
    ],
)
def test_what_only_a_network_times_is_said_with_its_type(profile: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="only a network tells") as told:
        reading(_one(profile))
    assert profile["type"] in str(told.value)


@pytest.mark.parametrize("profile", [{"type": "unheard_of"}, {}, {"type": ""}])
def test_what_is_no_type_is_not_said_to_communicate(profile: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="with a type that Batsim has"):
        reading(_one(profile))


def test_jobs_csv_alone_is_a_workload_with_its_schedule() -> None:
    found = reading(ALONE)
    jobs = found.workload
    assert (found.format, jobs.ids.tolist()) == ("batsim-jobs", ["a", "b", "c"])
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [0, 60, 20]
    assert (jobs.runtime.tolist(), jobs.width.tolist()) == ([60, 50, 40], [2, 4, 2])
    assert jobs.estimate.tolist() == [100, 100, 40]
    result = solve(Instance(jobs, Platform.of(found.processors)), "recorded")
    assert result.metrics["makespan"] == 110
    assert result.metrics["mean_wait"] == pytest.approx(50 / 3)


def test_rejected_jobs_are_left_out_and_counted() -> None:
    found = reading(BATSIM_JOBS)
    assert (len(found.workload), found.report.dropped) == (2, 1)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (b"job_id", b"jobID"),
        (b"allocated_resources", b"allocated_processors"),
        (b"requested_number_of_resources", b"requested_number_of_processors"),
    ],
)
def test_names_of_older_versions_are_known(ours: bytes, theirs: bytes) -> None:
    found = reading(ALONE.replace(ours, theirs))
    assert (found.format, found.workload.width.tolist()) == ("batsim-jobs", [2, 4, 2])


def test_no_requested_time_is_none() -> None:
    found = reading(ALONE.replace(b",100,1,COMPLETED", b",-1,1,COMPLETED"))
    assert np.isnan(found.workload.estimate).tolist() == [True, True, False]


def test_elastisim_says_what_to_add() -> None:
    jobs = [{"submit_time": 0, "num_nodes": 4, "application_model": "model.json"}]
    with pytest.raises(FormatError, match='add "walltime", seconds, to the job'):
        read(io.BytesIO(json.dumps({"jobs": jobs}).encode()), name="jobs.json")


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (
            b"-dt 0 -e submit_batch_job | -jid 1001 --uid=ann -n 12 pseudo.job\n",
            "a.events",
            'line 1, nothing in "-sim-walltime", "--time": run time is missing, and no start and '
            "end tell it. Read as Slurm simulator (UBCCR), events",
        ),
        (
            b"-dt 0 -e submit_batch_job | -jid 1 -n 12 a.job\n" * 2,
            "a.events",
            "None of the 2 rows is a job, read as Slurm simulator (UBCCR), events",
        ),
        (
            b"dt,job_id,wall_time,wall_limit,n_tasks\n0,1,,,4\n",
            "a.csv",
            'nothing in "wall_time", "wall_limit": run time is missing, and no start and end tell '
            "it. Read as Slurm simulator (UBCCR), table",
        ),
        (
            json.dumps({"jobs": [{"submit_time": 0, "application_model": "m"}]}).encode(),
            "jobs.json",
            'add "walltime", seconds, to the job. Read as ElastiSim jobs',
        ),
        (
            _one({"type": "smpi", "trace": "t.txt"}),
            "a.json",
            "takes a time that only a network tells. Read as Batsim workload",
        ),
        (
            b"job_id,submission_time,requested_number_of_resources,requested_time\n1,0,4,100\n",
            "a.csv",
            "no column says how long a job ran, nor two when it started and ended",
        ),
        (
            b'{"nb_res":4,"jobs":[{"id":"1","subtime":0,"res":4,"profile":"x"}]}',
            "a.json",
            "profiles an object, as Batsim has them",
        ),
    ],
)
def test_files_without_run_times_say_what_is_missing_and_their_format(
    content: bytes, name: str, told: str
) -> None:
    with pytest.raises(FormatError) as refused:
        read(io.BytesIO(content), name=name)
    assert told in str(refused.value)
    assert str(refused.value).count(". ") <= 1
