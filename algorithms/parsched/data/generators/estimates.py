"""What users ask for: estimates made from run times."""

from typing import Any

import numpy as np

from parsched.declare.parameters import choice, real
from parsched.model.problem.workload import Floats

HOUR = 3600.0
TYPICAL = np.array(
    [60.0, 300.0, 600.0, 900.0, 1200.0, 1800.0, 2700.0]
    + [HOUR * h for h in (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 48)]
)
"""Round values that users like, seconds: real logs hold few others (Tsafrir et al. 2005)."""


def estimates() -> Any:
    """Declare how estimates are made."""
    return choice(
        "typical",
        ("typical", "factor", "exact", "none"),
        "typical: run time × up to the factor, rounded up to a value that users like; "
        "factor: run time × up to the factor; exact: the run time; none: no estimates.",
    )


def estimate_factor() -> Any:
    """Declare how far estimates overshoot."""
    return real(5.0, "Largest estimate / run time before rounding.", low=1.0, high=1000.0)


def estimate(mode: str, runtime: Floats, factor: float, rng: np.random.Generator) -> Floats:
    """Return estimates, float64 of shape (n_jobs,), whole seconds; NaN with `none`.

    A guess is the run time times a factor drawn uniformly from [1, factor] for each job. `typical`
    rounds it up to the next of `TYPICAL`; a guess above the largest is cut there. No estimate is
    below its run time.
    """
    if mode == "none":
        return np.full(len(runtime), np.nan)
    if mode == "exact":
        return runtime
    guess = np.ceil(runtime * rng.uniform(1.0, factor, len(runtime)))
    if mode == "factor":
        return guess
    rounded: Floats = TYPICAL[np.minimum(np.searchsorted(TYPICAL, guess), len(TYPICAL) - 1)]
    return np.maximum(rounded, runtime)
