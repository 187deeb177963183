from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "schedweb.runs"
