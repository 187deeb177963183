"""Sentences about trade-offs between makespan, deployments and Σ C."""

from collections.abc import Sequence

from parsched.model.problem.platform import DeployTime
from parsched.model.problem.time_unit import same
from parsched.report.phrases import FAR, beyond, counted, named, times
from parsched.report.trade_offs.trades import Trade, Trades
from parsched.report.units import DisplayUnit, unit_for
from parsched.run.record import Record

LONG = 600.0
"""Time from which deployments are not written in seconds."""


def sentence(trades: Trades) -> str:
    """Say how many schedules are on the front, from where to where, and what none can be below."""
    return " ".join(filter(None, (_front(trades), _bounds(trades))))


def _front(trades: Trades) -> str:
    total = len(trades.trades)
    front = [trade for trade in trades.trades if trade.point.on_front]
    first, last = (trades.of_point(trades.trade_offs.front[end]) for end in (0, -1))
    if total == 1:
        return f"{first.record.label} takes {_takes(trades, first)}."
    if _at(first) == _at(last) and len(front) == total:
        return f"All {total:,} schedules take {_takes(trades, first)}."
    if _at(first) == _at(last):
        lose = "loses" if len(front) == 1 else "lose"
        names = _labels([trade.record for trade in front])
        return f"{names} {lose} to none in makespan and deployments: {_takes(trades, first)}."
    different = len(trades.trade_offs.front)
    text = f"{len(front):,} of {total:,} schedules are on the front"
    if different < len(front):
        text = f"{len(front):,} of {total:,} runs are on the front, with {different:,} schedules"
    ends = (f"{_takes(trades, trade)} ({trade.record.label})" for trade in (first, last))
    return f"{text}: from {' to '.join(ends)}."


def _at(trade: Trade) -> tuple[float, int]:
    return trade.point.makespan, trade.point.deployments


def _takes(trades: Trades, trade: Trade) -> str:
    deployments = counted(trade.point.deployments, "deployment")
    return f"{time_text(trades, trade.point.makespan)} with {deployments}"


def time_text(trades: Trades, seconds: float) -> str:
    """Write a makespan in the common unit."""
    return f"{trades.time.text(seconds)} {trades.time.name}"


def _bounds(trades: Trades) -> str:
    """Say which lower bounds are certified, and how close the best runs come to them."""
    points = trades.trade_offs.points
    least, fewest = trades.trade_offs.least_makespan, trades.trade_offs.least_deployments
    sentences = []
    if least > 0:
        reach = _reach("the shortest", min(point.makespan for point in points) / least)
        sentences.append(f"No schedule takes less than {time_text(trades, least)}; {reach}.")
    if fewest > 0:
        reach = _reach("the fewest", min(point.deployments for point in points) / fewest)
        bound = counted(fewest, "deployment")
        sentences.append(f"No schedule takes fewer than {bound}; {reach}.")
    return " ".join(sentences)


def _reach(best: str, ratio: float) -> str:
    verb, exceeds = ("is", "exceeds") if best == "the shortest" else ("are", "exceed")
    if ratio <= 1 or same(ratio, 1.0):
        return f"{best} {verb} just that"
    if ratio > FAR:
        return f"{best} {verb} {times(ratio)} that"
    return f"{best} {exceeds} it by at most {beyond(ratio)}"


def third(trades: Trades) -> str:
    """Say how many runs are unbeaten in all three criteria."""
    unbeaten = [trade for trade in trades.trades if trade.point.unbeaten]
    front = [trade for trade in unbeaten if trade.point.on_front]
    total, more = len(trades.trades), len(unbeaten) - len(front)
    if total == 1:
        return ""
    lost = sum(trade.point.on_front for trade in trades.trades) - len(front)
    is_single = len(unbeaten) == 1
    verb, every = ("is", "it is") if is_single else ("are", "all of them")
    text = f"With Σ C as the third criterion, {len(unbeaten):,} of {total:,} {verb} unbeaten: "
    text += f"{len(front):,} on the front" if more else f"{every} on the front"
    text += f", and {more:,} more for their Σ C" if more else ""
    if lost:
        text += f"; {lost:,} on the front {'is' if lost == 1 else 'are'} equalled with less Σ C"
    return f"{text}."


def notes(trades: Trades) -> list[str]:
    """Return caveats: makespans with waits, missing guarantees and missing runs."""
    sentences = [_times(trades), held_text(trades.records.about.platform.systems)]
    has_targets = any(trade.point.target is not None for trade in trades.trades)
    if has_targets and trades.records.about.traits.has_releases:
        sentences.append("Jobs arrive over time, so no makespan is guaranteed for λ.")
    if waiting := trades.records.waiting:
        sentences.append(f"Without a result and not compared: {_labels(waiting)}.")
    return [sentence for sentence in sentences if sentence]


def _labels(records: Sequence[Record]) -> str:
    return named([record.label for record in records], "runs")


def _times(trades: Trades) -> str:
    """Say how long deployments take, where they take time."""
    if trades.is_instant:
        return ""
    time = deploy_text(trades.trade_offs.deployment)
    return f"A deployment takes {time}; makespans include the waits for them."


def held_text(systems: int) -> str:
    """Say what a processor holds beside what it runs; blank where that is nothing."""
    if systems == 1:
        return ""
    return (
        f"A processor holds {systems} systems at once: only a deployment of another one counts, "
        "and a change between those that it holds takes no time."
    )


def deploy_text(time: DeployTime) -> str:
    """Write how long a deployment takes."""
    if time.is_instant:
        return "no time"
    if time.extra == 0:
        return _seconds(time.seconds)
    return f"{_seconds(time.seconds)} on one processor, {_seconds(time.on(100))} on 100 at once"


def _seconds(value: float) -> str:
    unit = unit_for("s", [value]) if value >= LONG else DisplayUnit("s", 1.0)
    return f"{unit.text(value)} {unit.name}"
