"""Heaps and the sort agree with Python's own."""

from random import Random

import numpy as np
import pytest

from parsched.policies.online import heaps
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")


@pytest.mark.parametrize("seed", range(40))
def test_the_sort_agrees_with_sorted(seed: int) -> None:
    chance = Random(seed)
    count = chance.randint(0, 60)
    keys = [float(chance.randint(0, 9)) for _ in range(count)]
    if seed % 2:
        keys.sort(reverse=seed % 4 == 1)
    items = list(range(count))
    chance.shuffle(items)
    arrays = np.array([7.0, *keys, 7.0]), np.array([-1, *items, -1])
    spare = np.empty(count + 2), np.empty(count + 2, np.int64)
    heaps.sort_entries(*arrays, 1, count + 1, *spare)
    expected = sorted(zip(keys, items, strict=True))
    assert list(zip(arrays[0][1:-1].tolist(), arrays[1][1:-1].tolist(), strict=True)) == expected
    assert arrays[1][0] == arrays[1][-1] == -1


@pytest.mark.parametrize("seed", range(20))
def test_heaps_give_the_least_first(seed: int) -> None:
    chance = Random(seed)
    pairs = [(float(chance.randint(0, 5)), k) for k in range(30)]
    chance.shuffle(pairs)
    keys, items, numbers = np.empty(40), np.empty(40, np.int64), np.empty(40, np.int64)
    with uncompiled(heaps):
        for count, (key, item) in enumerate(pairs):
            heaps.push(keys, items, count, key, item)
            heaps.push_number(numbers, count, item)
        for count in range(30, 0, -1):
            assert (keys[0], items[0]) == sorted(pairs)[30 - count]
            assert numbers[0] == 30 - count
            heaps.pop(keys, items, count)
            heaps.pop_number(numbers, count)
