"""One measurement."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, the value with its unit, the target and the ratio to the plain twin."""

    name: str
    value: str
    target: str = ""
    ratio: str = ""
