"""Price bounds on waits, flows and slowdowns of jobs that arrive over time.

Notation as in `metrics`: job j has release r_j, start s_j, time p_j, q_j processors; n jobs on m
processors. What the three share is in `wait_relaxation`.
"""

from weakref import WeakKeyDictionary

import numpy as np

from parsched.measure.bounds.registry import Condition, Pause, bound, no_pause
from parsched.measure.bounds.wait_ascent import ascend
from parsched.measure.bounds.wait_relaxation import arrivals_of
from parsched.measure.metrics import TAU
from parsched.model.problem.platform import Platform
from parsched.model.problem.rounding import rounded_down
from parsched.model.problem.workload import Workload

MOST_JOBS = 2_000_000
"""A million jobs take about 10 s."""
CITES = ("fisher1981", "mohring2003")
BELOW = 1 - 2.0**-50
"""Factor that covers the last sum and division."""


def are_rigid_arrivals(workload: Workload, platform: Platform) -> bool:
    """Tell whether every job has one configuration, some arrive after the first, and none waits for
    another: then its wait would count from an instant that depends on the schedule."""
    return workload.is_rigid and workload.has_releases and workload.after is None


ARRIVALS = Condition(
    "rigid ones that arrive over time and do not wait for each other", are_rigid_arrivals
)

_total_waits: "WeakKeyDictionary[Workload, dict[int, float]]" = WeakKeyDictionary()
"""Lower bounds on Σ (s_j − r_j) of jobs in memory, by processors: flows need them, too."""


@bound(
    "wait",
    "wait_price",
    title="price bound",
    formula="max over μ ≥ 0 of (Σ min_{s ≥ r_j} [s − r_j + q_j·∫_s^{s+p_j} μ] − m·∫ μ) / n",
    long=True,
    most_jobs=MOST_JOBS,
    condition=ARRIVALS,
    cites=CITES,
)
def wait_price(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """Every processor in use costs a price μ(t), every processor of the machine earns it.

    A feasible schedule uses no more processors than there are, so its waits cost no less. If every
    job then starts when it is best for itself alone, whether processors are left or not, the cost
    falls further: it waits only while that costs less than the price it saves. So any prices give a
    lower bound, for schedules that know all jobs beforehand, too; steps on ever finer intervals
    look for good ones. The least possible mean wait may be far above it.
    """
    return max(0.0, _total_wait(workload, platform, pause) / len(workload) * BELOW)


@bound(
    "flow",
    "flow_price",
    title="price bound on waits + times",
    formula="the price bound on the mean wait + mean p_j",
    long=True,
    most_jobs=MOST_JOBS,
    condition=ARRIVALS,
    cites=CITES,
)
def flow_price(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """A job is in the system for its wait and its time, and the times are given.

    So this is as far below the least mean flow as the price bound is below the least mean wait, in
    seconds; it is nearer as a ratio.
    """
    times = rounded_down(float(workload.runtime.sum()), workload.runtime)
    total = times + max(0.0, _total_wait(workload, platform, pause))
    # Without waits whole seconds are summed up exactly, and a schedule may meet the bound.
    return total / len(workload) * (1.0 if total == times else BELOW)


@bound(
    "slowdown",
    "slowdown_price",
    title="price bound",
    formula="1 + max over μ ≥ 0 of (Σ min_{s ≥ r_j} [(s − r_j − f_j)⁺ / (p_j + f_j) + "
    "q_j·∫_s^{s+p_j} μ] − m·∫ μ) / n, f_j = (10 s − p_j)⁺",
    long=True,
    most_jobs=MOST_JOBS,
    condition=ARRIVALS,
    cites=CITES,
)
def slowdown_price(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """As for waits, where a second of waiting costs a job that runs longer less.

    A job that runs for 10 s or more has the slowdown 1 + (s − r_j) / p_j. A shorter one counts as
    10 s long, and what it waits until 10 s have passed costs it nothing.
    """
    counted = np.maximum(workload.runtime, TAU * workload.second)
    jobs = arrivals_of(workload, 1 / counted, counted - workload.runtime)
    more = max(0.0, ascend(jobs, platform.processors, pause) / len(workload) * BELOW)
    return (1 + more) * BELOW if more else 1.0


def _total_wait(workload: Workload, platform: Platform, pause: Pause) -> float:
    known = _total_waits.setdefault(workload, {})
    if platform.processors not in known:
        n = len(workload)
        jobs = arrivals_of(workload, np.ones(n), np.zeros(n))
        known[platform.processors] = ascend(jobs, platform.processors, pause)
    return known[platform.processors]
