"""Bringing lost runs back: the broker may forget messages, workers may die."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from schedweb.runs import broker, lifecycle
from schedweb.runs.models import ErrorKind, Run, State
from schedweb.runs.workers import is_gone

RESEND_SECONDS = 5
"""A run that is queued for so long after its message was sent gets another one: twice is harmless.

This code runs on a worker too, behind the messages that came before, so they were not just slow.
"""
TIME_MARGIN = 120
"""Seconds that a run may need beyond its limit to load, bound, check, draw and store."""

log = logging.getLogger(__name__)


def reconcile() -> None:
    """Requeue, fail or cancel the runs of dead workers, and send queued runs again."""
    recover_lost()
    _resend()


def recover_lost() -> None:
    """Requeue, fail or cancel the runs of dead workers."""
    for run in _lost():
        _recover(run)


def _lost() -> Iterator[Run]:
    """Yield running runs that nobody computes any more."""
    silent = timezone.now() - timedelta(seconds=settings.SCHEDWEB_HEARTBEAT_SECONDS)
    for run in Run.objects.filter(state=State.RUNNING):
        if run.heartbeat is None or run.heartbeat < silent or is_gone(run.worker):
            yield run


def _recover(run: Run) -> None:
    assert run.heartbeat is not None
    held = lifecycle.Claim(run.pk, run.worker, run.attempts)
    if run.is_stopping:
        lifecycle.abandon_lost(held, run.heartbeat)
    elif _took_too_long(run):
        text = f"The run was stopped at its time limit of {settings.SCHEDWEB_RUN_SECONDS:,} s."
        lifecycle.give_up(held, run.heartbeat, ErrorKind.TIME, text)
    elif run.attempts >= settings.SCHEDWEB_RUN_ATTEMPTS:
        text = f"The worker was lost {run.attempts} times while it computed this run."
        lifecycle.give_up(held, run.heartbeat, ErrorKind.LOST, text)
    elif lifecycle.requeue(held, run.heartbeat):
        log.warning("run %s is queued again: worker %s was lost", run.pk, run.worker)
        broker.enqueue(run.pk)


def _took_too_long(run: Run) -> bool:
    """Tell whether the run was ended from outside because it ignored its time limit."""
    assert run.started is not None
    assert run.heartbeat is not None
    limit = timedelta(seconds=settings.SCHEDWEB_RUN_SECONDS + TIME_MARGIN / 2)
    return run.heartbeat - run.started > limit


@transaction.atomic
def _resend() -> None:
    old = timezone.now() - timedelta(seconds=RESEND_SECONDS)
    waiting = Run.objects.filter(Q(sent=None) | Q(sent__lt=old), state=State.QUEUED)
    broker.enqueue(*waiting.order_by("queued", "position").values_list("pk", flat=True))
