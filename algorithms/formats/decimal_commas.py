"""Numbers with a decimal comma (`1,5`), as spreadsheets write them where commas stand between no
cells."""

import re
from collections.abc import Sequence

from algorithms.formats.findings import Kind, Severity

DECIMAL = r"^\s*[+-]?(?:[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+),[0-9]+\s*$"
"""Cells with a decimal comma, maybe with points between thousands: `1.234,5`."""
EITHER = r"^\s*[+-]?[1-9][0-9]{0,2},[0-9]{3}\s*$"
"""Those whose comma may as well stand between thousands: a column is read where others tell."""

COMMA = Kind(
    key="decimal_comma",
    severity=Severity.NOTE,
    field="A number",
    rule="has a decimal comma",
    action="read as one with a decimal point",
)


def with_points(cells: Sequence[str], *, is_certain: bool) -> tuple[list[str], list[int]]:
    """Return cells with decimal points in place of commas, and the places of those that had some;
    none where no cell tells that its comma is one, unless that `is_certain`.

    >>> with_points(["1,5", "1.234,25", "2"], is_certain=False)
    (['1.5', '1234.25', '2'], [0, 1])
    >>> with_points(["1,234"], is_certain=False)
    (['1,234'], [])
    """
    made = list(cells)
    found = [i for i, cell in enumerate(made) if "," in cell and re.fullmatch(DECIMAL, cell)]
    if not is_certain and all(re.fullmatch(EITHER, made[i]) for i in found):
        return made, []
    for i in found:
        made[i] = made[i].replace(".", "").replace(",", ".")
    return made, found
