"""Traces of GPU clusters: whatever a job asks for beside processors marks the workload."""

import pytest

from tests.parsched.data.logs.gpu_traces import ACME, PODS, SPOT, TIRESIAS
from tests.parsched.data.logs.test_expected import Expected, check
from tests.parsched.data.logs.test_known import reading

_KALOS = (
    "job_id,user,node_num,gpu_num,cpu_num,mem_per_pod_GB,shared_mem_per_pod,type,state,submit_time,"
    "start_time,end_time,fail_time,stop_time,duration,queue,gpu_time\n"
)
_PODS = PODS.decode().splitlines()[0] + "\n"

VARIANTS = {
    "tiresias, more columns": (
        "job_id,user,num_gpu,batch_size,submit_time,iterations,model_name,duration,interval\n"
        "1,ann,4,32,0,100,vgg16,50.5,5\n2,bob,1,32,2.5,100,vgg16,0,5\n3,bob,0,32,2,100,vgg16,1,5\n",
        Expected("tiresias", [1, 2], [0, 2.5], [50.5, 0], [4, 1], [None] * 2, {"no_processors": 1}),
    ),
    "tiresias, its jobs of TensorFlow": (
        "job_id,num_gpu,submit_time,start_time,duration,model_size,aggr_interval,model_name,"
        "model_scale\n10,12,11,14,20,400,0,vgg19,1\n",
        Expected("tiresias", [10], [0], [20], [12], [None]),
    ),
    "acme, a job that runs, one that never started, memory": (
        _KALOS + "a,u,8,64,960,1000,100.0,Other,FAILED,2023-05-17 11:00:58+00:00,"
        "2023-05-17 11:01:08+00:00,2023-05-17 11:01:16+00:00,"
        "2023-05-17 11:01:16+00:00,,18,10.0,1152.0\n"
        "b,u,1,0,4,,,Other,RUNNING,2023-05-17 11:00:58+00:00,2023-05-17 11:01:08+00:00,,,,,10.0,\n"
        "c,u,1,0,4,,,Other,CANCELLED,2023-05-17 11:00:58+00:00,,2023-05-17 11:01:08+00:00,,,10,,\n",
        Expected(
            "acme",
            ["a"],
            [0],
            [8],
            [960],
            [None],
            {"not_ended": 1, "never_started": 1},
            ("memory", "GPUs"),
        ),
    ),
    "pods, parts of a processor, some that wait, some without GPUs": (
        _PODS + "p1,12000,16384,0,0,,LS,Running,0,100,5\n"
        "p2,4152,0,0,0,,BE,Failed,10,100,20\n"
        "p3,18708,64512,1,1000,,LS,Pending,20,100,\n",
        Expected(
            "alibaba-gpu-2023",
            ["p1", "p2"],
            [0, 10],
            [95, 80],
            [12, 5],
            [None] * 2,
            {"never_started": 1},
            ("memory",),
        ),
    ),
    "pods that share a GPU": (
        _PODS + "p1,1000,0,1,220,V100M16|V100M32,BE,Succeeded,0,100,5\n",
        Expected(
            "alibaba-gpu-2023", ["p1"], [0], [95], [1], [None], not_held=("GPUs", "constraints")
        ),
    ),
    "spot jobs of several workers": (
        SPOT.decode() + "9,57,A100-SXM4-80GB,15,1,94,10.0,7.0,Spot\n10,57,A10,8\n",
        Expected(
            "alibaba-spot-2026",
            [7, 8, 9],
            [0, 10, 10],
            [100, 50, 7],
            [8, 4, 1410],
            [None] * 3,
            {"wrong_number_of_cells": 1},
            ("GPUs", "constraints"),
        ),
    ),
    "a last line that is cut off": (
        TIRESIAS.decode() + "9,4,1",
        Expected(
            "tiresias",
            [7, 8],
            [0, 10],
            [100, 50],
            [8, 4],
            [None] * 2,
            {"wrong_number_of_cells": 1},
        ),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "trace.csv", expected)


def test_starts_are_the_recorded_schedule() -> None:
    for content in (ACME, PODS):
        recorded = reading(content).workload.recorded
        assert recorded is not None
        assert recorded.tolist() == [5, 110]
