"""A mix of widths: which jobs remain, so that each width has its share of them."""

from collections.abc import Mapping
from math import floor

import numpy as np

from parsched.model.problem.workload import Workload

REST = 0
"""Stands for all widths that are not named."""


def wrong_mix(mix: Mapping[int, float]) -> str:
    """Say what is wrong with shares by width; blank if nothing is.

    Examples
    --------
    >>> wrong_mix({1: 0.5, 2: 0.7})
    'mix must have shares that add up to at most 1, got 1.2'
    """
    for width, share in mix.items():
        if width < 1:
            return f"mix must be by processors of at least 1, got {width:,}"
        if not 0 < share <= 1:
            return f"mix must have shares above 0 and up to 1, got {share:g}"
    total = sum(mix.values())
    if total > 1 + len(mix) * np.finfo(float).eps:
        return f"mix must have shares that add up to at most 1, got {total:g}"
    return ""


def mixed(workload: Workload, mix: Mapping[int, float], seed: int) -> Workload:
    """Leave jobs out at random until the widths have their shares; as many remain as can.

    Of a width that has a share and no job, nothing can remain: the result is then empty.
    """
    shares = {**mix, REST: max(1.0 - sum(mix.values()), 0.0)}
    width = workload.width
    named = np.isin(width, [*mix])
    places = {
        of: np.flatnonzero(~named if of == REST else width == of)
        for of, share in shares.items()
        if share > np.finfo(float).eps * len(shares)
    }
    whole = min(len(jobs) / shares[of] for of, jobs in places.items())
    rng = np.random.default_rng(seed)
    taken = [
        rng.permutation(jobs)[: floor(whole * shares[of] + 1e-9)] for of, jobs in places.items()
    ]
    return workload.take(np.sort(np.concatenate(taken)))
