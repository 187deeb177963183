"""Choose processors for jobs with environments: where theirs is installed, if possible.

The processors that are free form blocks, each with one environment on all of it. A job takes first
those that hold its own environment, then the others in the order in which what they hold is least
missed: those that hold nothing, or what no later job needs, then those whose environment is needed
next by the latest job. Within each of these classes it takes the lowest block that is large enough,
else the largest again and again, as `processor_choice` does.
"""

import numpy as np

from parsched.base.compiled import allocating, kernel
from parsched.model.schedules.processor_choice import Floats, Ints, Pieces, first_after, grown, show

Blocks = tuple[Ints, Ints, Ints]
"""First processors, ends and environments of blocks, by processor; int64."""


@kernel
def choose(blocks: Blocks, count: int, width: int, environment: int, due: Ints) -> int:
    """Return the block to take next.

    `due[e]` is the position of the next job of environment e among those that still wait, or their
    number if there is none.
    """
    lo, hi, installed = blocks
    none = due[-1]  # the entry of -1, nothing installed
    best, rank, largest = 0, -1, 0
    for k in range(count):
        size = hi[k] - lo[k]
        value = due[installed[k]]
        if installed[k] == environment and environment >= 0:
            value = none + 1
        if value > rank or (value == rank and largest < width and size > largest):
            best, rank, largest = k, value, size
    return best


@kernel
def remove(blocks: Blocks, count: int, at: int) -> int:
    """Remove block `at` and return the number of blocks left."""
    for column in blocks:
        for k in range(at, count - 1):
            column[k] = column[k + 1]
    return count - 1


@kernel
def take_near(
    blocks: Blocks,
    count: int,
    width: int,
    used: int,
    environment: int,
    due: Ints,
    lo: Pieces,
    hi: Pieces,
    held: Pieces,
    pieces: int,
) -> tuple[int, int, int]:
    """Take `width` free processors for a job; return free blocks, pieces and those to deploy.

    Appends them to `lo`, `hi`, with what is installed on them once the job runs to `held`. Its own
    environment is needed on the first `used` of them; the others stay as they are.
    """
    deployed = 0
    # Invariant: the job still needs `width` processors; the first `used` of them (if positive)
    # need its environment.
    while width > 0:
        k = choose(blocks, count, width, environment, due)
        piece = min(width, blocks[1][k] - blocks[0][k])
        begin, end, installed = blocks[0][k], blocks[0][k] + piece, blocks[2][k]
        if 0 < used < piece and environment >= 0 and installed != environment:
            lo[pieces], hi[pieces], held[pieces] = begin, begin + used, environment
            deployed += used
            begin, used = begin + used, 0
            pieces += 1
        lo[pieces], hi[pieces], held[pieces] = begin, end, installed
        if used > 0 and environment >= 0:
            held[pieces] = environment
            deployed += piece if installed != environment else 0
        pieces += 1
        width -= piece
        used -= piece
        if end == blocks[1][k]:
            count = remove(blocks, count, k)
        else:
            blocks[0][k] = end
    return count, pieces, deployed


@kernel
def give_back_with(blocks: Blocks, count: int, lo: int, hi: int, environment: int) -> int:
    """Add [lo, hi) to the free blocks, joined with equal neighbours; return their number."""
    # Free blocks are disjoint, ascend, and hold different things where they touch: that stays so.
    first, end, installed = blocks
    at = first_after(first, count, lo)
    left = at > 0 and end[at - 1] == lo and installed[at - 1] == environment
    right = at < count and first[at] == hi and installed[at] == environment
    if left and right:
        end[at - 1] = end[at]
        return remove(blocks, count, at)
    if left:
        end[at - 1] = hi
        return count
    if right:
        first[at] = lo
        return count
    for k in range(count, at, -1):
        first[k], end[k], installed[k] = first[k - 1], end[k - 1], installed[k - 1]
    first[at], end[at], installed[at] = lo, hi, environment
    return count + 1


@kernel
def sort_held(lo: Pieces, hi: Pieces, held: Pieces, begin: int, end: int) -> None:
    """Sort the few pieces `begin:end` in place, ascending."""
    for i in range(begin + 1, end):
        a, b, c = lo[i], hi[i], held[i]
        k = i
        while k > begin and lo[k - 1] > a:
            lo[k], hi[k], held[k] = lo[k - 1], hi[k - 1], held[k - 1]
            k -= 1
        lo[k], hi[k], held[k] = a, b, c


@allocating
def all_free(initial: tuple[Ints, Ints], needed: int, jobs: int) -> tuple[Blocks, int]:
    """Return the blocks of idle processors, with room for those that jobs will make; their number.

    Parameters
    ----------
    initial
        Ends and environments of stretches, int64, see
        `parsched.model.problem.deployment.Stretches`.
    needed
        Environments from this one on are needed by no job: as good as nothing.
    jobs
        How many will take and give back processors.
    """
    most = jobs + 2 + len(initial[0])
    lo, hi, installed = np.zeros(most, np.int64), np.zeros(most, np.int64), np.full(most, -1)
    count, begin = 0, 0
    for k in range(len(initial[0])):
        environment = initial[1][k] if initial[1][k] < needed else -1
        if count == 0 or environment != installed[count - 1]:
            lo[count], installed[count] = begin, environment
            count += 1
        begin = initial[0][k]
        hi[count - 1] = begin
    return (lo, hi, installed), count


@allocating
def assign_near(
    by_start: Ints,
    by_end: Ints,
    start: Floats,
    end: Floats,
    width: Ints,
    environment: Ints,
    later: Ints,
    due: Ints,
    initial: tuple[Ints, Ints],
) -> tuple[Ints, Ints, Pieces, Pieces, int]:
    """Give each job of a schedule processors, as the module says; see `assign_processors`.

    Parameters
    ----------
    environment
        int64, shape (n_jobs,), -1 for none.
    later
        int64, shape (n_jobs,): position in `by_start` of the next job of the same environment.
    due
        int64, shape (n_environments + 1,): position of the first one; the last entry is the
        number of jobs, and stands for nothing installed. Changed in place.
    initial
        What is installed at first, see `all_free`.
    """
    n, free, pieces, ended = len(start), initial[0][-1], 0, 0
    first, count = np.zeros(n, np.int64), np.zeros(n, np.int64)
    lo, hi, held = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
    free_blocks, blocks = all_free(initial, len(due) - 1, n)
    for job in by_start:
        # What ended by now is given back first: then all is free but what running jobs hold.
        while ended < len(by_end) and end[by_end[ended]] <= start[job]:
            done = by_end[ended]
            for c in range(first[done], first[done] + count[done]):
                blocks = give_back_with(free_blocks, blocks, lo[c], hi[c], held[c])
            free += width[done]
            ended += 1
        if environment[job] >= 0:
            due[environment[job]] = later[job]
        lo, hi = grown(lo, pieces, blocks + 1), grown(hi, pieces, blocks + 1)
        held = grown(held, pieces, blocks + 1)
        first[job], wide = pieces, width[job]
        if end[job] <= start[job]:
            pieces = show(free_blocks[0], free_blocks[1], blocks, free, wide, lo, hi, pieces)
        elif wide > free:
            return first, count, lo, hi, job
        else:
            blocks, pieces, _ = take_near(
                free_blocks, blocks, wide, wide, environment[job], due, lo, hi, held, pieces
            )
            free -= wide
        count[job] = pieces - first[job]
        sort_held(lo, hi, held, first[job], pieces)
    return first, count, lo, hi, -1
