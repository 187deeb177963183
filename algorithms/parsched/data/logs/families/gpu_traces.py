"""Further public traces of GPU clusters, and the jobs of simulators of such."""

from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.logs.declared import source

TIRESIAS = source(
    key="tiresias",
    title="Tiresias jobs",
    about="The jobs of the simulator of Tiresias, and of those that took over its columns.",
    documentation="https://github.com/SymbioticLab/Tiresias",
    needs=(
        "job_id num_gpu submit_time iterations model_name duration",
        "job_id num_gpu submit_time duration model_name model_size aggr_interval",
    ),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
            start="start_time",
            run="duration",
            processors="num_gpu",
            user="user",
            executable="model_name",
        )
    ),
    oddities=(
        "A GPU is a processor.",
        "What a model needs of processors, memory and network stands in the simulator alone.",
    ),
)

ACME = source(
    key="acme",
    title="Acme (Shanghai AI Laboratory)",
    about="Jobs of the clusters Seren and Kalos, which train large language models.",
    documentation="https://github.com/InternLM/AcmeTrace",
    needs=("job_id node_num gpu_num cpu_num type state submit_time start_time end_time queue",),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submit_time",
            start="start_time",
            end=("end_time", "fail_time", "stop_time"),
            processors="cpu_num",
            nodes="node_num",
            state="state",
            user="user",
            executable="type",
            memory="mem_per_pod_GB",
            gpus="gpu_num",
        )
    ),
    oddities=(
        "A CPU is a processor; for GPUs give gpu_num that role.",
        "Run times are from start to end: in Kalos, duration counts from submission.",
    ),
)

ALIBABA_PODS = source(
    key="alibaba-gpu-2023",
    title="Alibaba GPU 2023",
    about="The pods of a cluster whose tasks share GPUs (openb_pod_list).",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-gpu-v2023",
    needs=("name cpu_milli memory_mib num_gpu creation_time deletion_time scheduled_time",),
    mapping=Mapping(
        columns=columns(
            id="name",
            submit="creation_time",
            start="scheduled_time",
            end="deletion_time",
            processors=(SourceColumn("cpu_milli", divide=1000.0),),
            queue="qos",
            memory="memory_mib",
            gpus="num_gpu",
            constraint="gpu_spec",
        )
    ),
    oddities=(
        "cpu_milli counts thousandths of a processor; what is left over is one more.",
        "Pods whose phase is Running ended as well, when they were deleted.",
    ),
)

ALIBABA_SPOT = source(
    key="alibaba-spot-2026",
    title="Alibaba spot GPU 2026",
    about="Jobs of high priority and of spot instances (job_info_df).",
    documentation="https://github.com/alibaba/clusterdata/tree/master/cluster-trace-v2026-spot-gpu",
    needs=("job_name gpu_model cpu_request gpu_request worker_num submit_time duration",),
    mapping=Mapping(
        columns=columns(
            id="job_name",
            submit="submit_time",
            run="duration",
            nodes="worker_num",
            per_node="cpu_request",
            group="organization",
            queue="job_type",
            gpus="gpu_request",
            constraint="gpu_model",
        )
    ),
    oddities=(
        "What a job requests is taken for each of its workers.",
        "Jobs of high priority may stop jobs of spot instances, which is not kept.",
    ),
)
