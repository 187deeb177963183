from importlib import import_module

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "schedweb.web"

    def ready(self) -> None:
        import_module("schedweb.web.embeds")  # declares what finds figures and tables to embed
