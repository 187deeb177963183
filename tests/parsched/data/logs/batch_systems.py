"""One small file of each further batch system with the jobs of `samples`, and what makes lines of
them."""

import json
from typing import Any

from tests.parsched.data.logs.written import FIRST

JOBS = ((7, "ann", 0, 5, 100, 600, 8), (8, "bob", 10, 110, 50, 1200, 4))
"""Id, user, when it comes and starts, run time, time limit, and processors."""


def sge(
    id: int = 1,
    came: float = 0,
    began: float = 10,
    run: float = 100,
    slots: int = 4,
    *,
    options: str = "-q all.q",
    **cells: Any,
) -> str:
    """Return a line of an accounting file of Grid Engine."""
    unit = cells.get("unit", 1)
    end = FIRST + began + run if began else 0
    times = [int(t * unit) for t in (FIRST + came, FIRST + began if began else 0, end)]
    if "submit" in cells:
        times[0] = cells["submit"]
    usage = ":".join(["0"] * 18)
    return ":".join(
        (
            f"{cells.get('queue', 'all.q')}:n1:g:{cells.get('user', 'ann')}",
            f"{cells.get('name', 'x')}:{id}:sge:0",
            *map(str, times),
            f"{cells.get('failed', 0)}:{cells.get('exit', 0)}:{usage}:NONE:defaultdepartment",
            f"mpi:{slots}:{cells.get('task', 0)}:1.0:2.0:0.0:{options}",
            f"0.0:{cells.get('pe', 'NONE')}:1000.0{cells.get('more', ':0:0')}\n",
        )
    )


SGE = (
    b"# Version: 6.2u5\n#\n"
    + "".join(
        sge(
            id,
            came,
            began,
            run,
            cpus,
            user=user,
            options=f"-q all.q -l h_rt={limit} -pe mpi {cpus}",
        )
        for id, user, came, began, run, limit, cpus in JOBS
    ).encode()
)


def sge_object(
    id: int = 1,
    came: float = 0,
    began: float = 10,
    run: float = 100,
    slots: int = 4,
    **changes: Any,
) -> dict[str, Any]:
    """Return a record of the JSON that version 9 writes."""
    return {
        "job_number": id,
        "task_number": 0,
        "start_time": int(1e6 * (FIRST + began)),
        "end_time": int(1e6 * (FIRST + began + run)),
        "owner": "ann",
        "group": "g",
        "account": "sge",
        "qname": "all.q",
        "hostname": "n1",
        "department": "defaultdepartment",
        "slots": slots,
        "job_name": "x",
        "priority": 0,
        "submission_time": int(1e6 * (FIRST + came)),
        "category": "",
        "failed": 0,
        "exit_status": 0,
        "usage": {"rusage": {"ru_wallclock": run}},
        **changes,
    }


SGE_JSON = "".join(
    json.dumps(sge_object(id, came, began, run, cpus, owner=user, category=f"-l h_rt={limit}"))
    + "\n"
    for id, user, came, began, run, limit, cpus in JOBS
).encode()


def of_qacct(**values: Any) -> str:
    """Return a job as `qacct -j` prints it."""
    return "=" * 62 + "\n" + "".join(f"{name:<12} {value}\n" for name, value in values.items())


def clock(seconds: float) -> str:
    """Return the date so many seconds after the first job came, as the C library writes it."""
    minutes, rest = divmod(int(seconds), 60)
    return f"Sat Mar  1 00:{minutes:02}:{rest:02} 2025"


def qacct_job(
    id: int = 1,
    came: float = 0,
    began: float = 10,
    run: float = 100,
    slots: int = 4,
    **changes: Any,
) -> str:
    """Return a job as `qacct -j` of Sun Grid Engine prints it."""
    values = {
        "qname": "all.q",
        "hostname": "n1",
        "group": "g",
        "owner": "ann",
        "jobname": "x",
        "jobnumber": id,
        "taskid": "undefined",
        "qsub_time": clock(came),
        "start_time": clock(began),
        "end_time": clock(began + run),
        "granted_pe": "mpi",
        "slots": slots,
        "failed": 0,
        "exit_status": 0,
        "category": "-q all.q",
    }
    return of_qacct(**values | changes)


QACCT = "".join(
    qacct_job(id, came, began, run, cpus, owner=user, category=f"-l h_rt={limit} -pe mpi {cpus}")
    for id, user, came, began, run, limit, cpus in JOBS
).encode()

_OWF = """; OAR trace workload file
;
;             OWF Format: 1.0
;          UnixStartTime: {first}
;         TimeZoneString: ('CET', 'CEST')
;              StartTime: Sat Mar 01 00:00:00 CET 2025
;
;               MaxNodes: 3
;               MaxProcs: 12
;           Nb Resources: 14
;
; Fields and their position:
"""
_FIELDS = (
    "job_id submission_time start_time stop_time walltime nb_default_ressources "
    "nb_extra_ressources status user command queue name array type reservation cigri"
)


def owf(*rows: str, first: int = FIRST, fields: str = _FIELDS) -> str:
    """Return a trace of OAR; each row has the cells up to the status."""
    places = "".join(f"; {i:>2}: {name}\n" for i, name in enumerate(fields.split()))
    return _OWF.format(first=first) + places + ";\n" + "".join(f"{row}\n" for row in rows)


OAR = owf(
    *(
        f"{id} {came} {began} {began + run} {limit} {cpus} 0 1 {id} 1 1 1 {id} 0 0 0"
        for id, _, came, began, run, limit, cpus in JOBS
    )
).encode()


def oar_job(
    id: Any = 1, came: float = 0, began: float = 10, run: float = 100, cpus: int = 4, **changes: Any
) -> dict[str, Any]:
    """Return a job as `oarstat -J` of OAR 2.5 prints it."""
    return {
        "Job_Id": id,
        "array_id": id,
        "array_index": 1,
        "assigned_network_address": ["n1"],
        "assigned_resources": list(range(419, 419 + cpus)),
        "command": "sleep 1d",
        "cpuset_name": f"ann_{id}",
        "dependencies": [],
        "exit_code": 0,
        "launchingDirectory": "/home/ann",
        "message": f"R={cpus},W=0:10:0,J=B (Karma=0.087,quota_ok)",
        "name": None,
        "owner": "ann",
        "project": "default",
        "properties": "",
        "queue": "default",
        "reservation": "None",
        "resubmit_job_id": 0,
        "scheduledStart": FIRST + int(began),
        "startTime": FIRST + int(began),
        "state": "Terminated",
        "stopTime": FIRST + int(began + run),
        "submissionTime": FIRST + int(came),
        "types": [],
        "walltime": 600,
        **changes,
    }


OAR_JSON = json.dumps(
    {
        str(id): oar_job(id, came, began, run, cpus, owner=user, walltime=limit)
        for id, user, came, began, run, limit, cpus in JOBS
    },
    indent=3,
).encode()


def flux_job(
    id: Any = 1, came: float = 0, began: float = 10, run: float = 100, **changes: Any
) -> dict[str, Any]:
    """Return a job of `flux jobs --json`."""
    return {
        "t_depend": FIRST + came + 0.1,
        "t_run": FIRST + began,
        "t_cleanup": FIRST + began + run,
        "t_inactive": FIRST + began + run + 0.2,
        "duration": 600.0,
        "expiration": FIRST + 700.0,
        "name": "x",
        "ntasks": 4,
        "ncores": 4,
        "nnodes": 1,
        "priority": 16,
        "success": True,
        "result": "COMPLETED",
        "id": id,
        "t_submit": FIRST + came,
        "state": "INACTIVE",
        "username": "ann",
        "dependencies": [],
        "annotations": {},
        **changes,
    }


FLUX = json.dumps(
    {
        "jobs": [
            flux_job(id, came, began, run, username=user, duration=float(limit), ncores=cpus)
            for id, user, came, began, run, limit, cpus in JOBS
        ]
    }
).encode()
