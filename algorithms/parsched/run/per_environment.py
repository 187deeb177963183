"""What each environment asked for and was given, in columns declared once.

Notation as in `parsched.measure.metrics`; the jobs of environment e are those that need it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np

from parsched.model.outcome import Outcome
from parsched.model.problem.deployment import Demands, environments
from parsched.model.problem.workload import Floats, Ints
from parsched.run import columns
from parsched.run.columns import DeclaredColumns, divided


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

    @cached_property
    def deployments(self) -> Floats:
        """Processors that each environment was installed on, counted each time."""
        return self.sum(self.outcome.installed.deployed.astype(np.float64))

    @cached_property
    def reboots(self) -> Floats:
        """Processors that changed to each environment, counted each time."""
        return self.sum(self.outcome.installed.rebooted.astype(np.float64))

    def sum(self, values: Floats) -> Floats:
        """Add what the jobs of each environment have."""
        named = self.codes >= 0
        return np.bincount(self.codes[named], values[named], len(self.names)).astype(np.float64)

    def of_groups(self, values: Ints) -> Floats:
        """Add what the groups of each environment have; NaN where there are no groups."""
        groups = self.outcome.schedule.groups
        if groups is None:
            return np.full(len(self.names), np.nan)
        named = groups.environment >= 0
        sums = np.bincount(groups.environment[named], values[named], len(self.names))
        return sums.astype(np.float64)


WORK, WIDEST, D_LAMBDA = "work", "widest", "d_lambda"
DEPLOYMENTS, OVER_WIDEST = "deployments", "over_widest"

COLUMNS: DeclaredColumns[ByEnvironment] = DeclaredColumns()
column = COLUMNS.declare
EnvironmentColumn = columns.DeclaredColumn[ByEnvironment]
Row = columns.Row
"""An environment as `per_environment` returns it."""


def per_environment(outcome: Outcome) -> list[dict[str, Any]]:
    """Return the environments that jobs need, in the order of the workload's names, ready for JSON.

    Each has its `name`, and the value of every column by key: None where it means nothing.
    O(n log n + Σ width).
    """
    split = ByEnvironment(outcome)
    rows = COLUMNS.rows(split, len(split.names))
    return [{"name": name, **r} for name, r in zip(split.names, rows, strict=True) if r["jobs"]]


def by_work(rows: Sequence[Row]) -> list[int]:
    """Return the places of environments in the order of their work, the most first; of equal work
    as they come."""
    return sorted(range(len(rows)), key=lambda i: -rows[i][WORK])


def together(rows: Sequence[Row]) -> dict[str, float | None]:
    """Return the value of every column for all environments of a run; None where it means
    nothing. Sums are the metrics of the same keys."""
    return COLUMNS.together(rows)


def is_least(row: Row) -> bool:
    """Tell whether it has no more deployments than any schedule must make of it."""
    return row.get(OVER_WIDEST) == 1


def is_within(row: Row) -> bool:
    """Tell whether it has no more deployments than any schedule that ends by λ must make of it."""
    return row[D_LAMBDA] is not None and row[DEPLOYMENTS] <= row[D_LAMBDA]


@column("jobs", title="jobs", unit="jobs", formula="n_e", is_count=True)
def jobs(split: ByEnvironment) -> Floats:
    """Jobs that need the environment."""
    return split.sum(np.ones(len(split.codes)))


@column("work", title="work", unit="processor·s", formula="W_e = Σ q_j·p_j")
def work(split: ByEnvironment) -> Floats:
    """Processors times processing time of its jobs."""
    schedule = split.outcome.schedule
    return split.sum(schedule.width * schedule.duration)


@column("widest", title="widest job", formula="q_max", whole="max", is_count=True)
def widest(split: ByEnvironment) -> Floats:
    """Processors of its widest job that lasts (a job of no length holds none): any schedule has at
    least as many deployments, unless the environment is installed at first."""
    return split.demands.width.astype(np.float64)


@column("d_lambda", title="share of D_λ", formula="max(q_max, ⌈W_e / λ⌉)", is_count=True)
def d_lambda(split: ByEnvironment) -> Floats:
    """Its least deployments in a schedule that ends by λ; unknown where there is no λ."""
    groups = split.outcome.schedule.groups
    if groups is None or isnan(groups.target) or split.outcome.platform.installed:
        return np.full(len(split.names), np.nan)
    return split.demands.each(groups.target).astype(np.float64)


@column("groups", title="groups", formula="number of its groups", is_count=True)
def groups(split: ByEnvironment) -> Floats:
    """Groups of its jobs that were scheduled as one; unknown for algorithms that make none."""
    grouping = split.outcome.schedule.groups
    return split.of_groups(np.ones(0 if grouping is None else len(grouping.width), np.int64))


@column("group_widths", title="Σ group widths", formula="Σ_g q_g", is_count=True)
def group_widths(split: ByEnvironment) -> Floats:
    """Processors of its groups, which the paper counts as deployments."""
    grouping = split.outcome.schedule.groups
    return split.of_groups(np.empty(0, np.int64) if grouping is None else grouping.width)


@column(
    "deployments",
    title="deployments",
    formula="Σ processors of its deployments",
    is_count=True,
)
def deployments(split: ByEnvironment) -> Floats:
    """How many times it was installed on a processor: three times on four processors count 12."""
    return split.deployments


@column(
    "reboots",
    title="reboots",
    formula="Σ processors that change to it",
    is_count=True,
)
def reboots(split: ByEnvironment) -> Floats:
    """How many times a processor changed to it from another one: by each deployment, and where it
    was installed beside."""
    return split.reboots


@column(
    "share",
    title="share of deployments",
    unit="%",
    formula="deployments_e / deployments",
)
def share(split: ByEnvironment) -> Floats:
    """Part of all deployments that were of this environment."""
    return divided(split.deployments, np.full(len(split.names), split.deployments.sum()))


@column(
    "over_widest",
    title="deployments / widest job",
    formula="deployments / q_max",
    whole="mean",
    weight=WIDEST,
)
def over_widest(split: ByEnvironment) -> Floats:
    """How many times the least of any schedule its deployments are: 1 is as few as can be. Of all
    environments together, it is over the sum of these widest jobs; unknown where some are
    installed at first."""
    if split.outcome.platform.installed:
        return np.full(len(split.names), np.nan)
    return divided(split.deployments, widest(split))


@column(
    "first_start",
    title="first start",
    unit="s",
    formula="min s_j",
    whole="min",
)
def first_start(split: ByEnvironment) -> Floats:
    """When its first job starts."""
    first = np.full(len(split.names), np.inf)
    named = split.codes >= 0
    np.minimum.at(first, split.codes[named], split.outcome.schedule.start[named])
    return first


@column(
    "last_completion",
    title="last completion",
    unit="s",
    formula="max C_j",
    whole="max",
)
def last_completion(split: ByEnvironment) -> Floats:
    """When its last job ends."""
    last = np.zeros(len(split.names))
    named = split.codes >= 0
    np.maximum.at(last, split.codes[named], split.outcome.schedule.end[named])
    return last
