"""Slurm: what `sacct` prints, its JSON, and the files of job completion."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from algorithms.formats.findings import Findings
from algorithms.formats.source import Limits
from algorithms.sources import kinds
from algorithms.sources.declared import LeftOut, source
from algorithms.sources.mapping import Column, Mapping, columns

if TYPE_CHECKING:
    from algorithms.sources.tables.table import Table

COMMAND = (
    "sacct --allusers --allocations --parsable2 --duplicates --starttime 2025-01-01 "
    "--format JobID,JobIDRaw,JobName,User,Account,Partition,QOS,Submit,Start,End,Elapsed,"
    "Timelimit,NNodes,NCPUS,ReqCPUS,ReqMem,AllocTRES,State"
)
MANUAL = "https://slurm.schedmd.com/sacct.html"


SACCT = source(
    key="sacct",
    title="Slurm sacct",
    about="A table that sacct prints, with any separator or in columns of fixed width.",
    command=COMMAND,
    documentation=MANUAL,
    needs=frozenset(("JobID", "State")),
    mapping=Mapping(
        columns=columns(
            id=("JobIDRaw", "JobID"),
            submit="Submit",
            start="Start",
            end="End",
            run=("ElapsedRaw", "Elapsed"),
            estimate=(Column("TimelimitRaw", "min"), Column("Timelimit", "min")),
            processors=("NCPUS", "AllocCPUS", Column("AllocTRES", "cpu")),
            asked=("ReqCPUS", Column("ReqTRES", "cpu")),
            nodes=("NNodes", "AllocNodes"),
            state="State",
            user=("User", "UID"),
            group=("Account", "Group"),
            executable="JobName",
            queue="QOS",
            partition="Partition",
            memory="ReqMem",
            gpus=(Column("AllocTRES", "gres/gpu"), Column("ReqTRES", "gres/gpu")),
            licences="Licenses",
        )
    ),
    left_out=(
        LeftOut(kinds.STEP, "JobID", r"^[0-9]+([_+][0-9]+)?\."),
        LeftOut(kinds.REST, "JobID", r"_\["),
    ),
    oddities=(
        "Times have no zone: give that of the machine.",
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


def _completions(content: Iterator[bytes], limits: Limits, findings: Findings) -> "Table":
    from algorithms.sources.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    return of_dicts(
        (number, _values(line)) for number, line in text_lines(content) if line.startswith("JobId=")
    )


JOBCOMP = source(
    key="slurm-jobcomp",
    title="Slurm job completion",
    about="The text file of the plugin jobcomp/filetxt: one job a line, Name=value.",
    command="JobCompType=jobcomp/filetxt in slurm.conf",
    documentation="https://slurm.schedmd.com/slurm.conf.html#OPT_JobCompType",
    recognises=lambda head: head.lstrip().startswith(b"JobId=") and b"EndTime=" in head,
    open=_completions,
    mapping=Mapping(
        columns=columns(
            id="JobId",
            submit="SubmitTime",
            start="StartTime",
            end="EndTime",
            estimate=(Column("TimeLimit", "min"),),
            processors=("ProcCnt", Column("Tres", "cpu")),
            nodes="NodeCnt",
            state="JobState",
            user="UserId",
            group=("Account", "GroupId"),
            executable="Name",
            queue="QOS",
            partition="Partition",
            memory=(Column("Tres", "mem"),),
            gpus=(Column("Tres", "gres/gpu"),),
        )
    ),
    oddities=("Times have no zone: give that of the machine.",),
)


def _number_of(value: Any) -> Any:
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


def _job(values: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job in the JSON of sacct, which changed from version to version."""
    time, tres = values.get("time", {}), values.get("tres", {})
    state = values.get("state", {})
    current = state.get("current") if isinstance(state, dict) else state
    required, array = values.get("required", {}), values.get("array", {})
    task = _number_of(array.get("task_id")) if array.get("job_id") else None
    id = values.get("job_id")
    ended = {key: _number_of(time.get(key)) or None for key in ("start", "end")}
    return {
        "id": f"{array['job_id']}_{task}" if task is not None else id,
        "submission": _number_of(time.get("submission")),
        **ended,
        "elapsed": _number_of(time.get("elapsed")) if ended["start"] else None,
        "limit": _number_of(time.get("limit")),
        "processors": _amount(tres.get("allocated"), "cpu"),
        "asked": _number_of(required.get("CPUs")) or _amount(tres.get("requested"), "cpu"),
        "nodes": _number_of(values.get("allocation_nodes")),
        "state": current[0] if isinstance(current, list) and current else current,
        "user": values.get("user") or values.get("association", {}).get("user"),
        "account": values.get("account"),
        "name": values.get("name"),
        "qos": values.get("qos"),
        "partition": values.get("partition"),
        "memory": _number_of(required.get("memory_per_node"))
        or _number_of(required.get("memory_per_cpu"))
        or _amount(tres.get("requested"), "mem"),
        "gpus": _amount(tres.get("requested"), "gres", "gpu")
        or _amount(tres.get("allocated"), "gres", "gpu"),
        "licences": values.get("licenses") or None,
    }


def _json(content: Iterator[bytes], limits: Limits, findings: Findings) -> "Table":
    from algorithms.sources.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, "jobs", _job)


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
            start="start",
            end="end",
            run="elapsed",
            estimate=(Column("limit", "min"),),
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
        )
    ),
    oddities=("Times count from 1970, so that no zone is needed.",),
)

JOB_TABLE = source(
    key="slurm-job-table",
    title="Slurm job table",
    about="Rows of the accounting data base (job_table of slurmdbd), as in MIT Supercloud.",
    command="mysqldump or SELECT * FROM cluster_job_table",
    documentation="https://dcc.mit.edu/data",
    needs=frozenset(("id_job", "time_submit", "time_start", "time_end")),
    mapping=Mapping(
        columns=columns(
            id="id_job",
            submit="time_submit",
            start="time_start",
            end="time_end",
            estimate=(Column("timelimit", "min"),),
            processors=(Column("tres_alloc", "1"),),
            asked="cpus_req",
            nodes="nodes_alloc",
            state="state",
            user="id_user",
            group=("account", "id_assoc"),
            executable="job_name",
            queue="id_qos",
            partition="partition",
            memory="mem_req",
            gpus=(
                "gres_used",
                Column("tres_alloc", "1002"),
                Column("tres_alloc", "1001"),
            ),
        ),
        run=("3", "4", "5", "6", "7", "8", "9", "10", "11"),
    ),
    oddities=("States are numbers: 3 completed, 4 cancelled, 5 failed, 6 timeout, 7 node_fail.",),
)
