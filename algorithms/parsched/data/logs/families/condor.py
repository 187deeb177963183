"""The history of HTCondor, as text, JSON and XML."""

import re
from collections.abc import Iterator
from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings, shown
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.files.vocabulary import beside
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_NOT_IN_THE_POOL = kinds.left_out(
    "not_in_the_pool", "Universe", "stands for jobs on the machine of the queue itself"
)
_BESIDE = ("7", "12")
"""Universes of jobs that run on the machine of the queue: scheduler and local."""
_RERUN = kinds.note(
    "ran_before",
    "A job",
    "ran several times, as it was evicted or failed",
    "its last run counts; the time of those before is told here alone",
)
_ATTRIBUTE = re.compile(r"^(\w+) = (.*)$")
_CONDOR_STATES = {"3": "cancelled", "4": "completed", "1": "idle", "2": "running", "5": "held"}


_READ = (
    *("RequestMemory", "RequestGPUs", "RequestGpus", "ConcurrencyLimits", "DeferralTime"),
    "DAGParentNodeNames",
)
"""Attributes that say what is not kept and have columns of their own."""


def plain(values: dict[str, Any], name: str) -> Any:
    """Return an attribute of a ClassAd, a text without its quotes."""
    value = values.get(name)
    return value.strip('"') if isinstance(value, str) else value


def asked_of(values: dict[str, Any]) -> dict[str, Any]:
    """Return what a ClassAd says of a job but for its times and its end."""

    def told(*names: str) -> Any:
        return next((value for name in names if (value := plain(values, name))), None)

    return {
        "id": f"{plain(values, 'ClusterId')}.{told('ProcId') or 0}",
        "universe": str(plain(values, "JobUniverse")),
        "limit": told("MaxRuntime", "JobMaxRuntime"),
        "processors": told("CpusProvisioned"),
        "asked": told("RequestCpus") if seconds(told("RequestCpus")) >= 1 else 1,
        "user": told("Owner"),
        "group": told("AcctGroup", "AccountingGroup"),
        "name": told("Cmd"),
        "memory": told("RequestMemory"),
        "gpus": told("RequestGPUs", "RequestGpus"),
        "licences": told("ConcurrencyLimits"),
        "begin": told("DeferralTime"),
        "after": told("DAGParentNodeNames"),
    }


def _condor_job(values: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a ClassAd: of a job that ran several times the last run."""

    def instant(name: str) -> Any:
        value = plain(values, name)
        return None if str(value) in ("0", "None", "undefined") else value

    state = str(plain(values, "JobStatus"))
    began, current = instant("JobStartDate"), instant("JobCurrentStartDate")
    total, last = plain(values, "RemoteWallClockTime"), plain(values, "LastRemoteWallClockTime")
    is_again = seconds(current) > seconds(began)
    end = instant("CompletionDate") or instant("EnteredCurrentStatus")
    ran = seconds(last) if seconds(last) > 0 else seconds(end) - seconds(current)
    ran = min(ran, seconds(total)) if seconds(total) > 0 else ran
    run = (ran if isfinite(ran) else None) if is_again else total
    return {
        **beside(values, _READ),
        **asked_of(values),
        "submit": plain(values, "QDate"),
        "start": current if is_again else began or current,
        "end": end,
        "run": run if began else None,
        "lost": seconds(total) - ran if is_again else None,
        "state": _CONDOR_STATES.get(state, state),
    }


def seconds(value: Any) -> float:
    """Return a number of a ClassAd; NaN for what is none, as for an expression."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return nan


def told_again(job: dict[str, Any], findings: Findings, line: int = 0) -> dict[str, Any]:
    """Return a job without the time of its runs before the last one, `lost`, which is told."""
    lost = job.pop("lost")
    if lost is not None and lost > 0 and job["universe"] not in _BESIDE:
        value = f"{job['id']} before ran {shown(lost)} s"
        findings.add(_RERUN, line=line, value=value)
    return job


def _condor(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        values: dict[str, Any] = {}
        first = 1
        for number, line in text_lines(content, findings):
            if line.startswith("***") or not line.strip():
                if "ClusterId" in values:
                    yield first, told_again(_condor_job(values), findings, first)
                values, first = {}, number + 1
            elif match := _ATTRIBUTE.match(line):
                values[match[1]] = match[2].strip()
        if "ClusterId" in values:
            yield first, told_again(_condor_job(values), findings, first)

    return of_dicts(records(), findings)


def _condor_json(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(
        content,
        limits,
        findings,
        "",
        lambda job: told_again(_condor_job(job), findings),
        may_be_one=True,
    )


def _condor_xml(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.classads import of_xml  # noqa: PLC0415 (loads pyarrow)
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    ads = of_xml(text_lines(content, findings), findings)
    return of_dicts(
        (
            (line, told_again(_condor_job(values), findings, line))
            for line, values in ads
            if "ClusterId" in values
        ),
        findings,
    )


CONDOR = Mapping(
    columns=columns(
        id="id",
        submit="submit",
        start="start",
        end="end",
        run="run",
        estimate="limit",
        processors="processors",
        asked="asked",
        state="state",
        user="user",
        group="group",
        executable="name",
        memory="memory",
        gpus="gpus",
        licences="licences",
        begin="begin",
        after="after",
    )
)
LEFT_OUT = (LeftOut(_NOT_IN_THE_POOL, "universe", f"^({'|'.join(_BESIDE)})$"),)
_CONDOR_ODDITIES = (
    "Run times are RemoteWallClockTime; of a job that ran several times the last run counts, from "
    "JobCurrentStartDate on, and what runs before took is told.",
    "Jobs of the scheduler and local universes (DAGMan) run beside the queue and are left out.",
    "A job whose processors are not given has one.",
)

HTCONDOR = source(
    key="htcondor",
    title="HTCondor history",
    about="The history of HTCondor: ClassAds with blank lines, or lines of ***, between them.",
    command="condor_history -long, or the file $(SPOOL)/history",
    documentation="https://htcondor.readthedocs.io/en/latest/man-pages/condor_history.html",
    recognises=lambda head: re.search(rb"(?m)^ClusterId = \d+", head) is not None,
    open=_condor,
    mapping=CONDOR,
    left_out=LEFT_OUT,
    oddities=_CONDOR_ODDITIES,
)
HTCONDOR_JSON = source(
    key="htcondor-json",
    title="HTCondor history, JSON",
    about="What condor_history -json and -jsonl print.",
    command="condor_history -json",
    documentation="https://htcondor.readthedocs.io/en/latest/man-pages/condor_history.html",
    recognises=lambda head: head.lstrip().startswith((b"[", b"{")) and b'"ClusterId"' in head,
    open=_condor_json,
    mapping=CONDOR,
    left_out=LEFT_OUT,
    oddities=_CONDOR_ODDITIES,
)
HTCONDOR_XML = source(
    key="htcondor-xml",
    title="HTCondor history, XML",
    about="What condor_history -xml prints.",
    command="condor_history -xml",
    documentation="https://htcondor.readthedocs.io/en/latest/man-pages/condor_history.html",
    recognises=lambda head: b"<c>" in head and b'<a n="ClusterId">' in head,
    open=_condor_xml,
    mapping=CONDOR,
    left_out=LEFT_OUT,
    oddities=_CONDOR_ODDITIES,
)
