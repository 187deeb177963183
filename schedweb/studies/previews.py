"""Pictures of declared studies for their cards: a figure each, of our own numbers.

What a picture shows is kept beside it as JSON, with what it was computed from: so drawing all of
them again takes seconds, and only studies that are new or have changed are computed.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from parsched import studies
from parsched.base.whole_files import write
from parsched.report.figure import Figure
from parsched.report.phrases import counted
from parsched.report.printing import Theme
from parsched.studies import Cells, StudyPlot
from parsched.studies.figures import figure
from parsched.studies.journal import journal
from parsched.studies.measured import UnitRow
from parsched.studies.origins import origin
from parsched.studies.part import Unit
from schedweb.base.config import FILES

PICTURES = "img/studies"
"""Their folder among the static files."""
FOLDER = FILES / "static" / PICTURES
REPETITIONS = 5
"""Default number of repetitions for each value: enough for a picture."""


def picture_name(study: studies.Study, theme: Theme) -> str:
    """Return the name of the file of a picture."""
    return f"{study.key}.svg" if theme == "light" else f"{study.key}-{theme}.svg"


def has_picture(study: studies.Study) -> bool:
    """Tell whether a picture is there."""
    return (FOLDER / picture_name(study, "light")).is_file()


def kept_figure(study: studies.Study) -> Figure | None:
    """Return the figure that a picture shows; None where there is none."""
    kept = _read(study)
    return Figure.from_json(kept["figure"]) if kept else None


def is_current(study: studies.Study) -> bool:
    """Tell whether the kept figure is of the study as it is declared now."""
    kept = _read(study)
    return kept is not None and kept["stamp"] == _stamp(study)


def compute(
    study: studies.Study, repetitions: int, results: Path, tell: Callable[[str], None]
) -> Figure:
    """Compute the first figure of a study.

    Parameters
    ----------
    repetitions
        Of each value.
    results
        Folder of `python -m parsched study run`: what is there is not computed again.
    tell
        Told how far it is.

    Raises
    ------
    FormatError
        For a folder that is no such one.
    """
    plot = study.plots[0]
    shown = study.only(plot.key)
    few = int(min(repetitions, shown.most_repetitions))
    cells = Cells(shown.changed(repetitions=few))
    with journal(cells.study, results) as opened:
        opened.read(cells)

        def take(unit: Unit, row: UnitRow) -> None:
            opened.add(unit, row)
            tell(f"{study.key}: {cells.done} of {counted(cells.total, 'run')}")

        studies.run(cells, take)
    return figure(cells, plot)


def keep(study: studies.Study, drawn: Figure) -> None:
    """Keep what a picture shows."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    content = {"stamp": _stamp(study), "figure": drawn.as_json()}
    write(_path(study), json.dumps(content, indent=1) + "\n")


def draw(study: studies.Study, drawn: Figure) -> list[Path]:
    """Draw a picture for light pages and for dark ones; return the files."""
    themes: tuple[Theme, ...] = get_args(Theme)
    return [drawn.save(FOLDER / picture_name(study, theme), theme=theme) for theme in themes]


def _path(study: studies.Study) -> Path:
    return FOLDER / f"{study.key}.json"


def _read(study: studies.Study) -> dict[str, Any] | None:
    path = _path(study)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def _stamp(study: studies.Study) -> str:
    """Return what changes with everything that the figure depends on, but for repetitions."""
    plot = study.plots[0]
    parts = [study.part(key) for key in plot.parts]
    # What plots may say one day, and this one does not, changes nothing.
    usual = asdict(StudyPlot(figure="", key="", title="", parts=(), measure=""))
    stated = {name: value for name, value in asdict(plot).items() if value != usual[name]}
    content = [
        stated,
        *([origin(study, part), *map(dict, part.instances.values)] for part in parts),
    ]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
