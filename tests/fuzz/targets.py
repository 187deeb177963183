"""The readers, and a good file or more of each."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from parsched.data.formats import (
    SCHEDULES,
    ReadOptions,
    import_schedule,
    read,
    read_schedule,
    write,
    write_schedule,
)
from parsched.data.formats.swf.write import write_swf
from parsched.data.logs import SOURCES
from parsched.data.merging import MergeSpec
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.parsched.data.logs.samples import SAMPLES
from tests.parsched.data.logs.test_tables import TABLES as LOGS

DATA = Path(__file__).parent.parent / "data"
SWF = (DATA / "eight-jobs.swf").read_bytes()
JSON = (DATA / "every-kind-of-job.json").read_bytes()
JOBS = read(io.BytesIO(SWF), name="eight-jobs.swf").workload
GRID = Platform.of(6, 6)
LAWS = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "a", "procs": 200, "time": 10, "speedup": {"law": "downey", "A": 30, "sigma": 1.2}},
{"id": "b", "procs": 9, "time": 1, "speedup": {"law": "amdahl", "fraction": 0.05}, "queue": "q"},
{"id": "c", "times": {"1": 9, "16": 2.5}, "weight": 2}, {"id": 4, "times": [null, 6, 2e0]}]}"""
TASKS = b"""WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies,UserID
1,1,0,10,2,2,,u1
1,2,5,3.5,1,-1,1,u2
2,007,5,0,1,3,1;2,u1
"""
TABLE = """id;release;procs;time;estimate;environment;user;note
1;0;8;25;30;debian;u1;"a ""b"" c"
2;10.5;2;6e1;;fedora;ü2;
3;10;1;0;-1;;;x
"""


@dataclass(frozen=True)
class Target:
    """A reader that takes any bytes, by name, and the files that are mutated for it."""

    name: str
    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def _written(format: str) -> bytes:
    stream = io.BytesIO()
    write(JOBS, stream, format=format)
    return stream.getvalue()


def _schedule(platform: Platform, algorithm: str, *, swf: bool = False) -> bytes:
    stream = io.BytesIO()
    result = solve(Instance(JOBS, platform), algorithm)
    if swf:
        write_swf(result.workload, stream, result.schedule, platform)
    else:
        write_schedule(stream, result.workload, platform, result.schedule, original=JOBS)
    return stream.getvalue()


def _specification() -> bytes:
    site = {"site": "a", "file": "a.swf", "processors": 6, "zone": "Europe/Paris", "shift": 3600}
    sources = [site, site | {"site": "b", "zone": "-3600", "window": {"align": "start"}}]
    common = {"filters": {"statuses": "completed|failed"}, "window": {"days": 7}}
    heading = {"format": "schedweb-merge", "version": 1, "name": "m", "clock": "utc"}
    return json.dumps(heading | {"sources": sources} | common).encode()


def _workload(format: str | None, *seeds: bytes) -> Target:
    def reading(content: bytes) -> object:
        return read(io.BytesIO(content), name=f"jobs.{format or 'swf'}", format=format)

    return Target(format or "any format", reading, seeds)


def _scheduled(content: bytes) -> object:
    found = read_schedule(io.BytesIO(content), JOBS, GRID)
    found.check()
    return found


def _imported(content: bytes) -> object:
    """A schedule that was made elsewhere, as each kind of file in turn, by the length."""
    kind = ["", *SCHEDULES][len(content) % (len(SCHEDULES) + 1)]
    return import_schedule(io.BytesIO(content), Instance(JOBS, GRID), kind=kind)


def _log(key: str) -> Target:
    """A source of logs, whose files begin as they may."""

    def reading(content: bytes) -> object:
        return read(io.BytesIO(content), name="log", options=ReadOptions(source=key))

    return Target(key, reading, (SAMPLES[key],))


_TABLES = (TABLE.encode(), _written("csv"))
_GWF = (_written("gwf"), TASKS)
TARGETS = (
    _workload("swf", SWF),
    _workload("gwf", *_GWF),
    _workload("csv", *_TABLES),
    _workload("json", JSON, LAWS),
    _workload(None, SWF, JSON, *_GWF, *_TABLES),
    *map(_log, SOURCES),
    _workload(None, *SAMPLES.values(), *LOGS.values()),
    Target("schedule", _scheduled, (_schedule(GRID, "grid"), _schedule(Platform.of(6), "easy"))),
    Target(
        "schedule made elsewhere",
        _imported,
        (
            _schedule(GRID, "grid"),
            _schedule(GRID, "grid").replace(b"job_id", b"jobID"),
            _schedule(GRID, "grid", swf=True),
            _schedule(Platform.of(6), "easy"),
        ),
    ),
    Target(
        "specification",
        lambda content: MergeSpec.from_text(content.decode("utf-8", "surrogateescape")),
        (_specification(),),
    ),
)
