"""Celery workers that a test starts and kills."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings

from schedweb.runs.models import Run
from schedweb.workers.models import State
from tests.everywhere import ROOT
from tests.launch.launched import PATIENCE, eventually


class Worker:
    """A running worker: a process that takes messages, and those that compute."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def kill(self) -> None:
        """End all of its processes at once, as a power failure does."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Ask it to end what it does and stop."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def worker(environment: Mapping[str, str], processes: int = 1) -> Iterator[Worker]:
    """Start a worker; nothing of it is left afterwards."""
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "schedweb.server", "worker"]
    started = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**environment, "SCHEDWEB_WORKERS": str(processes)},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    running = Worker(started)
    try:
        yield running
    finally:
        running.kill()


def computing(run: Run) -> int:
    """Wait until a run is computed; return the id of the process that does."""
    eventually(lambda: is_in(run, State.RUNNING) and run.progress > 0)
    return int(run.worker.split("|")[1])


def is_in(run: Run, *states: State) -> bool:
    """Look where a run stands."""
    run.refresh_from_db()
    return run.state in states


def ended(run: Run) -> Run:
    """Wait until nothing more will happen to a run."""
    eventually(lambda: is_in(run, State.DONE, State.FAILED, State.CANCELLED))
    return run


def forget_messages() -> None:
    """Empty the broker, as a restart without a disk does."""
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        if connection.transport.driver_type == "redis":
            channel.client.flushdb()
            return
    for message in (Path(settings.SCHEDWEB_DATA) / "broker" / "messages").iterdir():
        message.unlink(missing_ok=True)
