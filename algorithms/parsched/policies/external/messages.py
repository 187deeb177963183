"""The messages between Batsim, whose part we play, and a scheduler: protocol of its version 4.

A message is an object with the time `now` and a list of `events`, each with `timestamp`, `type` and
`data`. Our messages hold the events up to `now`. The answer holds decisions; their times are from
then on to its own `now`, until when the scheduler is busy. Sources: the page "Protocol" of
https://batsim.readthedocs.io, and the schedulers pybatsim and batsched, which want what stands in
`begins`.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from parsched.base.errors import SolverError
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import LATEST, Workload
from parsched.policies.external.clock import Event
from parsched.policies.external.processors import state_names

WORKLOAD = "w0"
"""What stands before each job's id, with an exclamation mark."""
PROFILE = "rigid"
DELAY = {"type": "delay", "delay": -1}
"""The profile of all jobs: how long they run is not told, but schedulers want some number."""
LABELS = ("user", "group", "executable", "queue", "partition")
"""Columns that are told of each job where they are known."""
EXECUTE, REJECT, CALL = "EXECUTE_JOB", "REJECT_JOB", "CALL_ME_LATER"
NOTIFY, METADATA = "NOTIFY", "SET_JOB_METADATA"
TAKEN = (EXECUTE, REJECT, CALL, NOTIFY, METADATA)
FOREIGN = {
    "KILL_JOB": "jobs run to their ends",
    "REGISTER_JOB": "all jobs are those of the workload",
    "REGISTER_PROFILE": "all jobs are those of the workload",
    "SET_RESOURCE_STATE": "processors have no states",
    "CHANGE_JOB_STATE": "jobs run to their ends",
    "QUERY": "energy is not simulated",
    "ANSWER": "nothing was asked",
    "TO_JOB_MSG": "jobs take no messages",
}
"""What else Batsim takes, and why it is refused here."""
ALL_SUBMITTED = "no_more_static_job_to_submit"
NOTICES = ("registration_finished", "continue_registration")
_SHOWN = 60
_ENCODER = json.JSONEncoder(separators=(",", ":"))
Data = dict[str, Any]


class ProgramError(SolverError):
    """A program that schedules failed, or broke a rule; there is no schedule."""


class Decision(NamedTuple):
    """What a scheduler wants, from when on, seconds; `place` says where it stands."""

    time: float
    kind: str
    data: Mapping[str, Any]
    place: str


class Reply(NamedTuple):
    """What a scheduler answers: its decisions, in order of time, and until when it was busy."""

    now: float
    decisions: list[Decision]


def job_id(name: int | str) -> str:
    """Return what a job is called in messages."""
    return f"{WORKLOAD}!{name}"


def message(now: float, events: list[Data]) -> bytes:
    """Return a message as JSON on one line, without the end of the line."""
    return _ENCODER.encode({"now": now, "events": events}).encode()


def event(time: float, kind: str, /, **data: Any) -> Data:
    """Return an event of a message."""
    return {"timestamp": time, "type": kind, "data": data}


def begins(instance: Instance) -> Data:
    """Return SIMULATION_BEGINS."""
    processors = instance.platform.processors
    config = {
        "redis-enabled": False,
        "profiles-forwarded-on-submission": False,
        "dynamic-jobs-enabled": False,
        "dynamic-jobs-acknowledged": False,
        "forward-unknown-events": False,
    }
    return event(
        0.0,
        "SIMULATION_BEGINS",
        nb_resources=processors,
        nb_compute_resources=processors,
        nb_storage_resources=0,
        allow_compute_sharing=False,
        allow_storage_sharing=False,
        config=config,
        compute_resources=state_names(processors),
        storage_resources=[],
        workloads={WORKLOAD: instance.workload.name},
        profiles={WORKLOAD: {PROFILE: DELAY}},
    )


class JobMessages:
    """What is told of jobs."""

    def __init__(self, instance: Instance) -> None:
        jobs = instance.jobs
        self.names = [job_id(name) for name in jobs.ids.tolist()]
        self.index = {name: job for job, name in enumerate(self.names)}
        self._width = jobs.width.tolist()
        self._walltime = (jobs.estimate / jobs.second).tolist()
        self._killed: list[bool] = _killed(instance.workload, jobs).tolist()
        self._labels = {key: jobs.labels[key] for key in LABELS if key in jobs.labels}

    def submitted(self, event_: Event) -> Data:
        """Return JOB_SUBMITTED."""
        job, name = event_.job, self.names[event_.job]
        labels = {key: column.name(job) for key, column in self._labels.items()}
        described = {
            "id": name,
            "subtime": event_.time,
            "walltime": self._walltime[job],
            "res": self._width[job],
            "profile": PROFILE,
            **{key: label for key, label in labels.items() if label is not None},
        }
        return event(event_.time, "JOB_SUBMITTED", job_id=name, job=described)

    def completed(self, event_: Event, alloc: str) -> Data:
        """Return JOB_COMPLETED."""
        is_killed = self._killed[event_.job]
        return event(
            event_.time,
            "JOB_COMPLETED",
            job_id=self.names[event_.job],
            job_state="COMPLETED_WALLTIME_REACHED" if is_killed else "COMPLETED_SUCCESSFULLY",
            return_code=0,
            kill_reason="Walltime reached" if is_killed else "",
            alloc=alloc,
        )


def _killed(recorded: Workload, jobs: Workload) -> Any:
    """Return a mask of the jobs that are killed at their estimates."""
    return recorded.runtime > jobs.runtime if len(jobs) else np.zeros(0, np.bool_)


def read_reply(text: bytes, number: int, now: float) -> Reply:
    """Read the answer to message `number`, which held the events up to `now`.

    Raises
    ------
    ProgramError
        Names the answer, the event in it and the rule.
    """
    where = f"answer {number} of the program"
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        shown = text[:_SHOWN].decode(errors="replace")
        raise ProgramError(f"{where} is no JSON: {shown!r}") from error
    if not isinstance(read, dict) or not isinstance(read.get("events"), list):
        raise ProgramError(f'{where} must be an object with "now" and a list of "events"')
    end = _time(read, "now", now, where)
    if end < now:
        raise ProgramError(f"{where} has now = {end:.15g} s, which is before {now:.15g} s")
    decisions, last = [], now
    for place, given in enumerate(read["events"], 1):
        decision = _decision(given, f"{where}, event {place}", last, end)
        decisions.append(decision)
        last = decision.time
    return Reply(end, decisions)


def _decision(given: Any, where: str, earliest: float, latest: float) -> Decision:
    if not isinstance(given, dict) or not isinstance(given.get("type"), str):
        raise ProgramError(f'{where} must be an object with a "type"')
    kind = given["type"]
    where = f"{where} ({kind[:_SHOWN]})"
    if kind in FOREIGN:
        raise ProgramError(f"{where} cannot be done here: {FOREIGN[kind]}")
    if kind not in TAKEN:
        raise ProgramError(f"{where} has a type that is unknown; known are {', '.join(TAKEN)}")
    time = _time(given, "timestamp", earliest, where)
    if not earliest <= time <= latest:
        span = f"from {earliest:.15g} s to {latest:.15g} s"
        raise ProgramError(f"{where} must have a timestamp {span}, got {time:.15g} s")
    data = given.get("data", {})
    if not isinstance(data, dict):
        raise ProgramError(f'{where} must have an object as its "data"')
    return Decision(time, kind, data, where)


def _time(values: Mapping[str, Any], name: str, default: float, where: str) -> float:
    """Read a time, seconds."""
    value = values.get(name, default)
    if not is_time(value):
        raise ProgramError(f"{where} must have a number as its {name!r}, got {value!r:.40}")
    return float(value)


def is_time(value: Any) -> bool:
    """Is a value a number that is a time?"""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -LATEST <= value <= LATEST


def text_in(decision: Decision, name: str) -> str:
    """Read a text in the data of a decision; raises ProgramError."""
    value = decision.data.get(name)
    if not isinstance(value, str):
        raise ProgramError(f"{decision.place} must have a text as its {name!r}, got {value!r:.40}")
    return value


def time_in(decision: Decision, name: str) -> float:
    """Read a time in the data of a decision, seconds; raises ProgramError."""
    return _time({name: decision.data.get(name)}, name, decision.time, decision.place)
