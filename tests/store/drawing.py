"""Pictures as a reader of a run has them drawn."""

from schedweb.runs.models import Run
from schedweb.runs.pictures import PICTURES, pack_of, picture_of


def draw(run: Run) -> None:
    """Draw everything that pages show of a run that is done."""
    pack_of(run.comparison.workload)
    for field in PICTURES:
        picture_of(run, field)
