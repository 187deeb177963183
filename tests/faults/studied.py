"""The study that goes on while faults happen, again and again: its table never changes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from parsched import studies
from parsched.studies import Cells, Generated
from parsched.studies.computing import compute
from parsched.studies.judges import Better
from schedweb.studies.models import Study
from schedweb.studies.reading import cells_of
from tests.studies import declared as made

LISTS = made.part(
    "lists",
    instances=Generated(generator="uniform", jobs=(30, 40, 60), processors=(32,)),
    methods=("ltf", "local-search:effort=5", "easy"),
    repetitions=12,
)
REFUSED = made.part(
    "refused",
    instances=Generated(generator="weak", jobs=(10, 20), processors=(16,)),
    methods=("demt:shuffles=3", "easy"),
    measures=("makespan/dual",),
    repetitions=10,
)
"""Moldable jobs, which EASY does not take: sentences are part of the table, too."""
BETTER = replace(
    made.BETTER,
    key="search-better",
    text="Local search is better than LTF.",
    judges=(
        Better(
            measure="makespan/area", method="local-search:effort=5", than=("ltf",), parts=("lists",)
        ),
    ),
)


def study() -> studies.Study:
    """Some seconds of work."""
    return made.declared(LISTS, REFUSED, claims=(BETTER,))


@lru_cache(maxsize=1)
def undisturbed() -> bytes:
    """Return its table as the library computes it, one instance after another."""
    declared = study()
    cells = Cells(declared)
    for unit in declared.units():
        cells.put(unit, compute(declared, unit))
    return made.content(cells)


def differing() -> Iterator[str]:
    """Say which studies are not finished, or have another table."""
    for stored in Study.objects.all():
        if stored.finished is None:
            yield f"study {stored.pk} is not finished"
        elif made.content(cells_of(stored)) != undisturbed():
            yield f"study {stored.pk} has another table than an undisturbed one"
