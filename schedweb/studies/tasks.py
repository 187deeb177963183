"""What workers are asked to do with studies; messages carry ids only."""

from celery import shared_task
from django.conf import settings

from schedweb.studies import execution, handing, summaries
from schedweb.studies.models import Batch
from schedweb.workers import reconciler, turns

turns.computes(Batch, execution.compute)


@shared_task(time_limit=settings.SCHEDWEB_RUN_SECONDS + reconciler.TIME_MARGIN)
def compute(batch: str) -> None:
    """Compute the batch, or whatever is before it in line."""
    turns.take(Batch)


@shared_task(time_limit=settings.SCHEDWEB_TASK_SECONDS + reconciler.TIME_MARGIN)
def summarise(summary: str) -> None:
    """Compute what the page of a study shows."""
    summaries.summarise(summary)


@shared_task
def go_on() -> None:
    """Hand out batches, and renew summaries: the worker that was to do so may have been killed."""
    handing.hand_out()
    summaries.renew_all()
