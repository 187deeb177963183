"""How bounds are declared and computed."""

from collections.abc import Callable
from dataclasses import dataclass

from algorithms.platform import Platform
from algorithms.workload import Workload

CRITERIA = {"makespan": "makespan", "minsum": "sum_weighted_completion"}
"""What a bound is on, and the metric that it bounds from below."""

Compute = Callable[[Workload, Platform], float]


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A declared lower bound on the criterion's metric."""

    criterion: str
    key: str
    title: str
    formula: str
    help: str
    compute: Compute


BOUNDS: dict[str, dict[str, Bound]] = {criterion: {} for criterion in CRITERIA}


def bound(criterion: str, key: str, *, title: str, formula: str) -> Callable[[Compute], Compute]:
    """Declare a bound; the docstring of the function is its help."""

    def add(compute: Compute) -> Compute:
        BOUNDS[criterion][key] = Bound(
            criterion=criterion,
            key=key,
            title=title,
            formula=formula,
            help=(compute.__doc__ or "").strip(),
            compute=compute,
        )
        return compute

    return add


def bound_all(workload: Workload, platform: Platform) -> dict[str, dict[str, float]]:
    """Return every bound by criterion and key; all are 0 for an empty workload."""
    return {
        criterion: {
            key: float(declared.compute(workload, platform)) if len(workload) else 0.0
            for key, declared in bounds.items()
        }
        for criterion, bounds in BOUNDS.items()
    }
