"""OAR: the traces that its own tool takes from its data base (OWF)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import source
from parsched.model.problem.platform import MAX_PROCESSORS

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_FIELDS = (
    *("job_id", "submission_time", "start_time", "stop_time", "walltime"),
    *("nb_default_ressources", "nb_extra_ressources", "status", "user", "command"),
    *("queue", "name", "array", "type", "reservation", "cigri"),
)
"""Names of the cells of a line, spelt as OAR does; the header says where each stands."""
_FIELD = re.compile(r"(?<!\S)(\d{1,3}): *([a-z_]+)(?!\S)")
_VALUE = re.compile(r";\s*([A-Za-z][A-Za-z ]*?)\s*:\s*(\d{1,15})\s*$")
_SIZES = ("MaxProcs", "Nb Defaults Resource", "Nb Resources")
"""Numbers of resources; the first is the size of the machine."""
_STATES = {"0": "failed", "1": "completed", "5": "cancelled"}


def _jobs(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    values: dict[str, int] = {}
    places: dict[int, str] = {}
    lines = text_lines(content, findings)
    for number, line in lines:
        if line.strip() and not line.startswith(";"):
            lines = chain(((number, line),), lines)
            break
        if match := _VALUE.match(line):
            values[match[1]] = int(match[2])
        else:
            places |= {int(place): name for place, name in _FIELD.findall(line)}
    names = [places[place] for place in sorted(places)] or list(_FIELDS)
    first = values.get("UnixStartTime", 0)
    size = next((values[name] for name in _SIZES if name in values), 0)
    table = of_dicts(_rows(lines, names, first, findings), findings)
    return replace(table, processors=size if size <= MAX_PROCESSORS else 0)


def _rows(
    lines: Iterator[tuple[int, str]], names: list[str], first: int, findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in lines:
        cells = line.split()
        if len(cells) == len(names):
            yield number, _job(dict(zip(names, cells, strict=True)), first)
        elif cells and not line.startswith(";"):
            findings.add(kinds.NOT_WHOLE, line=number, value=quoted(line))


def _job(values: dict[str, str], first: int) -> dict[str, Any]:
    """Return what matters of a job; its times count from `first`, seconds since 1970."""
    return {
        "job_id": values.get("job_id"),
        "submission_time": _at(values.get("submission_time"), first),
        "start_time": _at(values.get("start_time"), first),
        "stop_time": _at(values.get("stop_time"), first),
        "walltime": values.get("walltime"),
        "resources": values.get("nb_default_ressources"),
        "extra": values.get("nb_extra_ressources"),
        "status": _STATES.get(values.get("status", "")),
        "user": values.get("user"),
        "command": values.get("command"),
        "queue": values.get("queue"),
        "reservation": values.get("reservation"),
    }


def _at(cell: str | None, first: int) -> str | int | None:
    """Return seconds since 1970; None of 0, which stands for none. A cell that is no number stays
    as it is."""
    number = re.fullmatch(r"-?\d{1,15}", cell or "")
    if number is None:
        return cell
    at = int(number[0]) + first
    return at if at > 0 or not first else None


OAR = source(
    key="oar",
    title="OAR workload (OWF)",
    about="The traces that oar2trace takes from the data base of OAR: 16 fields a line.",
    command="oar2trace --mode owf --db-url …",
    documentation="https://github.com/oar-team/oar3",
    recognises=lambda head: (
        head.startswith(b";") and (b"nb_default_ressources" in head or b"OWF Format" in head)
    ),
    open=_jobs,
    mapping=Mapping(
        columns=columns(
            id="job_id",
            submit="submission_time",
            start="start_time",
            end="stop_time",
            estimate="walltime",
            processors="resources",
            resources="extra",
            reservation="reservation",
            state="status",
            user="user",
            executable="command",
            queue="queue",
        )
    ),
    oddities=(
        "A default resource, mostly a core, is a processor; extra ones, of other types, are told.",
        "Users, commands and queues are numbers, whose names stand in another file.",
        "Jobs that had not ended when the trace was taken are not in it.",
    ),
)
