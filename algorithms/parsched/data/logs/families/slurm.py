"""Slurm: what `sacct` prints, its JSON, and the files of job completion."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

COMMAND = (
    "sacct --allusers --allocations --parsable2 --duplicates --starttime 2025-01-01 "
    "--format JobID,JobIDRaw,JobName,User,Account,Partition,QOS,Submit,Eligible,Start,End,Elapsed,"
    "Timelimit,NNodes,NCPUS,ReqCPUS,ReqMem,AllocTRES,State"
)
MANUAL = "https://slurm.schedmd.com/sacct.html"


SACCT = source(
    key="sacct",
    title="Slurm sacct",
    about="A table that sacct prints, with any separator or in columns of fixed width.",
    command=COMMAND,
    documentation=MANUAL,
    needs=tuple(
        f"{id} {other}"
        for id in ("JobID", "JobIDRaw")
        for other in ("State", "Elapsed", "ElapsedRaw")
    ),
    mapping=Mapping(
        columns=columns(
            id=("JobIDRaw", "JobID"),
            submit="Submit",
            eligible="Eligible",
            start="Start",
            end="End",
            run=("ElapsedRaw", "Elapsed"),
            estimate=(SourceColumn("TimelimitRaw", "min"), SourceColumn("Timelimit", "min")),
            processors=("NCPUS", "AllocCPUS", SourceColumn("AllocTRES", "cpu")),
            asked=("ReqCPUS", SourceColumn("ReqTRES", "cpu")),
            nodes=("NNodes", "AllocNodes"),
            state="State",
            user=("User", "UID"),
            group=("Account", "Group"),
            executable="JobName",
            queue="QOS",
            partition="Partition",
            after="Dependency",
            memory="ReqMem",
            licences="Licenses",
            resources=("AllocTRES", "ReqTRES", "AllocGRES", "ReqGRES"),
            constraint="Constraints",
            reservation=("Reservation", "ReservationId"),
        ),
        steps="left out",
    ),
    left_out=(LeftOut(kinds.REST, "JobID", r"_\[", unless_begun=True),),
    oddities=(
        "Times have no zone: give the zone of the machine.",
        "Elapsed leaves out how long a job was suspended.",
        "A restarted job has a row for each time (--duplicates); these are jobs of their own, "
        "unless they are joined.",
        "Parts of a heterogeneous job (JobID+0, +1) are jobs of their own.",
    ),
)

_NAME = re.compile(r"(?:^|(?<=\s))([A-Za-z:/]{1,40})=")


def _values(line: str) -> dict[str, str]:
    """Return what a line says: each value goes on until the next name."""
    names = list(_NAME.finditer(line))
    ends = [*(match.start() for match in names[1:]), len(line)]
    return {
        match[1]: line[match.end() : end].strip() for match, end in zip(names, ends, strict=True)
    }


def _completions(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in text_lines(content, findings):
            if line.startswith("JobId="):
                values = _values(line)
                task, offset = values.get("ArrayTaskId"), values.get("HetJobOffset")
                if task is not None:
                    values["JobId"] = f"{values.get('ArrayJobId')}_{task}"
                elif offset is not None:
                    values["JobId"] = f"{values.get('HetJobId')}+{offset}"
                yield number, values
            elif line.strip():
                findings.add(kinds.OTHER_RECORD, line=number, value=quoted(line))

    return of_dicts(records(), findings)


JOBCOMP = source(
    key="slurm-jobcomp",
    title="Slurm job completion",
    about="The text file of the plugin jobcomp/filetxt: one job a line, Name=value.",
    command="JobCompType=jobcomp/filetxt in slurm.conf",
    documentation="https://slurm.schedmd.com/slurm.conf.html#OPT_JobCompType",
    recognises=lambda head: (
        head.lstrip().startswith(b"JobId=") and b"EndTime=" in head and b" NumCPUs=" not in head
    ),
    open=_completions,
    mapping=Mapping(
        columns=columns(
            id="JobId",
            submit="SubmitTime",
            eligible="EligibleTime",
            start="StartTime",
            end="EndTime",
            estimate=(SourceColumn("TimeLimit", "min"),),
            processors=("ProcCnt", SourceColumn("Tres", "cpu")),
            nodes="NodeCnt",
            state="JobState",
            user="UserId",
            group=("Account", "GroupId"),
            executable="Name",
            queue="QOS",
            partition="Partition",
            resources=("Tres", "Gres"),
            reservation="ReservationName",
        )
    ),
    oddities=("Times have no zone: give the zone of the machine.",),
)


def number_of(value: Any) -> Any:
    """Return a number of the JSON of Slurm, which says whether it is set."""
    if not isinstance(value, dict):
        return value
    return value.get("number") if value.get("set") and not value.get("infinite") else None


def _amount(tres: Any, kind: str, name: str = "") -> Any:
    """Return how much of a resource a list of them has."""
    for each in tres if isinstance(tres, list) else ():
        if isinstance(each, dict) and each.get("type") == kind and name in str(each.get("name")):
            return each.get("count")
    return None


def id_of(id: Any, array: dict[str, Any], het: dict[str, Any]) -> Any:
    """Return the id that sacct prints: `7_1` in an array, `7+1` in a heterogeneous job."""
    task, offset = number_of(array.get("task_id")), number_of(het.get("job_offset"))
    if array.get("job_id") and task is not None:
        return f"{array['job_id']}_{task}"
    return f"{het['job_id']}+{offset}" if het.get("job_id") and offset is not None else id


def _job(values: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job in the JSON of sacct, which changed from version to version."""
    time, tres = values.get("time", {}), values.get("tres") or {}
    state = values.get("state", {})
    current = state.get("current") if isinstance(state, dict) else state
    required, array = values.get("required") or {}, values.get("array") or {}
    ended = {key: number_of(time.get(key)) or None for key in ("start", "end")}
    return {
        "id": id_of(values.get("job_id"), array, values.get("het") or {}),
        "submission": number_of(time.get("submission")),
        **({"eligible": number_of(time["eligible"]) or None} if "eligible" in time else {}),
        **ended,
        "elapsed": number_of(time.get("elapsed")) if ended["start"] else None,
        "limit": number_of(time.get("limit")),
        "processors": _amount(tres.get("allocated"), "cpu"),
        "asked": number_of(required.get("CPUs")) or _amount(tres.get("requested"), "cpu"),
        "nodes": number_of(values.get("allocation_nodes")),
        "state": current[0] if isinstance(current, list) and current else current,
        "user": values.get("user") or values.get("association", {}).get("user"),
        "account": values.get("account"),
        "name": values.get("name"),
        "qos": values.get("qos"),
        "partition": values.get("partition"),
        "memory": number_of(required.get("memory_per_node"))
        or number_of(required.get("memory_per_cpu"))
        or number_of(required.get("memory"))
        or _amount(tres.get("requested"), "mem"),
        "gpus": _amount(tres.get("requested"), "gres", "gpu")
        or _amount(tres.get("allocated"), "gres", "gpu"),
        "licences": values.get("licenses") or None,
        "resources": _others(tres),
        "constraint": values.get("constraints") or None,
        "reservation": (values.get("reservation") or {}).get("name") or None,
        "after": values.get("dependency") or None,
    }


def _others(tres: dict[str, Any]) -> str | None:
    """Return the resources of a job that have no column of their own, as sacct lists them."""
    listed = [
        f"{each['type']}/{each.get('name')}={each.get('count')}"
        for told in ("requested", "allocated")
        for each in tres.get(told) or ()
        if isinstance(each, dict) and each.get("type") in ("gres", "bb", "license")
    ]
    return ",".join(listed) or None


def _completion_documents(
    content: Iterator[bytes], limits: FileLimits, findings: Findings
) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    def record(values: dict[str, Any]) -> dict[str, Any]:
        values = values.get("_source", values)
        array = {"job_id": values.get("array_job_id"), "task_id": values.get("array_task_id")}
        het = {"job_id": values.get("het_job_id"), "job_offset": values.get("het_job_offset")}
        return {**values, "id": id_of(values.get("jobid"), array, het)}

    return of_json(content, limits, findings, "hits.hits", record, may_be_one=True)


def _json(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, findings, "jobs", _job)


SACCT_JSON = source(
    key="sacct-json",
    title="Slurm sacct, JSON",
    about="What sacct --json prints, of any version.",
    command="sacct --allusers --duplicates --starttime 2025-01-01 --json",
    documentation="https://slurm.schedmd.com/sacct.html#OPT_json",
    recognises=lambda head: (
        head.lstrip().startswith(b"{")
        and b'"submission"' in head
        and (b'"tres"' in head or b'"elapsed"' in head)
    ),
    open=_json,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submission",
            eligible="eligible",
            start="start",
            end="end",
            run="elapsed",
            estimate=(SourceColumn("limit", "min"),),
            processors="processors",
            asked="asked",
            nodes="nodes",
            state="state",
            user="user",
            group="account",
            executable="name",
            queue="qos",
            partition="partition",
            memory="memory",
            gpus="gpus",
            licences="licences",
            resources="resources",
            constraint="constraint",
            reservation="reservation",
            after="after",
        )
    ),
    oddities=("Times count from 1970, so that no zone is needed.",),
)

_RAN = ("3", "4", "5", "6", "7", "8", "9", "10", "11", "1024")
"""Numbers of states of jobs that have ended, and of a run that was requeued."""

COMPLETION_JSON = source(
    key="slurm-jobcomp-json",
    title="Slurm job completion, JSON",
    about="The documents of the plugins jobcomp/elasticsearch and jobcomp/kafka: one a line, a "
    "list, or what a search for them answers.",
    command="JobCompType=jobcomp/elasticsearch in slurm.conf",
    documentation="https://slurm.schedmd.com/elasticsearch.html",
    recognises=lambda head: (
        head.lstrip().startswith((b"{", b"["))
        and b'"jobid"' in head
        and b'"@end"' in head
        and b'"total_cpus"' in head
    ),
    open=_completion_documents,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="@submit",
            eligible="@eligible",
            start="@start",
            end="@end",
            run="elapsed",
            estimate="time_limit",
            processors="total_cpus",
            nodes="total_nodes",
            state="state",
            user=("username", "user_id"),
            group=("account", "groupname"),
            executable="job_name",
            queue="qos",
            partition="partition",
            after="orig_dependency",
            resources=("tres_alloc", "tres_req", "gres_alloc", "gres_req"),
            constraint="constraints",
            reservation="reservation_name",
        )
    ),
    oddities=("Times are in UTC.", "A resized job has a document for each size."),
)

COMPLETION_TABLE = source(
    key="slurm-jobcomp-table",
    title="Slurm job completion, table",
    about="Rows of jobcomp_table, which the plugin jobcomp/mysql fills.",
    command="SELECT * FROM jobcomp_table",
    documentation="https://slurm.schedmd.com/slurm.conf.html#OPT_JobCompType",
    needs=("jobid starttime endtime proc_cnt",),
    mapping=Mapping(
        columns=columns(
            id="jobid",
            start="starttime",
            end="endtime",
            estimate=(SourceColumn("timelimit", "min"),),
            processors="proc_cnt",
            nodes="nodecnt",
            state="state",
            user=("user_name", "uid"),
            group=("group_name", "gid"),
            executable="name",
            partition="partition",
        ),
        run=_RAN,
    ),
    oddities=("The table does not say when jobs were submitted: they come as they start.",),
)

JOB_TABLE = source(
    key="slurm-job-table",
    title="Slurm job table",
    about="Rows of the accounting data base (job_table of slurmdbd), as in MIT Supercloud.",
    command="mysqldump or SELECT * FROM cluster_job_table",
    documentation="https://dcc.mit.edu/data",
    needs=("id_job time_submit time_start time_end",),
    mapping=Mapping(
        columns=columns(
            id="id_job",
            submit="time_submit",
            eligible="time_eligible",
            start="time_start",
            end="time_end",
            estimate=(SourceColumn("timelimit", "min"),),
            processors=(SourceColumn("tres_alloc", "1"),),
            asked="cpus_req",
            nodes="nodes_alloc",
            state="state",
            user="id_user",
            group=("account", "id_assoc"),
            executable="job_name",
            queue="id_qos",
            partition="partition",
            memory="mem_req",
            gpus=(SourceColumn("tres_alloc", "1002"), SourceColumn("tres_alloc", "1001")),
            resources=("gres_used", "gres_alloc", "gres_req"),
            constraint="constraints",
            reservation="id_resv",
        ),
        run=_RAN,
    ),
    oddities=("States are numbers: 3 completed, 4 cancelled, 5 failed, 6 timeout, 7 node_fail.",),
)
