"""Runs at ratios to bounds, as plots of two criteria take them."""

from parsched.measure.metrics import METRICS
from parsched.report.pareto import FrontPoint, Pareto
from parsched.report.ratios import RatioCell
from parsched.run.record import Record


def point(label: str, x: float, y: float, *, on_front: bool, bound: str = "area") -> FrontPoint:
    """A run at two ratios to bounds of 10."""
    metrics = {"makespan": 10 * x, "sum_weighted_completion": 10 * y}
    record = Record(key=label, algorithm=label, label=label, version=1, metrics=metrics)
    cells = [
        RatioCell(METRICS[metric], bound, bound, 10.0, value / 10.0)
        for metric, value in metrics.items()
    ]
    return FrontPoint(record, cells[0], cells[1], on_front)


NEAR = Pareto(
    (
        point("demt", 1.8, 1.2, on_front=True),
        point("smith", 1.4, 1.5, on_front=True),
        point("saf", 1.9, 1.6, on_front=False),
    )
)
FAR = Pareto((*NEAR.points, point("gang", 50.0, 40.0, on_front=False)))
