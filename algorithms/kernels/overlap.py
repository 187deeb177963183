"""Do two jobs hold one processor at the same time?"""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import allocating
from algorithms.workload import Floats, Ints


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
    hold nothing. On machines with more processors than there are intervals, those between which no
    interval begins or ends are looked at as one. Takes at most Σ width steps and two entries per
    interval, however large the machine is.
    """
    first = np.repeat(base, np.diff(offsets))
    lo, hi = first + lo, first + hi
    if processors <= len(lo):
        return _first_overlap(order, start, end, offsets, lo, hi, processors)
    bounds = np.unique(np.concatenate([lo, hi]))
    pieces = np.searchsorted(bounds, lo), np.searchsorted(bounds, hi)
    earlier, later, piece = _first_overlap(order, start, end, offsets, *pieces, len(bounds))
    return earlier, later, int(bounds[piece]) if earlier >= 0 else -1


@allocating
def _first_overlap(
    order: NDArray[np.intp],
    start: Floats,
    end: Floats,
    offsets: Ints,
    lo: NDArray[np.intp],
    hi: NDArray[np.intp],
    pieces: int,
) -> tuple[int, int, int]:
    """Return what `first_overlap` does, of pieces of the machine that are numbered through."""
    until = np.full(pieces, -np.inf)
    holder = np.full(pieces, -1, np.int64)
    for i in order:
        if end[i] <= start[i]:
            continue
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(lo[c], hi[c]):
                if until[p] > start[i]:
                    return holder[p], i, p
                until[p] = end[i]
                holder[p] = i
    return -1, -1, -1
