"""What trade-offs between makespan, deployments and Σ C say, in sentences."""

from collections.abc import Sequence

from algorithms.problem.platform import DeployTime
from algorithms.record import Record
from algorithms.report.phrases import FAR, counted, named, within
from algorithms.report.trade_offs.trades import Trade, Trades
from algorithms.report.units import Unit, significant, unit_for
from algorithms.time_unit import same

LONG = 600.0
"""Deployments from this time on are not told in seconds."""


def sentence(found: Trades) -> str:
    """Say how many schedules are on the front, from where to where, and what none can be below."""
    return " ".join(filter(None, (_front(found), _bounds(found))))


def _front(found: Trades) -> str:
    total = len(found.trades)
    front = [trade for trade in found.trades if trade.point.on_front]
    first, last = (found.of_point(found.found.front[end]) for end in (0, -1))
    if total == 1:
        return f"{first.record.label} takes {_both(found, first)}."
    if _at(first) == _at(last) and len(front) == total:
        return f"All {total:,} schedules take {_both(found, first)}."
    if _at(first) == _at(last):
        lose = "loses" if len(front) == 1 else "lose"
        names = _labels([trade.record for trade in front])
        return f"{names} {lose} to none in makespan and deployments: {_both(found, first)}."
    different = len(found.found.front)
    some = f"{len(front):,} of {total:,} schedules are on the front"
    if different < len(front):
        some = (
            f"{different:,} schedules, made by {len(front):,} of {total:,} runs, are on the front"
        )
    ends = (f"{_both(found, trade)} ({trade.record.label})" for trade in (first, last))
    return f"{some}: from {' to '.join(ends)}."


def _at(trade: Trade) -> tuple[float, int]:
    return trade.point.makespan, trade.point.deployments


def _both(found: Trades, trade: Trade) -> str:
    some = counted(trade.point.deployments, "deployment")
    return f"{time_text(found, trade.point.makespan)} with {some}"


def time_text(found: Trades, seconds: float) -> str:
    """Write a makespan in the unit of all."""
    return f"{found.time.text(seconds)} {found.time.name}"


def _bounds(found: Trades) -> str:
    """Say what is certified, and how close the best come to it."""
    points = found.found.points
    least, fewest = found.found.least_makespan, found.found.least_deployments
    parts = []
    if least > 0:
        best = min(point.makespan for point in points)
        parts.append(f"less than {time_text(found, least)}, {_reach('shortest', best, least)}")
    if fewest > 0:
        best = min(point.deployments for point in points)
        parts.append(
            f"fewer than {counted(fewest, 'deployment')}, {_reach('fewest', best, fewest)}"
        )
    return f"No schedule takes {', or '.join(parts)}." if parts else ""


def _reach(what: str, best: float, bound: float) -> str:
    ratio = best / bound
    if ratio <= 1 or same(best, bound):
        return f"which the {what} reach{'es' if what == 'shortest' else ''}"
    if ratio > FAR:
        verb = "is" if what == "shortest" else "are"
        return f"of which the {what} {verb} {significant(ratio, 3)} times as {_many(what)}"
    exceed = "exceeds" if what == "shortest" else "exceed"
    return f"which the {what} {exceed} by at most {within(ratio)}"


def _many(what: str) -> str:
    return "long" if what == "shortest" else "many"


def third(found: Trades) -> str:
    """Say how many none of the others beats in all three criteria."""
    unbeaten = [trade for trade in found.trades if trade.point.unbeaten]
    front = [trade for trade in unbeaten if trade.point.on_front]
    total, more = len(found.trades), len(unbeaten) - len(front)
    if total == 1:
        return ""
    lost = sum(trade.point.on_front for trade in found.trades) - len(front)
    one = len(unbeaten) == 1
    verb, every = ("is", "it is") if one else ("are", "all of them")
    said = f"With Σ C as the third criterion, {len(unbeaten):,} of {total:,} {verb} unbeaten: "
    said += f"{len(front):,} on the front" if more else f"{every} on the front"
    said += f", and {more:,} more for their Σ C" if more else ""
    if lost:
        said += f"; {lost:,} on the front {'is' if lost == 1 else 'are'} equalled with less Σ C"
    return f"{said}."


def notes(found: Trades) -> list[str]:
    """Say what to beware of: makespans with waits, guarantees and runs that are missing."""
    said = [_times(found)]
    has_targets = any(trade.point.target is not None for trade in found.trades)
    if has_targets and found.records.about.traits.has_releases:
        said.append("Jobs arrive over time, so no makespan is guaranteed for λ.")
    if waiting := found.records.waiting:
        said.append(f"Without a result and not compared: {_labels(waiting)}.")
    return [sentence for sentence in said if sentence]


def _labels(records: Sequence[Record]) -> str:
    return named([record.label for record in records], "runs")


def _times(found: Trades) -> str:
    """Say how long deployments take, where they take time."""
    if found.is_instant:
        return ""
    time = deploy_text(found.found.deployment)
    return f"A deployment takes {time}; makespans include the waits for them."


def deploy_text(time: DeployTime) -> str:
    """Write how long a deployment takes."""
    if time.is_instant:
        return "no time"
    if time.extra == 0:
        return _seconds(time.seconds)
    return f"{_seconds(time.seconds)} on one processor, {_seconds(time.on(100))} on 100 at once"


def _seconds(value: float) -> str:
    unit = unit_for("s", [value]) if value >= LONG else Unit("s", 1.0)
    return f"{unit.text(value)} {unit.name}"
