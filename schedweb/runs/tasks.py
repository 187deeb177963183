"""What workers are asked to do; messages carry ids only. The clock is in `schedweb.celery`."""

import logging

from celery import shared_task
from django.conf import settings

from schedweb.errors import RefusedError
from schedweb.runs import execution, reconciler, tidying

log = logging.getLogger(__name__)

HARD_LIMIT = settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN


@shared_task(time_limit=HARD_LIMIT)
def execute(run: str) -> None:
    """Compute a run."""
    execution.execute(run)


@shared_task
def reconcile() -> None:
    """Bring lost runs back."""
    reconciler.reconcile()


@shared_task
def tidy() -> None:
    """Forget uploads that nobody took over, and files that nothing refers to."""
    try:
        tidying.tidy()
    except RefusedError as error:
        log.error("%s", error)
