"""Who may compile, and how long a thread has waited for machine code."""

import threading
import time

COMPILED_ONLY = "SCHEDWEB_COMPILED_ONLY"
"""Variable that, when set, has a process refuse to compile, such as a web server."""


class NotCompiledError(RuntimeError):
    """Machine code is missing in a process that is not to compile."""


class Stopwatch(threading.local):
    """Counts the seconds that a thread spends with getting machine code, which are no run's:
    `seconds` of the clock, and `cpu_seconds` of its processor time."""

    def __init__(self) -> None:
        self.seconds = self.cpu_seconds = 0.0
        self._depth = 0
        self._began = self._cpu_began = 0.0

    def __enter__(self) -> None:
        if self._depth == 0:
            self._began, self._cpu_began = time.perf_counter(), time.thread_time()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._began
            self.cpu_seconds += time.thread_time() - self._cpu_began


stopwatch = Stopwatch()
