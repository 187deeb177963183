"""What is said of waits where rigid jobs arrive over time: the longest, and the certified bound."""

from algorithms.metrics import METRICS
from algorithms.report.changes import best_row, value_of
from algorithms.report.phrases import FAR, VISIBLE, distance
from algorithms.report.ratios import is_worth_reading
from algorithms.report.standings import Row, Standings
from algorithms.report.units import Unit, significant, unit_for

WAITS = "mean_wait", "mean_bounded_slowdown"
"""What the headline is about."""
TAIL = ("max_wait",)
"""What it needs beside them."""


def longest(table: Standings) -> str:
    """Say how long a job waits at most under the run that waits least on average, and where a
    longest wait is the shortest: a mean may hide that some jobs starve."""
    best, rows = best_row(table, *WAITS), table.ranked
    waits = {row.record.key: value_of(table, row, "max_wait") for row in rows}
    longest_wait = None if best is None else waits[best.record.key]
    if best is None or not longest_wait:
        return ""
    unit = unit_for(METRICS["max_wait"].unit, [longest_wait])
    text = f"the longest wait under {best.record.label} is {_told(longest_wait, unit)}"
    known = [(wait, row) for row in rows if (wait := waits[row.record.key]) is not None]
    least, row = min(known, key=lambda pair: pair[0])
    if 100 * (longest_wait - least) < VISIBLE * longest_wait:
        return text
    return f"{text}, under {row.record.label} {_told(least, unit)}"


def _told(seconds: float, unit: Unit) -> str:
    return f"{significant(seconds / unit.size, 3)} {unit.name}"


def far_from_least(table: Standings) -> str:
    """Say how far the least mean wait, or else the slowdown under the same run, is at most above
    what any schedule can reach; blank where the bounds are too low to say much."""
    best = best_row(table, *WAITS)
    if best is None:
        return ""
    if text := _far(best, "wait"):
        return text
    return _far(best, "slowdown")


def _far(row: Row, criterion: str) -> str:
    ratio = row.ratios.get(criterion)
    if ratio is None or not is_worth_reading(criterion, ratio.value):
        return ""
    subject = f"its {ratio.metric.title}"
    if ratio.value > FAR:
        return f"{subject} is at most {significant(ratio.value, 3)} times the least possible"
    return f"{subject} is {distance(ratio.value)}"
