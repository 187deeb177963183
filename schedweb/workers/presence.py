"""Which workers are there: each says so every few seconds."""

from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone

from schedweb.workers import processes as names
from schedweb.workers.models import State, Task, Worker, works

PRESENT = timedelta(minutes=1)
"""Silence after which a worker of another machine counts as gone; here its process is looked at."""
FORGOTTEN = timedelta(days=1)


def note() -> None:
    """Note that the worker of this process is alive, and forget those that are not."""
    name = names.parent_name()
    values = {"heard": Now(), "queues": list(current_app.amqp.queues.consume_from)}
    Worker.objects.update_or_create(name=name, defaults=values)
    Worker.objects.filter(heard__lt=Now() - FORGOTTEN).delete()
    gone = [name for name in _names() if names.parsed(name).is_gone]
    Worker.objects.filter(name__in=gone).delete()


def processes() -> int:
    """Return how many processes compute runs, as far as their workers were heard."""
    heard = Worker.objects.filter(heard__gte=timezone.now() - PRESENT)
    queue = current_app.amqp.queues[settings.CELERY_TASK_DEFAULT_QUEUE].name
    workers = sum(queue in worker.queues for worker in heard)
    return max(workers, 1) * int(settings.CELERY_WORKER_CONCURRENCY)


def free_processes() -> int:
    """Return how many of these compute nothing, at least 1."""
    computing = [
        model.objects.filter(state=State.RUNNING).order_by().values("pk")
        for model in works()
        if model is not Task
    ]
    busy = computing[0].union(*computing[1:], all=True).count()  # one query for all kinds
    return max(processes() - busy, 1)


def missing_queues() -> list[str]:
    """Return the queues that no worker takes anything from."""
    present = Worker.objects.filter(heard__gte=Now() - PRESENT)
    taken = {
        queue
        for worker in present
        if not names.parsed(worker.name).is_gone
        for queue in worker.queues
    }
    return [name for name in current_app.amqp.queues if name not in taken]


def _names() -> list[str]:
    return list(Worker.objects.values_list("name", flat=True))
