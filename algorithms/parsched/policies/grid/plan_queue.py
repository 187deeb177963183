"""The queue of a plan, one list per width: which is the first waiting job that may overtake?

A list is a chain of blocks, in order of arrival. Blocks, lists and groups of lists tell the least
estimate of their waiting jobs, or something below it: a job that leaves changes nothing there, and
a search that finds a block or a list other than told puts it right. Workloads have few widths, and
most passes have to do with few of them (see `plan.overtake`), so a search is short.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined
from parsched.base.compiled.records import KernelRecord, RecordArray, RecordTable
from parsched.policies.online.machine import Floats, Ints

BLOCK = 16
"""Slots."""
GROUP = 16
"""Lists."""
TABLE = 2**16
"""Processors up to which a table tells how many lists there are: memory must not go with them."""
LATEST = np.finfo(np.float64).max
"""The shadow time for jobs that need not end by it, and of a head without a reservation."""


class ListChain(KernelRecord):
    """The blocks of a list: its `front` block, or -1; the `next` slot, where a block ends if there
    is none yet; the `epoch` of the last search; and the `cursor`, the slot that it found, or -1."""

    front: int
    next: int
    epoch: int
    cursor: int


class WidthLists(NamedTuple):
    """Waiting jobs by width.

    Of shape (n_blocks · BLOCK,): `asked`, float64, seconds, the estimate of the job in each slot,
    infinity if it does not wait; `tenant`, int64, which job that is. Of shape (n_blocks,): `low`,
    float64, no estimate in the block is less; `link`, int64, the block behind it, or -1. `least`,
    of shape (n_lists,), is like `low`, for a whole list; `lowest`, for the lists of a group.
    `chains` and `widths`, of shape (n_lists,), are their numbers of processors;
    `upto[w]` counts the lists of at most w processors, see `up_to`; `used[0]` the blocks in use.
    """

    asked: Floats
    tenant: Ints
    low: Floats
    link: Ints
    least: Floats
    lowest: Floats
    chains: RecordArray[ListChain]
    widths: Ints
    upto: Ints
    used: Ints


class ManyLists(NamedTuple):
    """Lists of several sites: one more axis in front, but for `widths` and `upto`."""

    asked: Floats
    tenant: Ints
    low: Floats
    link: Ints
    least: Floats
    lowest: Floats
    chains: RecordTable[ListChain]
    widths: Ints
    upto: Ints
    used: Ints


class PlanRoom(NamedTuple):
    """What a job must be to start: within `free`, and done by `shadow` or within `extra`."""

    now: float
    free: int
    extra: int
    shadow: float


def new_lists(processors: Ints, widths: Ints, places: int) -> ManyLists:
    """Return lists for several sites.

    Parameters
    ----------
    processors
        Of each site, int64 of shape (n_sites,).
    widths
        That jobs have, int64, ascending, each one once.
    places
        Jobs on each site.
    """
    sites = len(processors)
    blocks = places // BLOCK + len(widths)
    return ManyLists(
        np.empty((sites, blocks * BLOCK)),
        np.empty((sites, blocks * BLOCK), np.int64),
        np.empty((sites, blocks)),
        np.empty((sites, blocks), np.int64),
        np.empty((sites, len(widths))),
        np.empty((sites, len(widths) // GROUP + 1)),
        ListChain.table(sites, len(widths)),
        widths,
        np.searchsorted(widths, np.arange(min(processors.max(initial=0) + 1, TABLE)), side="right"),
        np.zeros((sites, 1), np.int64),
    )


@inlined
def up_to(lists: WidthLists, processors: int) -> int:
    """Return the number of lists of at most `processors` processors."""
    if processors < len(lists.upto):
        return int(lists.upto[processors])
    return int(np.searchsorted(lists.widths, processors, side="right"))


@inlined
def clear(lists: WidthLists, size: int) -> None:
    """Empty the lists of a site of `size` processors."""
    lists.used[0] = 0
    count = up_to(lists, size)
    for c in range(count):
        lists.least[c] = np.inf
        lists.chains[c].front = -1
        lists.chains[c].next = 0
        lists.chains[c].epoch = -1
    for group in range(count // GROUP + 1):
        lists.lowest[group] = np.inf


@inlined
def new_slot(lists: WidthLists, job: int, width: int) -> int:
    """Return a slot for a job, behind all others of its width; it does not wait yet."""
    c = up_to(lists, width) - 1
    slot = lists.chains[c].next
    if slot % BLOCK == 0:
        block = lists.used[0]
        lists.used[0] += 1
        if slot > 0:
            lists.link[(slot - 1) // BLOCK] = block
        lists.link[block] = -1
        lists.low[block] = np.inf
        slot = block * BLOCK
        for k in range(slot, slot + BLOCK):
            lists.asked[k] = np.inf
    lists.tenant[slot] = job
    lists.chains[c].next = slot + 1
    return int(slot)


@inlined
def enter(lists: WidthLists, slot: int, width: int, estimate: float) -> None:
    """Let the job of a slot wait."""
    c, block = up_to(lists, width) - 1, slot // BLOCK
    lists.asked[slot] = estimate
    if lists.chains[c].front < 0 or block < lists.chains[c].front:
        lists.chains[c].front = block
    lists.chains[c].epoch = -1
    lists.low[block] = min(lists.low[block], estimate)
    lists.least[c] = min(lists.least[c], estimate)
    lists.lowest[c // GROUP] = min(lists.lowest[c // GROUP], estimate)


@inlined
def first_in_list(lists: WidthLists, c: int, now: float, shadow: float, epoch: int) -> int:
    """Return the slot of the first waiting job of a list that ends by `shadow`, -1 if there is
    none.

    In the same epoch, no job before the last one found qualifies.
    """
    chain, asked, low = lists.chains[c], lists.asked, lists.low
    slot = chain.cursor
    if chain.epoch == epoch:
        if slot < 0 or now + asked[slot] <= shadow:
            return int(slot)
        block, slot = slot // BLOCK, slot + 1
    else:
        block = chain.front
        while block >= 0 and low[block] == np.inf:
            block = lists.link[block]
        chain.front = block
        chain.epoch = epoch
        slot = block * BLOCK
    whole = slot == block * BLOCK
    while block >= 0:
        if now + low[block] <= shadow:
            least = np.inf
            for k in range(slot, block * BLOCK + BLOCK):
                if now + asked[k] <= shadow:
                    chain.cursor = k
                    return k
                least = min(least, asked[k])
            if whole:
                low[block] = least
        block = lists.link[block]
        slot, whole = block * BLOCK, True
    chain.cursor = -1
    update_least(lists, c)
    return -1


@inlined
def update_least(lists: WidthLists, c: int) -> None:
    """Bring up to date what a list tells, from what its blocks do."""
    least, block = np.inf, lists.chains[c].front
    while block >= 0:
        least = min(least, lists.low[block])
        block = lists.link[block]
    lists.least[c] = least


@inlined
def first_among(
    lists: WidthLists, begin: int, last: int, now: float, shadow: float, epoch: int, found: int
) -> int:
    """Return the first waiting job that ends by `shadow`, of the lists before `last`, or `found` if
    that comes before."""
    c = begin
    while c < last:
        if c % GROUP == 0 and now + lists.lowest[c // GROUP] > shadow:
            c += GROUP
            continue
        end = min(c - c % GROUP + GROUP, last)
        while c < end:
            if now + lists.least[c] <= shadow:
                slot = first_in_list(lists, c, now, shadow, epoch)
                if slot >= 0:
                    found = min(found, int(lists.tenant[slot]))
            c += 1
    return found


@inlined
def first_with_room(
    lists: WidthLists, narrowest: int, room: PlanRoom, epoch: int, none: int
) -> int:
    """Return the first waiting job wider than `narrowest` processors that may start, or `none`,
    a number beyond all jobs.

    An epoch goes on as long as the room gets less.
    """
    first, last = up_to(lists, narrowest), up_to(lists, room.free)
    middle = min(max(first, up_to(lists, min(room.free, room.extra))), last)
    found = first_among(lists, first, middle, room.now, LATEST, epoch, none)
    return first_among(lists, middle, last, room.now, room.shadow, epoch, found)
