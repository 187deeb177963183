"""Exact optima of tiny instances by exhaustive search."""

from itertools import permutations, product

import numpy as np

from parsched.model.problem.workload import Workload


def optimum(workload: Workload, processors: int, *, weighted: bool) -> float:
    """Return the least makespan, or the least Σ w·C, over all schedules on one machine.

    Both criteria never fall when a job is delayed, so some list of the jobs, each in some
    configuration and placed at its earliest fit, is optimal: all of them are tried.
    """
    jobs = range(len(workload))
    choices = [list(zip(*workload.profiles.job(i), strict=True)) for i in jobs]
    fitting = [[(int(q), float(p)) for q, p in c if q <= processors] for c in choices]
    best = np.inf
    for configuration in product(*fitting):
        for order in permutations(jobs):
            ends = place(workload, configuration, order, processors)
            value = sum(workload.weight[i] * ends[i] for i in jobs) if weighted else max(ends)
            best = min(best, float(value))
    return best


def place(
    workload: Workload,
    configuration: tuple[tuple[int, float], ...],
    order: tuple[int, ...],
    processors: int,
) -> list[float]:
    """Place the jobs in an order, each at its earliest fit; return the completion times."""
    placed: list[tuple[float, float, int]] = []
    ends = [0.0] * len(order)
    for i in order:
        width, time = configuration[i]
        release = float(workload.release[i])
        start = earliest(placed, release, width, time, processors)
        placed.append((start, start + time, width))
        ends[i] = start + time
    return ends


def earliest(
    placed: list[tuple[float, float, int]],
    release: float,
    width: int,
    time: float,
    processors: int,
) -> float:
    """Return the earliest start from the release on at which `width` processors stay free."""
    for start in sorted({release, *(end for _, end, _ in placed if end > release)}):
        instants = [start, *(s for s, _, _ in placed if start < s < start + time)]
        if all(sum(q for s, e, q in placed if s <= t < e) + width <= processors for t in instants):
            return start
    raise AssertionError("a job fits after all others")
