"""Inputs of the Slurm simulator of UBCCR, with the jobs of `samples`."""

from tests.parsched.data.logs.batch_systems import JOBS
from tests.parsched.data.logs.written import table


def event(options: str, at: float = 0) -> str:
    """Return a line that submits a job."""
    return f"-dt {at} -e submit_batch_job | {options} pseudo.job\n"


EVENTS = "".join(
    event(
        f"-J jobid_{id} -sim-walltime {run} --uid={user} -t {limit // 60} -n {cpus} "
        "--ntasks-per-node=12 -A acc -p main -q normal",
        came,
    )
    for id, user, came, _, run, limit, cpus in JOBS
).encode()

TRACE = table(
    [
        {
            "dt": came,
            "job_id": id,
            "wall_time": run,
            "user": user,
            "wall_limit": limit,
            "n_tasks": cpus,
            "ntasks_per_node": 12,
            "account": "acc",
            "partition": "main",
            "qos": "normal",
            "constraint": "",
            "mem": "",
            "gres": "",
        }
        for id, user, came, _, run, limit, cpus in JOBS
    ],
    ";",
)

FRAME = table(
    [
        {
            "": id,
            "sim_job_id": id,
            "sim_submit": f"2017-01-01 00:00:{came:02}",
            "sim_wclimit": limit // 60,
            "sim_duration": run,
            "sim_tasks": cpus // 2,
            "sim_tasks_per_node": 12,
            "sim_username": user,
            "sim_submit_ts": 1_483_228_800 + came,
            "sim_qosname": "normal",
            "sim_partition": "normal",
            "sim_account": "acc",
            "sim_req_mem": "NA",
            "sim_features": "",
            "sim_gres": "",
            "sim_cpus_per_task": 2,
            "sim_dependency": "",
        }
        for id, user, came, _, run, limit, cpus in JOBS
    ]
)
