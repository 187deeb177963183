"""`manage.py tidy`: what workers do every hour, here and now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parsched.report.phrases import counted
from schedweb.base.errors import RefusedError
from schedweb.runs.tidying import tidy


class Command(BaseCommand):
    help = "Moves stored files that nothing refers to into the trash, where they stay for 30 days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--force",
            action="store_true",
            help="Also where more than a tenth of all files is unknown to this database.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            moved = tidy(force=options["force"])
        except RefusedError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{counted(moved, 'file')} moved to the trash.")
