"""What Celery is asked for; messages carry ids only. The clock is in
`schedweb.server.bootsteps`."""

from celery import shared_task
from django.conf import settings

from schedweb.workers import performing, reconciler, turns
from schedweb.workers.models import Task

turns.computes(Task, performing.perform)


@shared_task(time_limit=settings.SCHEDWEB_TASK_SECONDS + reconciler.TIME_MARGIN)
def perform(task: str) -> None:
    """Perform the task, or whatever is before it in line."""
    turns.take(Task)


@shared_task
def reconcile() -> None:
    """Bring lost work back."""
    reconciler.reconcile()
