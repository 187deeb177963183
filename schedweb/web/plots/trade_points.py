"""Positions and texts of runs and guarantees in trade-off charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.base.digits import counted
from parsched.report.axes import AxisLayout
from parsched.report.trade_offs.trades import Trades, times
from schedweb.web.plots.trade_marks import (
    CRITERIA,
    DEPLOYMENTS,
    MAKESPAN,
    Corner,
    Criterion,
    Sight,
    TradeMark,
    corners,
)

GUARANTEED = "#d6457f"
LIGHT = 0.3
"""Opacity of runs that are not on the front."""


@dataclass(frozen=True)
class TradePlane:
    """A plane with its axes; `target` is the λ whose guarantees are drawn, if any."""

    sight: Sight
    target: float | None

    @property
    def trades(self) -> Trades:
        """The runs and their bounds."""
        return self.sight.runs

    @cached_property
    def target_corners(self) -> list[Corner]:
        """Guarantees for the chosen λ."""
        return [c for c in corners(self.trades) if c.target == self.target]

    @cached_property
    def x(self) -> AxisLayout:
        """Horizontal axis."""
        return self._axis(self.sight.plane.x)

    @cached_property
    def y(self) -> AxisLayout:
        """Vertical axis."""
        return self._axis(self.sight.plane.y)

    def _axis(self, criterion: Criterion) -> AxisLayout:
        values = [criterion.value(trade) for trade in self.trades.trades]
        least = criterion.least(self.trades)
        values += [least] if least > 0 else []
        values += [v for c in self.target_corners if (v := guaranteed(c, criterion)) is not None]
        return AxisLayout.spanning(criterion.title, values, criterion.unit(self.trades))

    @property
    def least(self) -> tuple[float, float]:
        """Positions of the lower bounds of both axes; the edge of the plot where there is none."""
        trades, plane = self.trades, self.sight.plane
        pairs = ((plane.x.least(trades), self.x), (plane.y.least(trades), self.y))
        across, up = (axis.at(value) if value > 0 else axis.start for value, axis in pairs)
        return across, up

    def at(self, pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
        """Place pairs of values."""
        return {"x": [self.x.at(x) for x, _ in pairs], "y": [self.y.at(y) for _, y in pairs]}


def guaranteed(corner: Corner, criterion: Criterion) -> float | None:
    """Return the guaranteed value of a criterion, None if there is none."""
    if criterion is MAKESPAN:
        return corner.makespan
    return corner.deployments if criterion is DEPLOYMENTS else None


def columns(canvas: TradePlane, marks: Sequence[TradeMark]) -> dict[str, list[Any]]:
    """Return positions, styles and texts of marks, a column each."""
    trades, plane = canvas.trades, canvas.sight.plane
    pairs = [(plane.x.value(m.first), plane.y.value(m.first)) for m in marks]
    return {
        **canvas.at(pairs),
        "color": [mark.style.color for mark in marks],
        "marker": [mark.style.marker for mark in marks],
        "fill": [1.0 if mark.on_front else LIGHT for mark in marks],
        "label": [mark.short for mark in marks],
        "name": [mark.label for mark in marks],
        **{c.key: [c.text(trades, c.value(mark.first)) for mark in marks] for c in CRITERIA},
        "target": [_target(trades, mark) for mark in marks],
        "guaranteed": [_guaranteed(trades, mark) for mark in marks],
        "state": [_state(mark, plane.title) for mark in marks],
    }


def _target(trades: Trades, mark: TradeMark) -> str:
    targets = sorted({t.point.target for t in mark.trades if t.point.target is not None})
    if not targets:
        return "none"
    texts = list(
        dict.fromkeys(MAKESPAN.text(trades, target) for target in (targets[0], targets[-1]))
    )
    return f"{mark.short.removeprefix('λ = ')} the minimum, {' to '.join(texts)}"


def _guaranteed(trades: Trades, mark: TradeMark) -> str:
    """Write the strictest guarantees of the runs of a mark."""
    lengths = [t.point.guaranteed_makespan for t in mark.trades]
    counts = [t.point.guaranteed_deployments for t in mark.trades]
    length = min((value for value in lengths if value is not None), default=None)
    count = min((value for value in counts if value is not None), default=None)
    parts = [] if length is None else [f"at most {MAKESPAN.text(trades, length)}"]
    parts += [] if count is None else [f"at most {counted(count, 'deployment')}"]
    return ", ".join(parts) or "nothing"


def _state(mark: TradeMark, plane: str) -> str:
    if mark.on_front:
        return f"on the front of {plane}"
    return "unbeaten in all three" if mark.is_unbeaten else "beaten by another run"


def times_of(trades: Trades, corner: Corner) -> str:
    """Write λ of a corner as a multiple of the minimum."""
    least = trades.trade_offs.least_target
    return times(corner.target / least if least > 0 else 0.0)


def corner_columns(canvas: TradePlane) -> dict[str, list[Any]]:
    """Return positions and texts of the guarantees for the chosen λ, a column each."""
    trades, plane, corners = canvas.trades, canvas.sight.plane, canvas.target_corners
    x = [guaranteed(corner, plane.x) for corner in corners]
    y = [guaranteed(corner, plane.y) for corner in corners]
    return {
        "x": [canvas.x.end if value is None else canvas.x.at(value) for value in x],
        "y": [canvas.y.end if value is None else canvas.y.at(value) for value in y],
        "name": [f"guaranteed for λ = {times_of(trades, corner)}" for corner in corners],
        **{c.key: [_most(trades, c, guaranteed(k, c)) for k in corners] for c in CRITERIA},
        "target": [MAKESPAN.text(trades, corner.target) for corner in corners],
        "guaranteed": [f"{trades.guarantee} and 2·D_λ"] * len(corners),
        "state": ["the schedule of this λ is left of and below the lines"] * len(corners),
    }


def _most(trades: Trades, criterion: Criterion, value: float | None) -> str:
    return "nothing guaranteed" if value is None else f"at most {criterion.text(trades, value)}"
