"""What each site of a grid did, in columns declared once: jobs, load, waits and slowdowns.

Notation as in `parsched.measure.metrics`; the jobs of site i are those with site_j = i, and m_i is
its number of processors.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.measure.metrics import TAU, TIME_IN_SYSTEM
from parsched.model.outcome import Outcome
from parsched.model.problem.workload import Floats
from parsched.run import columns
from parsched.run.columns import DeclaredColumns, divided

UNKNOWN = "unknown"
"""Stands for the origin of jobs that have none."""
MOST_ORIGINS = 64
"""Most origins with counts of their own; beyond, origins of the fewest jobs are counted
together."""


@dataclass(frozen=True)
class SiteSplit:
    """An outcome by site: sums and maxima are float64 of shape (n_sites,)."""

    outcome: Outcome

    @property
    def site(self) -> NDArray[np.int32]:
        """Where each job ran."""
        return self.outcome.schedule.site

    @cached_property
    def jobs(self) -> Floats:
        """Number of jobs."""
        return self.sum(np.ones(len(self.site)))

    @cached_property
    def processors(self) -> Floats:
        """m_i."""
        return np.array([site.processors for site in self.outcome.platform.sites], np.float64)

    @property
    def span(self) -> float:
        """C_max − min r_j over the jobs of all sites, seconds."""
        return self.outcome.makespan

    def sum(self, values: Floats) -> Floats:
        """Add what the jobs of each site have."""
        sites = len(self.outcome.platform.sites)
        return np.bincount(self.site, values, sites).astype(np.float64)

    def mean(self, values: Floats) -> Floats:
        """Return means; NaN where no job ran."""
        return divided(self.sum(values), self.jobs)

    def max(self, values: Floats) -> Floats:
        """Return maxima; NaN where no job ran."""
        maxima = np.full(len(self.outcome.platform.sites), -np.inf)
        np.maximum.at(maxima, self.site, values)
        return np.where(self.jobs > 0, maxima, np.nan)


COLUMNS: DeclaredColumns[SiteSplit] = DeclaredColumns()
column = COLUMNS.declare
SiteColumn = columns.DeclaredColumn[SiteSplit]


def per_site(outcome: Outcome) -> list[dict[str, Any]]:
    """Return the sites in the order of the platform, ready for JSON.

    Each has its `name`, its `processors`, the value of every column by key (None where it means
    nothing, as a mean over no jobs), and in `submitted` the jobs that ran there by the site where
    they were submitted: empty unless the workload tells origins.
    """
    sites = outcome.platform.sites
    rows = COLUMNS.rows(SiteSplit(outcome), len(sites))
    return [
        {"name": site.name, "processors": site.processors, **row, "submitted": submitted}
        for site, row, submitted in zip(sites, rows, _submitted(outcome), strict=True)
    ]


def _submitted(outcome: Outcome) -> list[dict[str, int]]:
    """Count the jobs of each site by origin, in the order of the origins."""
    sites, origin = len(outcome.platform.sites), outcome.workload.origin
    if origin is None:
        return [{} for _ in range(sites)]
    rows = len(origin.names) + 1
    cells = np.bincount((origin.codes + 1) * sites + outcome.schedule.site, minlength=rows * sites)
    counts = cells.reshape(rows, sites)
    names = [*origin.names, UNKNOWN]
    counts = np.roll(counts, -1, axis=0)
    if (few := len(origin.names) - MOST_ORIGINS + 1) > 1:
        order = np.argsort(counts[:-1].sum(axis=1), kind="stable")
        kept = np.sort(order[few:])
        joined = counts[order[:few]].sum(axis=0)
        names = [*(names[i] for i in kept), f"{few:,} others", UNKNOWN]
        counts = np.vstack([counts[kept], joined, counts[-1]])
    return [
        {name: int(n) for name, n in zip(names, own, strict=True) if n} for own in counts.T.tolist()
    ]


@column("jobs", title="jobs", unit="jobs", formula="n_i", is_count=True)
def jobs(split: SiteSplit) -> Floats:
    """Jobs that ran at the site."""
    return split.jobs


@column("share", title="share of jobs", unit="%", formula="n_i / n")
def share(split: SiteSplit) -> Floats:
    """Part of all jobs that ran at the site."""
    return divided(split.jobs, np.full(len(split.jobs), float(len(split.site))))


@column("work", title="work", unit="processor·s", formula="Σ q_j·p_j")
def work(split: SiteSplit) -> Floats:
    """Processors times processing time of its jobs."""
    schedule = split.outcome.schedule
    return split.sum(schedule.width * schedule.duration)


@column(
    "utilisation",
    title="utilisation",
    unit="%",
    formula="Σ q_j·p_j / (m_i·(C_max − min r_j)), span of all sites",
    whole="mean",
    weight="processors",
    metric="utilisation",
)
def utilisation(split: SiteSplit) -> Floats:
    """Busy share of the site between the first release and the last completion on the whole grid.
    The metric of this name has the same span."""
    return divided(work(split), split.processors * max(split.span, 0.0))


@column(
    "mean_wait",
    title="mean wait",
    unit="s",
    formula="mean (s_j − r_j)",
    whole="mean",
    weight="jobs",
    metric="mean_wait",
    quantity=TIME_IN_SYSTEM,
)
def mean_wait(split: SiteSplit) -> Floats:
    """Mean time from release to start of the jobs that ran there."""
    return split.mean(split.outcome.wait)


@column(
    "max_wait",
    title="max wait",
    unit="s",
    formula="max (s_j − r_j)",
    whole="max",
    metric="max_wait",
    quantity=TIME_IN_SYSTEM,
)
def max_wait(split: SiteSplit) -> Floats:
    """The longest wait of a job that ran there."""
    return split.max(split.outcome.wait)


@column(
    "mean_bounded_slowdown",
    title="mean bounded slowdown",
    formula="mean max(1, (C_j − r_j) / max(p_j, 10 s))",
    whole="mean",
    weight="jobs",
    metric="mean_bounded_slowdown",
)
def mean_bounded_slowdown(split: SiteSplit) -> Floats:
    """Slowdown in which jobs shorter than 10 s count as 10 s long, and none is below 1."""
    return split.mean(np.maximum(split.outcome.slowdown(TAU), 1.0))


@column(
    "last_completion",
    title="last completion",
    unit="s",
    formula="max C_j",
    whole="max",
    metric="makespan",
)
def last_completion(split: SiteSplit) -> Floats:
    """Time from the first release of all jobs to the completion of its last one."""
    return split.max(split.outcome.completion)


@column(
    "backfilled",
    title="backfilled",
    unit="jobs",
    formula="number of jobs that overtook",
    is_count=True,
    metric="backfilled",
)
def backfilled(split: SiteSplit) -> Floats:
    """Jobs that started before one that was ahead of them in the queue of the site."""
    return split.sum(split.outcome.schedule.backfilled.astype(np.float64))
