"""Small studies, and workers in the process of the test."""

from typing import Any

import numpy as np

from parsched import studies
from parsched.studies import Cells, Generated, Part
from parsched.studies.claims import Claim
from parsched.studies.judges import Better
from parsched.studies.printed import Column, Line, PrintedTable
from schedweb.accounts.models import User
from schedweb.studies import execution, summaries
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.services import create_study
from schedweb.workers.models import State
from tests import factories

METHODS = ("ltf", "lptf")
BETTER = Claim(
    key="ltf-better",
    text="LTF is better than LPTF.",
    where="§1",
    published="better",
    judges=(Better(measure="makespan/area", method="ltf", than=("lptf",)),),
)

TABLE = PrintedTable(
    key="t",
    number="Table 9",
    title="Both",
    columns=tuple(Column(title=name.upper(), methods=(name,)) for name in METHODS),
    lines=(
        Line(
            title="length",
            form="degradation",
            published=(0, 4_711),
            measures=("makespan",),
            parts=("small",),
        ),
    ),
)


def part(key: str = "small", **values: Any) -> Part:
    """Return a part whose instances take milliseconds."""
    usual: dict[str, Any] = {
        "title": key.capitalize(),
        "instances": Generated(generator="uniform", jobs=(5, 10, 20), processors=(8,)),
        "methods": METHODS,
        "measures": ("makespan", "makespan/area"),
        "repetitions": 4,
    }
    return Part(key=key, **{**usual, **values})


def declared(*parts: Part, **values: Any) -> studies.Study:
    """Return a study of 24 runs, unless its parts are others."""
    usual: dict[str, Any] = {"key": "tiny", "title": "A tiny study", "seed": 3}
    return studies.Study(parts=parts or (part(),), **{**usual, **values})


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
