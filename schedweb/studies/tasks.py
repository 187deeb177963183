"""What workers are asked to do with studies; messages carry ids only."""

from celery import shared_task
from django.conf import settings

from schedweb.studies import execution, handing, summaries
from schedweb.workers import reconciler


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def compute(batch: str) -> None:
    """Compute a batch."""
    execution.compute(batch)


@shared_task(time_limit=settings.SCHEDWEB_TASK_SECONDS + reconciler.TIME_MARGIN)
def summarise(summary: str) -> None:
    """Compute what the page of a study shows."""
    summaries.summarise(summary)


@shared_task
def go_on() -> None:
    """Hand out batches, and renew summaries: whoever was to do so may have been killed."""
    handing.hand_out()
    summaries.renew_all()
