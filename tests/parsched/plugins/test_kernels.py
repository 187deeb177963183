"""Kernels of plugins are compiled at set-up, in a folder of their own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.everywhere import ROOT
from tests.parsched.plugins.installed import install

SOURCE = '''
import numpy as np


@kernel
def add_up(values, sums):
    total = 0.0
    for i in range(len(values)):
        total += values[i]
        sums[i] = total
    return total


@register("in-turn", title="T", version=1, params=Params, supports=Supports(), cites=())
def in_turn(instance, params, stop):
    """One job after the other."""
    stop.report(0.0, "adding up")
    jobs = instance.jobs
    ends = np.zeros(len(jobs))
    add_up(jobs.runtime, ends)
    return Schedule.of(jobs, ends - jobs.runtime, width=jobs.width)
'''


class Machine:
    """A folder of machine code, and a plugin."""

    def __init__(self, folder: Path) -> None:
        self.code = folder / "code"
        self.packages = folder / "packages"
        self.packages.mkdir()

    def says(self, code: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run Python with nothing but the folder to write to."""
        code = f"from parsched.base.compiled import folder\n{PATCH}\n{code}"
        given = {k: v for k, v in os.environ.items() if not k.startswith("SCHEDWEB_")}
        paths = {"PYTHONPATH": str(self.packages), "CODE": str(self.code)}
        return subprocess.run(
            (sys.executable, "-c", code),
            env={**given, **paths, **environ},
            cwd=ROOT,
            capture_output=True,
            text=True,
        )


PATCH = """
import os, pathlib, shutil
own = pathlib.Path(os.environ["CODE"])
if not own.is_dir():
    there = next(where for where in folder.candidates() if where.is_dir())
    shutil.copytree(there, own, ignore=shutil.ignore_patterns("plugins"))
folder.candidates = lambda: iter([own])
folder._is_complete = lambda where: True
"""
"""What the program itself needs is there already; only the plugin's is missing."""
COMPILE = """
from parsched.apps.compiling.compiling import compile_plugin
if __name__ == "__main__":
    print(folder.missing_plugins(), folder.complaint())
    print(compile_plugin(own, "turns", 1, lambda done, of: None), folder.missing_plugins())
"""
RUN = """
import parsched as sched
jobs = sched.generate("uniform", jobs=20, processors=8)
print(sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "in-turn").schedule.end.max())
"""


def test_kernels_of_a_plugin_are_compiled_at_set_up_and_never_later(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    points = {"schedweb.algorithms": "turns"}
    install(machine.packages, "turns", {"turns": SOURCE}, points)
    refused = machine.says(RUN, SCHEDWEB_COMPILED_ONLY="1")
    assert "NotCompiledError: turns.add_up" in refused.stderr
    done = machine.says(COMPILE)
    said = done.stdout.splitlines()
    assert said[0] == "['turns'] Machine code of turns is not complete", done.stderr
    assert said[1].endswith(" []")
    assert int(said[1].split()[0]) >= 1
    assert list((machine.code / "plugins").glob("turns.add_up-*"))
    ran = machine.says(RUN, SCHEDWEB_COMPILED_ONLY="1")
    assert float(ran.stdout) > 0, ran.stderr
    for line, missing in (("# a comment", []), ("CHANGED = 1", ["turns"])):
        changed = f"from parsched.plugins import *\n{SOURCE}\n{line}\n"
        (machine.packages / "turns.py").write_text(changed, encoding="utf-8")
        assert machine.says("print(folder.missing_plugins())").stdout == f"{missing}\n"


def test_a_plugin_that_fails_in_practice_is_named(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    poor = SOURCE.replace("ends = np.zeros(len(jobs))", "1 / 0")
    install(machine.packages, "turns", {"turns": poor}, {"schedweb.algorithms": "turns"})
    done = machine.says(COMPILE)
    assert "SetUpError: Plugin turns 1.0 fails in practice, ZeroDivisionError" in done.stderr


def test_a_plugin_without_kernels_needs_no_set_up(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    plain = SOURCE.replace("@kernel\n", "")
    install(machine.packages, "turns", {"turns": plain}, {"schedweb.algorithms": "turns"})
    assert machine.says("print(folder.missing_plugins())").stdout == "[]\n"
    assert float(machine.says(RUN, SCHEDWEB_COMPILED_ONLY="1").stdout) > 0
