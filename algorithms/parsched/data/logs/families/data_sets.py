"""Public data sets of jobs, as they are published: CSV or Parquet."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings
from parsched.data.files.layout import TextLayout
from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.files.source import FileLimits
from parsched.data.files.vocabulary import beside
from parsched.data.logs.declared import source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

MINUTES = "min"

PM100 = source(
    key="pm100",
    title="PM100 (Marconi100)",
    about="Jobs of CINECA's Marconi100 with their power.",
    documentation="https://doi.org/10.5281/zenodo.10127766",
    needs=("job_id num_cores_alloc run_time submit_time time_limit",),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
            eligible="eligible_time",
            start="start_time",
            end="end_time",
            run="run_time",
            estimate=(SourceColumn("time_limit", MINUTES),),
            processors="num_cores_alloc",
            asked="num_cores_req",
            nodes="num_nodes_alloc",
            state="job_state",
            user="user_id",
            group="group_id",
            queue="qos",
            partition="partition",
            memory=("mem_req", "mem_alloc"),
            gpus=("num_gpus_alloc", "num_gpus_req"),
            sharing="shared",
        )
    ),
    oddities=("A core is a processor.", "Time limits are in minutes."),
)

F_DATA = source(
    key="f-data",
    title="F-DATA (Fugaku)",
    about="Jobs of RIKEN's Fugaku.",
    documentation="https://doi.org/10.5281/zenodo.11467483",
    needs=("jid adt sdt edt nnumr",),
    mapping=Mapping(
        columns=columns(
            id="jid",
            submit="adt",
            start="sdt",
            end="edt",
            run="duration",
            estimate="elpl",
            processors="nnuma",
            asked="nnumr",
            state="exit state",
            user="usr",
            executable="jnam",
            queue="jobenv_req",
            memory="mszl",
        )
    ),
    oddities=("Fugaku gives whole nodes: a node is a processor.",),
)

ALCF = source(
    key="alcf",
    title="ALCF (Cobalt)",
    about="Jobs of Argonne's Mira, Theta and Polaris, as its public data give them.",
    documentation="https://reports.alcf.anl.gov/data/",
    needs=("QUEUED_TIMESTAMP START_TIMESTAMP END_TIMESTAMP NODES_USED",),
    mapping=Mapping(
        columns=columns(
            id=("COBALT_JOBID", "PBS_JOBID", "JOB_NAME"),
            submit="QUEUED_TIMESTAMP",
            eligible_wait="ELIGIBLE_WAIT_SECONDS",
            start="START_TIMESTAMP",
            end="END_TIMESTAMP",
            run="RUNTIME_SECONDS",
            estimate="WALLTIME_SECONDS",
            processors="NODES_USED",
            asked="NODES_REQUESTED",
            user="USERNAME_GENID",
            group="PROJECT_NAME_GENID",
            queue="QUEUE_NAME",
            partition="MACHINE_NAME",
        )
    ),
    oddities=("Whole nodes are given: a node is a processor.",),
)

EAGLE = source(
    key="nrel-eagle",
    title="NREL Eagle and Kestrel",
    about="Jobs of the National Renewable Energy Laboratory.",
    documentation="https://data.openei.org/submissions/5860",
    needs=("job_id wallclock_req processors_req submit_time",),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            task="array_pos",
            submit="submit_time",
            eligible="eligible_time",
            start="start_time",
            end="end_time",
            run=("run_time", "wallclock_used"),
            estimate="wallclock_req",
            processors=("processors_used", "processors_alloc"),
            asked="processors_req",
            nodes=("nodes_used", "nodes_req"),
            state=("state", "state_simple"),
            user="user",
            group="account",
            executable="name",
            queue="qos",
            partition="partition",
            memory=("mem_req", "memory_req"),
            gpus=("gpus_used", "gpus_req", "gpus_requested"),
            sharing=("nodes_shared", "jobs_shared"),
        ),
        zone="America/Denver",
    ),
    oddities=("Times are local to Denver.", "Arrays are rows of their own."),
)

HELIOS = source(
    key="helios",
    title="Helios (SenseTime)",
    about="Jobs of four GPU clusters of SenseTime.",
    documentation="https://github.com/S-Lab-System-Group/HeliosData",
    needs=("job_id vc gpu_num cpu_num submit_time duration",),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
            start="start_time",
            end="end_time",
            run="duration",
            processors="cpu_num",
            nodes="node_num",
            state="state",
            user="user",
            group="vc",
            gpus="gpu_num",
        ),
        zone="Asia/Shanghai",
    ),
    oddities=("A CPU is a processor; for GPUs give gpu_num that role.",),
)


def _philly(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, findings, "", _attempts)


def _attempts(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each attempt of a job: the first came as the job did, each other one as the
    one before it ended. Without any there is one row of a job that never ran."""
    told = beside(job, ()) | {"id": job.get("jobid"), "user": job.get("user"), "vc": job.get("vc")}
    came, rows = job.get("submitted_time"), []
    attempts = job.get("attempts") or [{}]
    for number, attempt in enumerate(attempts, 1):
        is_running = bool(attempt.get("start_time")) and not attempt.get("end_time")
        state = "running" if is_running else job.get("status")
        rows.append(
            {
                **told,
                "submitted_time": came,
                "start_time": attempt.get("start_time"),
                "end_time": attempt.get("end_time"),
                "gpus": sum(len(each["gpus"]) for each in attempt.get("detail") or ()),
                "status": state if number == len(attempts) else "retried",
            }
        )
        came = attempt.get("end_time") or came
    return rows


PHILLY = source(
    key="philly",
    title="Philly (Microsoft)",
    about="Jobs of Microsoft's GPU clusters (cluster_job_log), each with its attempts.",
    documentation="https://github.com/msr-fiddle/philly-traces",
    recognises=lambda head: (
        head.lstrip().startswith((b"[", b"{"))
        and all(name in head for name in (b'"jobid"', b'"attempts"', b'"submitted_time"', b'"vc"'))
    ),
    open=_philly,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submitted_time",
            start="start_time",
            end="end_time",
            processors="gpus",
            state="status",
            user="user",
            group="vc",
        ),
        zone="America/Los_Angeles",
        restarts="joined",
    ),
    oddities=(
        "A GPU is a processor.",
        "Attempts of a job are joined: it has the GPUs of the first, and the time of all.",
        "A job whose last attempt has no end was still running.",
        "Times name no zone; times of the other files are Pacific.",
    ),
)

OPENDC = source(
    key="opendc",
    title="OpenDC",
    about="Tasks of the data centre simulator OpenDC (tasks.parquet), and servers of its older "
    "traces (meta.parquet).",
    documentation="https://opendc.org/docs/documentation/Input/Workload",
    needs=("id submission_time duration cpu_count", "id start_time stop_time cpu_count"),
    mapping=Mapping(
        columns=columns(
            id="id",
            submit=(SourceColumn("submission_time", "ms"), SourceColumn("start_time", "ms")),
            end=(SourceColumn("stop_time", "ms"),),
            start=(SourceColumn("start_time", "ms"),),
            run=(SourceColumn("duration", "ms"),),
            processors="cpu_count",
            memory="mem_capacity",
            gpus="gpu_count",
        )
    ),
    oddities=(
        "Durations are in milliseconds, and so are times that are plain numbers.",
        "fragments.parquet and trace.parquet hold the load over time, not jobs.",
    ),
)

ALIBABA_GPU = source(
    key="alibaba-gpu",
    title="Alibaba GPU 2020",
    about="The tasks of PAI (pai_task_table.csv), which has no line of names.",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-gpu-v2020",
    layout=lambda head: TextLayout(
        separator=",",
        is_bare=True,
        columns=(
            *("job_name", "task_name", "inst_num", "status", "start_time", "end_time"),
            *("plan_cpu", "plan_mem", "plan_gpu", "gpu_type"),
        ),
    ),
    recognises=lambda head: _is_alibaba(head, 10, 3),
    mapping=Mapping(
        columns=columns(
            id="job_name",
            task="task_name",
            start="start_time",
            end="end_time",
            nodes="inst_num",
            per_node=(SourceColumn("plan_cpu", divide=100.0),),
            state="status",
            executable="task_name",
            memory="plan_mem",
            gpus="plan_gpu",
        ),
    ),
    oddities=(
        "plan_cpu counts hundredths of a core of one instance; all instances of a task are a job, "
        "which came as it started.",
    ),
)

ALIBABA_BATCH = source(
    key="alibaba-batch",
    title="Alibaba 2018",
    about="The batch tasks (batch_task.csv), which have no line of names.",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-v2018",
    layout=lambda head: TextLayout(
        separator=",",
        is_bare=True,
        columns=(
            *("task_name", "instance_num", "job_name", "task_type", "status", "start_time"),
            *("end_time", "plan_cpu", "plan_mem"),
        ),
    ),
    recognises=lambda head: _is_alibaba(head, 9, 4),
    mapping=Mapping(
        columns=columns(
            id="job_name",
            task="task_name",
            start="start_time",
            end="end_time",
            nodes="instance_num",
            per_node=(SourceColumn("plan_cpu", divide=100.0),),
            state="status",
            executable="task_name",
            group="job_name",
            memory="plan_mem",
        ),
    ),
    oddities=(
        "plan_cpu counts hundredths of a core of one instance; all instances of a task are a job, "
        "which came as it started.",
        "Dependencies, which stand in the names of tasks (R3_1), are not kept.",
    ),
)

_STATES = (b"Terminated", b"Failed", b"Running", b"Waiting", b"Cancelled", b"Interrupted")


def _is_alibaba(head: bytes, cells: int, state: int) -> bool:
    first = head.split(b"\n", 1)[0].rstrip(b"\r").split(b",")
    return len(first) == cells and first[state] in _STATES
