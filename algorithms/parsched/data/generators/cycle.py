"""The daily cycle of arrivals."""

from dataclasses import dataclass
from math import lgamma
from typing import Any, Self

import numpy as np

from parsched.model.problem.workload import Floats

DAY = 86_400.0
BUCKETS = 48
FIRST = 11
"""The day of the model begins with this half hour (5 a.m.), when fewest jobs arrive."""
GRID = 64
"""Points per half hour at which the density is summed (Simpson's rule; even)."""


@dataclass(frozen=True)
class DailyCycle:
    """Turns an even clock into the time of day.

    `clock` and `day` are float64 of shape (49,), seconds: what the even clock shows at the full and
    half hours from midnight to midnight. Both run from 0 to 24 h; the even clock runs ahead where
    many jobs arrive.
    """

    clock: Floats
    day: Floats

    @classmethod
    def gamma(cls, shape: float, scale: float) -> Self:
        """Build from a gamma distribution of the arrivals over half hours from FIRST on."""
        number = np.arange(FIRST, FIRST + BUCKETS)
        weight = np.empty(BUCKETS)
        weight[(number - 1) % BUCKETS] = gamma_share(number - 0.5, shape, scale)
        clock = np.append(0.0, np.cumsum(weight))
        return cls(clock * (DAY / clock[-1]), np.linspace(0.0, DAY, BUCKETS + 1))

    def time(self, clock: Floats) -> Floats:
        """Return when the even clock shows `clock`; both in seconds since the first midnight."""
        days, rest = np.divmod(clock, DAY)
        return days * DAY + np.interp(rest, self.clock, self.day)


def gamma_share(low: Any, shape: float, scale: float) -> Floats:
    """Return the probability that a gamma variable lies in [low, low + 1], for each low > 0."""
    x = (low[:, None] + np.linspace(0.0, 1.0, GRID + 1)) / scale
    density = np.exp((shape - 1) * np.log(x) - x - lgamma(shape)) / scale
    simpson = np.ones(GRID + 1)
    simpson[1:-1:2], simpson[2:-1:2] = 4.0, 2.0
    share: Floats = density @ simpson / (3 * GRID)
    return share
