"""Findings: statements about groups of instances, judged with their uncertainty."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isnan
from typing import TypeAlias

from algorithms.report.units import significant
from algorithms.studies.statistics import Interval

Range: TypeAlias = tuple[float, float]
"""Limits, both inclusive."""


@dataclass(frozen=True)
class Finding:
    """A statement about one group: `text` says what was measured where, and `holds` is None where
    the uncertainty leaves both open; `doubt` says why where it is not the interval."""

    text: str
    holds: bool | None
    doubt: str = ""


FEWEST = 3
"""Values that a statement about means needs. Two have one degree of freedom: the normal law is far
too narrow for them, and the bootstrap knows only three means, so no interval of two decides."""
FEW, UNFINISHED = "too few runs", "not all runs are computed"
"""Why a statement is open whatever its interval says."""


def weighed(text: str, holds: bool | None, doubts: Iterable[str]) -> Finding:
    """Return a finding, open where there is any doubt: blanks are none."""
    words = [*dict.fromkeys(filter(None, doubts))]
    doubt = ", ".join(words)
    return Finding(f"{text} ({doubt})", None, doubt) if words else Finding(text, holds)


def stated(value: float, interval: Interval | None = None) -> str:
    """Write a number, with its interval unless that is a point."""
    text = significant(value, 3)
    if interval is None or any(map(isnan, interval)) or interval[0] == interval[1]:
        return text
    low, high = (significant(end, 3) for end in interval)
    return f"{text} [{low}, {high}]"


def decided(interval: Interval, low: float | None, high: float | None) -> bool | None:
    """Tell whether a value lies from `low` to `high`, None for no limit; None where its interval
    straddles an end."""
    first, last = interval
    low, high = -inf if low is None else low, inf if high is None else high
    if low <= first and last <= high:
        return True
    if last < low or high < first:
        return False
    return None
