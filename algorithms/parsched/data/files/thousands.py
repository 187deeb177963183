"""Numbers with signs between their thousands, and counts with their unit behind them."""

import re

from parsched.data.files.findings import FindingKind, Severity

_BLANKS = " \u00a0\u2009\u202f"
_SIGNS = (",", "'", "’", f"[{_BLANKS}]")
_GROUPED = "|".join(f"[1-9][0-9]{{0,2}}(?:{sign}[0-9]{{3}})+" for sign in _SIGNS)
GROUPED = rf"^\s*[+-]?(?:{_GROUPED})(?:\.[0-9]+)?\s*[A-Za-z]*\s*$"
"""Cells with commas, apostrophes or blanks between thousands, maybe with a unit behind them."""
OPEN = r"^\s*[+-]?[1-9][0-9]{0,2},[0-9]{3}\s*[A-Za-z]*\s*$"
"""Cells whose comma may as well be a decimal one, where commas stand between no cells."""
SIGNS = f"[,'’{_BLANKS}]"
POINTED = r"^\s*[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+\s*$"
"""Cells whose points may stand between thousands: their column has to prove it."""
POINTS = r"^\s*[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}\s*$"
"""Those whose points can be nothing else."""
WITH_UNIT = (
    r"^\s*(?P<number>[0-9]+(?:\.[0-9]*)?)\s*(?i:cores?|cpus?|cpu cores?|procs?|processors?|nodes?"
    r"|slots?|tasks?|threads?|ranks?|x)\s*$"
)
"""Counts with what they count behind them."""

THOUSANDS = FindingKind(
    key="thousands",
    severity=Severity.NOTE,
    field="A number",
    rule="has signs between its thousands",
    action="read without them",
)
UNIT_BEHIND = FindingKind(
    key="text_behind_number",
    severity=Severity.NOTE,
    field="A count",
    rule="has what it counts behind it",
    action="read without it",
)


def without_signs(cell: str) -> str | None:
    """Return a number without the signs between its thousands; None where it has none.

    >>> without_signs("1,024"), without_signs("10'240.5"), without_signs("7")
    ('1024', '10240.5', None)
    """
    return re.sub(SIGNS, "", cell) if re.match(GROUPED, cell) else None


def without_unit(cell: str) -> str | None:
    """Return a count without what it counts behind it; None where nothing such stands there.

    >>> without_unit("16 cores"), without_unit("4x"), without_unit("16 GB")
    ('16', '4', None)
    """
    match = re.match(WITH_UNIT, cell)
    return match["number"] if match else None
