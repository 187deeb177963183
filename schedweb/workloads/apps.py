from importlib import import_module

from django.apps import AppConfig


class WorkloadsConfig(AppConfig):
    name = "schedweb.workloads"

    def ready(self) -> None:
        import_module("schedweb.workloads.task_kinds")
