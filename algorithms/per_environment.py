"""What each environment asked for and was given, in columns declared once.

Notation as in `algorithms.metrics`; the jobs of environment e are those that need it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np

from algorithms.deployment import Demands, environments
from algorithms.installed import Installed
from algorithms.metrics import Outcome
from algorithms.workload import Floats, Ints


@dataclass(frozen=True)
class ByEnvironment:
    """An outcome of jobs with environments; sums are float64 of shape (n_environments,)."""

    outcome: Outcome

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the environments."""
        labels = self.outcome.workload.environment
        return () if labels is None else labels.names

    @cached_property
    def codes(self) -> Ints:
        """Environment of each job, -1 for none."""
        return environments(self.outcome.workload)

    @cached_property
    def demands(self) -> Demands:
        """What the environments ask for."""
        return Demands.of(self.outcome.workload)

    def sum(self, values: Floats) -> Floats:
        """Add what the jobs of each environment have."""
        known = self.codes >= 0
        return np.bincount(self.codes[known], values[known], len(self.names)).astype(np.float64)

    def of_groups(self, values: Ints) -> Floats:
        """Add what the groups of each environment have; NaN where there are no groups."""
        groups = self.outcome.schedule.groups
        if groups is None:
            return np.full(len(self.names), np.nan)
        known = groups.environment >= 0
        found = np.bincount(groups.environment[known], values[known], len(self.names))
        return found.astype(np.float64)


Measure = Callable[[ByEnvironment], Floats]


@dataclass(frozen=True, kw_only=True)
class Column:
    """A declared column; units are those of metrics, and `is_count` tells whole numbers."""

    key: str
    title: str
    unit: str
    formula: str
    help: str
    is_count: bool
    measure: Measure


COLUMNS: dict[str, Column] = {}


def column(
    key: str, *, title: str, formula: str, unit: str = "", is_count: bool = True
) -> Callable[[Measure], Measure]:
    """Declare a column; the docstring of the function is its help."""

    def add(measure: Measure) -> Measure:
        COLUMNS[key] = Column(
            key=key,
            title=title,
            unit=unit,
            formula=formula,
            help=" ".join((measure.__doc__ or "").split()),
            is_count=is_count,
            measure=measure,
        )
        return measure

    return add


def per_environment(outcome: Outcome) -> list[dict[str, Any]]:
    """Return the environments that jobs need, in the order of the workload's names, ready for JSON.

    Each has its `name`, and the value of every column by key: None where it means nothing.
    O(n log n + Σ width).
    """
    split = ByEnvironment(outcome)
    values = {key: declared.measure(split) for key, declared in COLUMNS.items()}
    needed = np.flatnonzero(values["jobs"])
    return [
        {
            "name": split.names[e],
            **{key: _plain(COLUMNS[key], float(found[e])) for key, found in values.items()},
        }
        for e in needed.tolist()
    ]


def _plain(declared: Column, value: float) -> float | None:
    if isnan(value):
        return None
    return int(value) if declared.is_count else value


@column("jobs", title="jobs", unit="jobs", formula="n_e")
def jobs(split: ByEnvironment) -> Floats:
    """Jobs that need the environment."""
    return split.sum(np.ones(len(split.codes)))


@column("work", title="work", unit="processor·s", formula="W_e = Σ q_j·p_j", is_count=False)
def work(split: ByEnvironment) -> Floats:
    """Processors times processing time of its jobs."""
    schedule = split.outcome.schedule
    return split.sum(schedule.width * schedule.duration)


@column("widest", title="widest job", formula="q_max")
def widest(split: ByEnvironment) -> Floats:
    """Processors of its widest job: at least so many deployments are in any schedule."""
    return split.demands.width.astype(np.float64)


@column("d_lambda", title="share of D_λ", formula="max(q_max, ⌈W_e / λ⌉)")
def d_lambda(split: ByEnvironment) -> Floats:
    """Its least deployments in a schedule that ends by λ; unknown where there is no λ."""
    groups = split.outcome.schedule.groups
    if groups is None or isnan(groups.target) or split.outcome.platform.installed:
        return np.full(len(split.names), np.nan)
    return split.demands.each(groups.target).astype(np.float64)


@column("groups", title="groups", formula="number of its groups")
def groups(split: ByEnvironment) -> Floats:
    """Groups of its jobs that were scheduled as one; unknown for algorithms that make none."""
    made = split.outcome.schedule.groups
    return split.of_groups(np.ones(0 if made is None else len(made.width), np.int64))


@column("group_widths", title="Σ group widths", formula="Σ_g q_g")
def group_widths(split: ByEnvironment) -> Floats:
    """Processors of its groups, which the paper counts as deployments."""
    made = split.outcome.schedule.groups
    return split.of_groups(np.empty(0, np.int64) if made is None else made.width)


@column("deployments", title="deployments", formula="processors that it was installed on, counted")
def deployments(split: ByEnvironment) -> Floats:
    """How often it was installed on a single processor, as found by following each of them."""
    workload, platform = split.outcome.workload, split.outcome.platform
    schedule = split.outcome.schedule.with_processors(platform, workload)
    deployed = Installed.of(workload, platform, schedule).deployed
    return split.sum(deployed.astype(np.float64))


@column("first_start", title="first start", unit="s", formula="min s_j", is_count=False)
def first_start(split: ByEnvironment) -> Floats:
    """When its first job starts."""
    found = np.full(len(split.names), np.inf)
    known = split.codes >= 0
    np.minimum.at(found, split.codes[known], split.outcome.schedule.start[known])
    return found


@column("last_completion", title="last completion", unit="s", formula="max C_j", is_count=False)
def last_completion(split: ByEnvironment) -> Floats:
    """When its last job ends."""
    found = np.zeros(len(split.names))
    known = split.codes >= 0
    np.maximum.at(found, split.codes[known], split.outcome.schedule.end[known])
    return found
