"""Pictures of declared studies for their cards: a figure each, drawn from our own numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from algorithms import studies
from algorithms.report.printing import Theme
from algorithms.studies import Cells
from algorithms.studies.figures import figure
from algorithms.studies.journal import journal
from algorithms.studies.measured import Row
from algorithms.studies.part import Unit
from schedweb.config import PROJECT

PICTURES = "img/studies"
"""Their folder among the static files."""
FOLDER = PROJECT / "static" / PICTURES


def picture_name(study: studies.Study, theme: Theme) -> str:
    """Return the name of the file of a picture."""
    return f"{study.key}.svg" if theme == "light" else f"{study.key}-{theme}.svg"


def draw(
    study: studies.Study,
    repetitions: int | None,
    results: Path,
    tell: Callable[[str], None],
    folder: Path = FOLDER,
) -> list[Path]:
    """Compute the first figure of a study, and draw it; return the files.

    Parameters
    ----------
    repetitions
        Of each value; None for as many as the study has.
    results
        Folder of `python -m algorithms study run`: what is there is not computed again.
    tell
        Told how far it is.

    Raises
    ------
    FormatError
        For traces that are missing, and a folder that is no such one.
    """
    if not study.plots:
        return []
    plot = study.plots[0]
    cells = Cells(study.changed(repetitions=repetitions, only=plot.key))
    with journal(cells.study, results) as opened:
        opened.read(cells)

        def take(unit: Unit, row: Row) -> None:
            opened.add(unit, row)
            tell(f"{study.key}: {cells.done} of {cells.total} runs")

        studies.run(cells, take)
    drawn = figure(cells, plot)
    folder.mkdir(parents=True, exist_ok=True)
    themes: tuple[Theme, ...] = get_args(Theme)
    return [drawn.save(folder / picture_name(study, theme), theme=theme) for theme in themes]
