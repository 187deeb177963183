"""Who computes: one name per process, by which the others on the machine see that it is gone."""

import os
import socket
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_PROCESSES = Path("/proc")


class Name(NamedTuple):
    """A process and its parent: process ids with start times, as ids are given out again."""

    machine: str
    pid: str = ""
    start: str = ""
    parent: str = ""
    parent_start: str = ""

    @property
    def is_gone(self) -> bool:
        """True when the process has ended; False for a process of another machine, where that is
        unknown."""
        return self.machine == machine() and _has_ended(self.pid, self.start)

    @property
    def has_crashed(self) -> bool:
        """True when the process has ended while its parent goes on: killed for its memory or its
        time, say. When a service is stopped or restarted, the parent ends too."""
        return self.is_gone and not _has_ended(self.parent, self.parent_start)


def worker_name() -> str:
    """Return host, process namespace, and id and start time of this process and its parent."""
    return _name(os.getpid(), os.getppid())


def parent_name() -> str:
    """Return the same for the parent of this process, but no parent of the parent."""
    me = parsed(worker_name())
    return f"{me.machine}|{me.parent}|{me.parent_start}"


def parsed(worker: str) -> Name:
    """Return the parts of a worker's name."""
    return Name(*worker.split("|")[: len(Name._fields)])


@lru_cache(maxsize=1)
def _name(pid: int, parent: int) -> str:
    return f"{machine()}|{pid}|{_start_of(pid)}|{parent}|{_start_of(parent)}"


def machine() -> str:
    """Return the host with its process namespace: containers may share a host name."""
    try:
        space = os.readlink(_PROCESSES / "self/ns/pid")
    except OSError:
        space = "-"
    return f"{socket.gethostname()} {space}"


def _has_ended(pid: str, start: str) -> bool:
    return pid.isdigit() and _start_of(int(pid)) != start


def _start_of(pid: int) -> str:
    """Return when a process began, in ticks since boot; "" where no such process runs."""
    try:
        fields = (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "" if _PROCESSES.joinpath("self").exists() else _signalled(pid)
    return "" if fields[0] == "Z" else fields[19]


def _signalled(pid: int) -> str:
    """Ask for a process where there is no /proc."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "alive"
