"""Do two jobs hold one processor at the same time?"""

import numba
import numpy as np
from numpy.typing import NDArray

from algorithms.workload import Floats, Ints


@numba.njit(cache=True, nogil=True)
def first_overlap(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    base: Ints,
    offsets: Ints,
    lo: Ints,
    hi: Ints,
    processors: int,
) -> tuple[int, int, int]:
    """Return (earlier job, later job, processor) of the first overlap in start order, or (-1, -1,
    -1).

    `order` sorts the jobs by start; job i holds the processors `base[i] + [lo[c], hi[c])` for c in
    `offsets[i]:offsets[i + 1]`, from `start[i]` until before `end[i]`. Jobs with `end <= start`
    hold nothing. Takes Σ width steps and one entry per processor.
    """
    until = np.full(processors, -np.inf)
    holder = np.full(processors, -1, np.int64)
    for i in order:
        if end[i] <= start[i]:
            continue
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(base[i] + lo[c], base[i] + hi[c]):
                if until[p] > start[i]:
                    return holder[p], i, p
                until[p] = end[i]
                holder[p] = i
    return -1, -1, -1
