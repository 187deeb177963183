"""Memory and processor time that work may take, and what it took."""

import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from parsched.base.errors import Cancelled, TimeLimitReached

_SELF = Path("/proc/self")
_RESET_PEAK = "5"


@contextmanager
def memory_limit(megabytes: int) -> Iterator[None]:
    """Limit the growth of the process to `megabytes`; beyond it Python raises MemoryError.

    Without /proc (not on Linux) there is no limit: such systems do not enforce one either.
    """
    mapped = _status("VmSize")
    if mapped is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = mapped + megabytes * 2**20
    limits = [bound for bound in before if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([limit, *limits]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def interruptible(seconds: int) -> Iterator[Callable[[], None]]:
    """Limit the processor time of a block in the main thread, and let other threads cancel it.

    Yields a function that raises `Cancelled` in the block. After `seconds` of processor time
    `TimeLimitReached` is raised in it, and again each second if it is caught there: both come by
    the signal of the system's own timer. Signals reach no other thread: there is no limit there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    cancelled, lock, is_open = threading.Event(), threading.Lock(), True

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not is_open:  # the block has just ended: nothing is left to interrupt
            return
        if cancelled.is_set():
            raise Cancelled("a user asked for it")
        raise TimeLimitReached(f"its limit of {seconds:,} s of processor time is over")

    def cancel() -> None:
        cancelled.set()
        with lock:  # outside of the block the signal would end the process
            if is_open:
                signal.raise_signal(signal.SIGPROF)

    handler = signal.signal(signal.SIGPROF, interrupt)
    # Not RLIMIT_CPU: the system counts it in ticks, which on a busy machine fall behind the exact
    # time of a process, by 20 s after some minutes. A timer counts in ticks, too, but from now on.
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        try:
            yield cancel
        finally:
            is_open = False  # from here on the handler raises nothing
    finally:
        is_open = False
        with lock:  # the canceller has either sent the signal or sees that it is too late
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, handler)


def reset_peak() -> None:
    """Let `peak_memory` count from now on."""
    try:
        (_SELF / "clear_refs").write_text(_RESET_PEAK)
    except OSError:
        return  # not on Linux, or not allowed: the peak is then the whole process's


def peak_memory() -> int | None:
    """Return the largest resident size since `reset_peak`, bytes; None where it is unknown."""
    return _status("VmHWM")


def _status(name: str) -> int | None:
    try:
        lines = (_SELF / "status").read_text().splitlines()
    except FileNotFoundError:
        return None
    values = [line.split()[1] for line in lines if line.startswith(f"{name}:")]
    return int(values[0]) * 1024 if values else None
