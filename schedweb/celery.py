"""The Celery application; its settings are the `CELERY_` ones of Django's."""

import os
import warnings
from logging.config import dictConfig
from typing import Any

from celery import Celery, bootsteps
from celery.platforms import SecurityWarning
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schedweb.settings")

# Root in a container is warned of pickles in messages, which are not accepted here anyway.
warnings.filterwarnings("ignore", category=SecurityWarning)

RECONCILE_SECONDS = 60.0

app = Celery("schedweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**_: Any) -> None:
    """Celery adds no handlers of its own where this signal has a receiver."""
    dictConfig(settings.LOGGING)


class Clock(bootsteps.StartStopStep):
    """Each worker asks for the reconciler when it starts and every minute: no scheduler to lose."""

    requires = frozenset({"celery.worker.components:Timer"})

    def start(self, parent: Any) -> None:
        ask_for_reconciler()
        self.entry = parent.timer.call_repeatedly(RECONCILE_SECONDS, ask_for_reconciler)

    def stop(self, parent: Any) -> None:
        self.entry.cancel()


def ask_for_reconciler() -> None:
    app.send_task("schedweb.runs.tasks.reconcile", expires=RECONCILE_SECONDS)


app.steps["worker"].add(Clock)
