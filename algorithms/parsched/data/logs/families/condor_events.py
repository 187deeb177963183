"""The event log of HTCondor, which says when each job came, ran, was evicted and ended."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from parsched.base.digits import whole
from parsched.data.files.findings import Findings, quoted
from parsched.data.files.source import FileLimits
from parsched.data.logs import kinds
from parsched.data.logs.declared import source
from parsched.data.logs.families.condor import CONDOR, LEFT_OUT, asked_of, seconds, told_again
from parsched.data.logs.families.condor_clock import YearlessClock

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_NOT_SUBMITTED = kinds.left_out(
    "not_submitted",
    "A job",
    "has events, but no submission before them in the log",
    is_job=True,
)
_NO_PROCESSORS = kinds.note(
    "processors_not_told", "Processors", "of a job are not told by its events", "taken as 1"
)
_NO_YEAR = kinds.note("no_year", "Times", "name no year", "counted from the first event of the log")
_LATE_LEAP_DAY = kinds.note(
    "late_leap_day",
    "A 29 February",
    "comes after later dates, and times name no year",
    "times before it are one day too near to those after it",
)
_HELD = 1_000
"""Events among which the earliest is looked for."""
_TEXT = re.compile(
    r"(?P<code>\d{3}) \((?P<cluster>\d{1,12})\.(?P<proc>-?\d{1,12})\.-?\d{1,12}\) "
    r"(?:(?P<month>\d\d)/(?P<day>\d\d)|(?P<date>\d{4}-\d\d-\d\d))[ T]"
    r"(?P<clock>\S{5,30})(?P<rest>.*)"
)
_ATTRIBUTE = re.compile(r"\s*(\w{1,60}) = (.*)")
_NODE_OF_DAG = re.compile(r"\s*DAG Node: (.*)")
_AMOUNTS = re.compile(r"\s+(\w{1,60})(?: \([^)]*\))?\s+:\s+([0-9. ]+)")
_NODE = re.compile(r" Node (\d{1,9}) ")
_NAMES = {
    "SubmitEvent": 0,
    "ExecuteEvent": 1,
    "JobEvictedEvent": 4,
    "JobTerminatedEvent": 5,
    "ShadowExceptionEvent": 7,
    "JobAbortedEvent": 9,
    "JobHeldEvent": 12,
    "NodeExecuteEvent": 14,
    "JobReconnectFailedEvent": 24,
}
"""Codes of events by the names that XML and JSON have for them."""
_SUBMIT, _EXECUTE, _TERMINATED, _ABORTED, _NODE_EXECUTE = 0, 1, 5, 9, 14
_LEAVES = frozenset((4, _TERMINATED, 7, _ABORTED, 12, 24))
"""Codes of events after which a job runs no more: evicted, terminated, exception of the shadow,
aborted, held, and not reconnected."""
_OVER = {_TERMINATED: "completed", _ABORTED: "cancelled"}
"""Codes after which it never runs again, with its state then."""

Time = str | float | None
"""A date, or seconds from the first event of a log whose dates have no year."""


class _Event(NamedTuple):
    """An event: its line, code, the id of its job, when it was, and what else it says."""

    line: int
    code: int | None
    id: tuple[int, int]
    time: Time
    values: dict[str, Any]


@dataclass
class _Job:
    """What the events up to now say of a job: when it came, and its last run."""

    line: int
    submit: Time = None
    start: Time = None
    end: Time = None
    before: float = 0.0
    """Seconds of the runs before the last one."""
    is_running: bool = False
    nodes: set[str] = field(default_factory=set)
    """Those on which a parallel job runs."""
    values: dict[str, Any] = field(default_factory=dict)

    def take(self, event: _Event) -> None:
        """Add an event."""
        self.values |= event.values
        if event.code == _SUBMIT and self.submit is None:
            self.submit = event.time
        if event.code == _NODE_EXECUTE:
            self.nodes.add(str(event.values.get("Node")))
        if event.code in _LEAVES or event.code == _EXECUTE:
            self._leave(event)
        if event.code == _EXECUTE:
            self.before += _between(self.start, self.end)
            self.start, self.end, self.is_running = event.time, None, True

    def _leave(self, event: _Event) -> None:
        """End the run that is under way."""
        if self.is_running:
            self.end, self.is_running = event.time, False
        if event.code != _EXECUTE and event.code not in _OVER:
            self.nodes.clear()

    def row(self, state: str) -> dict[str, Any]:
        """Return what matters of it."""
        values = {"ProcId": 0, **self.values}
        nodes = len(self.nodes)
        for name in ("CpusProvisioned", "RequestCpus") if nodes > 1 else ():
            if (count := seconds(values.get(name))) >= 1:
                values[name] = count * nodes
        asked = {**asked_of(values), "asked": values.get("RequestCpus", max(nodes, 1))}
        return {
            **asked,
            "after": asked["after"] or values.get("DAGNode"),
            "submit": self.submit,
            "start": self.start,
            "end": self.end,
            "lost": self.before,
            "state": state,
        }


def _between(start: Time, end: Time) -> float:
    """Return the seconds from one time to another; 0 where one of them is not known."""
    try:
        return _instant(end) - _instant(start)
    except (TypeError, ValueError):
        return 0.0


def _instant(time: Time) -> float:
    """Return a time as seconds; of one without a zone as if in UTC, as only differences count."""
    told = seconds(time)
    if isfinite(told):
        return told
    date = datetime.fromisoformat(str(time))
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def _of_text(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[_Event]:
    """Yield the events of a text, each with the lines below it up to one of three dots; one that
    the file ends within is reported."""
    clock, event = YearlessClock(), None
    for number, line in lines:
        match = _TEXT.match(line)
        if event is not None and (match or line.startswith("...")):
            yield event
            event = None
        elif event is not None:
            event.values.update(_said(line))
        if match:
            event = _begun(number, match, clock, findings)
    if event is not None:
        findings.add(kinds.NOT_WHOLE, line=event.line, value=f"event {event.code:03}")


def _from_earliest(events: Iterator[_Event]) -> Iterator[_Event]:
    """Yield events whose times without years count from the earliest of the first ones."""
    first = list(islice(events, _HELD))
    earliest = min((each.time for each in first if isinstance(each.time, float)), default=0.0)
    for each in chain(first, events):
        time = each.time
        yield each._replace(time=time - earliest) if isinstance(time, float) else each


def _begun(number: int, match: "re.Match[str]", clock: YearlessClock, findings: Findings) -> _Event:
    """Return the event that begins on a line."""
    time: Time = f"{match['date']} {match['clock']}"
    if match["date"] is None:
        if not clock.has_begun:
            shown = f"{match['month']}/{match['day']} {match['clock']}"
            findings.add(_NO_YEAR, line=number, value=quoted(shown))
        was_whole = not clock.lacks_a_day
        time = clock.seconds(match["month"], match["day"], match["clock"])
        if was_whole and clock.lacks_a_day:
            findings.add(_LATE_LEAP_DAY, line=number, value=quoted(f"02/29 {match['clock']}"))
    node = _NODE.match(match["rest"])
    id = int(match["cluster"]), int(match["proc"])
    return _Event(number, int(match["code"]), id, time, {"Node": node[1]} if node else {})


def _said(line: str) -> dict[str, Any]:
    """Return what a line below an event says: an attribute, or a row of the table of resources,
    with what was used, asked for and given."""
    if node := _NODE_OF_DAG.fullmatch(line):
        return {"DAGNode": f"DAG Node: {node[1]}"}
    if match := _ATTRIBUTE.fullmatch(line):
        return _given({match[1]: match[2].strip('" ')})
    match = _AMOUNTS.match(line)
    amounts = match[2].split() if match else []
    if match is None or len(amounts) < 2:
        return {}
    asked, given = amounts[-2:] if len(amounts) < 3 else amounts[1:3]
    return _given({f"Request{match[1]}": asked, match[1]: given})


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """Return what an event says of resources in the words of the history."""
    if cpus := values.get("Cpus"):
        values["CpusProvisioned"] = cpus
    return values


def _of_ads(ads: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[_Event]:
    """Yield the events of XML and JSON."""
    for line, ad in ads:
        code, cluster, proc = (
            whole(str(ad.get(name, usual)))
            for name, usual in (("EventTypeNumber", ""), ("Cluster", ""), ("Proc", 0))
        )
        if cluster is None or proc is None:
            continue
        code = _NAMES.get(str(ad.get("MyType"))) if code is None else code
        inner = ad.get("ExecuteProps")
        values = _given({**(inner if isinstance(inner, dict) else {}), **ad})
        if node := _NODE_OF_DAG.fullmatch(str(ad.get("LogNotes", ""))):
            values["DAGNode"] = f"DAG Node: {node[1]}"
        yield _Event(line, code, (cluster, proc), ad.get("EventTime"), values)


def _jobs(events: Iterable[_Event], findings: Findings) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the jobs in the order in which they end, and then those that have not ended."""
    jobs: dict[tuple[int, int], _Job] = {}
    for event in events:
        if event.id[1] < 0:  # helpers of HTCondor that bring files
            continue
        job = jobs.get(event.id)
        if job is None and event.code in (_SUBMIT, _EXECUTE, _TERMINATED):
            job = jobs[event.id] = _Job(event.line)
        if job is None:
            continue
        job.take(event)
        if event.code in _OVER:
            yield from _ended(event.id, jobs.pop(event.id), _OVER[event.code], findings)
    for id, job in jobs.items():
        yield from _ended(id, job, "running" if job.is_running else "idle", findings)


def _ended(
    id: tuple[int, int], job: _Job, state: str, findings: Findings
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the row of a job, unless the log does not say when it came."""
    told = f"{id[0]}.{id[1]}"
    if job.submit is None:
        findings.add(_NOT_SUBMITTED, line=job.line, value=told)
        return
    job.values |= {"ClusterId": id[0], "ProcId": id[1]}
    if state in _OVER.values() and not {"CpusProvisioned", "RequestCpus"} & job.values.keys():
        findings.add(_NO_PROCESSORS, line=job.line, value=told)
    yield job.line, told_again(job.row(state), findings, job.line)


def _events(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.classads import of_json, of_xml  # noqa: PLC0415 (pyarrow)
    from parsched.data.logs.tables.records import of_dicts, text_lines  # noqa: PLC0415 (pyarrow)

    first = next(content, b"")
    begin = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    lines = text_lines(chain((first,), content), findings)
    if begin == b"<":
        events = _of_ads(of_xml(lines, findings))
    elif begin in (b"{", b"["):
        events = _of_ads(of_json(lines, limits, findings))
    else:
        events = _from_earliest(_of_text(lines, findings))
    return of_dicts(_jobs(events, findings), findings)


_BEGINS = re.compile(
    rb"(\xef\xbb\xbf)?\s*(\d{3} \(\d{1,12}\.-?\d{1,12}\.-?\d{1,12}\) \d|"
    rb"(<[?!][^>]*>\s*)*(<classads[^>]*>\s*)?<c>\s*<a n=\"(?!ClusterId)|"
    rb"[\[{][^}]{0,2000}\"MyType\": *\"\w+Event\")"
)
"""How event logs begin, as text, XML and JSON."""

HTCONDOR_EVENTS = source(
    key="htcondor-events",
    title="HTCondor event log",
    about="The log that jobs of HTCondor write, or all of a pool: one event after the other.",
    command="log = FILE in the submit file, or the file EVENT_LOG",
    documentation="https://htcondor.readthedocs.io/en/latest/codes-other-values/"
    "job-event-log-codes.html",
    recognises=lambda head: _BEGINS.match(head) is not None,
    open=_events,
    mapping=CONDOR,
    left_out=LEFT_OUT,
    oddities=(
        "A job that was evicted, held or lost ran several times: the last run counts, from the "
        "first submission on, and what runs before took is told.",
        "A job has the processors that it was given, else those that it asked for, else one.",
        "Jobs that run beside the queue, as DAGMan itself, are jobs here where no event names "
        "their universe.",
        "Dates without a year count from the first event; a leap day counts if an event has it.",
    ),
)
