"""What every Celery worker does beside its tasks."""

import logging
import os
import signal
from contextlib import suppress
from functools import partial
from typing import Any

from celery import Celery, bootsteps
from django.core.management import call_command
from django.db import connections
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

PERIODIC = {
    "schedweb.workers.tasks.reconcile": 10.0,
    "schedweb.studies.tasks.go_on": 10.0,
    "schedweb.runs.tasks.tidy": 3600.0,
}
"""Seconds between two requests for a task."""


class ClockStep(bootsteps.StartStopStep):
    """Ask for the periodic tasks, at the start and then regularly.

    Each worker does, so there is no scheduler to lose. Many workers that ask do no harm, since a
    request expires when the next one is due.
    """

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        self.entries = []
        queue = next(iter(parent.app.amqp.queues.consume_from))  # one that this worker takes from
        for task, seconds in PERIODIC.items():
            ask = partial(request, parent.app, task, queue, seconds)
            ask()
            self.entries.append(parent.timer.call_repeatedly(seconds, ask))

    def stop(self, parent: Any) -> None:
        for entry in self.entries:
            entry.cancel()


def request(app: Celery, task: str, queue: str, expires: float) -> None:
    """Send a message that may be lost: the next one follows."""
    try:
        app.send_task(task, queue=queue, expires=expires)
    except (OperationalError, OSError) as error:
        log.warning("%s was not asked for, the broker does not answer: %s", task, error)


class StoreGuard(bootsteps.Step):
    """Refuse to work on the files of another installation."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        call_command("adopt_store", check=True)
        connections.close_all()  # the pool is forked next


class PoolGuard(bootsteps.StartStopStep):
    """End a worker whose pool has lost its lock, so that its supervisor starts a new one.

    Without an event loop (filesystem broker) idle processes wait for work under one lock, and one
    that is killed takes the lock along: all the others would wait for ever (billiard issue 104).
    """

    requires = ("celery.worker.components:Pool",)

    def start(self, parent: Any) -> None:
        if not parent.use_eventloop:
            pool = parent.pool._pool  # noqa: SLF001 (no public name)
            pool.on_process_down = partial(leave_broken, pool)


def leave_broken(pool: Any, process: Any) -> None:
    """End this worker and its processes if an idle one was killed."""
    if process.exitcode >= 0 or _was_busy(pool, process.pid):
        return
    log.warning("an idle process was killed: the worker starts again")
    for other in pool._pool:  # noqa: SLF001
        with suppress(ProcessLookupError):
            os.kill(other.pid, signal.SIGKILL)
    os._exit(1)


def _was_busy(pool: Any, pid: int) -> bool:
    return any(pid in job.worker_pids() for job in pool._cache.values())  # noqa: SLF001
