"""Rows of logs with their oddities, written after the manuals."""

import json
from typing import Any

FIRST = 100_000_000
"""When jobs of these logs come, unless they say otherwise."""

SACCT = """JobID|JobIDRaw|JobName|Partition|Submit|Start|End|Elapsed|Timelimit|NNodes|NCPUS|ReqCPUS|State
1002_5|1007|a|p|2025-03-01T00:00:00|2025-03-01T00:00:10|2025-03-01T00:01:50|00:01:40|10:00|1|4|4|COMPLETED
1002_[6-9%2]|1002|a|p|2025-03-01T00:00:00|Unknown|Unknown|00:00:00|10:00|1|4|4|PENDING
1010+0|1010|h|p|2025-03-01T00:00:01|2025-03-01T00:00:10|2025-03-01T00:01:50|00:01:40|10:00|1|4|4|COMPLETED
1010+1|1011|h|gpu|2025-03-01T00:00:01|2025-03-01T00:00:10|2025-03-01T00:01:50|00:01:40|1-02:00:00|2|8|8|COMPLETED
1010+0.batch|1010.batch|batch||2025-03-01T00:00:10|2025-03-01T00:00:10|2025-03-01T00:01:50|00:01:40||1|4|4|COMPLETED
1002_5+0.0|1007.0|x||2025-03-01T00:00:10|2025-03-01T00:00:10|2025-03-01T00:01:50|00:01:40||1|4|4|COMPLETED
1020|1020|r|p|2025-03-01T00:00:02|2025-03-01T00:00:10|2025-03-01T00:01:10|00:01:00|10:00|1|8|8|REQUEUED
1020|1020|r|p|2025-03-01T00:01:10|2025-03-01T00:02:10|2025-03-01T00:04:10|00:02:00|10:00|1|8|8|COMPLETED
1030|1030|z|p|2025-03-01T00:00:03|2025-03-01T00:00:10|2025-03-01T00:01:10|00:01:00|10:00|1|8|8|RESIZING
1030|1030|z|p|2025-03-01T00:00:03|2025-03-01T00:01:10|2025-03-01T00:03:10|00:02:00|10:00|1|4|4|COMPLETED
1040|1040|c|p|2025-03-01T00:00:04|2025-03-01T00:05:00|2025-03-01T00:05:00|00:00:00|10:00|1|0|4|FAILED
1041|1041|c|p|2025-03-01T00:00:04|2025-03-01T00:05:00|2025-03-01T00:05:00|00:00:00|10:00|1|4|4|CANCELLED by 5
1050|1050|s|p|2025-03-01T00:00:05|2025-03-01T00:05:00|2025-03-01T00:25:00|00:10:00|10:00|1|4|4|COMPLETED
1060|1060|u|p|2025-03-01T00:00:06|2025-03-01T00:05:00|Unknown|00:10:00|10:00|1|4|4|RUNNING
1070|1070|u|p|2025-03-01T00:00:07|2025-03-01T00:05:00|2025-03-01T00:15:00|00:10:00|UNLIMITED|1|4|4|OUT_OF_MEMORY
1080|1080|u|p|2025-03-01T00:00:07|Unknown|Unknown|00:00:00|Partition_Limit|1|0|4|REVOKED
JobID|JobIDRaw|JobName|Partition|Submit|Start|End|Elapsed|Timelimit|NNodes|NCPUS|ReqCPUS|State
"""  # noqa: E501 (rows of a log)


def with_bars_at_the_end(text: str) -> str:
    """Return what `sacct --parsable` prints where this is `--parsable2`."""
    return "".join(f"{line}|\n" for line in text.splitlines())


def of_fixed_width(text: str) -> str:
    """Return what sacct prints without either."""
    rows = [line.split("|") for line in text.splitlines()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["".join(f"{c:>{w}} " for c, w in zip(row, widths, strict=True)) for row in rows]
    lines.insert(1, "".join("-" * width + " " for width in widths))
    return "\n".join(lines) + "\n"


def sacct_job(**changes: Any) -> dict[str, Any]:
    """Return a job of `sacct --json` of Slurm 23 and later; `changes` go one level deep."""
    unset = {"set": False, "infinite": False, "number": 0}
    job: dict[str, Any] = {
        "job_id": 1,
        "array": {"job_id": 0, "task_id": unset, "task": ""},
        "het": {"job_id": 0, "job_offset": unset},
        "required": {"CPUs": 4, "memory_per_cpu": unset, "memory_per_node": unset},
        "state": {"current": ["COMPLETED"], "reason": "None"},
        "time": {
            "submission": FIRST,
            "start": FIRST + 10,
            "end": FIRST + 110,
            "elapsed": 100,
            "limit": {"set": True, "infinite": False, "number": 240},
        },
        "tres": {
            "allocated": [
                {"type": "cpu", "name": "", "id": 1, "count": 4},
                {"type": "node", "name": "", "id": 4, "count": 1},
            ],
            "requested": [],
        },
        "user": "ann",
        "partition": "batch",
    }
    for name, value in changes.items():
        job[name] = {**job[name], **value} if isinstance(value, dict) else value
    return job


def is_set(number: int) -> dict[str, Any]:
    """Return a number as newer versions of Slurm write it."""
    return {"set": True, "infinite": False, "number": number}


SACCT_JSON = json.dumps(
    {
        "meta": {},
        "jobs": [
            sacct_job(),
            sacct_job(job_id=1007, array={"job_id": 1002, "task_id": is_set(5)}),
            sacct_job(job_id=1010, het={"job_id": 1010, "job_offset": is_set(1)}),
            sacct_job(job_id=5, state={"current": ["RUNNING"]}, time={"end": 0}),
            sacct_job(job_id=6, state={"current": ["PENDING"]}, time={"start": 0, "end": 0}),
            sacct_job(job_id=8, time={"limit": {"set": False, "infinite": True, "number": 0}}),
            sacct_job(
                job_id=9,
                state={"current": ["CANCELLED"]},
                time={"start": FIRST + 10, "end": FIRST + 10, "elapsed": 0},
                tres={"allocated": []},
            ),
            sacct_job(  # as Slurm 21 has it
                job_id=1008,
                array={"job_id": 1002, "task_id": 6, "task": None},
                het={"job_id": 0, "job_offset": None},
                state={"current": "FAILED"},
                time={"limit": 60},
                required={"CPUs": 4, "memory": 1_000},
            ),
        ],
    }
)


def pbs(id: str, values: str, record: str = "E") -> str:
    """Return a record of an accounting file of PBS."""
    times = f"ctime={FIRST} qtime={FIRST} etime={FIRST} start={FIRST + 10} end={FIRST + 110}"
    return f"03/01/2025 02:05:00;{record};{id};user=ann group=g queue=q {times} {values}\n"


PBS = (
    pbs("1.s", "", "Q")
    + pbs("1.s", "", "S")
    + pbs(
        "1.s",
        "exec_host=c/0*66+d/0*64 exec_vnode=(c[0]:ncpus=64:mem=4gb+c[1]:ncpus=2)+(d:ncpus=64) "
        "Resource_List.ncpus=130 Resource_List.walltime=04:00:00 Resource_List.place=scatter:excl "
        "Exit_status=0",
    )
    + pbs("2[].s", "Resource_List.ncpus=1 run_count=1")
    + pbs("2[1].s", "exec_vnode=(c:ncpus=1) Resource_List.walltime=60 Exit_status=271")
    + "03/01/2025 02:05:00;D;3.s;requestor=ann@host\n"
    + pbs(
        "5.s",  # Torque
        "exec_host=n1/0+n1/1+n2/0+n2/1 Resource_List.nodes=2:ppn=2:gpus=1 Resource_List.ncpus=1 "
        "Resource_List.walltime=1:00:00",
    )
    + pbs("6.s", "exec_host=n1/0-7+n2/0-7 total_execution_slots=16 Resource_List.nodes=2:ppn=8")
    + "no record\n"
)


def lsf(
    id: int,
    cpus: int,
    hosts: list[str],
    *,
    index: int = 0,
    asked: tuple[str, ...] = (),
    **given: int,
) -> str:
    """Return a record of lsb.acct as LSF 10 writes it; without `limit` one of LSF 7."""
    start, status = given.get("start", FIRST + 10), given.get("status", 64)
    named = "".join(f'"{host}" ' for host in asked)
    used = "".join(f'"{host}" ' for host in hosts)
    usage = " ".join(["0.1"] * 19)
    record = (
        f'"JOB_FINISH" "10.1" {FIRST + 110} {id} 500 {given.get("options", 2)} {cpus} {FIRST} 0 0 '
        f'{start} "ann" "normal" "select[type==any] rusage[mem=1024]" "" "" "h" "/home" "" "" "" '
        f'"f" {len(asked)} {named}{len(hosts)} {used}{status} 60.0 "name" "sleep ""1""" {usage} '
        f'"" "default" 0 {cpus} "" "" {index} 100 200 "" "" "" "" 0 "" 0 "" -1 "" "" "" "" -1 "" '
        '"" 1024 "" 0 "" "text"'
    )
    if limit := given.get("limit"):
        record += f' 2 1032 "0" 1033 "x" 1 "n1" 100 200 1 2 {limit} 1024 50 "eff" "c" 0'
    return f"{record}\n"


LSF = (
    lsf(7, 8, ["4*n1", "4*n2"], limit=600)
    + lsf(8, 4, ["n1"] * 4, index=1, limit=600)
    + lsf(8, 4, ["n1"] * 4, index=2, asked=("n1", "n2"), limit=600)
    + lsf(9, 1, [], start=0, status=32)
    + lsf(10, 2, ["2*n1"], options=2 | 64)
    + '"JOB_RESIZE" "10.1" 1 2 3\n'
)


def ad(cluster: int, process: int = 0, run: float = 100, **changes: Any) -> dict[str, Any]:
    """Return a ClassAd of HTCondor's history."""
    return {
        "ClusterId": cluster,
        "ProcId": process,
        "QDate": FIRST,
        "JobStartDate": FIRST + 10,
        "JobCurrentStartDate": FIRST + 10,
        "CompletionDate": FIRST + 10 + int(run),
        "RemoteWallClockTime": float(run),
        "RequestCpus": 8,
        "JobStatus": 4,
        "JobUniverse": 5,
        "Owner": "ann",
        **changes,
    }


ADS = [
    ad(7),
    ad(7, 1, 50, RequestCpus=4, CpusProvisioned=6),
    # Started three times: the last start is not the first.
    ad(8, 0, 300, JobCurrentStartDate=FIRST + 400, CompletionDate=FIRST + 500, NumJobStarts=3),
    ad(9, 0, 0, JobStartDate=None, JobCurrentStartDate=None, CompletionDate=0, JobStatus=3),
    ad(10, 0, 1_000, JobUniverse=7),
]


def as_long(values: dict[str, Any]) -> str:
    """Return a ClassAd as lines."""
    words = {None: "undefined"}
    return "".join(
        f'{name} = "{value}"\n'
        if isinstance(value, str)
        else f"{name} = {words.get(value, value)}\n"
        for name, value in values.items()
    )


PHILLY = json.dumps(
    [
        {
            "status": "Pass",
            "vc": "e",
            "jobid": "application_1",
            "submitted_time": "2017-10-07 01:11:39",
            "user": "c",
            "attempts": [
                {
                    "start_time": "2017-10-07 01:12:09",
                    "end_time": "2017-10-07 01:13:23",
                    "detail": [
                        {"ip": "m47", "gpus": ["gpu0", "gpu1"]},
                        {"ip": "m48", "gpus": ["gpu0"]},
                    ],
                },
                {
                    "start_time": "2017-10-07 01:13:30",
                    "end_time": "2017-10-07 01:14:30",
                    "detail": [{"ip": "m47", "gpus": ["gpu0", "gpu1", "gpu2"]}],
                },
            ],
        },
        {
            "status": "Killed",
            "vc": "e",
            "jobid": "application_2",
            "submitted_time": "2017-10-07 01:11:40",
            "user": "c",
            "attempts": [],
        },
        {
            "status": "Failed",
            "vc": "e",
            "jobid": "application_3",
            "submitted_time": "2017-10-07 01:11:41",
            "user": "c",
            "attempts": [
                {
                    "start_time": "2017-10-07 01:12:09",
                    "end_time": None,
                    "detail": [{"ip": "m1", "gpus": ["gpu0"]}],
                }
            ],
        },
    ]
)


def eagle(**changes: Any) -> str:
    """Return a line of the jobs of NREL's Eagle, as JSON."""
    row = {
        "job_id": 1,
        "array_pos": None,
        "submit_time": "2019-12-04T16:10:02.000Z",
        "start_time": "2019-12-04T16:10:07.000Z",
        "end_time": "2019-12-04T16:17:00.000Z",
        "wallclock_req": "P0DT0H30M0S",
        "wallclock_used": "P0DT0H6M53S",
        "processors_req": 2,
        "processors_used": 72,
        "nodes_used": 2,
        "nodelist": ["n1", "n2"],
        "state": "TIMEOUT",
    }
    return json.dumps(row | changes) + "\n"


EAGLE = (
    eagle()
    + eagle(job_id=3, array_pos=1)
    + eagle(job_id=3, array_pos=2)
    + eagle(job_id=4, state="CANCELLED by 1", wallclock_used=None, start_time=None)
)
