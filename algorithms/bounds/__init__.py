"""Certified lower bounds: no schedule of these jobs on this machine can do better.

Each bound is declared once with `bound`; `bound_all` computes those that apply.
"""

from algorithms.bounds import deployments, interval_lp, makespan, minsum, price, slow_deployments
from algorithms.bounds.registry import BOUNDS, Bound, bound_all, bound_deploying

__all__ = [
    "BOUNDS",
    "Bound",
    "bound_all",
    "bound_deploying",
    "deployments",
    "interval_lp",
    "makespan",
    "minsum",
    "price",
    "slow_deployments",
]
