"""`manage.py draw_studies`: the pictures that the cards of declared studies have."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from algorithms.errors import AlgorithmsError
from algorithms.studies import STUDIES
from schedweb.studies.previews import FOLDER, draw, picture_name


class Command(BaseCommand):
    help = "Draw a figure of each declared study that has no picture yet, into the static files."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*", help="studies to draw again; all new ones if none")
        parser.add_argument("--repetitions", type=int, help="of each value; all of them if not set")
        text = "folders by key, as `python -m algorithms study run KEY --out FOLDER/KEY` makes them"
        parser.add_argument("--results", type=Path, metavar="FOLDER", help=text)
        parser.add_argument("--traces", type=Path, default=Path(), help="folder of traces")

    def handle(self, *args: Any, **options: Any) -> None:
        new = [s.key for s in STUDIES.values() if not (FOLDER / picture_name(s, "light")).exists()]
        with tempfile.TemporaryDirectory() as folder:
            for key in options["keys"] or new:
                self._draw(key, options, options["results"] or Path(folder))

    def _draw(self, key: str, options: dict[str, Any], results: Path) -> None:
        if key not in STUDIES:
            raise CommandError(f"no study is called {key!r}; there are: {', '.join(STUDIES)}")
        study = STUDIES[key].with_traces(options["traces"])
        try:
            paths = draw(study, options["repetitions"], results / key, self.stderr.write)
        except AlgorithmsError as error:
            self.stderr.write(f"{key} is not drawn: {error}")
            return
        for path in paths:
            self.stdout.write(str(path))
