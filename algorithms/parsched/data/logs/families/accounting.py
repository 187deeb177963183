"""Accounting of batch systems other than Slurm: PBS and Torque, LSF."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.base.digits import whole
from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_PBS_LINE = re.compile(rb"^\d\d/\d\d/\d{4} \d\d:\d\d:\d\d;[A-Za-z];", re.MULTILINE)
_PBS_VALUE = re.compile(r"(?<!\S)([^\s=]+)=(\"[^\"]*\"|\S*)")
_NUMBER = re.compile("[0-9]{1,9}")
_ARRAY = kinds.left_out("array_parent", "A record", "describes an array, whose jobs have their own")


def _pbs(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in text_lines(content, findings):
            parts = line.split(";", 3)
            if len(parts) < 4 or parts[1] != "E":
                if line.strip():
                    what = ";".join(parts[1:3])
                    findings.add(kinds.OTHER_RECORD, line=number, value=quoted(what))
                continue
            yield number, {"id": parts[2], **_pbs_values(parts[3])}

    return of_dicts(records(), findings)


def _pbs_values(text: str) -> dict[str, Any]:
    """Return the values of a record, with how many processors it was given."""
    values = {name: value.strip('"') for name, value in _PBS_VALUE.findall(text)}
    given = values.get("exec_vnode", "")
    counts = [int(n) for n in re.findall(r"ncpus=([0-9]{1,9})(?![0-9])", given)]
    hosts, spec = values.get("exec_host", ""), values.get("Resource_List.nodes", "")
    select = values.get("Resource_List.select", "")
    slots = values.get("total_execution_slots") or _torque_slots(hosts) or None
    asked = values.get("Resource_List.ncpus"), _asked_of(values)
    # PBS Professional says what it gave in exec_vnode, Torque by slots of hosts.
    allocated = sum(counts) or (None if given else slots)
    place = values.get("Resource_List.place", "")
    return {
        **_pbs_rest(values),
        "ncpus": allocated or values.get("resources_used.ncpus"),
        "asked": _most(*asked) or slots,
        "nodes": values.get("Resource_List.nodect"),
        "gpus": values.get("Resource_List.ngpus")
        or next(iter(re.findall(r"\bngpus=0*([1-9][0-9]*)", select)), None)
        or _gpus_of(spec),
        "memory": _first_of(values, _PBS_MEMORY)
        or next(iter(re.findall(r"\b(?:mem|vmem|pmem)=(\w+)", select)), None),
        "resources": _others(values),
        "constraint": _constraint(spec, select, place if _PLACED.search(place) else ""),
        "reservation": values.get("resvname") or values.get("resvID"),
        "state": _pbs_state(values.get("Exit_status", "")),
        "sharing": place if _SHARING.search(place) else _sharing(values),
        "after": values.get("depend") or values.get("Resource_List.depend"),
    }


_SHARING = re.compile(r"excl|shared")
_PLACED = re.compile(r"pack|scatter|group")
"""Places that say how chunks are spread over hosts."""
_PBS_MEMORY = tuple(f"Resource_List.{name}" for name in ("mem", "pmem", "vmem", "pvmem"))
_PBS_HELD = frozenset(
    (
        *("walltime", "ncpus", "nodect", "nodes", "select", "place", "ngpus", "neednodes"),
        *("depend", "mpiprocs", "ompthreads", "procs", "mem", "pmem", "vmem", "pvmem"),
        *("naccesspolicy", "cput", "pcput", "nice", "min_walltime", "max_walltime"),
    )
)
"""Resources of PBS and Torque that are read, tell how to run, or limit times alone."""
_CHUNK = re.compile(r"(ncpus|mpiprocs|ompthreads|ppn|procs|mem|vmem|pmem|n?gpus)=|[0-9]+$|$")
"""Parts of a chunk that ask for amounts, not for kinds of nodes."""


_PBS_READ = frozenset(
    (
        *("exec_vnode", "exec_host", "total_execution_slots", "resources_used.ncpus"),
        *("resvname", "resvID", "Exit_status", "depend"),
    )
)
"""Values that have become others, beside resources that were asked for."""
_PBS_UNREAD = frozenset(
    f"Resource_List.{name}"
    for name in ("mpiprocs", "ompthreads", "cput", "pcput", "nice", "min_walltime", "max_walltime")
)
"""Resources that were asked for and say nothing here."""


def _pbs_rest(values: dict[str, str]) -> dict[str, str]:
    """Return the values that have not become others."""
    kept = _PBS_UNREAD | {"Resource_List.walltime"}
    return {
        name: value
        for name, value in values.items()
        if name in kept or not (name in _PBS_READ or name.startswith("Resource_List."))
    }


def _first_of(values: dict[str, str], names: tuple[str, ...]) -> str | None:
    return next((values[name] for name in names if name in values), None)


def _others(values: dict[str, str]) -> str | None:
    """Return the resources that a job asks for beside those that have columns of their own."""
    begin = "Resource_List."
    told = {name.removeprefix(begin): v for name, v in values.items() if name.startswith(begin)}
    return ",".join(f"{n}={v}" for n, v in told.items() if n not in _PBS_HELD) or None


def _constraint(*specs: str) -> str | None:
    """Return what chunks (`2:ncpus=4:bigmem=True`, `1:ppn=8:fast`) say of kinds of nodes."""
    parts = (
        part
        for spec in specs
        for chunk in spec.partition("#")[0].split("+")
        for part in chunk.split(":")
        if not _CHUNK.match(part)
    )
    return ":".join(parts) or None


def _sharing(values: dict[str, str]) -> str | None:
    """Return whether a job of Torque has its nodes alone (`#excl`, `naccesspolicy`)."""
    flags = values.get("Resource_List.nodes", "").partition("#")[2]
    return flags or values.get("Resource_List.naccesspolicy")


def _pbs_state(exit_status: str) -> str | None:
    """Return how a job ended: by its exit status, 0 for the best."""
    if not exit_status.lstrip("-").isdecimal():
        return None
    return "failed" if exit_status.strip("-0") else "completed"


def _gpus_of(nodes: str) -> int | None:
    """Return the GPUs that Torque was asked for: `2:ppn=8:gpus=1` on each of two nodes."""
    total = 0
    for part in nodes.split("+"):
        count, gpus = part.partition(":")[0], re.search(r"gpus=([0-9]{1,6})", part)
        total += int(gpus[1]) * (int(count) if _NUMBER.fullmatch(count) else 1) if gpus else 0
    return total or None


_COUNTS = ("procs", "mppwidth", "size", "nodes")
"""Names of what was asked for as a plain number."""


def _asked_of(values: dict[str, Any]) -> int | None:
    """Return the processors of what was asked for in chunks, `select=2:ncpus=8+1:ncpus=4` of PBS,
    `nodes=2:ppn=8` or `nodes=n1:ppn=8+n2:ppn=8` of Torque, or as a plain number."""
    for name in ("select", "nodes", "neednodes"):
        spec = values.get(f"Resource_List.{name}", "")
        if re.search(r":(ncpus|ppn)=", spec):
            return sum(map(_of_chunk, spec.split("+")))
    plain = (values.get(f"Resource_List.{name}", "") for name in _COUNTS)
    return next((int(text) for text in plain if _NUMBER.fullmatch(text)), None)


def _of_chunk(chunk: str) -> int:
    """Return the processors of a chunk: `2:ncpus=8`, `n1:ppn=8`, or `2`."""
    count = chunk.partition(":")[0]
    each = re.search(r":(?:ncpus|ppn)=([0-9]{1,9})(?![0-9])", chunk)
    return (int(count) if _NUMBER.fullmatch(count) else 1) * (int(each[1]) if each else 1)


def _most(*counts: str | int | None) -> int | None:
    """Return the largest of some numbers: Torque gives 1 for the ones that it does not mean."""
    known = [int(count) for count in counts if count and _NUMBER.fullmatch(str(count))]
    return max(known, default=None)


def _torque_slots(hosts: str) -> int:
    """Return how many slots Torque gave: `c01/0-3+c02/0,2`, or one `c01/0` each."""
    slots = 0
    for part in filter(None, hosts.split("+")):
        which = part.partition("/")[2]
        which, star, times = which.partition("*")
        for piece in filter(None, which.split(",")):
            low, dash, high = piece.partition("-")
            is_range = dash and _NUMBER.fullmatch(low) and _NUMBER.fullmatch(high)
            slots += max(int(high) - int(low) + 1, 1) if is_range else 1
        if star and _NUMBER.fullmatch(times):
            slots += int(times) - 1
    return slots


PBS = source(
    key="pbs",
    title="PBS and Torque accounting",
    about="The accounting files of PBS Professional, OpenPBS and Torque.",
    command="server_priv/accounting/YYYYMMDD",
    documentation="https://help.altair.com/2022.1.0/PBS%20Professional/PBSAdminGuide2022.1.pdf",
    recognises=lambda head: _PBS_LINE.search(head[:65_536]) is not None,
    open=_pbs,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit=("qtime", "ctime"),
            eligible="etime",
            start="start",
            end="end",
            estimate="Resource_List.walltime",
            processors="ncpus",
            asked="asked",
            nodes="nodes",
            state="state",
            user=("user", "owner"),
            group=("account", "group"),
            executable="jobname",
            queue="queue",
            after="after",
            memory="memory",
            gpus="gpus",
            sharing="sharing",
            resources="resources",
            constraint="constraint",
            reservation="reservation",
        )
    ),
    left_out=(LeftOut(_ARRAY, "id", r"\[\]"),),
    oddities=(
        "Only records of a job's end (E) are jobs.",
        "Run times are from start to end: resources_used.walltime leaves suspension out.",
    ),
)

_LSF_CELL = re.compile(r'"((?:[^"]|"")*)"|(\S+)')
_LSF = (
    ("id", 3),
    ("options", 5),
    ("processors", 6),
    ("submitTime", 7),
    ("beginTime", 8),
    ("termTime", 9),
    ("startTime", 10),
    ("userName", 11),
    ("queue", 12),
    ("resReq", 13),
    ("dependCond", 14),
)
"""Names of cells of a JOB_FINISH record, and where they stand, up to the lists of hosts."""
_HOSTS = 22
"""Where the number of hosts that were asked for stands; their names follow."""
_LSF_STATES = {"32": "failed", "64": "completed"}


def _lsf(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in text_lines(content, findings):
            cells = [a or b for a, b in _LSF_CELL.findall(line)]
            values = _lsf_values(cells) if cells[:1] == ["JOB_FINISH"] else None
            if values is not None:
                yield number, values
            elif cells:
                findings.add(kinds.OTHER_RECORD, line=number, value=quoted(cells[0]))

    return of_dicts(records(), findings)


def _lsf_values(cells: list[str]) -> dict[str, Any] | None:
    """Return the values of a JOB_FINISH record; None where it is cut off."""
    try:
        at = _HOSTS + 1 + int(cells[_HOSTS])
        used = cells[at + 1 : at + 1 + int(cells[at])]
        at += 1 + len(used)
        values = {name: cells[place] for name, place in _LSF}
        slots = sum(int(host.split("*")[0]) if re.match(r"\d+\*", host) else 1 for host in used)
        state, name = cells[at], cells[at + 2]
    except (IndexError, ValueError):
        return None
    index = cells[at + _INDEX] if at + _INDEX < len(cells) else "0"
    is_element = _NUMBER.fullmatch(index) and int(index) > 0
    return {
        **{name: cell for name, cell in values.items() if name not in ("options", "resReq")},
        "id": f"{values['id']}[{index}]" if is_element else values["id"],
        "beginTime": _later(values["submitTime"], values["beginTime"]),
        "startTime": None if values["startTime"] == "0" else values["startTime"],
        "end": cells[2],
        "slots": slots or None,
        "state": _LSF_STATES.get(state, state),
        "jobName": name,
        "limit": _lsf_limit(cells, at),
        "memory": next(iter(re.findall(r"\bmem=([0-9.]+)", values["resReq"])), None),
        "gpus": next(iter(re.findall(r"\bngpus\w*[=>]+([0-9]+)", values["resReq"])), None),
        "sharing": "exclusive" if _is_exclusive(values["options"]) else None,
        "begin": values["beginTime"]
        if _is_later(values["submitTime"], values["beginTime"])
        else None,
        **{"constraint": None, "resources": None, **_lsf_requirement(values["resReq"])},
    }


def _later(submit: str, begin: str) -> str:
    """Return from when on a job could start: 0 says that no time to begin at was asked for."""
    return begin if _is_later(submit, begin) else submit


_INDEX, _EXTENSIONS = 29, 53
"""Where the index in an array and the number of extensions stand, behind the state of a job."""
_EXCLUSIVE = 0x40
"""Bit of the options of a job that has its hosts alone (`bsub -x`)."""


def _is_later(submit: str, begin: str) -> bool:
    """Tell whether a job must not start before a time that is later than its submission."""
    came = whole(submit)
    return came is not None and (whole(begin) or 0) > came


def _lsf_requirement(text: str) -> dict[str, str]:
    """Return what a resource requirement asks for beside memory and GPUs: kinds of hosts
    (`select[…]`), and what it reserves of other things (`rusage[lic=1]`)."""
    selects = " ".join(re.findall(r"select\[([^\]]*)\]", text))
    used = re.findall(r"(\w+)=[0-9.]+", " ".join(re.findall(r"rusage\[([^\]]*)\]", text)))
    others = [name for name in used if name not in _LSF_HELD and not name.startswith("ngpus")]
    kinds_of = [part for part in re.split(r"&&", selects) if part and not _LSF_ANY.fullmatch(part)]
    return {
        **({"constraint": " && ".join(kinds_of)} if kinds_of else {}),
        **({"resources": ",".join(f"{name}=1" for name in others)} if others else {}),
    }


_LSF_HELD = frozenset(("mem", "duration", "decay"))
_LSF_ANY = re.compile(
    r"\s*\(?\s*(type\s*==\s*(any|local)|(mem|ngpus\w*)\s*[><=].*)\)?\s*", re.DOTALL
)
"""Selections that all hosts fulfil, or of memory and GPUs, which are told by themselves."""


def _is_exclusive(options: str) -> bool:
    return bool(_NUMBER.fullmatch(options)) and bool(int(options) & _EXCLUSIVE)


def _lsf_limit(cells: list[str], at: int) -> str | None:
    """Return the run limit, seconds, which stands behind extensions and the use of each host in
    records of LSF 9 and later, and before options3: the manual has these two the other way round,
    records do not."""
    try:
        at += _EXTENSIONS
        at += 1 + 2 * int(cells[at])
        at += 1 + 5 * int(cells[at])
        limit = int(cells[at])
    except (IndexError, ValueError):
        return None
    return str(limit) if limit > 0 else None


LSF = source(
    key="lsf",
    title="LSF lsb.acct",
    about="The accounting file of IBM Spectrum LSF.",
    command="LSB_SHAREDIR/cluster/logdir/lsb.acct",
    documentation="https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=files-lsbacct",
    recognises=lambda head: re.search(rb'(?m)^"JOB_FINISH" "[0-9.]+" ', head[:65_536]) is not None,
    open=_lsf,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submitTime",
            eligible="beginTime",
            start="startTime",
            end="end",
            estimate="limit",
            processors="slots",
            asked="processors",
            state="state",
            user="userName",
            executable="jobName",
            queue="queue",
            after="dependCond",
            memory="memory",
            gpus="gpus",
            sharing="sharing",
            begin="begin",
            deadline="termTime",
            constraint="constraint",
            resources="resources",
        )
    ),
    oddities=(
        "Records other than JOB_FINISH are no jobs.",
        "Slots of hosts are processors.",
        "An element of an array is a job with its index behind: 7[1].",
    ),
)
