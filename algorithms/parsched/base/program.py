"""Being a program: streams that are closed or full, signals at any moment, and exit codes.

This loads nothing but the standard library, so that Ctrl-C is heard while the rest is loaded.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType

UNWRITABLE = 1
"""Exit code where standard output is full or closed."""
INTERRUPTED = 130
PIPE_CLOSED = 141
ENDING = (signal.SIGTERM, signal.SIGHUP)
"""Signals that end a program, once it has taken back what is unfinished."""


def is_starting(package: str) -> bool:
    """Tell whether Python loads a package to run it: `python -m package`, or
    `python -m algorithms` in a clone."""
    return sys.argv[:1] == ["-m"] and not {package, "algorithms"}.isdisjoint(sys.orig_argv[1:])


def end_when_interrupted() -> None:
    """End at Ctrl-C with a line, as there is nothing to take back yet."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, b"Interrupted.\n")
    os._exit(INTERRUPTED)


def run(main: Callable[[], int]) -> int:
    """Run what a program does and return its exit code: whatever ends it early is one line."""
    _open_streams()
    with _heard():
        try:
            return _ran(main)
        except KeyboardInterrupt as stop:
            _tell(str(stop) or "Interrupted.")
            exec("")  # Python forgets that one came out of `exec`, and would end by the signal
            return INTERRUPTED
        except BrokenPipeError:
            _drop_output()
            return PIPE_CLOSED
        except OSError as error:
            _tell(f"{error.filename or 'Standard output'}: {error.strerror or error}")
            _drop_output()
            return UNWRITABLE


def _ran(main: Callable[[], int]) -> int:
    try:
        code = main()
    except SystemExit as ended:
        if isinstance(ended.code, str):
            _tell(ended.code)
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    sys.stdout.flush()
    return code


@contextmanager
def _heard() -> Iterator[None]:
    """Let Ctrl-C and signals that end a program be exceptions, in the main thread."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    if before[signal.SIGINT] is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in ENDING:
        if before[number] is signal.SIG_DFL:
            signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) in (_stop, signal.default_int_handler):
                signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Begin processes that ignore Ctrl-C: their parent decides when they end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _open_streams() -> None:
    """Open streams that are closed: standard input is empty, and writes fail, except to standard
    error, which are dropped."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            flags = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            _place(os.open(os.devnull, flags), number)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _place(descriptor: int, number: int) -> None:
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)


def _drop_output() -> None:
    """Let what Python would still write at its end go nowhere, without complaint."""
    with suppress(OSError, ValueError):
        _place(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(line: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
