"""The jobs of ElastiSim as a table, alone or in a zip with their models. Loads pyarrow."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import FindingKind, Findings, Severity, quoted, shown
from parsched.data.files.source import FileLimits
from parsched.data.files.unpacking import ZIP
from parsched.data.files.vocabulary import beside
from parsched.data.logs import kinds
from parsched.data.logs.families.elastisim.models import NoTimeError, Timing
from parsched.data.logs.families.elastisim.packed import Packed, unzipped
from parsched.data.logs.tables.records import of_json
from parsched.data.logs.tables.table import LogTable
from parsched.model.problem.arrays import Floats
from parsched.model.problem.platform import MAX_PROCESSORS

MOST_TASKS, MOST_LOADS = 100_000, 1 << 24
"""Tasks of the models of all jobs, and their loads on all numbers of nodes."""

ADD = 'add "walltime", seconds, to the job'
NO_MODEL = FindingKind(
    key="time_elsewhere",
    severity=Severity.ERROR,
    field="Run time",
    rule="must follow from a walltime, as the application model lies in another file: pack both "
    f"as a zip, or {ADD}",
    action="left out",
    drops=True,
)
NO_TIME = FindingKind(
    key="model_without_time",
    severity=Severity.ERROR,
    field="Run time",
    rule="must follow from delays, computations, and transfers over links of a platform file: "
    f"{ADD}",
    action="left out",
    drops=True,
)
WALLTIME = FindingKind(
    key="walltime_for_run_time",
    severity=Severity.REPAIRED,
    field="Run time",
    rule="should be given, and follows from no application model that is there and can be read",
    action="taken as the walltime",
)
AT_SPEED = kinds.note(
    "model_at_speed",
    "Application model",
    "gives computations, and no platform file their speed",
    "taken at 10^9 computations per second of a node",
)
ALONE = kinds.note(
    "model_alone",
    "Application model",
    "transfers bytes over links that jobs share",
    "taken as if the job had them alone, without latencies",
)
CHANGES = kinds.note(
    "changes_nodes",
    "Type",
    "lets the job change its nodes as it runs",
    "read as moldable: it keeps the nodes that it starts on",
)
KILLED = kinds.note(
    "model_reaches_walltime",
    "Application model",
    "takes longer than the walltime",
    "killed then, as ElastiSim does",
)


class _Jobs:
    """Makes rows of jobs, and keeps the run times of the moldable ones by the number of the job."""

    def __init__(self, packed: Packed | None, limits: FileLimits, findings: Findings) -> None:
        self.times: dict[int, Floats] = {}
        self._packed, self._findings = packed, findings
        self._cluster = packed.cluster() if packed else None
        self._models: dict[str, Any] = {}
        self._number = self._tasks = self._loads = 0

    @property
    def processors(self) -> int:
        """The nodes of the platform file, 0 where there is none."""
        return self._cluster.nodes if self._cluster else 0

    def record(self, job: dict[str, Any]) -> dict[str, Any] | None:
        """Return the row of a job, None where it has no run time."""
        self._number += 1
        limit = _above_0(job.get("walltime"))
        times = self._times(job, limit)
        if times is None:
            return None
        if str(job.get("type")).lower() in ("malleable", "evolving", "adaptive"):
            self._findings.add(CHANGES, value=quoted(job["type"]), job=str(self._number))
        if len(times) > 1:
            self.times[self._number] = times
        return {
            **beside(job, ()),
            "id": str(self._number),
            "submit_time": job.get("submit_time"),
            "run": float(times[0]),
            "walltime": limit,
            "nodes": job.get("num_nodes", job.get("num_nodes_min")),
            "most": job.get("num_nodes_max"),
            "type": job.get("type"),
        }

    def _times(self, job: dict[str, Any], limit: float | None) -> Floats | None:
        """Return the run time on each number of nodes: as its model has it, at most the walltime;
        else the walltime, on any."""
        told, path = str(self._number), str(job.get("application_model"))
        why, kind = quoted(path), NO_MODEL
        model = self._model(path)
        if model is not None:
            try:
                return self._computed(model, job, limit)
            except NoTimeError as error:
                why, kind = str(error), NO_TIME
        self._findings.add(WALLTIME if limit else kind, value=why, job=told)
        return np.array([limit]) if limit else None

    def _model(self, path: str) -> Any:
        if self._packed is None:
            return None
        if path not in self._models:
            self._models[path] = self._packed.model(path)
        return self._models[path]

    def _computed(self, model: Any, job: dict[str, Any], limit: float | None) -> Floats:
        arguments, told = job.get("arguments"), str(self._number)
        arguments = arguments if isinstance(arguments, dict) else {}
        timing = Timing(_nodes(job), arguments, self._cluster)
        times = timing.seconds(model)
        self._tasks, self._loads = self._tasks + timing.tasks, self._loads + timing.loads
        if self._tasks > MOST_TASKS or self._loads > MOST_LOADS:
            raise FormatError(
                f"the jobs must have at most {MOST_TASKS:,} tasks in their models, and these "
                f"{MOST_LOADS:,} loads on all numbers of nodes, the limits"
            )
        for kind, holds in ((AT_SPEED, timing.at_speed), (ALONE, timing.alone)):
            if holds:
                path = quoted(str(job.get("application_model")))
                self._findings.add(kind, value=path, job=told)
        if limit and times.max() > limit:
            above = f"{shown(float(times.max()))} above {shown(limit)}"
            self._findings.add(KILLED, value=above, job=told)
            times = np.minimum(times, limit)
        return times


def _nodes(job: dict[str, Any]) -> Floats:
    """Return the numbers of nodes that a job may have."""
    least = _above_0(job.get("num_nodes", job.get("num_nodes_min")))
    most = _above_0(job.get("num_nodes_max")) or least
    if not least or not most or not 1 <= least <= most <= MAX_PROCESSORS or least % 1 or most % 1:
        raise NoTimeError("the job has no whole number of nodes")
    if most - least > MOST_LOADS:
        raise NoTimeError(f"the job may have over {MOST_LOADS:,} numbers of nodes")
    return np.arange(int(least), int(most) + 1, dtype=np.float64)


def _above_0(value: Any) -> float | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e300
    return float(value) if good else None


def open_jobs(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> LogTable:
    """Return the table of a file of jobs, or of a zip that has one."""
    first = next(content, b"")
    content, packed = chain((first,), content), None
    if first.startswith(ZIP):
        packed = unzipped(content, limits)
        content = iter((packed.jobs,))
    jobs = _Jobs(packed, limits, findings)
    table = of_json(content, limits, findings, "jobs", jobs.record)
    return replace(table, processors=jobs.processors, moldable=jobs.times)
