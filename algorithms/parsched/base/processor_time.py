"""Processor time: what a computation costs, whatever else the machine does."""

import resource
import time


def cpu_seconds() -> float:
    """Return the processor time of this process, all its threads, and of those processes that it
    started and that have ended, seconds since it began."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime
