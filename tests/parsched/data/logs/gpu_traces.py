"""One small file of each further trace of GPU clusters: the jobs of `samples`."""

from tests.parsched.data.logs.batch_systems import JOBS
from tests.parsched.data.logs.written import at, table

TIRESIAS = table(
    [
        {
            "job_id": id,
            "num_gpu": gpus,
            "submit_time": came,
            "iterations": 1000,
            "model_name": "vgg16",
            "duration": run,
            "interval": 5,
        }
        for id, _, came, _, run, _, gpus in JOBS
    ]
)

ACME = table(
    [
        {
            "job_id": id,
            "user": user,
            "node_num": 1,
            "gpu_num": 8,
            "cpu_num": cpus,
            "type": "Other",
            "state": "COMPLETED",
            "submit_time": f"{at(came, ' ')}+00:00",
            "start_time": f"{at(began, ' ')}+00:00",
            "end_time": f"{at(began + run, ' ')}+00:00",
            "duration": began + run - came,
            "queue": began - came,
            "gpu_time": 1.0,
        }
        for id, user, came, began, run, _, cpus in JOBS
    ]
)

PODS = table(
    [
        {
            "name": f"openb-pod-000{id}",
            "cpu_milli": cpus * 1000 - 100,
            "memory_mib": 16_384,
            "num_gpu": 1,
            "gpu_milli": 500,
            "gpu_spec": "",
            "qos": "LS",
            "pod_phase": "Running",
            "creation_time": came,
            "deletion_time": began + run,
            "scheduled_time": began,
        }
        for id, _, came, began, run, _, cpus in JOBS
    ]
)

SPOT = table(
    [
        {
            "job_name": id,
            "organization": 13,
            "gpu_model": "A10",
            "cpu_request": cpus // 2,
            "gpu_request": 1.0,
            "worker_num": 2,
            "submit_time": float(came),
            "duration": float(run),
            "job_type": "HP",
        }
        for id, _, came, _, run, _, cpus in JOBS
    ]
)
