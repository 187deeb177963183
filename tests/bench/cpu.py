"""Processor time: of this process with all of its threads, and of programs that it started."""

import os
from collections.abc import Callable
from time import process_time


def seconds(run: Callable[[], object], repetitions: int = 3) -> float:
    """Return the least time of several runs: what else the computer does counts little."""
    return min(once(run) for _ in range(repetitions))


def once(run: Callable[[], object]) -> float:
    """Return the time of one run."""
    began = process_time()
    run()
    return process_time() - began


def with_programs(run: Callable[[], object]) -> float:
    """Return the time of one run, including programs that it starts and that end."""
    began = _all()
    run()
    return _all() - began


def _all() -> float:
    return sum(os.times()[:4])
