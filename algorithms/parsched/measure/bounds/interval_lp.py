"""The interval linear program of Dutot et al. (2004) for Σ w·C, as printed and repaired.

Time is cut at t_0 < t_1 < … by doubling, such that t_K is the makespan C* that the dual
approximation accepts. x_ij says whether job i ends in the interval (t_j, t_{j+1}]; then it costs at
least c_ij, and its work is at least S_ij, the least processors × time of its configurations that
take at most t_{j+1}. The jobs that end by t_{j+1} do all their work before:

    minimise Σ c_ij x_ij   such that   Σ_j x_ij ≥ 1,   Σ_{l≤j} Σ_i S_il x_il ≤ m·t_{j+1},   x ≥ 0.

Whatever prices y_j ≥ 0 the areas have,

    Σ_i min_j (c_ij + S_ij·Y_j) − Σ_j y_j·m·t_{j+1},   Y_j = Σ_{l≥j} y_l,

is at most the optimum of the program, and equal to it at the right prices. HiGHS finds these, and
the bound is computed from them, so it owes nothing to the tolerances of the solver.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.extras import extra, need
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.measure.bounds.registry import Pause, bound, no_pause
from parsched.measure.bounds.relaxation import ROUNDOFF, SMALLEST
from parsched.model.concerns import FROM_BEGIN
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload

MOST_JOBS = 1_000
MOST_CONFIGURATIONS = 1_000_000
MOST_DOUBLINGS = 40
"""Shorter intervals than C*/2^40 would not change the program beyond rounding."""


class IntervalProgram(NamedTuple):
    """The program in units of C*, of m·C* and of the mean weight.

    `costs` and `areas` have the shape (n_jobs, n_intervals); where a job cannot end in an interval
    its cost is infinite, its area 0. `capacity` has the shape (n_intervals,): the area before the
    end of each interval.
    """

    costs: Floats
    areas: Floats
    capacity: Floats


@bound(
    "minsum",
    "paper_lp",
    title="interval LP, as printed",
    formula="min Σ w_j·t_l·x_jl over the intervals (t_l, t_l+1], l = 0 … K",
    certified=False,
    long=True,
    most_jobs=MOST_JOBS,
    most_configurations=MOST_CONFIGURATIONS,
    cites=("dutot2004",),
    version=2,
    changes={2: FROM_BEGIN},
)
def paper_lp(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """The linear program that Dutot et al. compare with, kept to reproduce their figures.

    Jobs are spread over intervals that double in length; those that end by an instant must not do
    more work than the machine can until then. It is no lower bound: a job that ends before the
    first interval, at t_0 or earlier, is charged t_0. With one processor, times 1 and 5 and weights
    8 and 1 it gives 15, and the optimum is 14. Release dates are ignored.
    """
    choices = Choices.of(workload, platform.largest)
    reach = approximate(choices, platform.processors).accepted
    if reach == 0:
        return 0.0
    cuts = _doublings(choices, reach)
    starts, ends = cuts[:-1], cuts[1:]
    areas = least_work_by(choices, np.broadcast_to(ends, (len(workload), len(ends))))
    costs = workload.weight[:, None] * np.broadcast_to(starts, areas.shape)
    return _optimum(costs, areas, platform.processors * ends, pause)


@bound(
    "minsum",
    "interval_lp",
    title="interval LP, repaired",
    formula="min Σ w_j·max(t_l, r_j + p_j)·x_jl over [0, t_0], (t_0, t_1], …, (t_K+1, ∞)",
    long=True,
    most_jobs=MOST_JOBS,
    most_configurations=MOST_CONFIGURATIONS,
    cites=("dutot2004",),
    version=2,
    changes={2: FROM_BEGIN},
)
def interval_lp(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """The linear program of Dutot et al., mended so that every schedule satisfies it.

    A first interval begins at 0 and a last one never ends, so there is one for every completion;
    and no job is charged more than the start of its interval or, if that is later, its release plus
    its least time; neither exceeds its completion. The jobs that end by an instant do at
    least their least work in the time from their release, and the machine cannot do more by then.
    So a schedule costs at least what it costs as a solution of the program.
    """
    choices = Choices.of(workload, platform.largest)
    reach = approximate(choices, platform.processors).accepted + float(workload.release[-1])
    if reach == 0:
        return 0.0
    cuts = np.concatenate([[0.0], _doublings(choices, reach), [np.inf]])
    starts, ends = cuts[:-1], cuts[1:]
    areas = least_work_by(choices, ends - workload.release[:, None])
    alone = workload.release + choices.times[choices.offsets[1:] - 1]
    costs = workload.weight[:, None] * np.maximum(starts, alone[:, None])
    return _optimum(costs, areas, platform.processors * ends, pause)


def _doublings(choices: Choices, reach: float) -> Floats:
    """Return t_0 … t_{K+1}: t_K is `reach`, and t_0 at least the least positive time."""
    shortest = choices.times[choices.times > 0].min(initial=reach)
    shortest = max(shortest, reach * 0.5**MOST_DOUBLINGS)
    doublings = int(np.log2(reach / shortest))
    return reach * 0.5 ** np.arange(doublings, -2, -1.0)


def least_work_by(choices: Choices, limits: Floats) -> Floats:
    """Least work of each job in at most the limit; infinite where it takes longer.

    Both have the shape (n_jobs, n_limits); seconds, and processor-seconds.
    """
    owner = np.repeat(np.arange(choices.jobs), np.diff(choices.offsets))
    work = np.full(limits.shape, np.inf)
    for column in range(limits.shape[1]):
        slower = choices.times > limits[owner, column]
        first = choices.offsets[:-1] + np.add.reduceat(slower, choices.offsets[:-1], dtype=np.int64)
        fits = first < choices.offsets[1:]
        work[fits, column] = choices.works[first[fits]]
    return work


def _optimum(costs: Floats, areas: Floats, capacity: Floats, pause: Pause) -> float:
    """Solve in units in which all numbers are near 1, for the sake of the solver."""
    possible = np.isfinite(areas)
    area = float(capacity[np.isfinite(capacity)][-1])
    cost = float(costs[possible].mean()) or 1.0
    program = IntervalProgram(
        np.where(possible, costs / cost, np.inf),
        np.where(possible, areas / area, 0.0),
        capacity / area,
    )
    value = cost * max(0.0, value_at(program, solve_prices(program, pause)))
    return max(0.0, value - len(costs) * SMALLEST)


def solve_prices(program: IntervalProgram, pause: Pause = no_pause) -> Floats:
    """Solve the program; return the prices y_j ≥ 0 of its areas, shape (n_intervals,)."""
    need("highspy", "exact")
    with extra("exact"):
        import pulp  # noqa: PLC0415 (in an extra)
    model = pulp.LpProblem(sense=pulp.LpMinimize)
    shares = []
    for i, row in enumerate(program.costs):
        pause()
        places = np.flatnonzero(np.isfinite(row)).tolist()
        shares.append({j: model.add_variable(f"x_{i}_{j}", 0) for j in places})
        model += pulp.lpSum(shares[i].values()) >= 1
    model += pulp.lpSum(program.costs[i, j] * row[j] for i, row in enumerate(shares) for j in row)
    limits, before = {}, pulp.LpAffineExpression()
    for j in map(int, np.flatnonzero(np.isfinite(program.capacity))):
        pause()
        done = model.add_variable(f"done_{j}", 0)
        works = [program.areas[i, j] * row[j] for i, row in enumerate(shares) if j in row]
        model += done == before + pulp.lpSum(works)
        limits[j] = done <= program.capacity[j]
        model += limits[j]
        before = done
    pause()
    model.solve(pulp.HiGHS(msg=False))
    pause()
    prices = np.zeros(len(program.capacity))
    for j, limit in limits.items():
        prices[j] = max(0.0, -(limit.pi or 0.0))
    return prices


def value_at(program: IntervalProgram, prices: Floats) -> float:
    """Bound on the optimum from any prices y_j ≥ 0, less a margin for rounding.

    With n jobs, K intervals, and u = 2^-53 the largest relative error of an operation: no number
    results from more than n + K + 10 operations in a row, those that made the program and two that
    follow included, and until the last difference none has another sign than the others. So what is
    charged and what is paid is exact but for a factor of 1 ± (n + K + 10)·u; doubled for the second
    orders of u. Numbers too small for that have an absolute error.
    """
    dues = np.cumsum(prices[::-1])[::-1]
    bought = prices > 0
    charged = float((program.costs + program.areas * dues).min(axis=1).sum())
    paid = float(prices[bought] @ program.capacity[bought])
    terms = 2 * (sum(program.costs.shape) + 10)
    return charged - paid - terms * (ROUNDOFF * (charged + paid) + SMALLEST * float(1 + dues[0]))
