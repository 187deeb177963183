"""Jobs as Slurm's controller knows them: `scontrol show job`, and its JSON."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import source
from parsched.data.logs.families.slurm import id_of, number_of

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

COLUMNS = columns(
    id="id",
    submit="submit",
    eligible="eligible",
    start="start",
    end="end",
    run="run",
    estimate=(SourceColumn("limit", "min"),),
    processors="cpus",
    nodes="nodes",
    state="state",
    user="user",
    group="account",
    executable="name",
    queue="qos",
    partition="partition",
    after="after",
    memory="memory",
    licences="licences",
    resources="resources",
    constraint="constraint",
    deadline="deadline",
    reservation="reservation",
    limit="most",
    sharing="sharing",
)
ODDITIES = (
    "Jobs that wait or run have not ended, and are left out; those that ended are listed for some "
    "minutes (MinJobAge): sacct tells all.",
)
NO_ZONE = "Times have no zone: give the zone of the machine."
MANUAL = "https://slurm.schedmd.com/"

SHARING = {"NO": "exclusive", "YES": "shared", "USER": "by user", "MCS": "by label"}
"""What OverSubscribe says of nodes that a job does not share as usual."""


_NOTHING = ("", "0", "(null)", "None", "N/A", "[]")


def listed(*texts: Any) -> str | None:
    """Return what says something of several lists of resources, or names of nodes, as one."""
    told = [str(text) for text in texts if text is not None and str(text) not in _NOTHING]
    return ",".join(told) or None


def cpus_in(*texts: Any) -> str | None:
    """Return the processors among resources: `cpu=8,mem=4G,node=1`."""
    found = (re.search(r"(?:^|,)cpu=(\d+)", str(text or "")) for text in texts)
    return next((match[1] for match in found if match), None)


_KEY = re.compile(r"(?:^|(?<=\s))([A-Z][A-Za-z_:/]{0,40})=")
_NAMED = re.compile(r"(?s)(?<=\sJobName=)(.*?)(?=\s+UserId=|\n|$)")


def _is_scontrol(head: bytes) -> bool:
    begins = head.lstrip().startswith(b"JobId=")
    return begins and re.search(rb"\sNum(CPUs|Nodes)=", head[:65_536]) is not None


def _scontrol(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        first, held = 1, list[str]()
        for number, line in text_lines(content, findings):
            if line.startswith("JobId=") and held:
                yield from _scontrol_record(first, held, findings)
                held = []
            if line.startswith("JobId="):
                first = number
            if held or line.startswith("JobId="):
                held.append(line)
            elif line.strip():
                findings.add(kinds.OTHER_RECORD, line=number, value=quoted(line))
        yield from _scontrol_record(first, held, findings)

    return of_dicts(records(), findings)


def _scontrol_record(
    number: int, lines: list[str], findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the job that lines are of, unless they end before its processors."""
    if not lines:
        return
    values = _values("\n".join(lines))
    if "NumCPUs" in values or "NumNodes" in values:
        yield number, _scontrol_job(values)
    else:
        findings.add(kinds.NOT_WHOLE, line=number, value=quoted(lines[0]))


def _values(text: str) -> dict[str, str]:
    """Return what a record says: each value goes on until the next name or the end of its line, and
    the name of the job, which may hold anything, until the name of its user."""
    name = _NAMED.search(text)
    text = text if name is None else text[: name.start()] + text[name.end() :]
    values: dict[str, str] = {"JobName": name[0].strip()} if name else {}
    for line in text.split("\n"):
        found = list(_KEY.finditer(line))
        ends = [*(match.start() for match in found), len(line)][1:]
        for match, end in zip(found, ends, strict=bool(found)):
            values.setdefault(match[1], line[match.end() : end].strip())
    return values


def _scontrol_job(values: dict[str, str]) -> dict[str, Any]:
    """Return what matters of a job that scontrol shows."""
    task, array = values.get("ArrayTaskId"), {"job_id": values.get("ArrayJobId")}
    is_one = task is None or task.isdecimal()
    het = {"job_id": values.get("HetJobId"), "job_offset": values.get("HetJobOffset")}
    told = [values.get(name) for name in ("AllocTRES", "TRES", "ReqTRES")]
    asked = [values.get(name) for name in ("TresPerNode", "TresPerJob", "Gres", "BurstBuffer")]
    disk = values.get("MinTmpDiskNode", "0")
    return {
        "id": id_of(values["JobId"], {**array, "task_id": task if is_one else f"[{task}]"}, het),
        "submit": values.get("SubmitTime"),
        "start": values.get("StartTime"),
        "end": values.get("EndTime"),
        "run": values.get("RunTime"),
        "limit": values.get("TimeLimit"),
        "cpus": values.get("NumCPUs") or cpus_in(*told),
        "nodes": values.get("NumNodes"),
        "state": values.get("JobState"),
        "user": values.get("UserId", "").partition("(")[0] or None,
        "account": values.get("Account"),
        "name": values.get("JobName") or values.get("Name"),
        "qos": values.get("QOS"),
        "partition": values.get("Partition"),
        "after": values.get("Dependency"),
        "memory": values.get("MinMemoryNode") or values.get("MinMemoryCPU"),
        "licences": values.get("Licenses"),
        "resources": listed(*told, *asked, "" if disk == "0" else f"disk={disk}"),
        "constraint": listed(*map(values.get, ("Features", "ReqNodeList", "ExcNodeList"))),
        "deadline": values.get("Deadline"),
        "reservation": values.get("Reservation"),
        "most": values.get("ArrayTaskThrottle"),
        "eligible": values.get("EligibleTime"),
        "sharing": SHARING.get(values.get("OverSubscribe", values.get("Shared", "")).upper()),
    }


SCONTROL = source(
    key="scontrol",
    title="Slurm scontrol show job",
    about="What scontrol show job prints, over several lines or with -o on one.",
    command="scontrol show job",
    documentation=MANUAL + "scontrol.html",
    recognises=_is_scontrol,
    open=_scontrol,
    mapping=Mapping(columns=COLUMNS),
    oddities=(*ODDITIES, NO_ZONE, "RunTime leaves out how long a job was suspended."),
)


def _json(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, findings, "jobs", _json_job)


def _json_job(values: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job in the JSON of slurmctld, which changed between versions."""

    def number(name: str) -> Any:
        return number_of(values.get(name))

    array = {"job_id": number("array_job_id"), "task_id": values.get("array_task_id")}
    het = {"job_id": number("het_job_id"), "job_offset": values.get("het_job_offset")}
    tres = [values.get(name) for name in ("tres_alloc_str", "tres_req_str", "tres_per_node")]
    start, end = number("start_time") or None, number("end_time") or None
    return {
        "id": id_of(values.get("job_id"), array, het),
        "submit": number("submit_time"),
        "start": start,
        "end": end,
        "run": _ran(start, end, number("suspend_time"), number("pre_sus_time")),
        "limit": number("time_limit"),
        "cpus": number("cpus") or cpus_in(*tres),
        "nodes": number("node_count"),
        "state": _first(values.get("job_state")),
        "user": values.get("user_name") or values.get("user_id"),
        "account": values.get("account"),
        "name": values.get("name"),
        "qos": values.get("qos"),
        "partition": values.get("partition"),
        "after": values.get("dependency"),
        "memory": number("memory_per_node") or number("memory_per_cpu"),
        "licences": values.get("licenses"),
        "resources": listed(*tres, *(values.get("gres_detail") or ()), values.get("tres_per_job")),
        "constraint": listed(*map(values.get, ("features", "required_nodes", "excluded_nodes"))),
        "deadline": number("deadline"),
        "reservation": values.get("resv_name"),
        "most": number("array_max_tasks"),
        "eligible": number("eligible_time"),
        "sharing": _json_sharing(values),
    }


def _first(value: Any) -> Any:
    """Return a state; of several the first, which is the state of the job."""
    return (value[0] if value else None) if isinstance(value, list) else value


def _ran(start: Any, end: Any, suspended: Any, before: Any) -> Any:
    """Return how long a job ran that was suspended, and told to go on at a time."""
    told = all(isinstance(each, int | float) for each in (start, end, suspended, before))
    return end - suspended + before if told and suspended and start <= suspended <= end else None


def _json_sharing(values: dict[str, Any]) -> str | None:
    """Return how a job has its nodes, if not as usual."""
    words = [*_listed(values.get("exclusive")), *_listed(values.get("shared"))]
    told = [word for word in words if word not in ("", "false", "none", "0", "ok")]
    return ",".join("exclusive" if word == "true" else word for word in told) or None


def _listed(value: Any) -> list[str]:
    every = value if isinstance(value, list) else [] if value is None else [value]
    return [str(each).lower() for each in every]


SQUEUE_JSON = source(
    key="squeue-json",
    title="Slurm squeue and scontrol, JSON",
    about="What squeue --json, scontrol show jobs --json and slurmrestd (/slurm/…/jobs) give.",
    command="squeue --all --states=all --json",
    documentation=MANUAL + "rest_api.html",
    recognises=lambda head: (
        head.lstrip().startswith(b"{") and b'"job_state"' in head and b'"submit_time"' in head
    ),
    open=_json,
    mapping=Mapping(columns=COLUMNS),
    oddities=(*ODDITIES, "Times count from 1970, so that no zone is needed."),
)
