"""Grid Engine, of any maker: its accounting files, and what `qacct -j` prints."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_TAIL = re.compile(
    r":(?P<job_number>\d{1,12}):(?P<account>[^:]*):-?\d+"
    r":(?P<submission_time>\d{1,16}):(?P<start_time>\d{1,16}):(?P<end_time>\d{1,16})"
    r":(?P<failed>\d+):(?P<exit_status>\d+)"
    r"(?::[^:]*){18}:(?P<project>[^:]*):[^:]*:(?P<pe>[^:]*):(?P<slots>\d+):(?P<task_number>\d+)"
    r":[^:]*:[^:]*:[^:]*(?::(?P<rest>.*))?"
)
"""What follows the name of a job, which may hold colons."""
_HEAD = re.compile(r"(?P<qname>[^:]*):(?P<host>[^:]*):(?P<group>[^:]*):(?P<owner>[^:]*):")
_MILLISECONDS, _MICROSECONDS = 10**11, 10**14
"""From which on seconds since 1970 would lie thousands of years ahead."""
_NAME_CELLS = 20
"""Cells that the colons in the name of a job may make of it."""
_REST_CELLS = 40
"""Cells behind the usage of a job that are looked at."""
_TASK_OF, _DECIMAL = re.compile(r"NONE||\d+\.\S+"), re.compile(r"[0-9.eE+-]+")
_NO_TASK = ("NONE", "undefined")
_LOOKED_AT = 40
"""Lines of a file by which it is recognised."""

_PART = re.compile(r"(?<!\S)-l\s+(\S+)")
_AFTER = re.compile(r"(?<!\S)-hold_jid(?:_ad)?\s+(\S+)")
_BEGIN, _DEADLINE = (re.compile(rf"(?<!\S)-{of}\s+(\d\S*)") for of in ("a", "dl"))
_AT_ONCE = re.compile(r"(?<!\S)-tc\s+(\d+)")
_MEMORY = re.compile(r"mem|rss|virtual|h_data|s_data|ram", re.IGNORECASE)
_GPUS = re.compile(r"gpu|cuda", re.IGNORECASE)
_SHARING = re.compile(r"excl", re.IGNORECASE)
_LICENCES = re.compile(r"lic", re.IGNORECASE)
_LIMITS = ("h_rt", "s_rt")
_PLAIN = re.compile("[hs]_(cpu|fsize|stack|core|rt)|arch|a|qname|q|slots|s|num_proc|p|os")
"""Limits of processes, and names of queues and kinds of machine: no resources."""


def _asked(options: str) -> dict[str, Any]:
    """Return what options of qsub ask for: a time limit, and what is counted beside slots; what has
    no number names hosts, or features of them."""
    pairs = [each.partition("=") for part in _PART.findall(options) for each in part.split(",")]
    given = {name: value or "true" for name, _, value in pairs if name}
    limits = [given[name] for name in _LIMITS if name in given]
    rest = {name: told for name, told in given.items() if not _PLAIN.fullmatch(name)}

    def told(of: "re.Pattern[str]") -> str | None:
        return next((rest.pop(name) for name in list(rest) if of.search(name)), None)

    beside = {
        "gpus": told(_GPUS),
        "memory": told(_MEMORY),
        "sharing": told(_SHARING),
        "licences": told(_LICENCES),
    }
    counted = {name for name, value in rest.items() if re.match(r"[0-9]", value)}
    waits = [id for ids in _AFTER.findall(options) for id in ids.split(",")]
    return {
        **beside,
        "limit": limits[0] if limits else None,
        "resources": _pairs({name: rest[name] for name in rest if name in counted}),
        "constraint": _pairs({name: rest[name] for name in rest if name not in counted}),
        "after": " ".join(waits) or None,
        "begin": next(iter(_BEGIN.findall(options)), None),
        "deadline": next(iter(_DEADLINE.findall(options)), None),
        "most": next(iter(_AT_ONCE.findall(options)), None),
    }


def _pairs(values: dict[str, str]) -> str | None:
    return ",".join(f"{name}={value}" for name, value in values.items()) or None


_DIGITS = 20
"""Fields of a number that may be a time."""
_SLASHED = re.compile(r"(\d\d)/(\d\d)/(\d{4}) (\S+)")


def _instant(value: Any) -> Any:
    """Return seconds since 1970 of what may be seconds, milliseconds or microseconds, and a date as
    it can be read; None of 0, and of `-/-`, which stands for none."""
    text = str(value or 0)
    if not text.isdecimal() or len(text) > _DIGITS:
        slashed = _SLASHED.fullmatch(text)
        date = "{2}-{0}-{1} {3}".format(*slashed.groups()) if slashed else text
        return None if text.startswith("-/-") else date
    number = int(text)
    unit = 1e-6 if number >= _MICROSECONDS else 1e-3 if number >= _MILLISECONDS else 1
    return number * unit or None


def _ended(failed: Any, exit_status: Any) -> str:
    """Return how a job ended: well where nothing failed and its status is 0."""
    codes = [re.match(r"\s*([0-9]+)", str(each)) for each in (failed, exit_status)]
    return "completed" if all(code and not code[1].strip("0") for code in codes) else "failed"


def _id(number: Any, task: Any) -> str:
    """Return the id of a job, of a task of an array with its number behind: `102.3`."""
    return str(number) if str(task) in ("0", "undefined", "None", "") else f"{number}.{task}"


def _record(line: str) -> dict[str, Any] | None:
    """Return the values of a line of an accounting file; None where it is no whole record."""
    head = _HEAD.match(line)
    if head is None:
        return None
    at = head.end()
    for _ in range(_NAME_CELLS):
        colon = line.find(":", at)
        if colon < 0:
            return None
        if tail := _TAIL.fullmatch(line, colon):
            category, task, arid = _category(tail["rest"] or "")
            name, of_all = line[head.end() : colon], {**head.groupdict(), **tail.groupdict()}
            last = {"category": category, "pe_task_id": task, "arid": arid}
            return _job({**of_all, **last, "job_name": name})
        at = colon + 1
    return None


def _category(rest: str) -> tuple[str, str, str]:
    """Return the options that a job was submitted with, which may hold colons, the task of a
    parallel job that a record is of, "NONE" for all of it, and the reservation, "0" for none."""
    cells = rest.split(":", _REST_CELLS)
    for i in range(2, len(cells)):
        if _TASK_OF.fullmatch(cells[i]) and _DECIMAL.fullmatch(cells[i - 1]):
            return ":".join(cells[: i - 1]), cells[i], "".join(cells[i + 2 : i + 3])
    return cells[0], "NONE", "0"


def _is_accounting(head: bytes) -> bool:
    lines = head.decode("utf-8", "replace").split("\n", _LOOKED_AT)[:_LOOKED_AT]
    records = [line for line in lines if len(line) > 1 and not line.startswith("#")]
    return bool(records) and any(_record(line.rstrip("\r")) for line in records[:2])


def _accounting(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in text_lines(content, findings):
            if len(line) < 2 or line.startswith("#"):
                continue
            values = _record(line.rstrip("\r"))
            if values is not None:
                yield number, values
            else:
                findings.add(kinds.NOT_WHOLE, line=number, value=quoted(line))

    return of_dicts(records(), findings)


def _jsonl(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, findings, "", _job, may_be_one=True)


def _job(values: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job, whose values have the names of the JSON."""
    number, task = values.get("job_number"), str(values.get("pe_task_id") or "NONE")
    is_slave = task not in _NO_TASK or str(values.get("submission_time")) == "0"
    options = f"{values.get('category') or ''} {values.get('submit_cmd_line') or ''}"
    return {
        "id": _id(number, values.get("task_number")),
        "submit": _instant(values.get("submission_time")),
        "start": _instant(values.get("start_time")),
        "end": _instant(values.get("end_time")),
        "slots": values.get("slots"),
        "state": _ended(values.get("failed"), values.get("exit_status")),
        "user": values.get("owner"),
        "group": values.get("group"),
        "name": values.get("job_name"),
        "queue": values.get("qname"),
        "arid": values.get("arid"),
        "slave": f"{number} {task}" if is_slave else None,
        **_asked(options),
    }


_NAMES = {
    "jobnumber": "job_number",
    "taskid": "task_number",
    "qsub_time": "submission_time",
    "jobname": "job_name",
    "submit_cmd": "submit_cmd_line",
    "pe_taskid": "pe_task_id",
}
"""Names that qacct has for what the JSON calls otherwise."""


def _qacct(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        values: dict[str, str] = {}
        first = 1
        for number, line in text_lines(content, findings):
            name, _, value = line.strip().partition(" ")
            if line.startswith("====") or name == "Total":
                yield from _whole(first, values, findings)
                values, first = {}, number + 1
            elif name:
                values.setdefault(_NAMES.get(name, name), value.strip())
        yield from _whole(first, values, findings)

    return of_dicts(records(), findings)


def _whole(
    line: int, values: dict[str, str], findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a job of qacct, unless what says how it ended is cut off."""
    if {"job_number", "slots", "exit_status"} <= values.keys():
        yield line, _job(values)
    elif "qname" in values:
        findings.add(kinds.NOT_WHOLE, line=line, value=quoted(values.get("job_name", "qname")))


_COLUMNS = columns(
    id="id",
    submit="submit",
    start="start",
    end="end",
    estimate="limit",
    processors="slots",
    state="state",
    user="user",
    group="group",
    executable="name",
    queue="queue",
    after="after",
    memory="memory",
    gpus="gpus",
    licences="licences",
    resources="resources",
    constraint="constraint",
    begin="begin",
    deadline="deadline",
    reservation="arid",
    limit="most",
    sharing="sharing",
)
_LEFT_OUT = (LeftOut(kinds.STEP, "slave", "."),)
_ODDITIES = (
    "A slot is a processor.",
    "A task of an array is a job with its number behind: 102.3.",
    "A job that was started several times has a record for each; these are jobs of their own.",
)

GRID_ENGINE = source(
    key="sge",
    title="Grid Engine accounting",
    about="The accounting file of Grid Engine (SGE, UGE, SoGE): one record a line, with colons.",
    command="$SGE_ROOT/$SGE_CELL/common/accounting",
    documentation="https://manpages.ubuntu.com/manpages/noble/man5/sge_accounting.5.html",
    recognises=_is_accounting,
    open=_accounting,
    mapping=Mapping(columns=_COLUMNS),
    left_out=_LEFT_OUT,
    oddities=(
        *_ODDITIES,
        "Univa writes times in milliseconds, which is told by their size.",
    ),
)
GRID_ENGINE_JSON = source(
    key="sge-json",
    title="Grid Engine accounting, JSON",
    about="The accounting file of Open Cluster Scheduler and Gridware 9: an object a line.",
    command="$SGE_ROOT/$SGE_CELL/common/accounting.jsonl",
    documentation="https://github.com/hpc-gridware/clusterscheduler",
    recognises=lambda head: (
        head.lstrip().startswith(b"{")
        and all(name in head for name in (b'"job_number"', b'"qname"', b'"submission_time"'))
    ),
    open=_jsonl,
    mapping=Mapping(columns=_COLUMNS),
    left_out=_LEFT_OUT,
    oddities=(*_ODDITIES, "Times are in microseconds."),
)
QACCT = source(
    key="sge-qacct",
    title="Grid Engine qacct",
    about="What qacct -j prints: a name and its value a line, lines of = between jobs.",
    command="qacct -j '*'",
    documentation="https://manpages.ubuntu.com/manpages/noble/man1/qacct.1.html",
    recognises=lambda head: (
        re.search(rb"(?m)^qname +\S", head) is not None
        and re.search(rb"(?m)^jobnumber +\d", head) is not None
    ),
    open=_qacct,
    mapping=Mapping(columns=_COLUMNS),
    left_out=_LEFT_OUT,
    oddities=(*_ODDITIES, "Times have no zone: give the zone of the machine."),
)
