"""Jobs of OAR as JSON: what `oarstat -J` prints, with `--gantt`, too, and what its API gives."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings, quoted
from parsched.data.files.json_text import parsed
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.files.vocabulary import beside, plain
from parsched.data.logs.declared import source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_STATES = {
    **dict.fromkeys(("waiting", "hold", "toackreservation"), "pending"),
    **dict.fromkeys(("tolaunch", "launching", "running", "suspended"), "running"),
    **dict.fromkeys(("resuming", "finishing", "toerror"), "running"),
    "error": "failed",
}
"""States of OAR in the words of other logs; Terminated is told by the exit code."""
_NAMES = {
    "id": ("jobid", "id"),
    "submit": ("submissiontime",),
    "start": ("starttime",),
    "stop": ("stoptime",),
    "walltime": ("walltime", "moldablewalltime"),
    "resources": ("assignedresources", "resources", "resourceid"),
    "nodes": ("assignednetworkaddress", "assignedhostnames", "networkaddresses", "nodes"),
    "user": ("owner", "user", "jobuser"),
    "queue": ("queue", "queuename"),
    "project": ("project",),
    "name": ("name", "jobname"),
    "command": ("command",),
    "state": ("state",),
    "exit": ("exitcode",),
    "after": ("dependencies",),
    "reservation": ("reservation",),
    "types": ("types",),
    "properties": ("properties",),
    "wanted": ("wantedresources",),
    "message": ("message",),
}
"""What versions of OAR call the same, in lower case with letters only; the first is usual."""
_TOLD = frozenset(
    (
        *(name for names in _NAMES.values() for name in names),
        *("scheduledstart", "initialrequest", "launchingdirectory", "cpusetname"),
    )
)
_WALLTIME = re.compile(r"walltime=(\d{1,9}(?::\d{1,2}){0,2})")
_ASKED = re.compile(r"R=(\d{1,9}),W=(\d{1,9}(?::\d{1,2}){0,2})")
_BRACES = re.compile(r"\{([^}]*)\}")
_ANY = re.compile(r"\(*\s*type\s*=\s*['\"]?default['\"]?\s*\)*")
_GPUS = re.compile(r"/\w*gpu\w*=(\d*[1-9]\d*|ALL|BEST)", re.IGNORECASE)
_SHARING = re.compile(r"container|inner|timesharing|\w*placeholder", re.IGNORECASE)
"""Types of jobs that share resources, or run on the resources of others."""


def _jobs(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts  # noqa: PLC0415 (loads pyarrow)

    document = parsed(content, limits)
    jobs = list(_listed(document))
    rows = ((number, _job(job)) for number, job in enumerate(jobs, 1))
    table = replace(of_dicts(rows, findings), has_lines=False)
    return replace(table, processors=_size(document))


def _listed(document: Any) -> Iterator[dict[str, Any]]:
    """Yield the jobs of a document: a list of them, an object that has them by their numbers, or
    one of these under the key `jobs` or `items`.

    Raises
    ------
    FormatError
        When something else stands there.
    """
    if isinstance(document, dict):
        inner = document.get("jobs", document.get("items"))
        if isinstance(inner, list | dict):
            yield from _listed(inner)
            return
        if "state" in document:
            document = [document]
    if not isinstance(document, list | dict):
        raise FormatError(f"the file must hold jobs, got {quoted(str(document))}")
    pairs = document.items() if isinstance(document, dict) else enumerate(document, 1)
    for id, job in pairs:
        if not isinstance(job, dict):
            raise FormatError(f"job {quoted(str(id))} must be an object, got {quoted(str(job))}")
        yield {"id": id, **job} if isinstance(document, dict) else job


def _size(document: Any) -> int:
    """Return how many resources a document lists beside its jobs; 0 where it lists none."""
    listed = document.get("resources") if isinstance(document, dict) else None
    if not isinstance(listed, list) or "state" in document:
        return 0
    types = [each.get("type", "default") for each in listed if isinstance(each, dict)]
    return types.count("default")


def _job(job: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job."""
    told = {plain(name): value for name, value in job.items()}

    def of(key: str) -> Any:
        return next((told[name] for name in _NAMES[key] if told.get(name) is not None), None)

    wanted, message = str(of("wanted") or ""), _ASKED.search(str(of("message") or ""))
    limit = _WALLTIME.search(wanted)
    walltimes = (of("walltime"), limit and limit[1], message and message[2])
    types = [str(each) for each in _list(of("types"))]
    return {
        **beside(job, [name for name in job if plain(name) in _TOLD]),
        "id": of("id"),
        "submit": of("submit"),
        "start": _time(of("start")),
        "stop": _time(of("stop")),
        "walltime": next(filter(None, walltimes), None),
        "resources": _count(of("resources")),
        "asked": message[1] if message else None,
        "nodes": _count(of("nodes")),
        "state": _state(of("state"), of("exit")),
        "user": of("user"),
        "project": of("project"),
        "name": of("name") or of("command"),
        "queue": of("queue"),
        "after": " ".join(str(id) for id in _list(of("after"))) or None,
        "gpus": ",".join(_GPUS.findall(wanted)) or None,
        "constraint": _constraint(wanted, str(of("properties") or "")),
        "reservation": of("reservation"),
        "deadline": next((each for each in types if each.startswith("deadline=")), None),
        "sharing": ",".join(each for each in types if _SHARING.match(each)) or None,
    }


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _count(value: Any) -> int | str | None:
    """Return how many things a list names, each once, as by numbers or by objects with an id; the
    keys of an object and the words of a text are as a list. A number, which may be an id or a
    count, stays as it is, in words that are no number."""
    if isinstance(value, str) and len(words := re.split(r"[\s,;+]+", value.strip())) > 1:
        value = words
    if isinstance(value, int | float) or (isinstance(value, str) and value.strip().isdecimal()):
        return f"{value} is no list"
    ids = {
        str(each.get("id", each)) if isinstance(each, dict) else str(each)
        for each in (value if isinstance(value, dict) else _list(value))
    }
    return len(ids) or None


def _time(value: Any) -> Any:
    """Return seconds since 1970; None of 0, which stands for none."""
    return None if str(value) == "0" else value


def _state(state: Any, exit_code: Any) -> str | None:
    """Return how a job ended, or that it has not."""
    word = str(state).lower()
    if word == "terminated":
        return "completed" if str(exit_code) in ("None", "0", "") else "failed"
    return _STATES.get(word, None if state is None else word)


def _constraint(wanted: str, properties: str) -> str | None:
    """Return which resources a job may have: what stands in braces, and the properties."""
    told = [_ANY.sub("", each).strip(" &()") for each in _BRACES.findall(wanted)]
    return ", ".join(filter(None, (*told, _ANY.sub("", properties).strip()))) or None


_SUBMITTED = re.compile(rb'(?i)"submission_?time"')
_OF_OAR = re.compile(
    rb'(?i)"(assigned_(resources|network_address)|launching_?directory|wanted_resources|'
    rb'moldable_walltime|network_addresses|cpuset_name|resubmit_job_id)"'
)


def _is_oar(head: bytes) -> bool:
    """Tell jobs of OAR: JSON with submission times beside what OAR alone says of jobs."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_json = text.startswith((b"{", b"["))
    by_number = re.match(rb'\{\s*"(jobs"\s*:\s*\{\s*")?\d{1,15}"\s*:\s*\{', text) is not None
    return (
        is_json
        and _SUBMITTED.search(head) is not None
        and (by_number or _OF_OAR.search(head) is not None)
    )


OAR_JSON = source(
    key="oar-json",
    title="OAR jobs, JSON",
    about="What oarstat -J prints of jobs, also with --gantt, and what the API of OAR gives.",
    command='oarstat -J -f --sql "state = \'Terminated\'", or oarstat -J --gantt "FROM, TO"',
    documentation="https://oar.readthedocs.io/en/2.5/user/commands/oarstat.html",
    recognises=_is_oar,
    open=_jobs,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submit",
            start="start",
            end="stop",
            estimate="walltime",
            processors="resources",
            asked="asked",
            nodes="nodes",
            state="state",
            user="user",
            group="project",
            executable="name",
            queue="queue",
            after="after",
            gpus="gpus",
            constraint="constraint",
            deadline="deadline",
            reservation="reservation",
            sharing="sharing",
        )
    ),
    oddities=(
        "A resource that was assigned, mostly a core, is a processor.",
        "Jobs that wait or run have not ended, and are left out.",
        "Times count from 1970, so that no zone is needed.",
    ),
)
