"""One measurement."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, the value with its unit, the target and the ratio to the plain twin.

    `missed` says that the value is off the target, whatever the speed of the computer.
    """

    name: str
    value: str
    target: str = ""
    ratio: str = ""
    missed: bool = False
