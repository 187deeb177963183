from django.apps import AppConfig
from django.core import checks

from schedweb.checks import broker_outlives_runs


class SchedWebConfig(AppConfig):
    name = "schedweb"

    def ready(self) -> None:
        checks.register(broker_outlives_runs)
