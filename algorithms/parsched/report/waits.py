"""What is said of waits where rigid jobs arrive over time: the longest, who starves, and the
certified bound."""

from parsched.measure.metrics import METRICS
from parsched.report.changes import best_row, value_of
from parsched.report.phrases import FAR, VISIBLE, distance, first_of, times
from parsched.report.ratios import is_worth_reading
from parsched.report.standings import Standings, StandingsRow
from parsched.report.units import DisplayUnit, significant, unit_for

WAITS = "mean_wait", "mean_bounded_slowdown"
"""What the headline is about."""
TAIL = ("max_wait",)
"""What it needs beside them."""
STARVED, TIMES = 86_400.0, 3.0
"""Starved is a job that waits longer than a day, and this many times longer than any job under the
baseline."""


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


def is_starved(wait: float, usual: float) -> bool:
    """Does a job starve that waits so long, seconds, where no job does longer than is `usual`?"""
    return wait > max(STARVED, TIMES * usual)


def starving(table: Standings) -> str:
    """Name the runs under which jobs starve, with the longest waits as multiples of that under the
    baseline; blank where none does. The sentence does not say "starve": first come, first served
    lets jobs wait as long and overtakes none."""
    waits = [(wait, row) for row in table.ranked if (wait := value_of(table, row, "max_wait"))]
    base = table.baseline
    if base is None:
        return ""
    usual = next((wait for wait, row in waits if row.is_baseline), 0.0)
    starved = [(wait, row) for wait, row in waits if is_starved(wait, usual)]
    starved = sorted(
        (pair for pair in starved if not pair[1].is_baseline), key=lambda pair: -pair[0]
    )
    if not starved:
        return ""
    names = first_of([row.record.label for _, row in starved])
    if not usual:
        return f"jobs wait longer than a day under {names}"
    most, least = (significant(wait / usual, 3) for wait, _ in (starved[0], starved[-1]))
    if len(starved) == 1:
        return f"the longest wait under {names} is {most} times that under {base.label}"
    times = most if most == least else f"{least} to {most}"
    return f"the longest waits under {names} are {times} times that under {base.label}"


def _told(seconds: float, unit: DisplayUnit) -> str:
    return f"{unit.text(seconds)} {unit.name}"


def far_from_least(table: Standings) -> str:
    """Say how far the least mean wait, or else the slowdown under the same run, is at most above
    what any schedule can reach; blank where the bounds are too low to say much."""
    best = best_row(table, *WAITS)
    if best is None:
        return ""
    if text := _far(best, "wait"):
        return text
    return _far(best, "slowdown")


def _far(row: StandingsRow, criterion: str) -> str:
    ratio = row.ratios.get(criterion)
    if ratio is None or not is_worth_reading(criterion, ratio.value):
        return ""
    subject = f"the {ratio.metric.title} under {row.record.label}"
    if ratio.value > FAR:
        return f"{subject} is at most {times(ratio.value)} the least possible"
    return f"{subject} is {distance(ratio.value)}"
