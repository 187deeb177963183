"""Who computes: one name per process, by which the others on the machine see that it is gone."""

import os
import socket
from functools import lru_cache
from pathlib import Path

_PROCESSES = Path("/proc")


def worker_name() -> str:
    """Return host, process namespace, process id and start time of this process."""
    return _name(os.getpid())


@lru_cache(maxsize=1)
def _name(pid: int) -> str:
    return f"{_machine()}|{pid}|{_start_of(pid)}"


def is_gone(worker: str) -> bool:
    """Tell whether a process of this machine has ended; about other machines nobody knows."""
    machine, _, rest = worker.partition("|")
    pid, _, start = rest.partition("|")
    return machine == _machine() and pid.isdigit() and _start_of(int(pid)) != start


def _machine() -> str:
    """Return the host with its process namespace: containers may share a host name."""
    try:
        space = os.readlink(_PROCESSES / "self/ns/pid")
    except OSError:
        space = "-"
    return f"{socket.gethostname()} {space}"


def _start_of(pid: int) -> str:
    """Return when a process began, in ticks since boot; "" where no such process runs."""
    try:
        fields = (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
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
