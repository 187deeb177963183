from celery.signals import worker_ready
from django.apps import AppConfig
from django.core import checks

from schedweb.server import celery  # noqa: F401 (tasks belong to this application)
from schedweb.server.checks import broker_outlives_runs, plugins_are_loaded
from schedweb.server.startup import worker_says


class SchedWebConfig(AppConfig):
    name = "schedweb.server"
    label = "schedweb"

    def ready(self) -> None:
        checks.register(broker_outlives_runs)
        checks.register(plugins_are_loaded)
        worker_ready.connect(worker_says)
