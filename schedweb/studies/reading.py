"""The cells of a study: all that its batches have stored."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from parsched.studies import Cells
from schedweb.base.errors import DamagedError
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.selectors import Generation, generation_of, of_origins, outdated
from schedweb.studies.storage import add_merged, add_rows
from schedweb.studies.units import InstanceSpan, places
from schedweb.workers.models import State


class Stored(NamedTuple):
    """What names the cells of a batch."""

    part: int
    first: int
    end: int
    digest: str


OLDER = (
    "These numbers are of an older version of what the study uses: no claim is judged by them, and "
    "nothing is called best."
)
"""Notice beside the numbers of a study until all are computed again."""


def stored_batches(study: Study, origins: Sequence[str]) -> list[Stored]:
    """Return the batches of a study that are done, of one origin for each part."""
    done = Batch.objects.filter(of_origins(origins), study=study, state=State.DONE).order_by()
    return [Stored(*row) for row in done.values_list("part", "first", "end", "cells")]


def cells_of(study: Study) -> Cells:
    """Return all cells that are shown, see `selectors.generation_of`; raises `DamagedError` where a
    file cannot be read."""
    return read(study)[0]


def read(study: Study) -> tuple[Cells, int]:
    """Return the cells of a study, and how many of its batches are not merged yet."""
    generation = generation_of(study)
    cells = Cells(study.declared, mark=OLDER if generation.is_older else "")
    if digest := merged_digest(study, generation):
        # What cannot be read is merged again from the batches.
        with suppress(DamagedError):
            add_merged(cells, digest)
    return cells, _add_batches(cells, stored_batches(study, generation.origins))


def merged_digest(study: Study, generation: Generation) -> str:
    """Return the name of the merged cells of a study, or a blank where they are of other versions
    than those that are shown."""
    summary = Summary.objects.filter(study=study).only("merged", "content").first()
    if summary is None:
        return ""
    of = summary.content.get("origins")
    # Older summaries do not say of what they are: of what there is, if nothing else was there.
    is_of = not outdated(study).exists() if of is None else of == [*generation.origins]
    return summary.merged if is_of else ""


def _add_batches(cells: Cells, batches: Sequence[Stored]) -> int:
    """Add the batches whose cells are not there yet; return their number."""
    parts, added = list(cells.parts.values()), 0
    for part, first, end, digest in batches:
        span = InstanceSpan(first, end)
        if not parts[part].is_done[places(parts[part].part, span)].all():
            add_rows(parts[part], span, digest)
            added += 1
    return added
