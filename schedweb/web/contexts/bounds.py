"""What the lower bounds say about a run."""

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.bounds import BOUNDS, Bound
from algorithms.bounds.registry import CRITERIA
from algorithms.metrics import METRICS, Metric
from algorithms.result import ratios
from schedweb.runs.models import Run
from schedweb.runs.units import Unit, significant, unit_for


@dataclass(frozen=True)
class BoundRow:
    """A declared bound and, where it was computed, its value and the ratio to it."""

    bound: Bound
    value: float | None
    ratio: str
    is_used: bool

    @property
    def why_not(self) -> str:
        """Why there is no value."""
        if self.value is not None:
            return ""
        limit = self.bound.limit
        return f"only {limit}" if limit else "was not known when this run was computed"


@dataclass(frozen=True)
class BoundGroup:
    """All lower bounds on one metric, the ratio to the best certified one first."""

    metric: Metric
    unit: Unit
    reached: float | None
    rows: Sequence[BoundRow]

    @property
    def used(self) -> BoundRow | None:
        """The bound that ratios are taken to."""
        return next((row for row in self.rows if row.is_used), None)


def bound_groups(run: Run) -> list[BoundGroup]:
    """Return every declared bound by metric; those without a value come last."""
    used = {criterion: ratio.bound for criterion, ratio in ratios(run.metrics, run.bounds).items()}
    return [_group(criterion, run, used.get(criterion, "")) for criterion in CRITERIA if run.bounds]


def _group(criterion: str, run: Run, used: str) -> BoundGroup:
    metric, values = METRICS[CRITERIA[criterion]], run.bounds.get(criterion, {})
    reached = run.metrics.get(metric.key)
    rows = [
        BoundRow(bound, values.get(key), _ratio(reached, values.get(key)), key == used)
        for key, bound in BOUNDS[criterion].items()
    ]
    rows.sort(key=lambda row: (row.value is None, not row.bound.certified, -(row.value or 0.0)))
    return BoundGroup(metric, unit_for(metric.unit, [*values.values(), reached]), reached, rows)


def _ratio(reached: float | None, value: float | None) -> str:
    return significant(reached / value) if reached is not None and value else "–"
