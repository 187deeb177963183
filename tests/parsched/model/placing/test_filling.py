"""A machine that fills up, against plain steps; what blocks and groups know is never too little."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.model.placing import earliest_fit, filling
from parsched.model.placing.filling import HEAD, LEVELS, LONGEST, TAIL, FillingProfile, level
from parsched.model.problem.workload import Floats
from tests.amount import amount
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

PROCESSORS = 80
Job = tuple[int, float]
Steps = list[tuple[float, int]]

jobs = st.lists(
    st.tuples(st.integers(1, PROCESSORS), st.integers(0, 30) | st.floats(0, 2.0**40)), max_size=60
)
sizes = st.tuples(st.sampled_from([4, 5, 8]), st.sampled_from([2, 3, 4]))


def test_levels_by_hand() -> None:
    """From 64 to 128 each second width has a level; up to 64 each has one."""
    assert LEVELS == 32
    assert [level(width) for width in (1, 64, 65, 66, 128)] == [0, 192, 192, 193, 224]
    assert len({level(width) for width in range(1, 65)}) == 64


class Plain:
    """Free processors over time as a list of steps."""

    def __init__(self) -> None:
        self.steps: Steps = [(0.0, PROCESSORS)]

    def place(self, width: int, duration: float) -> float:
        """Hold processors as early as they are free; return since when."""
        for start, _ in self.steps:
            end = start + duration
            inside = [f for i, (t, f) in enumerate(self.steps) if self._meets(i, t, start, end)]
            if min(inside) >= width:
                self._take(start, end, width)
                return start
        raise AssertionError("the last step has room")

    def _meets(self, i: int, time: float, start: float, end: float) -> bool:
        after = self.steps[i + 1][0] if i + 1 < len(self.steps) else np.inf
        return (time < end or time == start) and after > start

    def _take(self, start: float, end: float, width: int) -> None:
        if end <= start:
            return
        if end not in dict(self.steps):
            free = [f for t, f in self.steps if t < end][-1]
            self.steps = sorted([*self.steps, (end, free)])
        self.steps = [(t, f - width if start <= t < end else f) for t, f in self.steps]


def blocks(profile: FillingProfile) -> list[list[int]]:
    """Return the blocks of each group in order of time."""
    groups = profile.groups[: profile.used[0].groups]
    return [profile.members[g, : profile.counts[g]].tolist() for g in groups]


def steps_of(profile: FillingProfile, b: int) -> Steps:
    """Return the steps of a block."""
    block = profile.blocks[b]
    free = profile.free[b, : block.steps] + block.offset
    return list(zip(profile.time[b, : block.steps].tolist(), free.tolist(), strict=True))


def stretches(steps: Steps, end: float, width: int) -> tuple[float, float, float]:
    """Return how long at least so many processors are free: at first, at most, and at last."""
    runs, since = [], None
    for time, free in [*steps, (end, -1)]:
        if free >= width and since is None:
            since = time
        if free < width and since is not None:
            runs.append((since, time))
            since = None
    longest = max((end - begin for begin, end in runs), default=0.0)
    first = next((until - begin for begin, until in runs if begin == steps[0][0]), 0.0)
    last = next((until - begin for begin, until in runs if until == end), 0.0)
    return first, longest, last


def check(profile: FillingProfile) -> None:
    """What blocks and groups know is at least what is so."""
    for p, members in enumerate(blocks(profile)):
        whole = [step for b in members for step in steps_of(profile, b)]
        end = profile.blocks[members[-1]].end
        assert profile.blocks[members[0]].steps > 0
        check_lengths(profile.widest[:, p], whole, end)
        for q, b in enumerate(members):
            steps = steps_of(profile, b)
            assert profile.spans[profile.groups[p], q] == profile.blocks[b].end - steps[0][0]
            assert profile.blocks[b].least <= min(free for _, free in steps)
            check_lengths(profile.stretches[b], steps, profile.blocks[b].end)


def check_lengths(known: Floats, steps: Steps, end: float) -> None:
    for width in range(1, PROCESSORS + 1):
        if level(width) > level(width - 1) if width > 1 else True:
            first, longest, last = stretches(steps, end, width)
            c = level(width)
            near = 1 + 1e-9  # lengths of a group are sums
            assert near * known[c, HEAD] >= first
            assert near * known[c, LONGEST] >= longest
            assert near * known[c, TAIL] >= last


@settings(max_examples=amount(150))
@given(jobs, sizes)
def test_each_job_is_placed_where_plain_steps_place_it(
    listed: list[Job], size: tuple[int, int]
) -> None:
    plain, profile = Plain(), filling.idle_profile(PROCESSORS, len(listed), PROCESSORS, *size)
    for width, duration in listed:
        assert earliest_fit.place_job(profile, width, duration) == plain.place(width, duration)
        check(profile)
    assert [s for group in blocks(profile) for b in group for s in steps_of(profile, b)] == (
        plain.steps
    )


@settings(max_examples=amount(30))
@given(jobs, sizes)
def test_the_kernels_equal_their_plain_twins(listed: list[Job], size: tuple[int, int]) -> None:
    def starts() -> list[float]:
        profile = filling.idle_profile(PROCESSORS, len(listed), PROCESSORS, *size)
        return [float(earliest_fit.place_job(profile, *job)) for job in listed]

    compiled = starts()
    with uncompiled(earliest_fit), uncompiled(filling):
        assert starts() == compiled
