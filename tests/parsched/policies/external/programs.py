"""Programs that tests let schedule, as commands."""

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.run.result import Result
from parsched.run.solve import solve

SCHEDULERS = Path(__file__).with_name("schedulers")
EASY = f"{{python}} {SCHEDULERS}/easy.py {{socket}}"


def command(*words: str) -> str:
    """Return a command that has no commas outside of brackets."""
    return shlex.join([sys.executable, *words])


def python(code: str) -> str:
    """Return a command that runs a text in brackets."""
    return command("-c", f"exec({code!r})")


def answers(folder: Path, *replies: Any) -> str:
    """Return a program that gives some answers, each a list of events or a text, and is then
    silent."""
    lines = [
        reply if isinstance(reply, str) else f'{{"now": NOW, "events": {json.dumps(reply)}}}'
        for reply in replies
    ]
    file = folder / "answers"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return command(str(SCHEDULERS / "scripted.py"), str(file))


def event(kind: str, time: float, **data: Any) -> dict[str, Any]:
    """Return a decision."""
    return {"timestamp": time, "type": kind, "data": data}


def execute(job: int, time: float, alloc: str | None = None) -> dict[str, Any]:
    """Return a decision to start a job."""
    chosen = {} if alloc is None else {"alloc": alloc}
    return event("EXECUTE_JOB", time, job_id=f"w0!{job}", **chosen)


def run(
    jobs: Workload,
    processors: int,
    command: str = "",
    stop: Stop | None = None,
    protocol: str = "lines",
    rules: Mapping[str, str] = MappingProxyType({}),
) -> Result:
    """Let a program schedule; the example where none is named."""
    params = {"command": command} if command else {}
    instance = Instance(jobs, Platform.of(processors), Rules(**rules))
    stop = stop or Stop()
    stop.allow_commands = True
    return solve(instance, "external", {**params, "protocol": protocol}, stop=stop, bounds=())
