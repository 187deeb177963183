"""Runs `cp_sat.py` as a process of its own, and listens to it."""

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from parsched.base.errors import SolverError
from parsched.base.extras import need

PROGRAM = Path(__file__).with_name("cp_sat.py")
MEMORY = 4096 * 2**20
"""Bytes that the process may map, unless less is left of a limit that this process has."""
PATIENCE = 0.2
"""Seconds to wait for a line before the caller has its turn."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
OUT_OF_MEMORY = ("bad_alloc", "MemoryError", "allocate memory", "failed to map", "new thread")
"""What programs say that have none left."""
Line = dict[str, Any]


@contextmanager
def solver(
    model: Line,
    *,
    seconds: float,
    workers: int,
    seed: int,
    helped: Callable[[int], None],
) -> Iterator[Iterator[Line]]:
    """Start the solver on a model; it is killed at the end of the block.

    Parameters
    ----------
    model
        What `cp_sat.CpSatModel` takes.
    seconds
        Limit on the deterministic time of CP-SAT.
    helped
        Told how much memory the process took, bytes, before it is killed.

    Yields
    ------
    lines
        What the solver tells, as `cp_sat` says, with an empty line whenever it was silent for a
        moment; the last one has a "state", and the process then waits to be killed. The iterator
        raises SolverError when the process ends without one.
    """
    need("ortools", "exact")
    limits = {"seconds": seconds, "workers": workers, "seed": seed, "memory": MEMORY}
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            [sys.executable, "-I", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,
            env=os.environ | ONE_THREAD,
        ) as process,
    ):
        try:
            yield _lines(process, json.dumps(model | limits) + "\n", errors)
        finally:
            helped(_peak(process.pid))
            process.kill()


def _peak(pid: int) -> int:
    """Return the largest resident size of a process that has not ended, bytes; 0 where it is
    unknown.

    The peak of a process that has ended would count the memory of this process too, which it shared
    until it became another program.
    """
    with suppress(FileNotFoundError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def _lines(process: subprocess.Popen[bytes], model: str, errors: IO[bytes]) -> Iterator[Line]:
    assert process.stdin is not None
    assert process.stdout is not None
    for text in _texts(process.stdin, model.encode(), process.stdout):
        line: Line = json.loads(text) if text else {}
        yield line
        if "state" in line:
            return
    raise _failure(process.wait(), errors)


def _texts(stdin: IO[bytes], model: bytes, output: IO[bytes]) -> Iterator[bytes]:
    """Yield each line, and nothing whenever there is none for a moment, until the output ends.

    The model is handed over as fast as the program takes it, which is not before it has loaded.
    """
    pending, unsent = b"", memoryview(model)
    os.set_blocking(stdin.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        selector.register(stdin, selectors.EVENT_WRITE)
        while True:
            ready = [key.fileobj for key, _ in selector.select(PATIENCE)]
            if not ready:
                yield b""
            if stdin in ready:
                unsent = unsent[_sent(stdin, unsent) :]
                if not unsent:
                    selector.unregister(stdin)
            if output in ready:
                if not (read := os.read(output.fileno(), 65536)):
                    return
                *lines, pending = (pending + read).split(b"\n")
                yield from lines


def _sent(stdin: IO[bytes], unsent: memoryview) -> int:
    """Write as much as there is room for; return how much that was."""
    try:
        return os.write(stdin.fileno(), unsent)
    except BrokenPipeError:
        return len(unsent)  # the program has ended already, as its output will tell


def _failure(code: int, errors: IO[bytes]) -> SolverError:
    errors.seek(0)
    message = errors.read().decode(errors="replace")
    if any(word in message for word in OUT_OF_MEMORY):
        return SolverError("the process of CP-SAT ran out of memory")
    last = ([line.strip() for line in message.splitlines() if line.strip()] or ["nothing"])[-1]
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return SolverError(f"the process of CP-SAT ended by {how} and left no answer; it said: {last}")
