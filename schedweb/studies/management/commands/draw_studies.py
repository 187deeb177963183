"""`manage.py draw_studies`: the pictures that the cards of declared studies have."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from algorithms.studies import STUDIES
from schedweb.studies.previews import FOLDER, draw, picture_name


class Command(BaseCommand):
    help = "Draw a figure of each declared study that has no picture yet, into the static files."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*", help="studies to draw again; all new ones if none")
        parser.add_argument("--repetitions", type=int, default=5, help="of each value (default 5)")

    def handle(self, *args: Any, **options: Any) -> None:
        new = [s.key for s in STUDIES.values() if not (FOLDER / picture_name(s, "light")).exists()]
        for key in options["keys"] or new:
            for path in draw(STUDIES[key], options["repetitions"], self.stderr.write):
                self.stdout.write(str(path))
