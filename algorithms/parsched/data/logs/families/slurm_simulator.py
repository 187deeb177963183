"""Inputs of the Slurm simulator of UBCCR: events, tables, and lines of the fields of SWF."""

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.layout import TextLayout
from parsched.data.files.mapping import Mapping, SourceColumn, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_DOCUMENTATION = "https://github.com/ubccr-slurm-simulator/slurm_sim_tools"
SWF = (
    *("id", "submit", "wait", "run", "processors", "cpu", "memory", "asked", "estimate"),
    *("asked_memory", "status", "user", "group", "executable", "queue", "partition", "preceding"),
    *("think", "more"),
)
"""Names of the fields of SWF, for files that separate them otherwise."""

_LINE = re.compile(rb"[^;\n]{1,20}(;-?[0-9]+){4}(;[^;\n]*){13,14}\r?\n")
"""In such a line the second to the fifth field are times and processors."""


def _fields(head: bytes) -> TextLayout:
    """Return the fields of a line; the last one may be blank."""
    cells = head.split(b"\n", 1)[0].count(b";") + 1
    return TextLayout(separator=";", columns=SWF[:cells], is_bare=True, quote="")


UBCCR = source(
    key="slurmsim",
    title="Slurm simulator (UBCCR)",
    about="Lines of the fields of SWF with ; between them, and names in place of numbers.",
    documentation=_DOCUMENTATION,
    recognises=lambda head: _LINE.match(head) is not None,
    layout=_fields,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submit",
            wait="wait",
            run="run",
            processors="processors",
            asked="asked",
            estimate="estimate",
            state="status",
            user="user",
            group="group",
            executable="executable",
            queue="queue",
            partition="partition",
            after="preceding",
            delay="think",
            memory="asked_memory",
        )
    ),
    oddities=("-1 stands for what is not known.",),
)

_EVENT = re.compile(r"(?:^|\s)-dt\s+(?P<at>\S+)\s+-e\s+(?P<kind>\S+)\s*\|(?P<options>.*)$")
_FLAG = re.compile(r"(--?[A-Za-z][\w-]*)(?:=(.*))?", re.DOTALL)
_SHORT = {
    "-J": "--job-name",
    "-t": "--time",
    "-n": "--ntasks",
    "-c": "--cpus-per-task",
    "-N": "--nodes",
    "-A": "--account",
    "-p": "--partition",
    "-q": "--qos",
    "-d": "--dependency",
    "-C": "--constraint",
    "-G": "--gpus",
    "-L": "--licenses",
    "-a": "--array",
    "-b": "--begin",
}
"""Options of sbatch by a letter, with their long names."""
_ALONE = ("--exclusive", "--oversubscribe", "-s")
"""Options that need no value."""


def _options(text: str) -> dict[str, str]:
    """Return the options of sbatch in a line, by their long names."""
    try:
        words = shlex.split(text)
    except ValueError:  # quotes that stay open
        words = text.split()
    told: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        match = _FLAG.fullmatch(word)
        if match is None:
            continue
        name, value = match[1], match[2]
        if value is None and name[:2] in _SHORT and name not in _SHORT and name[2:3].isdigit():
            name, value = name[:2], name[2:]
        if value is None:
            value = "yes" if name in _ALONE else next(rest, "")
        told[_SHORT.get(name, name)] = value
    return told


def _whole(text: str | None) -> int | None:
    """Return a number of nodes or tasks, of a range the least."""
    match = re.match(r"(\d{1,9})(?!\d)", text or "")
    return int(match[1]) if match else None


def _processors(options: dict[str, str]) -> int | str:
    """Return the processors that sbatch is asked for: one for each task, unless it is told; what is
    no number stays as it is."""
    each = _whole(options.get("--cpus-per-task")) or 1
    if "--ntasks" in options:
        tasks = _whole(options["--ntasks"])
        return options["--ntasks"] if tasks is None else tasks * each
    nodes = _whole(options.get("--nodes")) or 1
    return nodes * (_whole(options.get("--ntasks-per-node")) or 1) * each


def _event(at: str, options: dict[str, str]) -> dict[str, Any]:
    """Return what matters of the submission of a job."""
    id = options.get("-jid") or options.get("--job-name", "").removeprefix("jobid_")
    gpus = [options.get(name) for name in ("--gpus", "--gpus-per-node", "--gpus-per-task")]
    memory = [options.get(name) for name in ("--mem", "--mem-per-cpu")]
    array = options.get("--array")
    return {
        "id": f"{id}_[{array}]" if array else id,
        "dt": at,
        "-sim-walltime": options.get("-sim-walltime"),
        "--time": options.get("--time"),
        "processors": _processors(options),
        "user": options.get("--uid"),
        "account": options.get("--account"),
        "name": options.get("--job-name"),
        "qos": options.get("--qos"),
        "partition": options.get("--partition"),
        "dependency": options.get("--dependency"),
        "memory": next(filter(None, memory), None),
        "gpus": next(filter(None, gpus), None),
        "licences": options.get("--licenses"),
        "sharing": next((name for name in _ALONE if name in options), None),
        "resources": options.get("--gres"),
        "constraint": options.get("--constraint"),
        "reservation": options.get("--reservation"),
        "begin": options.get("--begin"),
    }


def _events(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in text_lines(content, findings):
            match = None if line.startswith("#") else _EVENT.search(line)
            if match and match["kind"] == "submit_batch_job":
                yield number, _event(match["at"], _options(match["options"]))
            elif line.strip() and not line.startswith("#"):
                findings.add(kinds.OTHER_RECORD, line=number, value=quoted(line))

    return of_dicts(records(), findings)


_NO_TIME = "A job whose run time is -1 runs until its time limit."

EVENTS = source(
    key="slurmsim-events",
    title="Slurm simulator (UBCCR), events",
    about="The events of the Slurm simulator: when jobs are submitted, and the options of sbatch.",
    documentation=_DOCUMENTATION,
    recognises=lambda head: (
        re.search(rb"(?m)^-dt +\S+ +-e +submit_batch_job *\|", head[:65_536]) is not None
    ),
    open=_events,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="dt",
            run=("-sim-walltime", SourceColumn("--time", "min")),
            estimate=(SourceColumn("--time", "min"),),
            processors="processors",
            user="user",
            group="account",
            executable="name",
            queue="qos",
            partition="partition",
            after="dependency",
            memory="memory",
            gpus="gpus",
            licences="licences",
            sharing="sharing",
            resources="resources",
            constraint="constraint",
            reservation="reservation",
            begin="begin",
        )
    ),
    oddities=(
        _NO_TIME,
        "A task has one processor, unless --cpus-per-task says otherwise; a job without --ntasks "
        "has as many tasks as nodes, or --ntasks-per-node on each.",
    ),
)

TRACE = source(
    key="slurmsim-csv",
    title="Slurm simulator (UBCCR), table",
    about="The table that the events of the Slurm simulator are written from.",
    documentation=_DOCUMENTATION,
    needs=("dt job_id wall_time wall_limit n_tasks",),
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="dt",
            run=("wall_time", "wall_limit"),
            estimate="wall_limit",
            processors="n_tasks",
            user="user",
            group="account",
            queue="qos",
            partition="partition",
            memory="mem",
            resources="gres",
            constraint="constraint",
        )
    ),
    oddities=(_NO_TIME, "A task has one processor."),
)

FRAME = source(
    key="slurmsim-frame",
    title="Slurm simulator (UBCCR), data frame",
    about="The columns of the older R package RSlurmSimTools.",
    documentation=_DOCUMENTATION,
    needs=("sim_job_id sim_duration sim_tasks sim_wclimit",),
    mapping=Mapping(
        columns=columns(
            id="sim_job_id",
            submit=("sim_submit_ts", "sim_submit"),
            run=("sim_duration",),
            estimate=(SourceColumn("sim_wclimit", "min"),),
            nodes="sim_tasks",
            per_node="sim_cpus_per_task",
            user="sim_username",
            group="sim_account",
            queue="sim_qosname",
            partition="sim_partition",
            after="sim_dependency",
            memory="sim_req_mem",
            resources="sim_gres",
            constraint="sim_features",
        )
    ),
    oddities=("Time limits are in minutes.", "A task has sim_cpus_per_task processors, or one."),
)
