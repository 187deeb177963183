from importlib import import_module

from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "schedweb.studies"

    def ready(self) -> None:
        for name in ("task_kinds", "damage", "definitions"):
            import_module(f"schedweb.studies.{name}")
