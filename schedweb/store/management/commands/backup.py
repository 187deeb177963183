"""`manage.py backup FILE`: database, stored files and key as one archive, while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from parsched.base.digits import counted
from parsched.base.errors import FormatError
from schedweb.base import config
from schedweb.store.archive import writing


class Command(BaseCommand):
    help = "Writes database, stored files and key into one archive, which restore reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="Archive to write, such as backup.zip.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lost = writing.write(options["file"])
        except FormatError as error:
            raise CommandError(f"{error}.") from error
        except DatabaseError as error:
            raise CommandError(
                f"The database of {config.DATA.read()} cannot be read ({error}): is this the data "
                f"folder, and has {config.COMMAND} migrate run?"
            ) from error
        file = Path(options["file"])
        size = file.stat().st_size
        self.stdout.write(
            f"{file} is written: {counted(size, 'byte')}. It holds the key: keep it safe."
        )
        if lost:
            raise CommandError(
                f"{counted(len(lost), 'stored file')} missing or damaged, not archived: run "
                f"{config.COMMAND} check_store."
            )
