"""One small file of each public data set: the jobs of `samples`."""

import json

import pyarrow as pa

from tests.parsched.data.logs.written import FIRST, as_parquet, at, table

PM100 = as_parquet(
    {
        "job_id": [7, 8],
        "user_id": [1, 2],
        "submit_time": pa.array([FIRST, FIRST + 10], pa.timestamp("s", "UTC")),
        "start_time": pa.array([FIRST + 5, FIRST + 110], pa.timestamp("s", "UTC")),
        "end_time": pa.array([FIRST + 105, FIRST + 160], pa.timestamp("s", "UTC")),
        "run_time": [100, 50],
        "num_cores_alloc": [8, 4],
        "num_cores_req": [8, 4],
        "time_limit": [10, 20],
        "job_state": ["COMPLETED", "FAILED"],
        "power_consumption": [[1.0, 2.0], [3.0]],
    }
)


def _nanoseconds(*instants: int) -> pa.Array:
    return pa.array([instant * 10**9 for instant in instants], pa.timestamp("ns"))


F_DATA = as_parquet(
    {
        "jid": ["7", "8"],
        "usr": ["a", "b"],
        "jnam": ["x", "y"],
        "adt": _nanoseconds(FIRST, FIRST + 10),
        "sdt": _nanoseconds(FIRST + 5, FIRST + 110),
        "edt": _nanoseconds(FIRST + 105, FIRST + 160),
        "nnumr": [8, 4],
        "nnuma": [8, 4],
        "elpl": [600, 1200],
        "duration": [100, 50],
        "exit state": ["completed", "failed"],
    }
)

ALCF = table(
    [
        {
            "JOB_NAME": f"{id}.theta",
            "COBALT_JOBID": id,
            "MACHINE_NAME": "theta",
            "QUEUED_TIMESTAMP": at(came, " "),
            "START_TIMESTAMP": at(began, " "),
            "END_TIMESTAMP": at(began + run, " "),
            "USERNAME_GENID": "u1",
            "QUEUE_NAME": "default",
            "WALLTIME_SECONDS": limit,
            "RUNTIME_SECONDS": run,
            "NODES_USED": nodes,
            "NODES_REQUESTED": nodes,
        }
        for id, came, began, run, limit, nodes in (
            (7, 0, 5, 100, 600, 8),
            (8, 10, 110, 50, 1200, 4),
        )
    ]
)

EAGLE = table(
    [
        {
            "job_id": id,
            "user": "u",
            "state": "COMPLETED",
            "submit_time": at(came, " "),
            "start_time": at(began, " "),
            "end_time": at(began + run, " "),
            "wallclock_req": limit,
            "run_time": run,
            "nodes_req": 1,
            "processors_req": cpus,
        }
        for id, came, began, run, limit, cpus in (
            (7, 0, 5, 100, 600, 8),
            (8, 10, 110, 50, 1200, 4),
        )
    ]
)

HELIOS = table(
    [
        {
            "job_id": id,
            "user": "u",
            "vc": "vc1",
            "gpu_num": 0,
            "cpu_num": cpus,
            "node_num": 1,
            "state": "COMPLETED",
            "submit_time": at(came, " "),
            "start_time": at(began, " "),
            "end_time": at(began + run, " "),
            "duration": run,
        }
        for id, came, began, run, cpus in ((7, 0, 5, 100, 8), (8, 10, 110, 50, 4))
    ]
)

ALIBABA_GPU = (
    b"a1,worker,1,Terminated,1000.0,1100.0,800.0,29.2,,P100\n"
    b"a2,ps,1,Failed,1010.0,1060.0,350.0,29.2,,\n"
    b"a3,ps,1,Running,1010.0,,350.0,29.2,,\n"
)
ALIBABA_BATCH = (
    b"M1,1,j_7,1,Terminated,1000,1100,800,0.39\nR2_1,1,j_7,1,Terminated,1010,1060,400,0.39\n"
)

PHILLY = json.dumps(
    [
        {
            "status": status,
            "vc": "ee9e8c",
            "jobid": f"application_{id}",
            "attempts": [
                {
                    "start_time": at(began, " "),
                    "end_time": at(began + run, " "),
                    "detail": [{"ip": "m1", "gpus": [f"gpu{i}" for i in range(gpus)]}],
                }
            ],
            "submitted_time": at(came, " "),
            "user": "ce2f4c",
        }
        for id, came, began, run, gpus, status in (
            (7, 0, 5, 100, 8, "Pass"),
            (8, 10, 110, 50, 4, "Killed"),
        )
    ]
).encode()

OPENDC = as_parquet(
    {
        "id": ["7", "8"],
        "submission_time": pa.array([FIRST * 1000, (FIRST + 10) * 1000], pa.timestamp("ms")),
        "duration": [100_000, 50_000],
        "cpu_count": pa.array([8, 4], pa.int32()),
        "cpu_capacity": [2_000.0, 2_000.0],
        "mem_capacity": [1_024, 1_024],
    }
)
