"""Messages to the workers: ids of rows, which the broker may lose or deliver twice."""

import logging

from celery import current_app
from django.db import transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from schedweb.workers.models import State, Work

log = logging.getLogger(__name__)


def enqueue(model: type[Work], *pks: str) -> None:
    """Send a message per row once the transaction is through."""

    def send() -> None:
        _send(model, pks)

    # Robust: what is stored is stored, and the reconciler sends what was not sent. Django writes
    # down the name of what failed, which a partial has not.
    transaction.on_commit(send, robust=True)


def _send(model: type[Work], pks: tuple[str, ...]) -> None:
    for pk in pks:
        model.objects.filter(pk=pk, state=State.QUEUED).update(sent=Now())
        try:
            current_app.send_task(model.MESSAGE, [pk])
        except (OperationalError, OSError) as error:
            noun = model.noun()
            log.warning("%s %s is sent again later, no broker answers: %s", noun, pk, error)
            return
