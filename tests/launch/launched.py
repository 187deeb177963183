"""A launcher that a test starts, watches and stops."""

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from schedweb.base.config import PROJECT

PATIENCE = 60.0  # seconds; a bound for broken code, not a pace
READY = re.compile(r"ready: (http://\S+)")


def command(mode: str, python: str = sys.executable) -> list[str]:
    return [python, "-m", "schedweb.launch", mode]


class Launched:
    """A running launcher, once its server answers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self.address = self._wait_for_address()

    def _wait_for_address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if found := READY.search(line):
                return found[1]
        raise AssertionError("".join(self.lines))

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as response:
            return str(response.read().decode())

    def said(self) -> str:
        """Everything that an ended launcher printed."""
        assert self.process.stdout is not None
        return "".join([*self.lines, self.process.stdout.read()])

    def programs(self) -> dict[str, int]:
        """Process ids of the web server, the worker for runs, and the reader of files."""
        return programs(self.process.pid)


@contextmanager
def launched(
    mode: str, environment: Mapping[str, str], python: str = sys.executable
) -> Iterator[Launched]:
    """Start on a free port."""
    with launched_as(command(mode, python), {**environment, "PORT": "0"}, PROJECT) as launcher:
        yield launcher


@contextmanager
def launched_as(
    command: list[str], environment: Mapping[str, str], folder: Path
) -> Iterator[Launched]:
    """Start a launcher by a command in a folder; whatever the test leaves is killed."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Launched(process)
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=PATIENCE)


def programs(supervisor: int) -> dict[str, int]:
    """Process ids of the programs that a launcher runs."""
    kinds = {"gunicorn": "web", "--queues runs": "worker", "--queues tasks": "reader"}
    found: dict[str, int] = {}
    for pid in children(supervisor):
        line = command_line(pid)
        found |= {name: pid for mark, name in kinds.items() if mark in line}
    return found


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if row[1] == str(pid) and not row[2].startswith("Z")]


def command_line(pid: int) -> str:
    return _about(pid, "args")


def alive(pid: int) -> bool:
    """Whether it runs; False for one that ended and was not waited for yet."""
    return _about(pid, "stat")[:1] not in ("", "Z")


def _about(pid: int, column: str) -> str:
    """Ask for a column in full: pytest-xdist lets it be cut at 80 characters."""
    return subprocess.run(
        ["ps", "-ww", "-p", str(pid), "-o", f"{column}="],
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def eventually(holds: Callable[[], object]) -> None:
    """Wait, within bounds, for what another process does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
