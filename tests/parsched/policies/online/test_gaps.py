"""The summary of gaps promises what there is, and takes back what was promised in vain."""

from typing import NamedTuple

import numpy as np
import pytest

from parsched.model.availability.changes import add
from parsched.model.availability.profile import Profile, new_profile, segments
from parsched.policies.online.gaps import (
    Gaps,
    has_stair,
    is_any_open,
    may_hold,
    new_gaps,
    open_free,
    read_again,
    refute,
)

pytestmark = pytest.mark.usefixtures("may_compile")

PROCESSORS, SECONDS = 6, 60
WIDTHS, LENGTHS = range(1, PROCESSORS + 1), range(1, 30)


class Case(NamedTuple):
    """A random profile, how far it is read, and before which instant stretches have to begin."""

    plan: Profile
    until: float
    grew: float

    def stretches(self, width: int) -> list[tuple[float, float]]:
        """Begins and ends of where at least `width` processors are free, as far as it is read."""
        found: list[tuple[float, float]] = []
        times = segments(self.plan)
        for (begin, free), (end, _) in zip(times, [*times[1:], (np.inf, 0)], strict=True):
            if free >= width and begin < self.until:
                joins = bool(found) and found[-1][1] == begin
                found[-1:] = [(found[-1][0], end)] if joins else [*found[-1:], (begin, end)]
        return [(a, b) for a, b in found if a < self.grew]

    def has_ended(self, width: int, length: int) -> bool:
        """Is there a stretch that has ended, of so many processors or more, and so long?"""
        wide = [pair for more in WIDTHS[width - 1 :] for pair in self.stretches(more)]
        return any(b < self.until and b - a >= length for a, b in wide)

    def goes_on(self, width: int) -> bool:
        """Does a stretch of so many processors go on?"""
        return any(b >= self.until for _, b in self.stretches(width))


def drawn(seed: int) -> Case:
    """Draw a case."""
    chance = np.random.default_rng(seed)
    plan, free = new_profile(40, PROCESSORS), np.full(2 * SECONDS, PROCESSORS)
    for _ in range(40):
        begin, length = int(chance.integers(SECONDS)), int(chance.integers(1, 20))
        width = int(chance.integers(1, PROCESSORS))
        if free[begin : begin + length].min() >= width:
            add(plan, float(begin), float(begin + length), -width)
            free[begin : begin + length] -= width
    until = float(chance.integers(2, SECONDS))
    return Case(plan, until, float(chance.integers(1, SECONDS)) if seed % 2 else np.inf)


def promises(gaps: Gaps) -> set[tuple[int, int]]:
    """What jobs, by width and length, may fit into a stretch that has ended."""
    return {(w, e) for w in WIDTHS for e in LENGTHS if has_stair(gaps, w, float(e))}


@pytest.mark.parametrize("seed", range(40))
def test_what_is_promised_is_there(seed: int) -> None:
    case, gaps = drawn(seed), new_gaps(40, PROCESSORS)
    read_again(gaps, case.plan, case.until, case.grew)
    there = {(w, e) for w in WIDTHS for e in LENGTHS if case.has_ended(w, e)}
    assert promises(gaps) == there
    assert open_free(gaps, case.grew) == max((w for w in WIDTHS if case.goes_on(w)), default=0)
    assert is_any_open(gaps, case.grew) == case.goes_on(1)
    for level, width in enumerate((1, 2, 3, 4, 6)):
        least = np.full(6, np.inf)
        least[level:] = 7.0
        assert may_hold(gaps, least) >= ((width, 7) in there)
        assert not may_hold(gaps, least + 200.0)


@pytest.mark.parametrize("seed", range(40))
def test_a_failed_search_takes_back_what_it_disproves_and_no_more(seed: int) -> None:
    case, chance = drawn(seed), np.random.default_rng(-seed % 1_000)
    gaps = new_gaps(40, PROCESSORS)
    read_again(gaps, case.plan, case.until, case.grew)
    for _ in range(4):
        width, length = int(chance.integers(1, PROCESSORS + 1)), int(chance.integers(1, 12))
        before, was_open = promises(gaps), open_free(gaps, case.grew)
        refute(gaps, width, float(length), case.until, case.grew)
        left = promises(gaps)
        disproved = {(w, e) for w, e in before if w >= width and e >= length}
        assert not disproved & left
        assert before - disproved <= left
        assert open_free(gaps, case.grew) == min(was_open, width - 1)


def test_the_stretch_that_a_move_has_cut_is_kept_as_one_that_has_ended() -> None:
    """Room for 4 from 0 on; 3 of them are taken from 10 on after that was read."""
    plan, gaps = new_profile(4, 4), new_gaps(4, 4)
    read_again(gaps, plan, 20.0, np.inf)
    add(plan, 10.0, 40.0, -3)
    refute(gaps, 2, 15.0, 20.0, np.inf)
    assert open_free(gaps, np.inf) == 1
    assert has_stair(gaps, 4, 10.0)
    assert not has_stair(gaps, 2, 15.0)
