"""Every metric, declared once: unit, direction, formula and source; in the order of tables."""

# isort: off
from parsched.measure.metrics import times, machine, environments, fairness  # noqa: F401

# isort: on
from parsched.measure.metrics.registry import (
    METRICS,
    TAU,
    TIME_IN_SYSTEM,
    Better,
    Metric,
    measure,
    metric,
    told,
)

__all__ = ["METRICS", "TAU", "TIME_IN_SYSTEM", "Better", "Metric", "measure", "metric", "told"]
