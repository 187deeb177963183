"""A program of its own: starts a scheduler with limits, and waits for it.

It is started by `parsched.policies.external.program` and imports nothing of this library. Its
arguments are the bytes that the scheduler may map, its seconds of processor time, the process that
started this, and the command. The scheduler heads a process group, which is killed when it ends,
when this process is told to terminate, and when the one that started it ends, even if that was
killed.
"""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from typing import NoReturn

PARENT_DEATH_SIGNAL = 1
NOT_FOUND = 127


def limit(kind: int, value: int) -> None:
    """Let nothing raise a limit of this process, which may be lower already; 0 is none."""
    _, hard = resource.getrlimit(kind)
    if value and (hard == resource.RLIM_INFINITY or value < hard):
        resource.setrlimit(kind, (value, value))


def become(command: list[str], memory: int, seconds: int) -> NoReturn:
    """Limit this process, and turn it into the program, at the head of a group."""
    os.setpgid(0, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    limit(resource.RLIMIT_CPU, seconds)
    limit(resource.RLIMIT_AS, memory)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(NOT_FOUND)


def kill(group: int) -> None:
    """End a program, and what it has started."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def end_like(status: int) -> NoReturn:
    """End as a process did that was waited for."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):  # SIGKILL cannot be handled
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    sys.exit(os.waitstatus_to_exitcode(status))


def main() -> None:
    """Start the program and wait for it, so that its processor time is known."""
    memory, seconds, parent = map(int, sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # This process is not ended before it can end the program.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    program = os.fork()
    if not program:
        become(sys.argv[4:], memory, seconds)
    with suppress(OSError):  # it has done so itself, and is the program already
        os.setpgid(program, program)
    signal.signal(signal.SIGTERM, lambda *_: kill(program))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    with suppress(AttributeError):  # not on Linux
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:
        kill(program)
    # The pipes are the program's: they end with it.
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)
    _, status = os.waitpid(program, 0)
    kill(program)
    end_like(status)


if __name__ == "__main__":
    main()
