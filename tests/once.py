"""What is dear to make and only read by tests: one process makes it, all of a run share it."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first process of a run to ask for it has filled.

    Parameters
    ----------
    factory
        Of the session; its base is the run's own, or below it where pytest-xdist has processes.
    name
        Of the folder, the same in all processes.
    make
        Fills the folder, which is empty and stays where it is. Others wait for its end; where it
        raises, the next to ask begins again.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, made = base / name, base / f"{name}.made"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            made.touch()
    return folder
