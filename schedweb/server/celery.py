"""The Celery application; its settings are the `CELERY_` ones of Django's."""

import os
import warnings
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from schedweb.server.bootsteps import ClockStep, PoolGuard, StoreGuard

# A worker would load all pages for Django's checks, and Celery throws away what they find.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

# Root in a container is warned of pickles in messages, which are not accepted here anyway.
warnings.filterwarnings("ignore", category=SecurityWarning)

TRANSPORT_ALIASES["spool"] = "schedweb.base.spool:SpoolTransport"
TRANSPORT_ALIASES |= dict.fromkeys(("redis", "rediss"), "schedweb.base.messages:RedisTransport")

app = Celery("schedweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**_: Any) -> None:
    """Celery adds no handlers of its own where this signal has a receiver."""
    dictConfig(settings.LOGGING)


app.steps["worker"].update({ClockStep, PoolGuard, StoreGuard})
