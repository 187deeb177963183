"""Memory that a run may take, and what it took of memory and processors."""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SELF = Path("/proc/self")
_RESET_PEAK = "5"


@contextmanager
def memory_limit(megabytes: int) -> Iterator[None]:
    """Let the process grow by so much and no more; beyond it Python raises MemoryError.

    Without /proc (not on Linux) there is no limit: such systems do not enforce one either.
    """
    mapped = _status("VmSize")
    if mapped is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = mapped + megabytes * 2**20
    known = [bound for bound in before if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([limit, *known]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def reset_peak() -> None:
    """Let `peak_memory` count from now on."""
    try:
        (_SELF / "clear_refs").write_text(_RESET_PEAK)
    except OSError:
        return  # not on Linux, or not allowed: the peak is then that of the whole process


def peak_memory() -> int | None:
    """Return the largest resident size since `reset_peak`, bytes; None where nobody tells."""
    return _status("VmHWM")


def cpu_seconds() -> float:
    """Return the processor time of this process and of those that it started and that ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def _status(name: str) -> int | None:
    try:
        lines = (_SELF / "status").read_text().splitlines()
    except FileNotFoundError:
        return None
    values = [line.split()[1] for line in lines if line.startswith(f"{name}:")]
    return int(values[0]) * 1024 if values else None
