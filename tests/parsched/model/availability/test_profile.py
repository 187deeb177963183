"""The indexed profile agrees with an array of seconds, in one chunk and in many."""

from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest

from parsched.model.availability import changes, profile, search
from parsched.model.availability.changes import add, bring_forward
from parsched.model.availability.profile import (
    CHUNK,
    MERGED,
    Profile,
    forget_past,
    new_profile,
    segments,
)
from parsched.model.availability.search import Wanted, earliest, fits_now
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

PROCESSORS = 7
SEEDS = range(30)
Array = np.ndarray[Any, Any]


def steps_of(free: Array, now: int = 0) -> list[tuple[float, int]]:
    """Segments of an array of seconds."""
    begins = [now, *(now + 1 + np.flatnonzero(np.diff(free[now:])))]
    return [(float(t), int(free[t])) for t in begins]


def by_hand(free: Array, width: int, length: int, begin: int, until: int, room: int) -> float:
    """The earliest second from `begin` on and before `until` from which a job fits; from `room` on
    there is room."""
    for second in range(begin, min(until, room)):
        end = min(max(second + length, second + 1), room)
        if (free[second:end] >= width).all():
            return second
    return room if room <= until else np.inf


def check_extremes(plan: Profile) -> None:
    """Bounds hold, directory and chunks agree, and no two neighbours behind the first chunk have
    few segments together."""
    sizes = plan.sizes[0]
    counts = plan.chunks["count"][plan.chunk[sizes.first + 1 : sizes.last]]
    assert (counts[1:] + counts[:-1] > MERGED).all()
    for d in range(sizes.first, sizes.last):
        slot = plan.chunk[d]
        chunk = plan.chunks[slot]
        begin = sizes.offset if d == sizes.first else 0
        free = plan.free[slot, begin : chunk.count] + chunk.lift
        assert chunk.least <= free.min() <= free.max() <= chunk.most
        assert plan.begin[d] == plan.time[slot, begin]
    assert sizes.spare + sizes.last - sizes.first == len(plan.begin)


def random_life(seed: int, seconds: int, rounds: int, checks: int) -> None:
    """Intervals come and go, time passes, and questions are answered, as by the array."""
    chance = np.random.default_rng(seed)
    plan, free, now = new_profile(rounds, PROCESSORS), np.full(2 * seconds, PROCESSORS), 0
    kept: list[tuple[int, int, int]] = []
    for number in range(rounds):
        if kept and chance.random() < 0.3:
            begin, end, width = kept.pop(int(chance.integers(len(kept))))
            begin = max(begin, now)
            if begin < end:
                add(plan, float(begin), float(end), width)
                free[begin:end] += width
        else:
            begin = int(chance.integers(now, seconds))
            end = begin + int(chance.integers(0, 60 if number % 9 else seconds))
            width = int(chance.integers(1, PROCESSORS))
            if (free[begin:end] >= width).all():
                add(plan, float(begin), float(end), -width)
                free[begin:end] -= width
                kept.append((begin, end, width))
        if chance.random() < 0.02:
            now = min(now + int(chance.integers(0, 9)), seconds - 1)
            forget_past(plan, float(now))
        if number % checks == 0:
            assert segments(plan) == steps_of(free, now)
            check_extremes(plan)
        width, length = int(chance.integers(1, PROCESSORS + 1)), int(chance.integers(0, 40))
        room = int(chance.integers(now, seconds))
        wanted = Wanted(width, float(length), float(now), float(room), float(room))
        assert earliest(plan, wanted) == by_hand(free, width, length, now, room, room)
        first, until = sorted(chance.integers(now, seconds, 2).tolist())
        by_array = by_hand(free, width, length, first, until, 2 * seconds)
        wanted = Wanted(width, float(length), float(first), float(until), np.inf)
        assert earliest(plan, wanted) == by_array
        after = min(now + max(length, 1), 2 * seconds)
        assert fits_now(plan, width, float(length)) == bool((free[now:after] >= width).all())
    assert segments(plan) == steps_of(free, now)


@pytest.mark.parametrize("seed", SEEDS)
def test_intervals_come_and_go(seed: int) -> None:
    random_life(seed, 60, 60, 1)


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_many_chunks_agree_with_the_array(seed: int) -> None:
    random_life(seed, 30 * CHUNK, 1_500, 50)


def test_the_plain_twin_agrees() -> None:
    with ExitStack() as stack:
        for module in (profile, changes, search):
            stack.enter_context(uncompiled(module))
        random_life(1, 4 * CHUNK, 300, 20)


@pytest.mark.parametrize("seed", range(20))
def test_what_follows_an_idle_time_is_brought_forward(seed: int) -> None:
    chance = np.random.default_rng(seed)
    plan, half = new_profile(900, PROCESSORS), 30 * CHUNK
    free = np.full(3 * half, PROCESSORS)
    for number in range(900 if seed % 4 == 0 else 12):
        length, width = int(chance.integers(1, 40)), int(chance.integers(1, PROCESSORS + 1))
        begin = int(chance.integers(0, half - 40)) + number % 2 * 2 * half
        if (free[begin : begin + length] >= width).all():
            add(plan, float(begin), float(begin + length), -width)
            free[begin : begin + length] -= width
    taken = np.flatnonzero(free < PROCESSORS)
    last, first = taken[taken < half].max(initial=-1) + 1, taken[taken > half].min()
    by = int(chance.integers(1, first - last + 1)) if seed % 3 else int(first - last)
    bring_forward(plan, float(first), float(by))
    moved = np.concatenate([free[: first - by], free[first:]])
    assert segments(plan) == steps_of(moved)
    check_extremes(plan)


def test_the_directory_is_packed_when_its_end_is_reached() -> None:
    plan = new_profile(2_000, PROCESSORS)
    for second in range(40_000):
        add(plan, second + 1_000.0, second + 1_001.0 + second % 2, -1 - second % 3)
        if second >= 500:
            forget_past(plan, second - 500.0)
    assert len(segments(plan)) == len(steps_of(np.array([free for _, free in segments(plan)])))
    check_extremes(plan)


def begins_in(plan: Profile, taken: dict[float, float], d: int) -> list[float]:
    """When the intervals begin that begin in the d-th chunk."""
    slot = plan.chunk[d]
    return [t for t in plan.time[slot, : plan.chunks[slot].count].tolist() if t in taken]


def test_a_chunk_of_few_segments_is_merged_when_the_one_beside_it_loses_its_own() -> None:
    """In every second chunk all intervals but one end, then most in the full ones between; so there
    would be more chunks than room for them when there are as many again, behind the others."""
    intervals, taken = 600, dict[float, float]()
    plan = new_profile(intervals, PROCESSORS)

    def take(begin: float, end: float) -> None:
        add(plan, begin, end, -1)
        taken[begin] = end

    for k in range(540):
        take(4.0 * k, 4.0 * k + 2)
    for d in range(int(plan.sizes[0].last) - 2, 0, -2):
        for begin in begins_in(plan, taken, d)[: min(31, intervals - len(taken))]:
            take(begin + 2.5, begin + 3)
        few = begins_in(plan, taken, d + 1)[1:]
        for begin in few + begins_in(plan, taken, d)[MERGED // 4 :]:
            add(plan, begin, taken.pop(begin), 1)
        check_extremes(plan)
    for k in range(intervals - len(taken)):
        take(4.0 * (intervals + k), 4.0 * (intervals + k) + 2)
        check_extremes(plan)
