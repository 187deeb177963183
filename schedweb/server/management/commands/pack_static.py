from typing import Any

from django.core.management.base import BaseCommand, CommandError

from schedweb.server.delivery.packing import pack


class Command(BaseCommand):
    help = (
        "Pack style sheets, scripts and pictures of this version, unless that is done. The web "
        "server does it as it starts; this is for an image, where it cannot write."
    )

    def handle(self, **_: Any) -> None:
        folder = pack()
        if folder is None:
            raise CommandError("Static files were not packed, for the reason above.")
        self.stdout.write(f"Packed into {folder}")
