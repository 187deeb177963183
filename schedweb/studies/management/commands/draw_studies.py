"""`manage.py draw_studies`: the pictures that the cards of declared studies have."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from parsched.base.errors import AlgorithmsError
from parsched.studies import STUDIES, Study, Traced
from schedweb.studies import previews


class Command(BaseCommand):
    help = (
        "Draw a figure of each declared study into the static files. The numbers of figures are "
        "kept there, so only studies that are new or have changed are computed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*", help="studies to compute and draw; all if none")
        text = f"of each value, where numbers are computed (default: {previews.REPETITIONS})"
        parser.add_argument("--repetitions", type=int, default=previews.REPETITIONS, help=text)
        text = "folders by key, as `python -m parsched study run KEY --out FOLDER/KEY` makes them"
        parser.add_argument("--results", type=Path, metavar="FOLDER", help=text)
        parser.add_argument("--traces", type=Path, default=Path(), help="folder of traces")

    def handle(self, *args: Any, **options: Any) -> None:
        for key in options["keys"]:
            if key not in STUDIES:
                raise CommandError(f"no study is called {key!r}; there are: {', '.join(STUDIES)}")
        studies = [STUDIES[key] for key in options["keys"]] or list(STUDIES.values())
        with tempfile.TemporaryDirectory() as folder:
            results = options["results"] or Path(folder)
            for study in studies:
                if study.plots:
                    self._draw(study, options, results / study.key)

    def _draw(self, study: Study, options: dict[str, Any], results: Path) -> None:
        if study.key in options["keys"] or not previews.is_current(study):
            self._compute(study.with_traces(options["traces"]), options["repetitions"], results)
        if (figure := previews.kept_figure(study)) is not None:
            for path in previews.draw(study, figure):
                self.stdout.write(str(path))

    def _compute(self, study: Study, repetitions: int, results: Path) -> None:
        parts = [part.instances for part in study.only(study.plots[0].key).parts]
        missing = [file for of in parts if isinstance(of, Traced) for file in of.missing]
        if missing:
            self.stderr.write(f"{study.key} is not computed: traces are missing: {missing}")
            return
        try:
            figure = previews.compute(study, repetitions, results, self.stderr.write)
        except AlgorithmsError as error:
            raise CommandError(f"{study.key} cannot be computed: {error}") from error
        previews.keep(study, figure)
