"""Binary heaps in arrays, and a sort that uses the order that is there already."""

from parsched.base.compiled import kernel
from parsched.policies.online.machine import Floats, Ints


@kernel
def in_order(keys: Floats, items: Ints, a: int, b: int) -> bool:
    """Does entry a come before entry b, by (key, item)?"""
    return bool(keys[a] < keys[b] or (keys[a] == keys[b] and items[a] < items[b]))


@kernel
def push(keys: Floats, items: Ints, count: int, key: float, item: int) -> None:
    """Add an item to a heap of `count` items, the least (key, item) at its top."""
    k = count
    # Equal keys are ordered by item: what comes out does not depend on what was pushed when.
    while k > 0:
        above = (k - 1) // 2
        if keys[above] < key or (keys[above] == key and items[above] < item):
            break
        keys[k], items[k] = keys[above], items[above]
        k = above
    keys[k], items[k] = key, item


@kernel
def pop(keys: Floats, items: Ints, count: int) -> None:
    """Remove the top of a heap of `count` items."""
    last = count - 1
    key, item = keys[last], items[last]
    k, child = 0, 1
    # Invariant: entry k is free, and (key, item), which fills it in the end, comes after all above.
    while child < last:
        if child + 1 < last and in_order(keys, items, child + 1, child):
            child += 1
        if key < keys[child] or (key == keys[child] and item < items[child]):
            break
        keys[k], items[k] = keys[child], items[child]
        k, child = child, 2 * child + 1
    keys[k], items[k] = key, item


@kernel
def push_number(items: Ints, count: int, item: int) -> None:
    """Add a number to a heap of `count` numbers, the least one at its top."""
    k = count
    while k > 0 and items[(k - 1) // 2] > item:
        items[k] = items[(k - 1) // 2]
        k = (k - 1) // 2
    items[k] = item


@kernel
def pop_number(items: Ints, count: int) -> None:
    """Remove the top of a heap of `count` numbers."""
    last = count - 1
    item = items[last]
    k, child = 0, 1
    while child < last:
        if child + 1 < last and items[child + 1] < items[child]:
            child += 1
        if item < items[child]:
            break
        items[k] = items[child]
        k, child = child, 2 * child + 1
    items[k] = item


@kernel
def run_end(keys: Floats, items: Ints, begin: int, end: int) -> int:
    """Return where the run of entries in order ends that begins at `begin`."""
    k = begin + 1
    while k < end and in_order(keys, items, k - 1, k):
        k += 1
    return k


@kernel
def merge_runs(
    keys: Floats, items: Ints, begin: int, middle: int, end: int, to_keys: Floats, to_items: Ints
) -> None:
    """Merge two neighbouring runs into the same entries of other arrays."""
    i, j = begin, middle
    for k in range(begin, end):
        if j == end or (i < middle and in_order(keys, items, i, j)):
            to_keys[k], to_items[k] = keys[i], items[i]
            i += 1
        else:
            to_keys[k], to_items[k] = keys[j], items[j]
            j += 1


@kernel
def sort_entries(
    keys: Floats, items: Ints, begin: int, end: int, spare_keys: Floats, spare_items: Ints
) -> None:
    """Sort the entries `begin:end` by (key, item), where no two are equal.

    Runs that are in order already are merged by pairs until one is left: O(n log r) for r of them.
    """
    while run_end(keys, items, begin, end) < end:
        k = begin
        while k < end:
            # A run without a partner is merged with nothing, so that the spare arrays hold all.
            middle = run_end(keys, items, k, end)
            until = run_end(keys, items, middle, end) if middle < end else end
            merge_runs(keys, items, k, middle, until, spare_keys, spare_items)
            k = until
        for k in range(begin, end):
            keys[k], items[k] = spare_keys[k], spare_items[k]
