"""`manage.py seed_samples`: what a newcomer finds at the first start; given only once."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from schedweb.accounts.local import local_user
from schedweb.studies.samples import welcome


class Command(BaseCommand):
    help = (
        "Gives the local user the sample machines, workloads, comparisons and study. "
        "Where people log in, each gets them at the first visit, and this does nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SCHEDWEB_MODE != "local":
            return
        if welcome(local_user()):
            self.stdout.write("The samples are made; workers compute them.")
