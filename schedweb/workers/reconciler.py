"""Bringing lost work back: the broker may forget messages, workers may die."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from schedweb.workers import broker, lifecycle, outbox, presence, processes
from schedweb.workers.models import ErrorKind, State, Work, works

RESEND_SECONDS = 5
"""Work that is queued for so long after its message was sent gets another one: twice is harmless.

This code runs on a worker too, behind the messages that came before, so they were not just slow.
"""
COMPILE_SECONDS = 900
"""Longest time to compile all machine code on a slow machine. The limit of a run does not count it,
as `parsched.model.stop` says, but Celery's clock does."""
TIME_MARGIN = 360 + COMPILE_SECONDS
"""Seconds that an attempt may need beyond its limit to load, compile, bound, check, draw and store;
a full disk is waited for, see `workers.patience`."""
MOST_ATTEMPTS = 20
"""Attempts after which work fails even if no process is known to have crashed: what takes its whole
machine along each time must end, too."""

log = logging.getLogger(__name__)


def reconcile() -> None:
    """Requeue, fail or cancel the work of dead workers, and send queued work again."""
    recover_lost()
    for model in works():
        _resend(model)


def recover_lost() -> None:
    """Requeue, fail or cancel the work of dead workers."""
    presence.note()
    outbox.deliver()  # before anybody takes what was computed for lost
    for model in works():
        lifecycle.suspect(model)
        running = model.objects.filter(state=State.RUNNING)
        gone = [work for work in running if processes.parsed(work.worker).is_gone]
        for work in gone:
            _recover(work, lifecycle.WorkClaim.on(work).rows())
        for work in lifecycle.silent(model):
            silent = lifecycle.silent(model).filter(pk=work.pk, attempts=work.attempts)
            _recover(work, silent)


def _recover(work: Work, lost: QuerySet[Work]) -> None:
    """End or requeue lost work; `lost` selects it as long as no other process has done so."""
    crashed = processes.parsed(work.worker).has_crashed
    crashes = work.crashes + crashed
    noun = work.noun()
    if work.is_stopping:
        lifecycle.abandon_lost(lost)
    elif _took_too_long(work):
        text = f"The {noun} was stopped at its time limit of {work.time_limit():,} s."
        lifecycle.give_up(lost, ErrorKind.TIME, text)
    elif crashes >= settings.SCHEDWEB_RUN_ATTEMPTS:
        text = f"The process that computed this {noun} died {crashes} times."
        lifecycle.give_up(lost, ErrorKind.LOST, text)
    elif work.attempts >= MOST_ATTEMPTS:
        text = f"The worker was lost {work.attempts} times while it computed this {noun}."
        lifecycle.give_up(lost, ErrorKind.LOST, text)
    elif lifecycle.requeue(lost, crashed=crashed):
        log.warning("%s %s is queued again: worker %s was lost", noun, work.pk, work.worker)
        broker.enqueue(type(work), work.pk)


def _took_too_long(work: Work) -> bool:
    """Tell whether an attempt was ended from outside because it ignored its time limit."""
    assert work.started is not None
    assert work.heartbeat is not None
    limit = timedelta(seconds=work.time_limit() + TIME_MARGIN / 2)
    return work.heartbeat - work.started > limit


@transaction.atomic
def _resend(model: type[Work]) -> None:
    old = Q(sent=None) | Q(sent__lt=Now() - timedelta(seconds=RESEND_SECONDS))
    waiting = model.objects.filter(old, state=State.QUEUED).order_by("queued")
    broker.enqueue(model, *waiting.values_list("pk", flat=True))
