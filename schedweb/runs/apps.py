from importlib import import_module

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "schedweb.runs"

    def ready(self) -> None:
        import_module("schedweb.runs.task_kinds")
