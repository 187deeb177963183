"""Small studies, and workers in the process of the test."""

from typing import Any

import numpy as np

from parsched.studies import Cells, Part
from schedweb.accounts.models import User
from schedweb.studies import execution, summaries
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.services import create_study
from schedweb.workers.models import State
from tests import factories
from tests.parsched.studies.declared import BETTER, METHODS, TABLE, declared, part

__all__ = [
    "BETTER",
    "METHODS",
    "TABLE",
    "content",
    "declared",
    "part",
    "stored",
    "summed_up",
    "work",
]


def stored(*parts: Part, owner: User | None = None, **values: Any) -> Study:
    """Store a study, whose commands are `confirmed` if there are any; its first batches wait."""
    owner, confirmed = owner or factories.person("alice"), values.pop("confirmed", ())
    return create_study(owner, declared(*parts, **values), confirmed=confirmed)


def work(study: Study, batches: int = 1_000) -> Study:
    """Compute what waits, and what follows from it, as one worker does."""
    for _ in range(batches):
        waiting = Batch.objects.filter(study=study, state=State.QUEUED).first()
        if waiting is None:
            break
        execution.compute(waiting.pk)
    return Study.objects.get(pk=study.pk)


def content(cells: Cells) -> bytes:
    """Return everything of a table, bit by bit."""
    return b"".join(
        part.numbers.tobytes()
        + np.packbits(part.is_done).tobytes()
        + repr(sorted(part.problems.items())).encode()
        for part in cells.parts.values()
    )


def summed_up(study: Study) -> Summary:
    """Return the summary of a study as a worker computes it."""
    summary = Summary.objects.get(study=study)
    summaries.summarise(summary.pk)
    return Summary.objects.get(pk=summary.pk)
