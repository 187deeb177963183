"""Bounds and proofs: against the optimum of tiny instances, and against a second solver."""

from collections.abc import Iterator

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

from parsched.measure.bounds import BOUNDS, bounds_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.evidence.entry import Tally, entry
from tests.parsched.factories import moldable
from tests.parsched.measure.test_proofs import certified, draw, provable, suited, workload
from tests.parsched.optima import optimum

PROOFS = "Bounds and proofs"
SIZES = (20, 10_000)
NEAR = 1e-9


def _tiny(size: int) -> Iterator[tuple[Workload, int, int, int]]:
    """Yield so many tiny instances with the optimal makespan and what is provable of it, s."""
    chance = np.random.default_rng(1)
    for _ in range(size):
        jobs, m = draw(chance, SIZES)
        real = workload(jobs)
        yield real, m, int(optimum(real, m, weighted=False)), provable(jobs, m)


@entry(
    "optimal",
    title="“Optimal” and its absence",
    about=PROOFS,
    ours="whether a result is called optimal",
    against="all schedules of tiny instances, tried one by one, and bounds in exact arithmetic",
    where="tests/parsched/measure/test_proofs.py",
    unit="results",
    size=800,
    full=8_000,
)
def optimal(size: int) -> Tally:
    """Judge each result: it is called optimal only if it is, and always if bounds prove it."""
    tally, proved = Tally(f"{size:,} random instances of up to 4 jobs"), 0
    for real, m, best, bound in _tiny(size):
        for key in suited(real):
            makespan, found = certified(real, Platform.of(m), key)
            is_right = not found.is_proof if makespan != best else True
            is_right &= found.is_proof if makespan == bound else True
            proved += found.is_proof
            tally.take(not is_right, f"{key}: {makespan:g} s, the least is {best} s")
    tally.worst = f"{proved:,} of them were called optimal"
    return tally


@entry(
    "bounds",
    title="Lower bounds",
    about=PROOFS,
    ours="every certified bound on makespan and Σ w·C",
    against="the optimum of tiny instances: all schedules, tried one by one",
    where="tests/parsched/measure/bounds/test_makespan.py",
    unit="bounds",
    size=800,
    full=8_000,
)
def bounds(size: int) -> Tally:
    """Compare each bound of an instance; none may be above the optimum."""
    tally, nearest = Tally(f"{size:,} random instances of up to 4 jobs"), 0.0
    for real, m, best, _ in _tiny(size):
        optima = {"makespan": float(best), "minsum": optimum(real, m, weighted=True)}
        for criterion, found in bounds_of(Instance(real, Platform.of(m))).items():
            for key, value in found.items():
                if criterion not in optima or not BOUNDS[criterion][key].certified:
                    continue
                least = optima[criterion]
                nearest = max(nearest, value / least if least else 0.0)
                is_above = value > least * (1 + NEAR)
                tally.take(is_above, f"{criterion}/{key}: {value:g}, the optimum is {least:g}")
    tally.worst = f"the largest bound is {nearest:.6g} times the optimum"
    return tally


@entry(
    "second-solver",
    title="Optima of exact search",
    about=PROOFS,
    ours="the least makespan that CP-SAT proves",
    against="a time-indexed program of whole numbers, solved by SciPy's HiGHS",
    where="tests/parsched/policies/search/test_exact.py",
    unit="instances",
    size=60,
    full=600,
)
def second_solver(size: int) -> Tally:
    """Compare the optima of random moldable jobs, which are too many to try all schedules."""
    tally, chance = Tally(f"{size} random instances of 6 to 9 moldable jobs"), _chance()
    for number in range(size):
        jobs, m = _moldable(chance), 4
        result = solve(Instance(jobs, Platform.of(m)), "exact", {"seconds": 20})
        ours, theirs = result.metrics["makespan"], _least(jobs, m, int(result.metrics["makespan"]))
        is_proved = result.certificates["makespan"].is_proof
        what = f"instance {number}: {ours:g} s, the other solver says {theirs} s"
        tally.take(not is_proved or ours != theirs, what if is_proved else f"{what}; not proved")
    tally.worst = "equal" if not tally.differing else "; ".join(tally.examples)
    return tally


def _chance() -> np.random.Generator:
    return np.random.default_rng(4)


def _moldable(chance: np.random.Generator) -> Workload:
    """Draw jobs with whole times, which fall with processors as work grows."""
    jobs = []
    for _ in range(int(chance.integers(6, 10))):
        alone = int(chance.integers(2, 13))
        times = [alone]
        for q in range(2, int(chance.integers(1, 5)) + 1):
            times.append(max(-(-times[0] // q), times[-1] - int(chance.integers(0, 4)), 1))
        jobs.append(times)
    return moldable(*jobs)


def _least(jobs: Workload, m: int, horizon: int) -> int:
    """Return the least makespan up to a horizon, by binary starts of each job and configuration."""
    starts = [
        (job, int(q), int(p), t)
        for job in range(len(jobs))
        for q, p in zip(*jobs.profiles.job(job), strict=True)
        for t in range(horizon - int(p) + 1)
        if q <= m
    ]
    count, n = len(starts), len(jobs)
    rows = lil_matrix((2 * n + horizon, count + 1))
    for column, (job, q, p, t) in enumerate(starts):
        rows[job, column] = 1
        rows[n + job, column] = t + p
        for instant in range(t, t + p):
            rows[2 * n + instant, column] = q
    rows[n : 2 * n, count] = -1
    low = np.concatenate([np.ones(n), np.full(n + horizon, -np.inf)])
    high = np.concatenate([np.ones(n), np.zeros(n), np.full(horizon, float(m))])
    whole = np.append(np.ones(count), 0)
    limits = Bounds(0, np.append(np.ones(count), horizon))
    cost = np.append(np.zeros(count), 1.0)
    constraint = LinearConstraint(rows.tocsr(), low, high)
    found = milp(cost, constraints=constraint, integrality=whole, bounds=limits)
    return round(float(found.fun)) if found.success else -1
