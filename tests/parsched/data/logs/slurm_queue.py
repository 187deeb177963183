"""What the commands of Slurm that ask its controller say of jobs."""

import json
from typing import Any

from tests.parsched.data.logs.batch_systems import JOBS
from tests.parsched.data.logs.variants import is_set
from tests.parsched.data.logs.written import FIRST, at, table


def job_of(id: int = 1, came: float = 0, began: float = 10, run: float = 100) -> dict[str, Any]:
    """Return a job as `squeue --json` of Slurm 23 and later gives it."""
    return {
        "account": "g",
        "array_job_id": is_set(0),
        "array_task_id": {"set": False, "infinite": False, "number": 0},
        "cpus": is_set(4),
        "dependency": "",
        "eligible_time": is_set(FIRST + int(came)),
        "end_time": is_set(FIRST + int(began + run)),
        "features": "",
        "gres_detail": [],
        "het_job_id": is_set(0),
        "het_job_offset": is_set(0),
        "job_id": id,
        "job_state": ["COMPLETED"],
        "licenses": "",
        "name": "x",
        "node_count": is_set(1),
        "partition": "batch",
        "pre_sus_time": is_set(0),
        "qos": "normal",
        "shared": ["none"],
        "exclusive": ["false"],
        "start_time": is_set(FIRST + int(began)),
        "submit_time": is_set(FIRST + int(came)),
        "suspend_time": is_set(0),
        "time_limit": is_set(10),
        "tres_alloc_str": "cpu=4,node=1,billing=4",
        "user_name": "ann",
    }


def document(*jobs: dict[str, Any]) -> str:
    """Return what `squeue --json` prints."""
    return json.dumps({"meta": {"slurm": {}}, "jobs": jobs, "errors": []})


SQUEUE_JSON = document(
    *(
        {
            **job_of(id, came, began, run),
            "cpus": is_set(cpus),
            "user_name": user,
            "time_limit": is_set(limit // 60),
        }
        for id, user, came, began, run, limit, cpus in JOBS
    )
).encode()


def clock(seconds: float) -> str:
    """Return a duration as Slurm writes it."""
    return f"00:{int(seconds) // 60:02}:{int(seconds) % 60:02}"


def shown(
    id: int = 1,
    came: float = 0,
    began: float = 10,
    run: float = 100,
    cpus: int = 4,
    **changes: str,
) -> str:
    """Return a job as `scontrol show job` prints it; what is changed by name must be there."""
    text = f"""JobId={id} JobName=x
   UserId=ann(1000) GroupId=g(100) MCS_label=N/A
   Priority=4294901757 Nice=0 Account=acc QOS=normal
   JobState=COMPLETED Reason=None Dependency=(null)
   Requeue=1 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:0
   RunTime={clock(run)} TimeLimit=00:10:00 TimeMin=N/A
   SubmitTime={at(came)} EligibleTime={at(came)}
   StartTime={at(began)} EndTime={at(began + run)} Deadline=N/A
   SuspendTime=None SecsPreSuspend=0 LastSchedEval={at(began)} Scheduler=Main
   Partition=batch AllocNode:Sid=login:1
   ReqNodeList=(null) ExcNodeList=(null)
   NodeList=cn1
   BatchHost=cn1
   NumNodes=1 NumCPUs={cpus} NumTasks={cpus} CPUs/Task=1 ReqB:S:C:T=0:0:*:*
   TRES=cpu={cpus},node=1,billing={cpus}
   Socks/Node=* NtasksPerN:B:S:C=0:0:*:* CoreSpec=*
   MinCPUsNode=1 MinMemoryNode=0 MinTmpDiskNode=0
   Features=(null) DelayBoot=00:00:00
   OverSubscribe=OK Contiguous=0 Licenses=(null) Network=(null)
   Command=/home/ann/run.sh --NumCPUs=99
   WorkDir=/home/ann
"""
    for name, value in changes.items():
        before = next(line for line in text.split() if line.startswith(f"{name}="))
        text = text.replace(before, f"{name}={value}")
    return f"{text}\n"


def on_one_line(text: str) -> str:
    """Return what `scontrol -o` prints where this is what it prints without."""
    jobs = text.strip().split("\n\n")
    return "".join(" ".join(map(str.strip, job.splitlines())) + "\n" for job in jobs)


SCONTROL = "".join(
    shown(id, came, began, run, cpus, UserId=f"{user}(1)", TimeLimit=clock(limit))
    for id, user, came, began, run, limit, cpus in JOBS
).encode()

SQUEUE = table(
    [
        {
            "JOBID": id,
            "PARTITION": "batch",
            "NAME": "x",
            "USER": user,
            "STATE": "COMPLETED",
            "SUBMIT_TIME": at(came),
            "START_TIME": at(began),
            "END_TIME": at(began + run),
            "TIME": f"{int(run) // 60}:{int(run) % 60:02}",
            "TIME_LIMIT": f"{limit // 60}:00",
            "NODES": 1,
            "CPUS": cpus,
        }
        for id, user, came, began, run, limit, cpus in JOBS
    ],
    "|",
)
