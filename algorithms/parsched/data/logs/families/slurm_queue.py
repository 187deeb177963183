"""What `squeue` of Slurm prints, in any of its forms."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import source
from parsched.data.logs.families.slurm_jobs import (
    COLUMNS,
    MANUAL,
    NO_ZONE,
    ODDITIES,
    SHARING,
    cpus_in,
    listed,
)
from parsched.data.logs.tables.aligned import Aligned

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_SEPARATORS = "|\t;,"
_NEEDED, _STATES = "JOBID", {"ST", "STATE"}
_NAMES = (
    "ACCOUNT ARRAY_JOB_ID ARRAY_TASK_ID COMMAND COMMENT CPUS DEPENDENCY ELIGIBLE_TIME END_TIME "
    "EXC_NODES EXEC_HOST FEATURES GRES GROUP JOBID LICENSES LICENSES_ALLOC MIN_CPUS MIN_MEMORY "
    "MIN_TMP_DISK NAME NICE NODELIST NODELIST(REASON) NODES OVER_SUBSCRIBE PARTITION PRIORITY QOS "
    "REASON REQ_NODES RESERVATION SCHEDNODES SHARED ST START_TIME STATE SUBMIT_TIME S:C:T TASKS "
    "TIME TIME_LEFT TIME_LIMIT TRES_ALLOC TRES_PER_JOB TRES_PER_NODE TRES_PER_TASK USER WCKEY "
    "WORK_DIR UID GID CONTIGUOUS THREADS CORES SOCKETS MIN_TIME"
)
"""Names of columns of squeue; it cuts them off where the column is narrow."""
_KNOWN = frozenset(_NAMES.split())
_SAMPLED = 200


def _separator(line: str) -> str:
    """Return what stands between the names of squeue, blank for columns or blanks."""
    return next((sign for sign in _SEPARATORS if sign in line), "")


def _squeue_names(line: str) -> list[str]:
    """Return the names in a line of squeue; none where it is no such line."""
    sign = _separator(line)
    names = [name.strip() for name in (line.split(sign) if sign else line.split())]
    known = all(any(full.startswith(name) for full in _KNOWN) for name in names if name)
    return names if known and _NEEDED in names and _STATES & set(names) else []


def _is_squeue(head: bytes) -> bool:
    """Tell by the first lines: a date may stand above the names (`squeue -l`)."""
    lines = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 3)[:3]
    return any(len(_squeue_names(line.rstrip("\r"))) > 2 for line in lines)


def _squeue(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    lines = ((number, line) for number, line in text_lines(content, findings) if line.strip())
    return of_dicts(_squeue_rows(lines, findings), findings)


def _squeue_rows(
    lines: Iterator[tuple[int, str]], findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the jobs below each line of names; there may be several such lines (`squeue -i`)."""
    held = deque[tuple[int, str]]()
    names: list[str] = []
    cut: Callable[[str], list[str] | None] = str.split
    while held or (held := deque(islice(lines, 1))):
        number, line = held.popleft()
        if again := _squeue_names(line):
            held.extend(islice(lines, max(0, _SAMPLED - len(held))))
            names, cut = [_full(name) for name in again], _cutting(line, [row for _, row in held])
        elif names:
            cells = cut(line)
            if cells is not None:
                yield number, _squeue_job(dict(zip(names, cells, strict=True)))
            elif not _DATE.match(line):
                findings.add(kinds.NOT_WHOLE, line=number, value=quoted(line))


_DATE = re.compile(r"[A-Z][a-z]{2} [A-Z][a-z]{2} +\d")


def _full(name: str) -> str:
    """Return a name that may be cut off as squeue calls it."""
    return name if name in _KNOWN else min(full for full in _KNOWN if full.startswith(name))


def _cutting(line: str, rows: list[str]) -> Callable[[str], list[str] | None]:
    """Return what cuts rows below a line of names; what is too much between separators is within
    the names of jobs."""
    sign = _separator(line)
    if not sign:
        return Aligned(line, rows).cells
    names = _squeue_names(line)

    def cells_of(row: str) -> list[str] | None:
        cells = [cell.strip() for cell in row.split(sign)]
        more = len(cells) - len(names)
        if more > 0 and "NAME" in names:
            at = names.index("NAME")
            cells[at : at + more + 1] = [sign.join(cells[at : at + more + 1])]
        return cells if len(cells) == len(names) else None

    return cells_of


_TIMES = {
    "submit": "SUBMIT_TIME",
    "eligible": "ELIGIBLE_TIME",
    "start": "START_TIME",
    "end": "END_TIME",
}
"""Times that squeue says only where it is asked."""


def _squeue_job(values: dict[str, str]) -> dict[str, Any]:
    """Return what matters of a row of squeue."""
    tres = [values.get(name) for name in ("TRES_ALLOC", "TRES_PER_NODE", "TRES_PER_JOB", "GRES")]
    return {
        "id": values["JOBID"],
        **{name: values[told] for name, told in _TIMES.items() if told in values},
        "run": values.get("TIME"),
        "limit": values.get("TIME_LIMIT"),
        "cpus": values.get("CPUS") or cpus_in(values.get("TRES_ALLOC")),
        "nodes": values.get("NODES"),
        "state": values.get("STATE") or values.get("ST"),
        "user": values.get("USER"),
        "account": values.get("ACCOUNT"),
        "name": values.get("NAME"),
        "qos": values.get("QOS"),
        "partition": values.get("PARTITION"),
        "after": values.get("DEPENDENCY"),
        "memory": values.get("MIN_MEMORY"),
        "licences": values.get("LICENSES"),
        "resources": listed(*tres),
        "constraint": listed(*map(values.get, ("FEATURES", "REQ_NODES", "EXC_NODES"))),
        "reservation": values.get("RESERVATION"),
        "sharing": SHARING.get(values.get("OVER_SUBSCRIBE", values.get("SHARED", "")).upper()),
    }


SQUEUE = source(
    key="squeue",
    title="Slurm squeue",
    about="What squeue prints, as it is, with -l, or with -o and -O that name JOBID and a state.",
    command="squeue --all --states=all -o "
    "'%i|%P|%j|%u|%a|%q|%T|%V|%S|%e|%M|%l|%D|%C|%m|%b|%W|%E|%f|%v'",
    documentation=MANUAL + "squeue.html",
    recognises=_is_squeue,
    open=_squeue,
    mapping=Mapping(columns=COLUMNS),
    oddities=(
        *ODDITIES,
        NO_ZONE,
        "As it is, squeue says neither when jobs came nor how many processors they have: they come "
        "together, and nodes are counted.",
    ),
)
