"""How metrics are declared: unit, direction, formula and source, once each.

Job j has release r_j (of jobs that wait for others, when the last of their delays is over), start
s_j, completion C_j, time p_j = C_j − s_j, weight w_j, q_j processors. Completions, and what bounds
them, count from the first release: workloads that differ by when they begin alone measure alike.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Literal

import numpy as np

from parsched.declare.references import REFERENCES, Reference
from parsched.model.outcome import Outcome
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions

TAU = 10.0
"""Threshold of the bounded slowdown, seconds: shorter jobs count as this long."""
TIME_IN_SYSTEM = "time of a job in the system"
"""Quantity of waits and flows."""


Better = Literal["lower", "higher", "neither"]


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A declared metric; `unit` is "s", "%" of a fraction, "1/s", "jobs", "processor·s",
    "processor·s²" or "" for a pure number.

    Metrics of one `quantity` are compared with each other, so tables show them in one unit.
    `version` rises when its values change, and `changes` say for which instances. One that
    `is_to_bound` is a ratio to a lower bound: see `told`.
    """

    key: str
    title: str
    unit: str
    better: Better
    formula: str
    help: str
    cites: tuple[str, ...]
    quantity: str
    measure: Callable[[Outcome], float]
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)
    is_to_bound: bool = False

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that define it."""
        return tuple(REFERENCES[key] for key in self.cites)


METRICS: dict[str, Metric] = {}


def metric(
    key: str,
    *,
    title: str,
    unit: str,
    formula: str,
    better: Better = "lower",
    cites: tuple[str, ...] = (),
    quantity: str = "",
    version: int = 1,
    changes: Changes = NO_CHANGES,
    is_to_bound: bool = False,
) -> Callable[[Callable[[Outcome], float]], Callable[[Outcome], float]]:
    """Declare a metric; the docstring of the function is its help.

    Raises
    ------
    ValueError
        For a key, reference or version that cannot be.

    Examples
    --------
    >>> from parsched.measure.metrics import METRICS
    >>> METRICS["makespan"].unit  # what `@metric` declared
    's'
    """
    if key in METRICS:
        raise ValueError(f"two metrics are declared as {key!r}")
    if missing := [cite for cite in cites if cite not in REFERENCES]:
        raise ValueError(f"metric {key!r} cites unknown references: {missing}")
    refuse_versions(f"metric {key!r}", version, changes)

    def add(measure: Callable[[Outcome], float]) -> Callable[[Outcome], float]:
        METRICS[key] = Metric(
            key=key,
            title=title,
            unit=unit,
            better=better,
            formula=formula,
            help=(measure.__doc__ or "").strip(),
            cites=cites,
            quantity=quantity or key,
            measure=measure,
            version=version,
            changes=changes,
            is_to_bound=is_to_bound,
        )
        return measure

    return add


def measure(outcome: Outcome, keys: Collection[str] | None = None) -> dict[str, float]:
    """Return metrics by key, all or some; NaN where one means nothing (a mean over no jobs)."""
    wanted = [key for key in METRICS if keys is None or key in keys]
    if not len(outcome.workload):
        return {key: 0.0 if key in ("makespan", "backfilled") else nan for key in wanted}
    return {key: _value(METRICS[key], outcome) for key in wanted}


def told(metrics: Mapping[str, float | None], unmodelled: Sequence[str]) -> dict[str, float | None]:
    """Return metrics as they are shown and stored: where something is not kept of the jobs, there
    are no ratios to bounds, as they would be bounds of another problem.

    Examples
    --------
    >>> told({"makespan": 9.0, "competitive_factor": 1.5}, ["memory"])
    {'makespan': 9.0, 'competitive_factor': None}
    """
    hidden = {key for key, declared in METRICS.items() if unmodelled and declared.is_to_bound}
    return {key: None if key in hidden else value for key, value in metrics.items()}


def _value(declared: Metric, outcome: Outcome) -> float:
    """Return a metric; a time without the error of adding decimals."""
    value, jobs = float(declared.measure(outcome)), len(outcome.workload)
    if declared.unit not in ("s", "processor·s"):
        return value
    ticks = outcome.ticks
    if ticks.has(np.array([tidy := ticks.tidy(value)])):
        return tidy
    # A mean is as many jobs' part of whole ticks.
    return ticks.tidy(value * jobs) / jobs
