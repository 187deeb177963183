from importlib import import_module

from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "schedweb.studies"

    def ready(self) -> None:
        import_module("schedweb.studies.task_kinds")
