"""`manage.py check_store [--repair]`: is every stored file there, and what was stored?"""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parsched.base.digits import counted
from schedweb.runs.checking import check_store


class Command(BaseCommand):
    help = "Reads every stored file that the database names and verifies its SHA-256."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="Make again what can be made, move damaged files to the trash, and delete what "
            "writers left unfinished.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        findings = check_store(repair=options["repair"])
        self.stdout.write(f"The database names {counted(findings.checked, 'stored file')}.")
        if options["repair"]:
            self.stdout.write(
                f"Missing or damaged, and now back: {counted(findings.repaired, 'file')}."
            )
        self._list("Lost pictures and packs, made again when needed", findings.derived)
        self._list("Files named by no row, which tidy moves to the trash", findings.unused)
        self._list("Files left unfinished by a writer", findings.drafts)
        self._list("Missing or damaged originals", findings.originals)
        if findings.originals:
            raise CommandError(
                "Originals are missing or damaged: restore them from a backup, or do as is said."
            )

    def _list(self, what: str, lines: Sequence[str]) -> None:
        if lines:
            self.stdout.write(f"{what}: {len(lines):,}")
            for line in lines:
                self.stdout.write(f"  {line}")
