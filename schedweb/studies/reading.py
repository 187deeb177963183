"""The cells of a study: all that its batches have stored."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from algorithms.studies import Cells
from schedweb.errors import DamagedError
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.storage import add_merged, add_rows
from schedweb.studies.units import Span, places
from schedweb.workers.models import State


class Stored(NamedTuple):
    """What names the cells of a batch."""

    part: int
    first: int
    end: int
    digest: str


def stored_batches(study: Study) -> list[Stored]:
    """Return the batches of a study that are done."""
    done = Batch.objects.filter(study=study, state=State.DONE).order_by()
    return [Stored(*row) for row in done.values_list("part", "first", "end", "cells")]


def cells_of(study: Study) -> Cells:
    """Return all cells that are stored; raises `DamagedError` where a file cannot be read."""
    return read(study)[0]


def read(study: Study) -> tuple[Cells, int]:
    """Return the cells of a study, and how many of its batches are not merged yet."""
    cells = Cells(study.declared)
    if digest := merged_digest(study):
        # What cannot be read is merged again from the batches.
        with suppress(DamagedError):
            add_merged(cells, digest)
    return cells, _add_batches(cells, stored_batches(study))


def merged_digest(study: Study) -> str:
    """Return the name of the merged cells of a study, or a blank."""
    merged = Summary.objects.filter(study=study).values_list("merged", flat=True).first()
    return merged or ""


def _add_batches(cells: Cells, batches: Sequence[Stored]) -> int:
    """Add the batches whose cells are not there yet; return their number."""
    parts, added = list(cells.parts.values()), 0
    for part, first, end, digest in batches:
        span = Span(first, end)
        if not parts[part].is_done[places(parts[part].part, span)].all():
            add_rows(parts[part], span, digest)
            added += 1
    return added
