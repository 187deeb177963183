"""Messages to the workers: ids of runs, which the broker may lose or deliver twice."""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from schedweb.runs.models import Run, State

EXECUTE = "schedweb.runs.tasks.execute"

log = logging.getLogger(__name__)


def enqueue(*runs: str) -> None:
    """Send a message per run once the transaction is through."""
    transaction.on_commit(partial(_send, runs))


def _send(runs: tuple[str, ...]) -> None:
    for pk in runs:
        Run.objects.filter(pk=pk, state=State.QUEUED).update(sent=timezone.now())
        try:
            current_app.send_task(EXECUTE, [pk])
        except (OperationalError, OSError) as error:
            log.warning("run %s is sent again later, the broker does not answer: %s", pk, error)
            return
