"""Numbers as people read them in a table: one unit a quantity, four significant digits."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from parsched.base.digits import significant as significant

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
TIMES = {
    "s": ((10 * DAY, DAY, "d"), (HOUR, HOUR, "h"), (100.0, MINUTE, "minutes")),
    "processor·s": ((10 * DAY, DAY, "processor·d"), (10 * HOUR, HOUR, "processor·h")),
}
"""From which typical value on a column of times is shown in which unit; in full where the symbol
beside a metric reads as "minimum"."""


@dataclass(frozen=True)
class DisplayUnit:
    """How a column is shown: values are divided by `size`; `name` stands in its header."""

    name: str
    size: float

    def text(self, value: float | None) -> str:
        """Write a value in this unit."""
        return "–" if value is None else significant(value / self.size)


def unit_for(unit: str, values: Iterable[float | None]) -> DisplayUnit:
    """Choose the unit for a metric's values; of times and of work there are several."""
    if unit == "%":
        return DisplayUnit("%", 0.01)
    if unit == "1/s":
        return DisplayUnit("1/h", 1 / HOUR)
    if unit not in TIMES:
        return DisplayUnit(unit, 1.0)
    typical = _typical(values)
    for least, size, name in TIMES[unit]:
        if typical >= least:
            return DisplayUnit(name, size)
    return DisplayUnit(unit, 1.0)


def _typical(values: Iterable[float | None]) -> float:
    """Return the geometric mean of what is not zero: one long bar does not hide the others."""
    logs = [math.log(abs(value)) for value in values if value]
    return math.exp(sum(logs) / len(logs)) if logs else 0.0


def percent(change: float, *, signed: bool = True) -> str:
    """Write a change in per cent: `−83 %`, `+1.2 %`; one decimal below ten and above 99."""
    nearly_all = 99 < abs(change) < 100
    decimals = 1 if abs(change) < 9.95 or nearly_all else 0
    text = f"{min(abs(change), 99.9) if nearly_all else abs(change):,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        return "0 %"
    sign = ("−" if change < 0 else "+") if signed else ""
    return f"{sign}{text} %"
