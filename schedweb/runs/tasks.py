"""What workers are asked to do with runs; messages carry ids only."""

import logging

from celery import shared_task
from django.conf import settings

from schedweb.base.errors import RefusedError
from schedweb.runs import execution, proving, tidying
from schedweb.runs.models import Renewal, Run
from schedweb.workers import reconciler, turns

log = logging.getLogger(__name__)

turns.computes(Run, execution.execute)
turns.computes(Renewal, execution.renew)


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def execute(run: str) -> None:
    """Compute the run, or whatever is before it in line."""
    turns.take(Run)


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def renew(renewal: str) -> None:
    """Compute the run again, or whatever is before it in line."""
    turns.take(Renewal)


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def prove(proof: str) -> None:
    """Compute bounds whose computing was cut off."""
    proving.carry_out(proof)


@shared_task
def tidy() -> None:
    """Forget uploads that were never used, and files that nothing refers to."""
    try:
        tidying.tidy()
    except RefusedError as error:
        log.error("%s", error)
