"""One small file of each source, written after its manual: two jobs, unless it says otherwise.

Both come 10 s apart; the first takes 100 s on 8 processors with a limit of 600 s, the second 50 s
on 4 with a limit of 1,200 s.
"""

import json

from tests.parsched.data.logs import (
    batch_systems,
    condor_events,
    data_sets,
    gpu_traces,
    slurm_queue,
    slurm_simulator,
)
from tests.parsched.data.logs.data_sets import ALIBABA_GPU
from tests.parsched.data.logs.written import FIRST, as_parquet, at, table

__all__ = ["ALIBABA_GPU", "FIRST", "as_parquet", "at", "table"]

SACCT = table(
    [
        {
            "JobID": id,
            "User": user,
            "Submit": at(came),
            "Start": at(began),
            "End": at(began + run),
            "Elapsed": f"00:{run // 60:02}:{run % 60:02}",
            "Timelimit": limit,
            "NCPUS": cpus,
            "AllocTRES": f"billing={cpus};cpu={cpus}",
            "State": state,
        }
        for id, user, came, began, run, limit, cpus, state in (
            ("7", "ann", 0, 5, 100, "00:10:00", 8, "COMPLETED"),
            ("7.batch", "", 5, 5, 100, "", 8, "COMPLETED"),
            ("8_1", "bob", 10, 110, 50, "20:00", 4, "CANCELLED by 5"),
            ("8_[2-5]", "bob", 10, 10, 0, "20:00", 4, "PENDING"),
        )
    ],
    "|",
)

SACCT_JSON = json.dumps(
    {
        "meta": {},
        "jobs": [
            {
                "job_id": id,
                "name": "x",
                "array": {"job_id": 0, "task_id": {"set": False, "number": 0}},
                "required": {"CPUs": cpus},
                "state": {"current": state},
                "time": {
                    "submission": FIRST + came,
                    "start": FIRST + began,
                    "end": FIRST + began + run,
                    "elapsed": run,
                    "limit": {"set": True, "infinite": False, "number": limit},
                },
                "tres": {"allocated": [{"type": "cpu", "name": "", "count": cpus}]},
            }
            for id, came, began, run, limit, cpus, state in (
                (7, 0, 5, 100, 10, 8, ["COMPLETED"]),
                (8, 10, 110, 50, 20, 4, "FAILED"),
            )
        ],
    }
).encode()

JOBCOMP = b"".join(
    f"JobId={id} UserId=ann(1000) GroupId=g(1) Name=a b JobState=COMPLETED Partition=p "
    f"TimeLimit={limit} StartTime={at(began)} EndTime={at(began + run)} NodeList=n1 NodeCnt=1 "
    f"ProcCnt={cpus} WorkDir=/x Tres=cpu={cpus},mem=4G,node=1 Account=acc QOS=normal "
    f"SubmitTime={at(came)} ExitCode=0:0\n".encode()
    for id, came, began, run, limit, cpus in ((7, 0, 5, 100, 10, 8), (8, 10, 110, 50, 20, 4))
)

PBS = b"".join(
    f"03/01/2025 00:02:00;{record};{id}.s;user=ann group=g queue=workq ctime={FIRST + came} "
    f"qtime={FIRST + came} etime={FIRST + came} start={FIRST + began} end={FIRST + began + run} "
    f"exec_vnode=(n1:ncpus={cpus // 2})+(n2:ncpus={cpus // 2}) Resource_List.ncpus={cpus} "
    f"Resource_List.walltime=00:{limit}:00\n".encode()
    for record, id, came, began, run, limit, cpus in (
        ("Q", "7", 0, 0, 0, 10, 8),
        ("E", "7", 0, 5, 100, 10, 8),
        ("E", "8", 10, 110, 50, 20, 4),
        ("E", "9[]", 10, 110, 50, 20, 4),
    )
)

LSF = b"".join(
    f'"JOB_FINISH" "10.1" {FIRST + began + run} {id} 500 33554435 {cpus} {FIRST + came} 0 0 '
    f'{FIRST + began} "ann" "normal" "rusage[mem=1]" "" "" "host" "/home" "" "out""put" "" "1.x" '
    f'0 2 "{cpus // 2}*n1" "{cpus // 2}*n2" 64 60.0 "name of it" "sleep 1" 0.1 0.2\n'.encode()
    for id, came, began, run, cpus in ((7, 0, 5, 100, 8), (8, 10, 110, 50, 4))
)

COMPLETION_JSON = b"".join(
    json.dumps(
        {
            "jobid": id,
            "username": "ann",
            "@start": at(began),
            "@end": at(began + run),
            "elapsed": run,
            "partition": "p",
            "total_cpus": cpus,
            "total_nodes": 1,
            "state": "COMPLETED",
            "@submit": at(came),
            "@eligible": at(came),
            "time_limit": limit * 60,
            "job_name": "x",
            "tres_req": f"cpu={cpus},mem=4G,node=1",
        }
    ).encode()
    + b"\n"
    for id, came, began, run, limit, cpus in ((7, 0, 5, 100, 10, 8), (8, 10, 110, 50, 20, 4))
)

COMPLETION_TABLE = table(
    [
        {
            "jobid": id,
            "uid": 1,
            "user_name": "ann",
            "name": "x",
            "state": 3,
            "partition": "p",
            "timelimit": limit,
            "starttime": FIRST + began,
            "endtime": FIRST + began + run,
            "nodelist": "n1",
            "nodecnt": 1,
            "proc_cnt": cpus,
        }
        for id, began, run, limit, cpus in ((7, 0, 100, 10, 8), (8, 10, 50, 20, 4))
    ]
)

_CONDOR = [
    {
        "ClusterId": id,
        "ProcId": 0,
        "QDate": FIRST + came,
        "JobStartDate": FIRST + began,
        "JobCurrentStartDate": FIRST + began,
        "CompletionDate": FIRST + began + run,
        "RemoteWallClockTime": float(run),
        "RequestCpus": cpus,
        "JobStatus": 4,
        "Owner": "ann",
    }
    for id, came, began, run, cpus in ((7, 0, 5, 100, 8), (8, 10, 110, 50, 4))
]
HTCONDOR = b"".join(
    (
        "".join(
            f'{name} = "{value}"\n' if isinstance(value, str) else f"{name} = {value}\n"
            for name, value in job.items()
        )
        + "*** Offset = 0 ClusterId = 1\n"
    ).encode()
    for job in _CONDOR
)

HTCONDOR_XML = "<classads>\n{}</classads>\n".format(
    "".join(
        "<c>\n{}</c>\n".format(
            "".join(
                f'<a n="{name}"><s>{value}</s></a>\n'
                if isinstance(value, str)
                else f'<a n="{name}"><r>{value}</r></a>\n'
                for name, value in job.items()
            )
        )
        for job in _CONDOR
    )
).encode()

SLURMSIM = (
    b"7;0;-1;100;8;-1;-1;-1;600;-1;-1;ann;acc;-1;normal;main;;-1;\n"
    b"8;10;-1;50;4;-1;-1;-1;1200;-1;-1;bob;acc;-1;normal;main;;-1;\n"
)

BATSIM = json.dumps(
    {
        "nb_res": 16,
        "jobs": [
            {"id": "w!7", "subtime": 0, "walltime": 600, "res": 8, "profile": "d"},
            {"id": "w!8", "subtime": 10, "walltime": 1200, "res": 4, "profile": "twice"},
            {"id": "w!9", "subtime": 10, "res": 4, "profile": "talks"},
        ],
        "profiles": {
            "d": {"type": "delay", "delay": 100},
            "h": {"type": "DelayProfile", "delay": 25},
            "twice": {"type": "SequentialCompositionProfile", "repeat": 2, "seq": ["h"]},
            "talks": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 1},
        },
    }
).encode()

BATSIM_JOBS = b"""\
job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,\
final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,\
allocated_resources,consumed_energy,metadata
a,w0,p,0,8,600,1,COMPLETED_SUCCESSFULLY,0,100,100,0,100,1,0-7,-1,""
b,w0,p,10,4,1200,1,COMPLETED_SUCCESSFULLY,100,50,150,90,140,2.8,0-3,-1,""
c,w0,p,10,64,1200,0,REJECTED,,,,,,,,-1,""
"""

ELASTISIM = json.dumps(
    {
        "jobs": [
            {
                "type": "moldable",
                "submit_time": 0,
                "walltime": 100,
                "num_nodes_min": 8,
                "num_nodes_max": 10,
                "application_model": "a.json",
            },
            {
                "type": "rigid",
                "submit_time": 10,
                "walltime": 50,
                "num_nodes": 4,
                "application_model": "a.json",
            },
        ]
    }
).encode()

JOB_TABLE = table(
    [
        {
            "id_job": id,
            "id_user": 1,
            "cpus_req": cpus,
            "state": state,
            "timelimit": limit,
            "time_submit": FIRST + came,
            "time_start": FIRST + began if began else 0,
            "time_end": FIRST + began + run if began else 0,
            "tres_alloc": f'"1={cpus},2=100,4=1"',
        }
        for id, came, began, run, limit, cpus, state in (
            (7, 0, 5, 100, 10, 8, 3),
            (8, 10, 110, 50, 20, 4, 6),
            (9, 10, 0, 0, 20, 4, 0),
        )
    ]
)

SAMPLES = {
    "sacct": SACCT,
    "sacct-json": SACCT_JSON,
    "slurm-jobcomp": JOBCOMP,
    "slurm-jobcomp-json": COMPLETION_JSON,
    "slurm-jobcomp-table": COMPLETION_TABLE,
    "slurm-job-table": JOB_TABLE,
    "squeue": slurm_queue.SQUEUE,
    "squeue-json": slurm_queue.SQUEUE_JSON,
    "scontrol": slurm_queue.SCONTROL,
    "pbs": PBS,
    "lsf": LSF,
    "htcondor": HTCONDOR,
    "htcondor-json": json.dumps(_CONDOR).encode(),
    "htcondor-xml": HTCONDOR_XML,
    "htcondor-events": condor_events.EVENTS,
    "oar": batch_systems.OAR,
    "oar-json": batch_systems.OAR_JSON,
    "flux": batch_systems.FLUX,
    "sge": batch_systems.SGE,
    "sge-json": batch_systems.SGE_JSON,
    "sge-qacct": batch_systems.QACCT,
    "slurmsim": SLURMSIM,
    "slurmsim-events": slurm_simulator.EVENTS,
    "slurmsim-csv": slurm_simulator.TRACE,
    "slurmsim-frame": slurm_simulator.FRAME,
    "batsim": BATSIM,
    "batsim-jobs": BATSIM_JOBS,
    "elastisim": ELASTISIM,
    "pm100": data_sets.PM100,
    "f-data": data_sets.F_DATA,
    "alcf": data_sets.ALCF,
    "nrel-eagle": data_sets.EAGLE,
    "helios": data_sets.HELIOS,
    "philly": data_sets.PHILLY,
    "opendc": data_sets.OPENDC,
    "alibaba-gpu": data_sets.ALIBABA_GPU,
    "alibaba-batch": data_sets.ALIBABA_BATCH,
    "tiresias": gpu_traces.TIRESIAS,
    "acme": gpu_traces.ACME,
    "alibaba-gpu-2023": gpu_traces.PODS,
    "alibaba-spot-2026": gpu_traces.SPOT,
}
"""Files by the key of their source."""

WITHOUT_LIMITS = {
    *("htcondor", "htcondor-json", "htcondor-xml", "htcondor-events"),
    *("lsf", "elastisim", "helios", "philly", "opendc"),
    *("alibaba-gpu", "alibaba-batch", "alibaba-gpu-2023", "alibaba-spot-2026", "tiresias", "acme"),
}
"""Sources that say nothing of time limits, or not this one."""

WITHOUT_DATES = {
    *("slurmsim", "slurmsim-events", "slurmsim-csv", "slurmsim-frame"),
    *("batsim", "batsim-jobs", "elastisim", "alibaba-gpu", "alibaba-batch", "alibaba-gpu-2023"),
    *("alibaba-spot-2026", "tiresias"),
}
"""Sources whose times count from the start of the log."""
