from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "schedweb.accounts"
