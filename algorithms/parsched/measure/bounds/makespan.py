"""Lower bounds on the makespan, for rigid and moldable jobs with release dates, on one or several
sites.

Notation: W_j is the least processors × time of job j over its configurations, p_j its least time, m
the processors of all sites together.
"""

import numpy as np

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.measure.bounds.registry import Condition, Pause, bound, no_pause
from parsched.measure.time_indexed.bound import relaxed_makespan
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import by_work, event_list, largest_first
from parsched.measure.time_indexed.size import Size
from parsched.model.concerns import FROM_BEGIN, IN_UNITS
from parsched.model.problem.platform import Platform
from parsched.model.problem.rounding import is_exact, rounded_down
from parsched.model.problem.time_unit import exact_unit
from parsched.model.problem.workload import Ints, Workload

LARGEST = Size(columns=150_000, rows=20_000, entries=5_000_000)
"""Largest program of `lp_infeasibility`: some 200 MB. With more rows the effort would not pay for
13 iterations."""
MOST_WORK = 2.0**62
"""Units of work that int64 holds, with a bit to spare for what rounding makes of an estimate."""
MOST_LOOKED_AT = 1e9
"""Configurations × units of time that LTF's serial placement may look at, about 1 s."""
EFFORT = 5e9
"""What its linear programs may take together, simplex iterations × rows²: up to 5 s."""


@bound("makespan", "area", title="area", formula="Σ W_j / m", version=2, changes={2: FROM_BEGIN})
def area(workload: Workload, platform: Platform) -> float:
    """All work, spread evenly over all processors."""
    work = workload.least_work
    total = float(work.sum())
    if not is_exact(total, work) and (counted := _in_units(workload, platform)):
        units, _, unit = counted
        return int(units.sum()) / platform.processors * unit
    return rounded_down(total, work) / platform.processors


@bound(
    "makespan",
    "longest",
    title="longest job",
    formula="max p_j",
    version=2,
    changes={2: FROM_BEGIN},
)
def longest(workload: Workload, platform: Platform) -> float:
    """The job that takes longest even at its fastest."""
    return float(workload.least_time.max())


@bound(
    "makespan",
    "simple",
    title="area or longest job",
    formula="max(Σ W_j / m, max p_j)",
    cites=("chretien2012",),
    version=2,
    changes={2: FROM_BEGIN},
)
def simple(workload: Workload, platform: Platform) -> float:
    """The larger of the area and the longest job: lb of Chrétien et al."""
    return max(area(workload, platform), longest(workload, platform))


@bound(
    "makespan",
    "release_length",
    title="release + length",
    formula="max (r_j + p_j)",
    version=2,
    changes={2: FROM_BEGIN},
)
def release_length(workload: Workload, platform: Platform) -> float:
    """No job ends before its release plus its shortest time."""
    return float((workload.release + workload.least_time).max())


@bound(
    "makespan",
    "critical_path",
    title="critical path",
    formula="max e_j + p_j, e_j = max(r_j, max e_i + p_i + d_ij over the jobs i before j)",
    condition=Condition(
        "where some wait for others", lambda workload, _: workload.after is not None
    ),
    version=2,
    changes={2: FROM_BEGIN},
)
def critical_path(workload: Workload, platform: Platform) -> float:
    """No job ends before the longest chain that leads to it is done, even with processors for all:
    a release, the shortest times of the jobs one after the other, and the delays between them."""
    assert workload.after is not None
    time = workload.least_time
    earliest = workload.after.earliest(workload.release, time)
    return float((earliest + time).max())


@bound(
    "makespan",
    "release_area",
    title="release + area",
    formula="max over t of t + Σ_{r_j ≥ t} W_j / m",
    version=2,
    changes={2: FROM_BEGIN},
)
def release_area(workload: Workload, platform: Platform) -> float:
    """The work released from t on cannot begin before t, nor be done faster than by all
    processors."""
    work, release = workload.least_work, workload.release
    still_to_come = np.cumsum(work[::-1])[::-1]
    latest = float((release * platform.processors + still_to_come).max())
    if not is_exact(latest, release, work) and (counted := _in_units(workload, platform)):
        units, begins, unit = counted
        still = np.cumsum(units[::-1])[::-1]
        return int((begins * platform.processors + still).max()) / platform.processors * unit
    return rounded_down(latest, release, work) / platform.processors


@bound(
    "makespan",
    "sites",
    title="release + length or area of sites",
    formula="max over j, t, f of r_j + p_j and t + Σ_{r_i ≥ t, q_i > m_{f−1}} W_i / s_{f,K}",
    condition=Condition("on a grid of several sites", lambda _, platform: platform.is_grid),
    cites=("quezada2012",),
    version=2,
    changes={2: FROM_BEGIN},
)
def on_sites(workload: Workload, platform: Platform) -> float:
    """No job ends before its release plus its shortest time, and jobs that only large sites hold
    are done by these alone.

    For each size of sites: the work that is released from t on, of jobs that no smaller site holds,
    cannot begin before t, nor be done faster than by all processors of the sites from that size
    on. A moldable job counts with its least width and its least work.
    """
    release, work = workload.release, workload.least_work
    least_width = workload.profiles.least(workload.profiles.widths)
    best, smaller = release_length(workload, platform), 0
    for size in sorted({site.processors for site in platform.sites}):
        room = sum(site.processors for site in platform.sites if site.processors >= size)
        # Jobs are in order of release: the sum from one on is of what comes then or later.
        still = np.cumsum(np.where(least_width > smaller, work, 0.0)[::-1])[::-1]
        latest = float((release * room + still)[still > 0].max(initial=0.0))
        best = max(best, rounded_down(latest, release, work) / room)
        smaller = size
    return best


def _in_units(workload: Workload, platform: Platform) -> tuple[Ints, Ints, float] | None:
    """Return least works and release dates as whole numbers of their exact unit, int64 of shape
    (n_jobs,), and the unit; None where there is none, or int64 too short for sums.

    A whole number over m, and that times the unit, is the bound to the nearest float64. The least
    multiple of the unit that is not below the bound has a float64 of its own, so it is not passed.
    """
    release, profiles = workload.release, workload.profiles
    unit = exact_unit(np.append(profiles.times, release))
    reach = float(release[-1]) * platform.processors + float(workload.least_work.sum())
    widest = float((profiles.widths * profiles.times).max())
    if unit is None or max(reach, widest) >= MOST_WORK * unit:
        return None
    work = profiles.least(profiles.widths * (profiles.times / unit).astype(np.int64))
    return work, (release / unit).astype(np.int64), unit


@bound(
    "makespan",
    "dual",
    title="dual approximation",
    formula="largest λ found with Σ W_j(λ or λ/2) > m·λ, whichever jobs of Σ γ_j(λ) ≤ m take λ",
    most_configurations=20_000_000,
    cites=("mounie1999", "mounie2007"),
    version=2,
    changes={2: FROM_BEGIN},
)
def dual(workload: Workload, platform: Platform) -> float:
    """A value λ that no schedule can meet.

    Suppose a schedule ends by λ: its jobs that take more than λ/2 all run at time λ/2, so the least
    processors γ_j(λ) on which they take at most λ are at most m together. Each of them does at
    least W_j(λ), its least work in at most λ, and every other job at least W_j(λ/2), all together
    at most m·λ. If no choice of the longer jobs, a 0/1 knapsack, satisfies both, there is no such
    schedule; bisection finds such a λ near the largest one.

    Nothing is assumed about the jobs: they may be rigid, and more processors may slow them down.
    Release dates are relaxed to 0, and the sites of a grid to one machine.
    """
    return approximate(Choices.of(workload, platform.largest), platform.processors).rejected


def _has_few_slots(workload: Workload, platform: Platform) -> bool:
    if workload.has_releases or platform.is_grid or exact_unit(workload.profiles.times) is None:
        return False
    instance = DiscreteInstance.of(workload, platform.processors)
    return Size.of(instance, instance.trivial_bound).within(LARGEST)


def _reached(instance: DiscreteInstance, pause: Pause) -> int:
    """Return the makespan of LTF, units; of its faster placement alone where the other would take
    too long."""
    if len(instance.widths) * instance.serial_length > MOST_LOOKED_AT:
        return event_list(instance, by_work(instance)).makespan
    return largest_first(instance, pause).makespan


@bound(
    "makespan",
    "lp_infeasibility",
    title="LP infeasibility",
    formula="least T with x ≥ 0: Σ_s x_js = 1 for each j, Σ_{(j,s) at t} q_s·x_js ≤ m for each t",
    long=True,
    most_jobs=1_000,
    condition=Condition(
        "all there at time 0, on one machine, with times that are whole multiples of one length "
        f"up to {LARGEST.columns:,} slots (job, processors, start) and {LARGEST.rows:,} units of "
        "time at the larger of area and longest job",
        _has_few_slots,
    ),
    cites=("chretien2012",),
    version=2,
    changes={2: IN_UNITS},
)
def lp_infeasibility(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """A makespan T such that all shorter ones are proved impossible, even for jobs that are split.

    x_js is the share of job j that is in slot s, one of its configurations from one start to an end
    by T. If the shares cannot add up to 1 for every job with at most m processors busy at any time,
    there is no schedule that ends by T. T is found by bisection between the trivial bounds and the
    LTF schedule, or the longest makespan whose program is not too large.

    The proof does not trust the solver. Its duals are taken as prices μ(t) ≥ 0 of a processor, made
    integers, and used in exact arithmetic: if the cheapest slots of all jobs cost more than m·Σ
    μ(t), which is all that can be paid, T is impossible. What cannot be proved so counts as
    possible; so does what is not proved within 5·10^9 simplex iterations × rows², which take a few
    seconds at most.
    """
    instance = DiscreteInstance.of(workload, platform.processors)
    if not len(instance.jobs):
        return 0.0
    reached = _reached(instance, pause)
    return relaxed_makespan(instance, reached, pause, LARGEST, effort=EFFORT) * instance.unit
