from celery.signals import worker_ready
from django.apps import AppConfig
from django.core import checks

from schedweb import celery  # noqa: F401 (tasks belong to this application)
from schedweb.checks import broker_outlives_runs, plugins_are_loaded
from schedweb.startup import worker_says


class SchedWebConfig(AppConfig):
    name = "schedweb"

    def ready(self) -> None:
        checks.register(broker_outlives_runs)
        checks.register(plugins_are_loaded)
        worker_ready.connect(worker_says)
