from importlib import import_module

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "schedweb.runs"

    def ready(self) -> None:
        for module in ("task_kinds", "lengths"):
            import_module(f"schedweb.runs.{module}")
