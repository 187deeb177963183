"""Findings: statements about groups of instances, judged with their uncertainty."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isinf, isnan
from typing import TypeAlias

from parsched.report.phrases import counted
from parsched.report.units import significant
from parsched.studies.samples import MethodSample
from parsched.studies.statistics import Interval

Range: TypeAlias = tuple[float, float]
"""Limits, both inclusive."""


@dataclass(frozen=True)
class StudyFinding:
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
BETWEEN = "; "
"""Stands between several doubts of a statement."""


LEAST = "runs without a schedule count as at least the longest makespan that was tried"
"""Why a statement is open that an average without a known upper end cannot decide."""


def weighed(
    text: str, holds: bool | None, doubts: Iterable[str], *samples: MethodSample
) -> StudyFinding:
    """Return a finding, open where there is any doubt: blanks are none.

    Parameters
    ----------
    samples
        What it is about: runs without a schedule among them are said, and are a doubt where the
        statement is open.
    """
    lost = sum(of.lost for of in samples)
    text = f"{text}; {counted(lost, 'run')} without a schedule" if lost else text
    if holds is None and any(of.has_least for of in samples):
        doubts = (*doubts, LEAST)
    words = [*dict.fromkeys(filter(None, doubts))]
    doubt = BETWEEN.join(words)
    return StudyFinding(f"{text} ({doubt})", None, doubt) if words else StudyFinding(text, holds)


def stated(sample: MethodSample) -> str:
    """Write an average with its interval, unless that is a point."""
    text, (low, high) = stated_value(sample), sample.measured
    if isnan(low) or low == high:
        return text
    return f"{text} [{significant(low, 3)}, {significant(high, 3)}]"


def stated_value(sample: MethodSample) -> str:
    """Write an average alone: one with runs that lost is "at least" a number, or has none."""
    if isinf(sample.value):
        return "no average"
    text = significant(sample.value, 3)
    return f"at least {text}" if sample.has_least else text


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
