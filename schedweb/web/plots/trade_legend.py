"""Legends of trade-off charts in words, only for elements that are drawn."""

from collections.abc import Iterator, Sequence

from parsched.report.trade_offs.trades import Trades
from parsched.report.trade_offs.words import time_text
from schedweb.web.plots.trade_marks import DEPLOYMENTS, MAKESPAN, PLANES, SUM, Plane, Sight, corners


def legend(trades: Trades, axes: str, target: float | None) -> str:
    """Explain one plane by its key, or all of them; `target` is the λ whose guarantees are drawn,
    in seconds, None for none."""
    planes = [PLANES[axes]] if axes in PLANES else [*PLANES.values()]
    sentences = [
        "Filled markers on the line are the front of the two axes; a ring stands around what no "
        "other run beats in all three criteria. Colours stand for algorithms here, not for runs.",
        *_shade(trades, planes),
        *_guarantees(trades, planes, target),
    ]
    if any(True for _ in Sight(trades, planes[0]).sweeps()):
        sentences.append(
            "Thin lines join runs that differ in λ only; 1× is its minimum, "
            f"{time_text(trades, trades.trade_offs.least_target)}."
        )
    return " ".join(sentences)


def _shade(trades: Trades, planes: Sequence[Plane]) -> Iterator[str]:
    criteria = {criterion for plane in planes for criterion in (plane.x, plane.y)}
    certified = [c for c in (MAKESPAN, DEPLOYMENTS, SUM) if c in criteria and c.least(trades) > 0]
    if not certified:
        return
    least = " and ".join(f"the least {c.title}" for c in certified)
    more = ""
    if DEPLOYMENTS in certified and any(plane.has_floor for plane in planes):
        more = "; there are more of these the shorter a schedule is (D_λ of its makespan)"
    yield f"In the shade there is no schedule, as is proved: beyond {least}{more}."
    if SUM in certified and not trades.is_instant:
        yield "What is proved of Σ C leaves the time of deployments out of account."


def _guarantees(trades: Trades, planes: Sequence[Plane], target: float | None) -> Iterator[str]:
    """Explain dashed lines, and dotted ones where several λ have guarantees on both axes."""
    axes = {criterion for plane in planes for criterion in (plane.x, plane.y)}
    of_target = [corner for corner in corners(trades) if corner.target == target]
    parts, lasts = [], False
    if MAKESPAN in axes and any(corner.makespan is not None for corner in of_target):
        parts.append(f"a makespan of at most {trades.guarantee}")
        lasts = not trades.is_instant
    if DEPLOYMENTS in axes and any(corner.deployments is not None for corner in of_target):
        parts.append("at most 2·D_λ deployments")
    if parts:
        time = ", where d is the time of a deployment on all m processors at once" if lasts else ""
        yield f"Dashed: the schedule for this λ has {' and '.join(parts)}{time}."
    in_both = [c for c in corners(trades) if c.makespan is not None and c.deployments is not None]
    if len(in_both) > 1 and any({plane.x, plane.y} == {MAKESPAN, DEPLOYMENTS} for plane in planes):
        yield "Dotted: what is guaranteed for every λ."
