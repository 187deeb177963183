"""What workers are asked to do with runs; messages carry ids only."""

import logging

from celery import shared_task
from django.conf import settings

from schedweb.errors import RefusedError
from schedweb.runs import execution, tidying
from schedweb.workers import reconciler

log = logging.getLogger(__name__)


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def execute(run: str) -> None:
    """Compute a run."""
    execution.execute(run)


@shared_task
def tidy() -> None:
    """Forget uploads that nobody took over, and files that nothing refers to."""
    try:
        tidying.tidy()
    except RefusedError as error:
        log.error("%s", error)
