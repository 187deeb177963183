"""`manage.py adopt_store`: these files and this database are one installation from now on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from schedweb.store import installation


class Command(BaseCommand):
    help = (
        "Joins database and stored files on purpose, after a restore of one of them or a move: "
        "both get a new name, and any other database that used these files is refused from now on."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="Only say whether they belong together."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            installation.ensure_at_start()
            return
        name = installation.join()
        self.stdout.write(f"Database and stored files are installation {name} from now on.")
