"""Studies that are stopped: what is kept and said, and that no process goes on alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from parsched.apps.cli import console
from parsched.base.program import INTERRUPTED
from parsched.studies import run
from parsched.studies.files import as_toml
from tests.parsched.studies.small import STUDY

PARENT = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from parsched.studies.running import _begin
if __name__ == "__main__":
    context = get_context("spawn")
    heard, end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(1, context, _begin, (None, heard))
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600)
    time.sleep(600)
"""

RUNNING = """
import os, signal, time
from parsched.studies import Cells, running
from tests.parsched.studies.small import STUDY
def slow(units):
    print(os.getpid(), flush=True)
    time.sleep(600)
if __name__ == "__main__":
    # What a shell starts in the background ignores Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    running._compute_batch = slow
    running.run(Cells(STUDY), lambda unit, row: None, processes=2)
"""


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or ") Z" not in state.read_text()


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    at = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=at
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert_ends(child)


def assert_ends(process: int) -> None:
    try:
        for _ in range(300):
            if not is_alive(process):
                return
            time.sleep(0.1)
        pytest.fail("the process is still there")
    finally:
        if is_alive(process):
            os.kill(process, signal.SIGKILL)


def test_an_interrupted_parent_waits_for_no_batch(tmp_path: Path) -> None:
    script = tmp_path / "running.py"
    script.write_text(RUNNING)
    at = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=at,
    ) as parent:
        assert parent.stdout is not None
        children = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(signal.SIGINT)  # to the parent alone
        assert_ends(parent.pid)
    for child in children:
        assert_ends(child)


def test_a_study_that_is_interrupted_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "own.toml", tmp_path / "out"
    path.write_text(as_toml(STUDY))

    def interrupted(cells: Any, take: Any, *, processes: int, allow_commands: bool) -> None:
        def first(unit: Any, row: Any) -> None:
            take(unit, row)
            cells.put(unit, row)
            raise KeyboardInterrupt

        run(cells, first, processes=processes, allow_commands=allow_commands)

    monkeypatch.setattr("parsched.apps.cli.studies.run", interrupted)
    assert console(["study", "run", str(path), "--out", str(out)]) == INTERRUPTED
    said = f"Stopped: 2 of 16 runs are kept in {out}; the same command goes on from there."
    assert capsys.readouterr().err.endswith(f"{said}\n")
    assert len((out / "cells.jsonl").read_text().splitlines()) == 1
