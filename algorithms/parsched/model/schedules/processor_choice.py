"""Choose processors for jobs with known starts: a sweep over time with a list of free blocks."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import allocating, kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pieces = NDArray[np.int32]
"""Ends of blocks: jobs may hold many, and processors are counted below 2^31."""


@kernel
def first_after(values: Ints, count: int, limit: int) -> int:
    """Return the first of `count` ascending values that is greater than `limit`, as an index."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if values[middle] > limit:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def give_back(free_lo: Ints, free_hi: Ints, count: int, lo: int, hi: int) -> int:
    """Add [lo, hi) to the free blocks, joined with its neighbours; return the number of blocks."""
    at = first_after(free_lo, count, lo)
    # Invariant: free blocks ascend, and between two of them some processor is taken.
    joins_left = at > 0 and free_hi[at - 1] == lo
    joins_right = at < count and free_lo[at] == hi
    if joins_left and joins_right:
        free_hi[at - 1] = free_hi[at]
        return drop(free_lo, free_hi, count, at)
    if joins_left:
        free_hi[at - 1] = hi
        return count
    if joins_right:
        free_lo[at] = lo
        return count
    for k in range(count, at, -1):
        free_lo[k] = free_lo[k - 1]
        free_hi[k] = free_hi[k - 1]
    free_lo[at] = lo
    free_hi[at] = hi
    return count + 1


@kernel
def drop(free_lo: Ints, free_hi: Ints, count: int, at: int) -> int:
    """Remove block `at` and return the number of blocks left."""
    for k in range(at, count - 1):
        free_lo[k] = free_lo[k + 1]
        free_hi[k] = free_hi[k + 1]
    return count - 1


@kernel
def choose_block(free_lo: Ints, free_hi: Ints, count: int, width: int) -> int:
    """Return the lowest block that holds `width` processors, else the lowest of the largest."""
    best, largest = 0, 0
    for k in range(count):
        size = free_hi[k] - free_lo[k]
        if size >= width:
            return k
        if size > largest:
            best, largest = k, size
    return best


@kernel
def take(
    free_lo: Ints, free_hi: Ints, count: int, width: int, lo: Pieces, hi: Pieces, pieces: int
) -> tuple[int, int]:
    """Take `width` free processors, append them to `lo`, `hi` and return (free blocks, pieces)."""
    while width > 0:
        k = choose_block(free_lo, free_hi, count, width)
        piece = min(width, free_hi[k] - free_lo[k])
        lo[pieces] = free_lo[k]
        hi[pieces] = free_lo[k] + piece
        pieces += 1
        width -= piece
        if free_lo[k] + piece == free_hi[k]:
            count = drop(free_lo, free_hi, count, k)
        else:
            free_lo[k] += piece
    return count, pieces


@kernel
def sort_pieces(lo: Pieces, hi: Pieces, begin: int, end: int) -> None:
    """Sort the few pieces `begin:end` in place, ascending."""
    for i in range(begin + 1, end):
        a, b = lo[i], hi[i]
        k = i
        while k > begin and lo[k - 1] > a:
            lo[k] = lo[k - 1]
            hi[k] = hi[k - 1]
            k -= 1
        lo[k] = a
        hi[k] = b


@allocating
def grown(values: Pieces, used: int, needed: int) -> Pieces:
    """Return `values`, in a longer array if fewer than `needed` entries follow the `used` ones."""
    if len(values) - used >= needed:
        return values
    longer = np.empty(2 * len(values) + needed, np.int32)
    longer[:used] = values[:used]
    return longer


@allocating
def assign_processors(
    by_start: Ints, by_end: Ints, start: Floats, end: Floats, width: Ints, processors: int
) -> tuple[Ints, Ints, Pieces, Pieces, Ints]:
    """Give each job the lowest contiguous free block that holds it, else the fewest free blocks.

    A job for which too few processors are free gets none, and takes none from later jobs.

    Takes O(n log n + n·b) time for b free blocks at a time.

    Parameters
    ----------
    by_start
        int64, shape (n_scheduled,): jobs by start; at equal times jobs of zero length first.
    by_end
        int64, shape (n_lasting,): jobs of positive length by end.
    start, end
        float64, shape (n_jobs,), seconds.
    width
        int64, shape (n_jobs,), processors, at least 1.
    processors
        Processors of the machine.

    Returns
    -------
    first, count, lo, hi, lacking
        Job i holds the blocks [lo[c], hi[c]) for c in first[i]:first[i] + count[i], ascending; all
        int64, but the blocks int32.
        `lacking` is int64, shape (n_jobs,): the free processors at the start of a job for which
        they are too few, -1 for all others.
    """
    n = len(start)
    first, count = np.zeros(n, np.int64), np.zeros(n, np.int64)
    lo, hi = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
    free_lo, free_hi = np.empty(n + 2, np.int64), np.empty(n + 2, np.int64)
    free_lo[0], free_hi[0] = 0, processors
    blocks, free, pieces, ended = 1, processors, 0, 0
    lacking = np.full(n, -1, np.int64)
    for job in by_start:
        while ended < len(by_end) and end[by_end[ended]] <= start[job]:
            done = by_end[ended]
            for c in range(first[done], first[done] + count[done]):
                blocks = give_back(free_lo, free_hi, blocks, lo[c], hi[c])
            # A job that got no processors gives none back.
            if lacking[done] < 0:
                free += width[done]
            ended += 1
        # A job takes at most one piece from each free block.
        lo, hi = grown(lo, pieces, blocks + 1), grown(hi, pieces, blocks + 1)
        first[job] = pieces
        if end[job] <= start[job]:
            pieces = show(free_lo, free_hi, blocks, free, width[job], lo, hi, pieces)
        elif width[job] > free:
            lacking[job] = free
        else:
            blocks, pieces = take(free_lo, free_hi, blocks, width[job], lo, hi, pieces)
            free -= width[job]
        count[job] = pieces - first[job]
        sort_pieces(lo, hi, first[job], pieces)
    return first, count, lo, hi, lacking


@allocating
def show(
    free_lo: Ints,
    free_hi: Ints,
    blocks: int,
    free: int,
    width: int,
    lo: Pieces,
    hi: Pieces,
    pieces: int,
) -> int:
    """Append processors for a job of zero length: free ones, which stay free, else the lowest."""
    if width > free:
        lo[pieces] = 0
        hi[pieces] = width
        return pieces + 1
    _, pieces = take(
        free_lo[:blocks].copy(), free_hi[:blocks].copy(), blocks, width, lo, hi, pieces
    )
    return pieces
