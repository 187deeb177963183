"""Lower bounds that rounding does not lift above the optimum."""

import numpy as np

from parsched.model.problem.workload import Floats

EXACT = 2.0**53
"""Sums of whole numbers below this are exact in float64."""


def is_exact(total: float, *columns: Floats) -> bool:
    """Tell whether a sum of terms made of these columns is exact, as whole numbers are added."""
    return total < EXACT and all(bool((column == np.floor(column)).all()) for column in columns)


def rounded_down(total: float, *columns: Floats) -> float:
    """Return a lower bound on a sum, over jobs, of non-negative terms made of these columns.

    Whole numbers are added and multiplied exactly, and then the sum is returned as it is. Others
    are rounded, in `total` as in the times of a schedule and its Σ w·C: each product and each step
    of a sum by at most 2^-53 of the result. For n jobs a share of (n + 2)·2^-51 is more than all of
    that together.

    Parameters
    ----------
    total
        The sum, as it was computed.
    columns
        What its terms are products and sums of, shape (n_jobs,).
    """
    if is_exact(total, *columns):
        return total
    jobs = max(len(column) for column in columns)
    return total * (1 - (jobs + 2) * 2.0**-51)
