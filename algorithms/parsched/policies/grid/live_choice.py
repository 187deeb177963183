"""Where to, without predictions: the strategies that need sums over the jobs of a site only.

Ties go to the first site. Quotients are compared as floating-point numbers, which keeps their
order; the integers under them are exact.
"""

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.policies.grid.loads import Loads
from parsched.policies.online.machine import Ints

# Places in `strategies.STRATEGIES`; MLB, which is between, is what `least_loaded` does otherwise.
RANDOM, MLP, MPL, LBAL_S = range(4)
MCT, MWT, MWWT_S, MST = range(5, 9)

CLOSE = 1e-14
"""Relative difference up to which products of floating-point numbers say nothing."""


@kernel
def product_less(a: int, b: int, c: int, d: int) -> bool:
    """Is a·b < c·d, for integers whose products may be beyond 64 bits, but not beyond 1e32?

    Where floating-point numbers cannot tell, the difference fits into 64 bits, and so it does not
    matter that the products wrap around.
    """
    left, right = float(a) * float(b), float(c) * float(d)
    if abs(left - right) > CLOSE * (abs(left) + abs(right)):
        return left < right
    return int(a) * int(b) - int(c) * int(d) < 0


@inlined
def least_loaded(loads: Loads, processors: Ints, strategy: int, first: int, last: int) -> int:
    """Return the site with the least jobs, width or estimated work per processor."""
    chosen, least = first, np.inf
    for site in range(first, last + 1):
        if strategy == MLP:
            value = loads[site].counted / processors[site]
        elif strategy == MPL:
            value = loads[site].total_width / processors[site]
        else:
            value = loads[site].asked / processors[site]
        if value < least:
            chosen, least = site, value
    return chosen


@kernel
def best_balanced(loads: Loads, scale: Ints, width: int, first: int, last: int) -> int:
    """Return the site where a job leaves the loads per processor most alike.

    `scale` is a common multiple of all sizes over the size of each site, so that load times scale
    is a whole number. With x_i = load_i·scale_i and d = width·scale_i, a job on site i adds
    (2·x_i·d + d²) − (2·Σx·d + d²)/K to K times the variance; without the factors that all sites
    share, this is scale_i·(2·K·x_i + (K − 1)·d − 2·Σx).
    """
    sites = len(scale)
    total = 0
    for site in range(sites):
        total += loads[site].total_width * scale[site]
    chosen, least = -1, 0
    for site in range(first, last + 1):
        own = scale[site]
        value = 2 * sites * loads[site].total_width * own + (sites - 1) * width * own - 2 * total
        if chosen < 0 or product_less(own, value, scale[chosen], least):
            chosen, least = site, value
    return chosen


@kernel
def nearly_balanced(loads: Loads, processors: Ints, width: int, first: int, last: int) -> int:
    """Do the same with floating-point numbers, where the common multiple would be too large."""
    sites = len(processors)
    total = 0.0
    for site in range(sites):
        total += loads[site].total_width / processors[site]
    chosen, least = first, np.inf
    for site in range(first, last + 1):
        own = 1.0 / processors[site]
        load = loads[site].total_width
        value = own * (2 * sites * load * own + (sites - 1) * width * own - 2 * total)
        if value < least:
            chosen, least = site, value
    return chosen
