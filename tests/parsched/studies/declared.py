"""Small studies."""

from typing import Any

from parsched.studies import Generated, Part, Study
from parsched.studies.claims import Claim
from parsched.studies.judges import Better
from parsched.studies.printed import PrintedColumn, PrintedLine, PrintedTable

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
    columns=tuple(PrintedColumn(title=name.upper(), methods=(name,)) for name in METHODS),
    lines=(
        PrintedLine(
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


def declared(*parts: Part, **values: Any) -> Study:
    """Return a study of 24 runs, unless its parts are others."""
    usual: dict[str, Any] = {"key": "tiny", "title": "A tiny study", "seed": 3}
    return Study(parts=parts or (part(),), **{**usual, **values})
