"""Which runs are compared by their deployments, and how long deployments take, in words."""

from collections.abc import Iterable

from algorithms.problem.platform import DeployTime
from schedweb.runs.models import Run
from schedweb.runs.units import Unit, unit_for

METRIC = "deployments"
"""What a run must have to be compared."""
LONG = 600.0
"""Deployments from this time on are not told in seconds."""


def with_deployments(runs: Iterable[Run]) -> list[Run]:
    """Return the runs with a result whose deployments are known."""
    return [run for run in runs if run.is_done and run.metrics.get(METRIC) is not None]


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
