"""Numbers with a decimal comma (`1,5`), as spreadsheets write them where commas stand between no
cells."""

from parsched.data.files.findings import FindingKind, Severity

DECIMAL = r"^\s*[+-]?(?:[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+),[0-9]+\s*$"
"""Cells with a decimal comma, maybe with points between thousands: `1.234,5`."""

COMMA = FindingKind(
    key="decimal_comma",
    severity=Severity.NOTE,
    field="A number",
    rule="has a decimal comma",
    action="read as one with a decimal point",
)
