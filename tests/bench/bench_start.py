"""What starting costs: set-up, commands, and the launcher up to the address that answers."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from schedweb.base.config import PROJECT
from tests.bench.cpu import with_programs
from tests.bench.row import Row
from tests.launch.launched import launched

SET_UP = (
    "from pathlib import Path; from parsched.apps.compiling.compiling import compile_missing as c"
)
LIBRARY = ("-m", "parsched")


def rows() -> Iterator[Row]:
    """Measure."""
    for command in ("list", "--help"):
        yield Row(f"python -m parsched {command}", least(*LIBRARY, command), "s", most=0.4)
    launcher = least("-c", "import schedweb.launch.__main__")
    yield Row("loading the launcher, with Django", launcher, "s", most=0.4)
    with tempfile.TemporaryDirectory() as folder:
        jobs = Path(folder) / "jobs.swf"
        made = ("generate", "lublin", "--jobs", "8", "--procs", "4", "--out", str(jobs))
        ran = ("run", "--workload", str(jobs), "--procs", "4", "--algorithm", "easy", "--json")
        ended(*LIBRARY, *made)
        yield Row("python -m parsched run, EASY on 8 jobs", least(*LIBRARY, *ran), "s", most=2.5)
        counted = json.loads(ended(*LIBRARY, *ran))["seconds"]
        yield Row("what that command says the algorithm took", counted, "s", most=0.1)
        environment = {**os.environ, "SCHEDWEB_DATA": folder}
        yield Row("first start", seconds_to_start(environment), "s", most=15)
        yield Row("second start", seconds_to_start(environment), "s", most=15)
    yield Row("a set-up that compiles nothing", least(*LIBRARY, "compile"), "s", most=1)
    with tempfile.TemporaryDirectory() as folder:
        everything = f"{SET_UP}; c(Path({folder!r}), 2, print)"
        took = with_programs(lambda: ended("-c", everything))
        yield Row("compiling all loops", took, "s", most=150)


def ended(*arguments: str) -> str:
    """Run Python to its end and return what it printed."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, text=True).stdout


def least(*arguments: str) -> float:
    """Return the least time of three runs."""
    return min(with_programs(lambda: ended(*arguments)) for _ in range(3))


def seconds_to_start(environment: dict[str, str]) -> float:
    """Of the launcher and its programs, which end once the address is there."""

    def start() -> None:
        with launched("local", environment):
            pass

    return with_programs(start)
