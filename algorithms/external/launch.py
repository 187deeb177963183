"""A program of its own: limits itself and becomes a scheduler.

It is started by `algorithms.external.program` and imports nothing of this library. Its arguments
are the bytes that it may map, the seconds of processor time, the process that started it, and the
command. When that process ends, so does the scheduler, even if it was killed.
"""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress

PARENT_DEATH_SIGNAL = 1
NOT_FOUND = 127


def limit(kind: int, value: int) -> None:
    """Let nothing raise a limit of this process, which may be lower already; 0 is none."""
    _, hard = resource.getrlimit(kind)
    if value and (hard == resource.RLIM_INFINITY or value < hard):
        resource.setrlimit(kind, (value, value))


def main() -> None:
    """Limit and exec."""
    memory, seconds, parent = map(int, sys.argv[1:4])
    command = sys.argv[4:]
    with suppress(AttributeError):  # not on Linux
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("whoever started this has ended")
    limit(resource.RLIMIT_CPU, seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit(resource.RLIMIT_AS, memory)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(NOT_FOUND)


if __name__ == "__main__":
    main()
