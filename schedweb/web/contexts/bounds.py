"""What the lower bounds say about a run."""

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.bounds import BOUNDS, Bound
from algorithms.bounds.registry import CRITERIA
from algorithms.metrics import METRICS, Metric
from algorithms.result import ratios
from algorithms.workload import Workload as Jobs
from schedweb.runs.models import Run
from schedweb.runs.units import Unit, significant, unit_for
from schedweb.web.docstrings import Block, blocks
from schedweb.workloads.storage import load_workload


@dataclass(frozen=True)
class BoundRow:
    """A declared bound and, where it was computed, its value and the ratio to it."""

    bound: Bound
    value: float | None
    ratio: str
    is_used: bool
    applies: bool

    @property
    def why(self) -> Sequence[Block]:
        """Why it holds, or does not."""
        return blocks(self.bound.help)

    @property
    def why_not(self) -> str:
        """Why there is no value."""
        if self.applies:
            return "not known when this run was computed"
        return f"computed only for {self.bound.limit}"


@dataclass(frozen=True)
class BoundGroup:
    """All lower bounds on one metric, the best certified one first."""

    metric: Metric
    unit: Unit
    rows: Sequence[BoundRow]

    @property
    def used(self) -> BoundRow | None:
        """The bound that ratios are taken to."""
        return next((row for row in self.rows if row.is_used), None)


def bound_groups(run: Run) -> list[BoundGroup]:
    """Return every declared bound by metric; those without a value come last.

    A run that is not done has none.
    """
    if not run.is_done:
        return []
    workload = load_workload(run.comparison.workload.digest)
    used = {criterion: ratio.bound for criterion, ratio in ratios(run.metrics, run.bounds).items()}
    return [_group(criterion, run, used.get(criterion, ""), workload) for criterion in CRITERIA]


def _group(criterion: str, run: Run, used: str, workload: Jobs) -> BoundGroup:
    metric, values = METRICS[CRITERIA[criterion]], run.bounds.get(criterion, {})
    reached = run.metrics.get(metric.key)
    rows = [
        BoundRow(
            bound=bound,
            value=values.get(key),
            ratio=_ratio(reached, values.get(key)),
            is_used=key == used,
            applies=bound.applies(workload, run.comparison.platform()),
        )
        for key, bound in BOUNDS[criterion].items()
    ]
    rows.sort(key=lambda row: (row.value is None, not row.bound.certified, -(row.value or 0.0)))
    return BoundGroup(metric, unit_for(metric.unit, values.values()), rows)


def _ratio(reached: float | None, value: float | None) -> str:
    return significant(reached / value) if reached is not None and value else "–"
