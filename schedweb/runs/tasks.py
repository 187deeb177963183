"""What workers are asked to do; messages carry ids only. The clock is in `schedweb.celery`."""

from celery import shared_task
from django.conf import settings

from schedweb.runs import execution, reconciler, tidying

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
    tidying.tidy()
