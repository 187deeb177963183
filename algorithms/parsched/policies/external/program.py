"""Runs a user's program with limits, in a process group of its own that ends with the run."""

import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from parsched.model.stop import Stop
from parsched.policies.external.messages import ProgramError

LAUNCH = Path(__file__).with_name("launch.py")
MEMORY = 4096 * 2**20
"""Bytes that the processes of a program may take, unless less is left of a limit of ours."""
LOOK = 1.0
"""Seconds between two looks at how much memory they take."""
GRACE, PAUSE = 2.0, 0.01
"""Seconds that a program has to end once it has closed its output, and between two looks."""
TAIL = 2_000
"""Bytes of what a program says that are kept."""
LINES, SHOWN = 4, 400
"""Lines and characters of them that errors quote."""
PASSED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ")
"""Variables of our environment that a program has, too: neither keys nor addresses."""
SET = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
_PROC = Path("/proc")


class ExternalProgram:
    """A process with pipes, as a context: at its end the whole process group is killed, see
    `parsched.policies.external.launch`.

    Whatever leaves the group, as daemons do, is not followed.

    Parameters
    ----------
    command
        Program and arguments; there is no shell.
    stop
        Ends the wait for the program, and is told how much memory it took.
    talks
        Whether it is spoken to through its input and output; else its output is what it says.
    """

    def __init__(self, command: Sequence[str], stop: Stop, *, talks: bool) -> None:
        self._command, self._stop = list(command), stop
        self._memory = _memory_left()
        self._looked = time.monotonic()
        self._tail = b""
        self.fraction, self.message = 0.0, "starting the program"
        """What is said while the program is waited for."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCH), *self._limits(), *self._command],
            stdin=pipe if talks else subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe if talks else subprocess.STDOUT,
            bufsize=0,
            env={name: os.environ[name] for name in PASSED if name in os.environ} | SET,
            start_new_session=True,
        )

    def _limits(self) -> list[str]:
        most = self._stop.time_limit
        seconds = 0 if most is None else max(math.ceil(most), 1)
        return [str(self._memory), str(seconds), str(os.getpid())]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._look()
        self._process.terminate()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    @property
    def input(self) -> IO[bytes]:
        """What the program reads."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def output(self) -> IO[bytes]:
        """What the program writes."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def sayings(self) -> IO[bytes]:
        """Where it says what is for people."""
        return self._process.stderr or self.output

    @property
    def has_ended(self) -> bool:
        """Has the process itself ended?"""
        return self._process.poll() is not None

    def listen(self) -> bool:
        """Read a part of its output; return False if there was none."""
        read = os.read(self.sayings.fileno(), 65536)
        self._tail = (self._tail + read)[-TAIL:]
        return bool(read)

    def wait(self) -> None:
        """Give others their turn while the program is waited for.

        Raises
        ------
        Cancelled, TimeLimitReached
            When the run has to end.
        ProgramError
            When the program takes too much memory.
        """
        self._stop.report(self.fraction, self.message)
        if time.monotonic() - self._looked < LOOK:
            return
        took = self._look()
        if took > self._memory:
            limit = f"{took >> 20:,} MB of memory, more than its limit of {self._memory >> 20:,} MB"
            raise ProgramError(f"the program took {limit}")

    def ended(self) -> ProgramError:
        """Return the error that says how the program ended too early, and what it said.

        It has closed its output, so it is given GRACE to end; raises what `wait` does.
        """
        code = self._code()
        with suppress(OSError, ValueError):
            os.set_blocking(self.sayings.fileno(), False)
            while self.listen():
                pass
        if code is None:
            how = "closed its output"
        elif code == -signal.SIGXCPU or (code == -signal.SIGKILL and self._is_spent()):
            how = "used up its processor time"
        elif code < 0:
            how = f"was ended by signal {-code} ({signal.Signals(-code).name})"
        else:
            how = f"ended with exit code {code}"
        return ProgramError(f"the program {how} before all jobs had run; {self.said}")

    def _code(self) -> int | None:
        """Wait for the end of the process, and return its code; None where it goes on."""
        until = time.monotonic() + GRACE
        while (code := self._process.poll()) is None and time.monotonic() < until:
            self.wait()
            time.sleep(PAUSE)
        return code

    @property
    def said(self) -> str:
        """What it said last, for people."""
        lines = [line.strip() for line in self._tail.decode(errors="replace").splitlines()]
        last = " | ".join([line for line in lines if line][-LINES:])
        return f"it said: {last[-SHOWN:]}" if last else "it said nothing"

    def _is_spent(self) -> bool:
        most = self._stop.time_limit
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return most is not None and used.ru_utime + used.ru_stime >= most

    def _look(self) -> int:
        """Note how much memory the processes of the session take, bytes; return it."""
        self._looked = time.monotonic()
        took = _memory_of(self._process.pid)
        self._stop.helped(took)
        return took


def _memory_left() -> int:
    """Return the bytes that a program may map."""
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY:
        return MEMORY
    return max(min(MEMORY, soft - 1024 * _status(_PROC / "self", "VmSize:")), 1)


def _memory_of(session: int) -> int:
    """Return the sum of the largest resident sizes of the processes of a session, bytes; 0 where it
    is unknown."""
    folders = (folder for folder in _PROC.glob("[0-9]*") if _session(folder) == session)
    return 1024 * sum(_status(folder, "VmHWM:") for folder in folders)


def _session(folder: Path) -> int:
    """Return the session of a process, -1 if it has ended."""
    try:
        # The name of the program, in brackets, may have blanks.
        return int((folder / "stat").read_bytes().rpartition(b")")[2].split()[3])
    except (OSError, IndexError):
        return -1


def _status(folder: Path, name: str) -> int:
    """Return a number of the status of a process, kB; 0 if it has none."""
    try:
        lines = (folder / "status").read_text(errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
