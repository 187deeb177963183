"""An admissible factor that follows the workload: what the outlook of the paper leaves open.

"In real Grids, the admissible factor can be dynamically adjusted to cope with the dynamic workload
situation. To this end, the past workload must be analyzed for a certain time interval"
(Quezada-Pina et al. 2012, section 8). How is not said; the rule here is ours.

A job that arrives at r, with f the first site that holds it, is admitted by f, …, l with the least
l that has the share a of the processors of f, …, K, and

    a = min(cap, Σ_F q / Σ_{≥F} q)

over the jobs of the window (r − T, r] that have arrived so far, itself among them: those that no
smaller site holds, Σ_{≥F}, and of these those that a site of the size of f holds, Σ_F. So jobs get
the share of the processors that jobs of their class have asked for lately, and the rest is left to
wider ones. Without wider jobs in the window the factor is the cap. Only widths count, which every
strategy knows.
"""

from typing import Any

import numpy as np

from parsched.model.problem.workload import Floats, Ints

SMALL = 2**31
"""Processors of a grid below which the products that are compared fit into 64 bits."""


def adapted_last(
    release: Floats, width: Ints, sizes: Ints, cap: Ints, window: float, *, at_least: bool
) -> Ints:
    """Return the last site that is admissible to each job, int64 of shape (n_jobs,).

    Shares are compared exactly. Takes O(n·K) for n jobs and K sites.

    Parameters
    ----------
    release, width
        Of the jobs in order of arrival, float64 (seconds) and int64 of shape (n_jobs,); none is
        wider than the last site.
    sizes
        Processors of the sites in order of size, int64 of shape (n_sites,).
    cap
        The last site for each first one at the cap, int64 of shape (n_sites,).
    window
        T, seconds.
    at_least
        True for sites that have at least the share, False for more.
    """
    first = np.searchsorted(sizes, width)
    # Jobs wider than the machine need products beyond 64 bits: then Python's integers.
    kind: Any = np.int64 if int(sizes.sum()) < SMALL else object
    since = np.searchsorted(release, release - window, side="right")
    last = cap[first].copy()
    for f in np.unique(first).tolist():
        mine = np.flatnonzero(first == f)
        whole, have = int(sizes[f:].sum()), np.cumsum(sizes[f:]).tolist()
        asked, wider = (
            _sums(np.where(first >= limit, width, 0), since, mine).astype(kind)
            for limit in (f, int(np.searchsorted(sizes, sizes[f], side="right")))
        )
        # Whole numbers: own / asked ≤ have / whole where own ≤ ⌊have · asked / whole⌋. With
        # asked = d·whole + r that is have·d + ⌊have·r / whole⌋, and r is less than whole.
        digit, rest = asked // whole, asked % whole
        found = np.full(len(mine), len(sizes) - 1)
        for place in reversed(range(len(have))):
            product = have[place] * rest
            most = have[place] * digit + product // whole
            if not at_least:
                most = most - (product % whole == 0)
            found[np.asarray(asked - wider <= most, np.bool_)] = f + place
        last[mine] = np.minimum(last[mine], found)
    return last.astype(np.int64)


def _sums(values: Ints, since: Ints, jobs: Ints) -> Ints:
    """Return for some jobs the sum of values from `since` up to the job itself."""
    total = np.concatenate([[0], np.cumsum(values)])
    sums: Ints = total[jobs + 1] - total[since[jobs]]
    return sums
