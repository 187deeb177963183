"""A machine that only fills up: how many processors are free at each time, as a step function.

Steps lie in blocks, and blocks in groups, each in order of time. A *stretch* of a level is a time
during which at least as many processors are free as the level says. Blocks and groups know how long
their stretches are at most, so that a search passes whole groups without room (`earliest_fit`):

- `HEAD`, of the stretch that begins with them; 0 if none does,
- `LONGEST`, of any that lies within them,
- `TAIL`, of the stretch that ends with them.

Stretches only get shorter, so lengths that were measured once stay true as upper bounds. A block is
measured again when a search has passed it in vain; of a group, which has many blocks, only the
level that was asked for is. What is taken from a whole block is noted once for all its steps.

Groups are looked at one after the other, n / 3000 of them for n steps. So what they know of one
level lies together, in order of time: a search reads 24 bytes per group in a row.
"""

from math import frexp
from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.workload import Floats, Ints

HEAD, LONGEST, TAIL = range(3)
STEPS, BLOCKS = 64, 64
"""Most steps of a block, and most blocks of a group."""
LEVELS = 32
"""Levels in an octave of widths: all widths up to 64 have one of their own. With fewer of them,
searches of many jobs look in vain at blocks with room for the level but not for the job."""


class Block(KernelRecord):
    """A block: entries `0:steps` are in use, and `offset` more processors than written are free in
    each, in none less than `least`; the last step ends at `end`. It is stale, 1, if processors were
    taken from it since its stretches were measured."""

    steps: int
    offset: int
    least: int
    stale: int
    end: float


class Used(KernelRecord):
    """How many blocks and groups are in use."""

    blocks: int
    groups: int


class FillingProfile(NamedTuple):
    """Free processors over time.

    Block b has `blocks[b]`; its step i begins at `time[b, i]` (float64, seconds) and leaves
    `free[b, i] + offset` processors (int64). Group g has the blocks `members[g, :counts[g]]`, which
    last `spans[g, :counts[g]]` (float64, seconds), and `groups[:n]` lists the groups in order of
    time. `stretches`, of shape (n_blocks, n_levels, 3), and `widest`, of shape (n_levels, n_groups,
    3), are in seconds; the groups of `widest` are in order of time. `scratch` has the shape (4,
    n_levels), and `used` is a single record.
    """

    time: Floats
    free: Ints
    blocks: RecordArray[Block]
    stretches: Floats
    members: Ints
    spans: Floats
    counts: Ints
    groups: Ints
    widest: Floats
    scratch: Floats
    used: RecordArray[Used]


Place = tuple[int, int, int]
"""A step: the position of its group, of its block in the group, and its own in the block. The place
after the last step stands for a group that does not exist."""


def idle_profile(
    processors: int, jobs: int, widest: int, steps: int = STEPS, blocks: int = BLOCKS
) -> FillingProfile:
    """Return the profile of an idle machine with room for a number of `jobs`; the widest of them
    takes `widest` processors.

    Examples
    --------
    >>> profile = idle_profile(64, jobs=3, widest=8)
    >>> float(profile.time[0, 0]), int(profile.free[0, 0])
    (0.0, 64)
    """
    # A full block or group is halved: all but the first have half of what they may have, or more.
    count = 2 + jobs // (steps // 2)
    groups = 2 + count // (blocks // 2)
    levels = level(widest) + 1
    profile = FillingProfile(
        np.zeros((count, steps)),
        np.zeros((count, steps), np.int64),
        Block.new(count),
        np.zeros((count, levels, 3)),
        np.zeros((groups, blocks), np.int64),
        np.zeros((groups, blocks)),
        np.zeros(groups, np.int64),
        np.zeros(groups, np.int64),
        np.zeros((levels, groups, 3)),
        np.zeros((4, levels)),
        Used.new(),
    )
    first = profile.blocks[0]
    first.steps, first.offset, first.least, first.end = 1, 0, processors, np.inf
    profile.free[0, 0] = processors
    profile.counts[0], profile.spans[0, 0] = 1, np.inf
    profile.stretches[0] = profile.widest[:, 0] = np.inf
    profile.used[0].blocks = profile.used[0].groups = 1
    return profile


@kernel
def level(width: int) -> int:
    """Return the last level that is not above a width.

    Between two powers of two there are LEVELS levels, equally far apart.
    """
    mantissa, exponent = frexp(float(width))
    return (exponent - 1) * LEVELS + int((2 * mantissa - 1) * LEVELS)


@kernel
def measure(profile: FillingProfile, b: int) -> None:
    """Measure the stretches of a block."""
    time, free, block, scratch = (
        profile.time[b],
        profile.free[b],
        profile.blocks[b],
        profile.scratch,
    )
    since, head, most, tail = scratch[0], scratch[1], scratch[2], scratch[3]
    scratch[1:] = 0.0
    begin, end, levels = time[0], block.end, len(since)
    least, going, whole = free[0], 0, levels
    # The longer of two lengths is a choice, not a condition: it is made for several levels at once.
    for i in range(block.steps):
        # Invariant: of the levels below `going` a stretch has gone on since `since`, and of those
        # below `whole` since the block began; of all others `head` and `most` are right so far.
        least = min(least, free[i])
        now, instant = free[i] + block.offset, time[i]
        reached = min(level(now) + 1, levels) if now > 0 else 0
        for c in range(going, reached):
            since[c] = instant
        for c in range(reached, going):
            length = instant - since[c]
            most[c] = length if length > most[c] else most[c]
        if reached < whole:
            head[reached:whole] = instant - begin
            whole = reached
        going = reached
    for c in range(going):
        length = end - since[c]
        most[c] = length if length > most[c] else most[c]
        tail[c] = length
    head[:whole] = end - begin
    lengths = profile.stretches[b]
    for c in range(levels):
        lengths[c, HEAD] = head[c]
        lengths[c, LONGEST] = most[c]
        lengths[c, TAIL] = tail[c]
    block.least = least + block.offset
    block.stale = 0


@kernel
def gather(profile: FillingProfile, p: int, c: int) -> None:
    """Compute the stretches of a level of the p-th group from the stretches of its blocks."""
    g = profile.groups[p]
    head, most, tail, from_begin = 0.0, 0.0, 0.0, True
    for q in range(profile.counts[g]):
        # Invariant: `tail` is the length of the stretch that ends with the block before this one,
        # and if `from_begin` it began with the group.
        b = profile.members[g, q]
        of, span = profile.stretches[b, c], profile.spans[g, q]
        if from_begin:
            head += of[HEAD]
        joined = tail + of[HEAD]
        most = max(most, joined, of[LONGEST])
        is_whole = of[HEAD] >= span
        tail = joined if is_whole else of[TAIL]
        from_begin = from_begin and is_whole
    lengths = profile.widest[c, p]
    lengths[HEAD], lengths[LONGEST], lengths[TAIL] = head, most, tail


@kernel
def take(profile: FillingProfile, b: int, begin: int, end: int, width: int) -> None:
    """Take processors from the steps `begin:end` of a block."""
    block, free = profile.blocks[b], profile.free[b]
    block.stale = 1
    # The whole block: noted once for all its steps.
    if begin == 0 and end == block.steps:
        block.offset -= width
        block.least -= width
        return
    for i in range(begin, end):
        free[i] -= width
        block.least = min(block.least, free[i] + block.offset)


@kernel
def cut(profile: FillingProfile, p: int, q: int, i: int, at: float) -> None:
    """Let a step begin at time `at`, within the one before step i of a block, which has room."""
    b = profile.members[profile.groups[p], q]
    time, free, block = profile.time[b], profile.free[b], profile.blocks[b]
    for k in range(block.steps, i, -1):
        time[k], free[k] = time[k - 1], free[k - 1]
    time[i], free[i] = at, free[i - 1]
    block.steps += 1


@kernel
def halve_group(profile: FillingProfile, p: int) -> None:
    """Let the second half of the blocks of a full group become a group of its own."""
    used, groups = profile.used[0], profile.groups
    g, new = groups[p], used.groups
    half = profile.counts[g] // 2
    moved = profile.counts[g] - half
    for q in range(moved):
        profile.members[new, q] = profile.members[g, half + q]
        profile.spans[new, q] = profile.spans[g, half + q]
    profile.counts[g], profile.counts[new] = half, moved
    for k in range(new, p + 1, -1):
        groups[k] = groups[k - 1]
    groups[p + 1] = new
    used.groups += 1
    for c in range(len(profile.widest)):
        for k in range(new, p + 1, -1):
            for kind in range(3):
                profile.widest[c, k, kind] = profile.widest[c, k - 1, kind]
        gather(profile, p, c)
        gather(profile, p + 1, c)


@kernel
def halve(profile: FillingProfile, p: int, q: int) -> None:
    """Let the second half of the steps of a full block become a block of its own."""
    g = profile.groups[p]
    if profile.counts[g] == profile.members.shape[1]:
        halve_group(profile, p)
        if q >= profile.counts[g]:
            p, q = p + 1, q - profile.counts[g]
            g = profile.groups[p]
    members, spans = profile.members[g], profile.spans[g]
    b, new = members[q], profile.used[0].blocks
    old, block = profile.blocks[b], profile.blocks[new]
    half = old.steps // 2
    for k in range(old.steps - half):
        profile.time[new, k], profile.free[new, k] = (
            profile.time[b, half + k],
            profile.free[b, half + k],
        )
    block.steps, block.offset, block.end = old.steps - half, old.offset, old.end
    old.steps, old.end = half, profile.time[new, 0]
    for k in range(profile.counts[g], q + 1, -1):
        members[k], spans[k] = members[k - 1], spans[k - 1]
    members[q + 1] = new
    spans[q], spans[q + 1] = old.end - profile.time[b, 0], block.end - old.end
    profile.counts[g] += 1
    profile.used[0].blocks += 1
    # What the group knows of its stretches stays true, however they are parted.
    measure(profile, b)
    measure(profile, new)


@kernel
def occupy(profile: FillingProfile, first: Place, last: Place, width: int, end: float) -> None:
    """Take processors from a first step until `end`, which lies before or at a last step."""
    p, q, i = first
    last_p, last_q, last_i = last
    if last_p == profile.used[0].groups or step_time(profile, last) != end:
        if last_i == 0:
            # The step that `end` cuts is the last one of the block before.
            if last_q == 0:
                last_p -= 1
                last_q = profile.counts[profile.groups[last_p]]
            last_q -= 1
            last_i = profile.blocks[profile.members[profile.groups[last_p], last_q]].steps
        cut(profile, last_p, last_q, last_i, end)
    while p < last_p or (p == last_p and q <= last_q):
        # Invariant: processors are taken from all steps of the span that are before block (p, q).
        g = profile.groups[p]
        b = profile.members[g, q]
        until = last_i if p == last_p and q == last_q else profile.blocks[b].steps
        if i < until:
            take(profile, b, i, until, width)
        i, q = 0, q + 1
        if q == profile.counts[g]:
            p, q = p + 1, 0
    if last_p < profile.used[0].groups:
        b = profile.members[profile.groups[last_p], last_q]
        if profile.blocks[b].steps == profile.time.shape[1]:
            halve(profile, last_p, last_q)


@kernel
def step_time(profile: FillingProfile, place: Place) -> float:
    """Return when a step begins, seconds."""
    p, q, i = place
    return float(profile.time[profile.members[profile.groups[p], q], i])
