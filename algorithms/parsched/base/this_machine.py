"""The machine that computes: its processor, its cores and its Python, as measurements name them."""

import os
import platform
from functools import cache
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


@cache
def this_machine() -> str:
    """Return what runs this program, in words.

    Examples
    --------
    >>> "core" in this_machine()
    True
    """
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {cores} core{'s' if cores > 1 else ''}, {platform.system()}, {python}"


def _processor() -> str:
    """Return what the processor is called: Linux alone tells it, and elsewhere its kind does."""
    lines = _CPUINFO.read_text("utf-8").splitlines() if _CPUINFO.is_file() else []
    named = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return " ".join(next(named, "").split()) or platform.machine() or "unknown processor"
