"""One measurement."""

from dataclasses import dataclass

DIGITS = 4


@dataclass(frozen=True)
class Row:
    """A number, its unit, what it may be at `most` or has to be at `least`, and over which plain
    Python it is so many times as fast (`ratio`).

    Times are processor times: a clock on the wall measures other users of the computer, too.
    """

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None
    ratio: float | None = None

    def __post_init__(self) -> None:
        if self.most is None and self.least is None:
            raise ValueError(f"{self.name!r} has no target")

    @property
    def missed(self) -> bool:
        """True where the value is off its target, or no number."""
        above = self.most is None or self.value <= self.most
        below = self.least is None or self.value >= self.least
        return not (above and below)

    @property
    def text(self) -> str:
        """The value with its unit."""
        return with_unit(self.value, self.unit)

    @property
    def target(self) -> str:
        """What the value should be."""
        parts = [
            f"{sign} {with_unit(limit, self.unit)}"
            for sign, limit in (("≥", self.least), ("≤", self.most))
            if limit is not None
        ]
        return ", ".join(parts)


def with_unit(value: float, unit: str) -> str:
    """Write a number with four digits, and all of a large one's."""
    large = abs(value) >= 10**DIGITS - 0.5
    return f"{value:,.0f} {unit}".rstrip() if large else f"{value:.{DIGITS}g} {unit}".rstrip()
