"""Inputs of another simulator: Batsim."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parsched.base.errors import FormatError
from parsched.data.files.findings import FindingKind, Findings, Severity, quoted, shown
from parsched.data.files.json_text import parsed
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.files.vocabulary import beside
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, source
from parsched.model.problem.platform import MAX_PROCESSORS

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

SPEED = 1e9
"""Computations per second of a processor, by which the parallel profiles of Batsim take time."""

NEEDS_NETWORK = FindingKind(
    key="profile_without_time",
    severity=Severity.ERROR,
    field="Profile",
    rule="must be a delay or computations alone: what communicates, stores or replays a trace "
    "takes a time that only a network tells",
    action="left out",
    drops=True,
)
NO_PROFILE = FindingKind(
    key="unknown_profile",
    severity=Severity.ERROR,
    field="Profile",
    rule="must be one of the profiles of the file, with a type that Batsim has",
    action="left out",
    drops=True,
)
AT_SPEED = kinds.note(
    "profile_at_speed",
    "Profile",
    "gives computations, not a time",
    "taken at 10^9 computations per second of a processor",
)
KILLED = kinds.note(
    "reaches_walltime", "Profile", "takes longer than the walltime", "killed then, as Batsim does"
)
_SPREAD = "definedamountsspreaduniformly"
_NESTED = 20
"""How deep sequences may stand within each other."""

_SEQUENCES = ("sequence", "sequential", "composed")
_PARALLEL = ("parallel", "msgpar", "p")
_HOMOGENEOUS = ("parallelhomogeneous", "msgparhg", "phomogeneous")
_TOTAL = ("parallelhomogeneoustotal", "msgparhgtot", "phomogeneoustotal")
_WITHOUT_TIME = re.compile(
    r"smpi|replay|trace|pfs|staging|send|recv|forkjoin|scheduler|usage|merge|noop|killed"
)
"""Types that only a network, a storage or a scheduler gives a time."""


class _Profiles:
    """How long the profiles of a Batsim workload take."""

    def __init__(self, profiles: dict[str, Any]) -> None:
        self._profiles = profiles
        self._known: dict[tuple[str, float], tuple[float | None, bool]] = {}

    def seconds(self, name: str, width: float, depth: int = 0) -> tuple[float | None, bool]:
        """Return how long a profile takes on `width` processors, None where only a network tells,
        and whether that depends on their speed."""
        # Sequences may name each other many times: each is worked out once.
        if (name, width) not in self._known:
            self._known[name, width] = self._seconds(name, width, depth)
        return self._known[name, width]

    def _type(self, name: str) -> str:
        """Return the type of a profile without what versions of Batsim call otherwise: a parallel
        task is `msg_par`, `ptask` or `ParallelTaskProfile`. Blank where there is none."""
        profile = self._profiles.get(name)
        told = profile.get("type", "") if isinstance(profile, dict) else ""
        return re.sub(r"_|profile|task|composition", "", str(told).lower())

    def why_not(self, name: str) -> tuple[FindingKind, str]:
        """Return why a profile has no time, and what to show of it."""
        profile, of = self._profiles.get(name), self._type(name)
        known = (*_SEQUENCES, *_PARALLEL, *_HOMOGENEOUS, *_TOTAL, "delay")
        if not isinstance(profile, dict):
            return NO_PROFILE, quoted(name)
        kind = NEEDS_NETWORK if of in known or _WITHOUT_TIME.search(of) else NO_PROFILE
        return kind, f"{quoted(name)}, of the type {quoted(str(profile.get('type')))}"

    def _seconds(self, name: str, width: float, depth: int) -> tuple[float | None, bool]:
        profile = self._profiles.get(name)
        if not isinstance(profile, dict) or depth > _NESTED:
            return None, False
        of = self._type(name)
        if of == "delay":
            return _number(profile.get("delay")), False
        if of in _SEQUENCES:
            return self._in_turn(profile, width, depth)
        if of in _PARALLEL:
            return self._computed(profile.get("cpu"), profile.get("com"), 1.0)
        if of in (*_HOMOGENEOUS, *_TOTAL):
            strategy = re.sub(r"_", "", str(profile.get("generation_strategy", "")).lower())
            is_total = of in _TOTAL or strategy == _SPREAD
            return self._computed(
                profile.get("cpu"), profile.get("com"), width if is_total else 1.0
            )
        return None, False

    def _in_turn(
        self, profile: dict[str, Any], width: float, depth: int
    ) -> tuple[float | None, bool]:
        total, at_speed = 0.0, False
        parts = profile.get("seq")
        if not isinstance(parts, list) or not parts:
            return None, False
        for part in parts:
            seconds, by_speed = self.seconds(str(part), width, depth + 1)
            if seconds is None:
                return None, False
            total, at_speed = total + seconds, at_speed or by_speed
        times = _number(profile.get("repeat", profile.get("nb", 1)))
        return (None if times is None else total * times), at_speed

    def _computed(self, cpu: Any, com: Any, over: float) -> tuple[float | None, bool]:
        sent = [_number(each) for each in (com if isinstance(com, list) else [com or 0])]
        made = [_number(each) for each in (cpu if isinstance(cpu, list) else [cpu])]
        if any(each is None or each > 0 for each in sent) or None in made or not made:
            return None, False
        return max(each or 0.0 for each in made) / SPEED / over, True


def _number(value: Any) -> float | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e300
    return float(value) if good else None


def _batsim(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_dicts  # noqa: PLC0415 (loads pyarrow)

    document = parsed(content, limits)
    if not isinstance(document, dict):
        raise FormatError(f"the file must be an object, got {quoted(str(document))}")
    jobs, profiles = document.get("jobs"), document.get("profiles")
    if not isinstance(jobs, list) or not isinstance(profiles, dict):
        raise FormatError("jobs must be a list and profiles an object, as Batsim has them")
    of = _Profiles(profiles)
    machine = document.get("nb_res")

    def records() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, job in enumerate(jobs, 1):
            if not isinstance(job, dict):
                raise FormatError(f"job number {number} must be an object, got {quoted(str(job))}")
            values = _batsim_job(number, job, of, findings)
            if values is not None:
                yield number, values

    size = int(_number(machine) or 0)
    table = replace(of_dicts(records(), findings), has_lines=False)
    return replace(table, processors=size if size <= MAX_PROCESSORS else 0)


def _ids_of(dependencies: Any) -> str | None:
    """Return the ids that a job waits for with blanks between, without the ids of workloads."""
    listed = dependencies if isinstance(dependencies, list) else [dependencies]
    ids = [str(id).rpartition("!")[2] for id in listed if id not in (None, "")]
    return " ".join(ids) or None


def _batsim_job(
    number: int, job: dict[str, Any], of: _Profiles, findings: Findings
) -> dict[str, Any] | None:
    """Return the id, times and processors of a job; None if its time depends on the network."""
    width, name, told = _number(job.get("res")), str(job.get("profile")), str(job.get("id", number))
    seconds, at_speed = of.seconds(name, width or 1.0)
    if seconds is None:
        kind, shown_as = of.why_not(name)
        findings.add(kind, value=shown_as, job=told)
        return None
    if at_speed:
        findings.add(AT_SPEED, value=quoted(name), job=told)
    limit = _number(job.get("walltime"))
    if limit and seconds > limit:
        findings.add(KILLED, value=f"{shown(seconds)} above {shown(limit)}", job=told)
        seconds = limit
    return {
        **beside(job, ("dependencies",)),
        "id": told.rpartition("!")[2],
        "subtime": job.get("subtime"),
        "res": job.get("res"),
        "walltime": limit or None,
        "run": seconds,
        "profile": name,
        "user": job.get("user", job.get("uid")),
        "queue": job.get("queue"),
        "dependencies": _ids_of(job.get("dependencies")),
    }


BATSIM = source(
    key="batsim",
    title="Batsim workload",
    about="The JSON of Batsim, versions 4 and 5: delays, computations and sequences of them.",
    documentation="https://batsim.readthedocs.io/en/latest/input-workload.html",
    recognises=lambda head: (
        head.lstrip().startswith(b"{")
        and b'"jobs"' in head
        and (b'"subtime"' in head or (b'"nb_res"' in head and b'"profiles"' in head))
    ),
    open=_batsim,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="subtime",
            run="run",
            processors="res",
            estimate="walltime",
            user="user",
            executable="profile",
            queue="queue",
            after="dependencies",
        )
    ),
    oddities=(
        "Profiles that communicate, store or replay a trace are left out: their time depends on a "
        "network.",
        "Computations take their time at 10^9 per second of a processor.",
        "A job that takes longer than its walltime is killed then.",
    ),
)

BATSIM_JOBS = source(
    key="batsim-jobs",
    title="Batsim jobs.csv",
    about="The jobs that Batsim ran, with the schedule that they had there.",
    documentation="https://batsim.readthedocs.io/en/latest/output-jobs.html",
    needs=tuple(
        f"{id} submission_time starting_time execution_time {allocated}"
        for id in ("job_id", "jobID")
        for allocated in ("allocated_resources", "allocated_processors")
    ),
    mapping=Mapping(
        columns=columns(
            id=("job_id", "jobID"),
            submit="submission_time",
            start="starting_time",
            run="execution_time",
            processors=("requested_number_of_resources", "requested_number_of_processors"),
            estimate="requested_time",
            state="final_state",
            executable="profile",
        )
    ),
    left_out=(LeftOut(kinds.NEVER_STARTED, "final_state", r"(?i)^(REJECTED|NOT_)"),),
    oddities=(
        "A job that was killed has the time that it ran: what it had left is unknown.",
        "Rejected jobs are left out.",
        "With the workload beside it, the same file is a schedule (import-schedule).",
    ),
)
