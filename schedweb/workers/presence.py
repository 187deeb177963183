"""Which workers are there: each says so every few seconds."""

from datetime import timedelta

from celery import current_app
from django.db.models.functions import Now

from schedweb.workers import processes
from schedweb.workers.models import Worker

PRESENT = timedelta(minutes=1)
"""Silence after which a worker of another machine counts as gone; here its process is looked at."""
FORGOTTEN = timedelta(days=1)


def note() -> None:
    """Note that the worker of this process is alive, and forget those that are not."""
    name = processes.parent_name()
    values = {"heard": Now(), "queues": list(current_app.amqp.queues.consume_from)}
    Worker.objects.update_or_create(name=name, defaults=values)
    Worker.objects.filter(heard__lt=Now() - FORGOTTEN).delete()
    gone = [name for name in _names() if processes.parsed(name).is_gone]
    Worker.objects.filter(name__in=gone).delete()


def missing_queues() -> list[str]:
    """Return the queues that no worker takes anything from."""
    present = Worker.objects.filter(heard__gte=Now() - PRESENT)
    taken = {
        queue
        for worker in present
        if not processes.parsed(worker.name).is_gone
        for queue in worker.queues
    }
    return [name for name in current_app.amqp.queues if name not in taken]


def _names() -> list[str]:
    return list(Worker.objects.values_list("name", flat=True))
