"""Public data sets of jobs, as they are published: CSV or Parquet."""

from algorithms.sources.declared import source
from algorithms.sources.layout import Layout
from algorithms.sources.mapping import Column, Mapping, columns

MINUTES = "min"

PM100 = source(
    key="pm100",
    title="PM100 (Marconi100)",
    about="Jobs of CINECA's Marconi100 with their power.",
    documentation="https://doi.org/10.5281/zenodo.10127766",
    needs=frozenset(("job_id", "num_cores_alloc", "run_time", "submit_time", "time_limit")),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
            start="start_time",
            end="end_time",
            run="run_time",
            estimate=(Column("time_limit", MINUTES),),
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
        )
    ),
    oddities=("A core is a processor.", "Time limits are in minutes."),
)

F_DATA = source(
    key="f-data",
    title="F-DATA (Fugaku)",
    about="Jobs of RIKEN's Fugaku.",
    documentation="https://doi.org/10.5281/zenodo.11467483",
    needs=frozenset(("jid", "adt", "sdt", "edt", "nnumr")),
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
    needs=frozenset(("QUEUED_TIMESTAMP", "START_TIMESTAMP", "END_TIMESTAMP", "NODES_USED")),
    mapping=Mapping(
        columns=columns(
            id=("COBALT_JOBID", "PBS_JOBID", "JOB_NAME"),
            submit="QUEUED_TIMESTAMP",
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
    needs=frozenset(("job_id", "wallclock_req", "processors_req", "submit_time")),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
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
            memory="mem_req",
            gpus=("gpus_used", "gpus_req", "gpus_requested"),
        ),
        zone="America/Denver",
    ),
    oddities=("Times are those of Denver.", "Arrays are rows of their own."),
)

HELIOS = source(
    key="helios",
    title="Helios (SenseTime)",
    about="Jobs of four GPU clusters of SenseTime.",
    documentation="https://github.com/S-Lab-System-Group/HeliosData",
    needs=frozenset(("job_id", "vc", "gpu_num", "cpu_num", "submit_time", "duration")),
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

ALIBABA_GPU = source(
    key="alibaba-gpu",
    title="Alibaba GPU 2020",
    about="The tasks of PAI (pai_task_table.csv), which has no line of names.",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-gpu-v2020",
    layout=lambda head: Layout(
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
            start="start_time",
            end="end_time",
            processors=(Column("plan_cpu", divide=100.0),),
            state="status",
            executable="task_name",
            memory="plan_mem",
            gpus="plan_gpu",
        ),
    ),
    oddities=("plan_cpu counts hundredths of a core; a task is a job that came as it started.",),
)

ALIBABA_BATCH = source(
    key="alibaba-batch",
    title="Alibaba 2018",
    about="The batch tasks (batch_task.csv), which have no line of names.",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-v2018",
    layout=lambda head: Layout(
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
            start="start_time",
            end="end_time",
            processors=(Column("plan_cpu", divide=100.0),),
            state="status",
            executable="task_name",
            group="job_name",
            memory="plan_mem",
        ),
    ),
    oddities=(
        "plan_cpu counts hundredths of a core; a task is a job that came as it started.",
        "Dependencies, which stand in the names of tasks (R3_1), are not kept.",
    ),
)

_STATES = (b"Terminated", b"Failed", b"Running", b"Waiting", b"Cancelled", b"Interrupted")


def _is_alibaba(head: bytes, cells: int, state: int) -> bool:
    first = head.split(b"\n", 1)[0].rstrip(b"\r").split(b",")
    return len(first) == cells and first[state] in _STATES
