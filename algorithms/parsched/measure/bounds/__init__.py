"""Certified lower bounds: no schedule of these jobs on this machine can do better.

Each bound is declared once with `bound`; `bounds_of` computes those that apply.
"""

from parsched.measure.bounds import (
    deployments,
    interval_lp,
    makespan,
    minsum,
    price,
    slow_deployments,
    waits,
)
from parsched.measure.bounds.registry import BOUNDS, Bound, bounds_of

__all__ = [
    "BOUNDS",
    "Bound",
    "bounds_of",
    "deployments",
    "interval_lp",
    "makespan",
    "minsum",
    "price",
    "slow_deployments",
    "waits",
]
