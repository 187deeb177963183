from importlib import import_module

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "schedweb.api"

    def ready(self) -> None:
        import_module("schedweb.api.schema")  # registers what the OpenAPI document is made with
