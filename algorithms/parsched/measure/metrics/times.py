"""When jobs end, how long they wait, and how much that slows them down."""

import numpy as np

from parsched.measure.metrics.registry import TAU, TIME_IN_SYSTEM, metric
from parsched.model.concerns import FROM_BEGIN, SHORT_JOBS
from parsched.model.outcome import Outcome


@metric(
    "makespan",
    title="makespan",
    unit="s",
    formula="C_max = max C_j",
    version=2,
    changes={2: FROM_BEGIN},
)
def makespan(outcome: Outcome) -> float:
    """Time from the first release to the completion of the last job."""
    return outcome.makespan


@metric(
    "sum_completion", title="Σ C", unit="s", formula="Σ C_j", version=2, changes={2: FROM_BEGIN}
)
def sum_completion(outcome: Outcome) -> float:
    """Sum of the completion times, each counted from the first release."""
    return float(outcome.completion.sum())


@metric(
    "sum_weighted_completion",
    title="Σ w·C",
    unit="s",
    formula="Σ w_j·C_j",
    version=2,
    changes={2: FROM_BEGIN},
)
def sum_weighted_completion(outcome: Outcome) -> float:
    """Sum of the completion times, each counted from the first release, times the weight of its
    job."""
    return float(outcome.workload.weight @ outcome.completion)


@metric(
    "mean_wait", title="mean wait", unit="s", formula="mean (s_j − r_j)", quantity=TIME_IN_SYSTEM
)
def mean_wait(outcome: Outcome) -> float:
    """Mean time from release to start; jobs that wait for others are released when these have ended
    and the last of their delays is over."""
    return float(outcome.wait.mean())


@metric(
    "median_wait",
    title="median wait",
    unit="s",
    formula="median (s_j − r_j)",
    quantity=TIME_IN_SYSTEM,
)
def median_wait(outcome: Outcome) -> float:
    """Half of the jobs wait no longer than this."""
    return float(np.median(outcome.wait))


@metric(
    "p95_wait",
    title="95 % wait",
    unit="s",
    formula="95th percentile of s_j − r_j, linearly interpolated",
    quantity=TIME_IN_SYSTEM,
)
def p95_wait(outcome: Outcome) -> float:
    """19 of 20 jobs wait no longer than this."""
    return float(np.percentile(outcome.wait, 95))


@metric("max_wait", title="max wait", unit="s", formula="max (s_j − r_j)", quantity=TIME_IN_SYSTEM)
def max_wait(outcome: Outcome) -> float:
    """The longest wait of any job."""
    return float(outcome.wait.max())


@metric(
    "mean_flow",
    title="mean flow",
    unit="s",
    formula="mean (C_j − r_j)",
    cites=("feitelson2001",),
    quantity=TIME_IN_SYSTEM,
)
def mean_flow(outcome: Outcome) -> float:
    """Mean time from release to completion, also called turnaround or response time."""
    return float(outcome.flow.mean())


@metric(
    "mean_slowdown",
    title="mean slowdown",
    unit="",
    formula="mean max(1, (C_j − r_j) / max(p_j, min(1 s, unit)))",
    cites=("feitelson2001",),
    version=2,
    changes={2: SHORT_JOBS},
)
def mean_slowdown(outcome: Outcome) -> float:
    """How many times longer jobs take than on an empty machine; very short jobs dominate it. Those
    shorter than 1 s count as 1 s long, or as the unit of time if that is less, and none is below
    1."""
    return float(np.maximum(outcome.slowdown(outcome.least_time), 1.0).mean())


@metric(
    "mean_slowdown_paper",
    title="mean slowdown, grid paper's form",
    unit="",
    formula="mean (C_j − r_j) / max(p_j, min(1 s, unit))",
    cites=("quezada2012",),
    version=2,
    changes={2: SHORT_JOBS},
)
def mean_slowdown_paper(outcome: Outcome) -> float:
    """Slowdown without the floor of 1: a job of no length that need not wait scores 0."""
    return float(outcome.slowdown(outcome.least_time).mean())


@metric(
    "mean_bounded_slowdown",
    title="mean bounded slowdown",
    unit="",
    formula="mean max(1, (C_j − r_j) / max(p_j, 10 s))",
    cites=("feitelson2001",),
)
def mean_bounded_slowdown(outcome: Outcome) -> float:
    """Slowdown in which jobs shorter than 10 s count as 10 s long, and none is below 1."""
    return float(np.maximum(outcome.slowdown(TAU), 1.0).mean())


@metric(
    "mean_bounded_slowdown_paper",
    title="mean bounded slowdown, grid paper's form",
    unit="",
    formula="mean (C_j − r_j) / max(p_j, 10 s)",
    cites=("quezada2012",),
)
def mean_bounded_slowdown_paper(outcome: Outcome) -> float:
    """Bounded slowdown without the floor of 1: very short jobs may score below 1."""
    return float(outcome.slowdown(TAU).mean())
