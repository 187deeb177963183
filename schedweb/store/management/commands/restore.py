"""`manage.py restore FILE [--check]`: what `backup` wrote, into an empty installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parsched.base.digits import counted
from schedweb.store.archive import ArchiveError, reading


class Command(BaseCommand):
    help = (
        "Restores an archive into an empty database, SQLite or PostgreSQL, and an empty data "
        "folder: also the way from one kind of database to the other."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="Archive that backup wrote.")
        parser.add_argument(
            "--check", action="store_true", help="Only verify the archive; nothing is written."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            archive = reading.Archive.of(options["file"])
            with archive.file:
                archive.check() if options["check"] else reading.restore(archive)
        except ArchiveError as error:
            raise CommandError(str(error)) from error
        done = "is whole" if options["check"] else "is restored"
        written, count = archive.manifest["written"], len(archive.blobs)
        self.stdout.write(
            f"{options['file']} {done}: of {written}, {counted(count, 'stored file')}."
        )
