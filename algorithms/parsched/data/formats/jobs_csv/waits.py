"""The columns of a CSV workload that say which jobs wait for which, and how long after that."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.data.files.cell_values import numbers
from parsched.data.files.findings import Findings
from parsched.data.files.links import JobLinks, after_texts, joined_ids, resolved, split_ids
from parsched.data.formats.jobs_csv import AFTER, DELAY, kinds
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.workload import LATEST, Floats, Ints, Workload

Cells = Sequence[str]


class Waits:
    """What the kept rows say, block by block."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, str, Floats]] = []

    def append(self, first: int, after: Cells, delay: Cells) -> None:
        """Add the cells of rows from `first` on."""
        self._pairs += [
            (row, cell.strip(), _delays(text))
            for row, (cell, text) in enumerate(zip(after, delay, strict=True), first)
            if cell.strip()
        ]

    def dependencies(
        self, ids: Cells, order: Any, lines: Ints, findings: Findings
    ) -> Dependencies | None:
        """Return the dependencies of jobs with these ids in the file."""
        if not self._pairs:
            return None
        own, pairs = np.array(ids, object), []
        known = set(ids)
        for row, cell, delay in self._pairs:
            # An id may have blanks: then it stands alone.
            named = [cell] if cell in known and len(delay) == 1 else split_ids(cell)
            seconds = np.broadcast_to(delay, len(named)).tolist()
            pairs += [(row, id, length) for id, length in zip(named, seconds, strict=True)]
        return resolved(
            JobLinks.of(pairs),
            own,
            order,
            findings,
            kinds.LINKS,
            lambda row: {"line": int(lines[row])},
        )


def _delays(cell: str) -> Floats:
    """Return the delays in a cell, seconds; one of 0 where it is blank."""
    return numbers(split_ids(cell)) if cell.strip() else np.zeros(1)


def unfit_delays(after: Cells, delay: Cells) -> Ints:
    """Return the places of cells that hold no delays, or not as many as there are ids."""
    bad = []
    for place, (cell, text) in enumerate(zip(after, delay, strict=True)):
        if text.strip():
            values, ids = _delays(text), len(split_ids(cell))
            good = (values >= 0) & (values <= LATEST)
            if not good.all() or len(values) not in (1, ids):
                bad.append(place)
    return np.array(bad, np.int64)


def columns(workload: Workload) -> dict[str, list[str]]:
    """Return the cells of both columns; of delays only where there are any.

    Raises
    ------
    WorkloadError
        When a job waits for several others, of whose ids one has blanks.
    """
    if (after := workload.after) is None:
        return {}
    ids = [str(id) for id in workload.ids.tolist()]
    pairs = after_texts(after, "")
    cells = [_joined([ids[before] for before, _ in waits]) for waits in pairs]
    if not after.delay.any():
        return {AFTER: cells}
    return {AFTER: cells, DELAY: [_shortest([text or "0" for _, text in w]) for w in pairs]}


def _joined(ids: Cells) -> str:
    if len(ids) <= 1:
        return "".join(ids)
    if (cell := joined_ids(ids)) is None:
        raise WorkloadError(
            "CSV separates the ids of the jobs that one waits for by blanks, and some of these "
            "have blanks or commas: write JSON"
        )
    return cell


def _shortest(delays: Cells) -> str:
    """Return delays as a cell: none where they are 0, and one for all where they are equal."""
    if len(set(delays)) > 1:
        return " ".join(delays)
    return "" if not delays or delays[0] == "0" else delays[0]
