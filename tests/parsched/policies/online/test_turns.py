"""The turns agree with a sorted list, in one block and in many."""

import numpy as np
import pytest

from parsched.policies.online import turns as module
from parsched.policies.online.machine import RigidJobs
from parsched.policies.online.turns import BLOCK, Turns, new_turns
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

PROCESSORS = 9


class Life:
    """Random turns beside the same in a list."""

    def __init__(self, seed: int, jobs: int) -> None:
        self.chance = np.random.default_rng(seed)
        chance = self.chance
        length = chance.integers(0, 30, jobs).astype(np.float64)
        width = chance.integers(1, PROCESSORS + 1, jobs)
        self.jobs = RigidJobs(np.zeros(jobs), length, length, width)
        self.turns, self.held = new_turns(jobs, PROCESSORS), list[int]()

    def sort(self) -> None:
        """Put the list in order of what the turns say."""
        times = module.reservations(self.turns)
        self.held = sorted(self.held, key=lambda job: (times[job], job))

    def time(self, k: int) -> float:
        """The reservation of the k-th job."""
        return module.reservations(self.turns)[self.held[k]]

    def place(self, k: int) -> int:
        """The place of the k-th job."""
        return int(module.place_for(self.turns, self.time(k), self.held[k]))

    def enter(self) -> None:
        """Let some job hold a reservation."""
        absent = set(range(len(self.jobs.width))) - set(self.held)
        if absent:
            job = int(self.chance.choice(sorted(absent)))
            module.enter(self.turns, self.jobs, job, float(self.chance.integers(0, 200)))
            self.held.append(job)
            self.sort()

    def leave(self) -> None:
        """Take some job out, often the first."""
        if self.held:
            k = int(self.chance.integers(len(self.held))) if self.chance.random() < 0.5 else 0
            time = self.time(k)
            module.leave(self.turns, self.jobs, self.place(k))
            assert self.turns.reserved[self.held.pop(k)] == time

    def move(self) -> None:
        """Let some job have its turn earlier."""
        if self.held:
            k = int(self.chance.integers(len(self.held)))
            following = self.held[k + 1 : k + 2]
            earlier = float(self.chance.integers(0, int(self.time(k)) + 1))
            place = module.move_up(self.turns, self.jobs, self.place(k), earlier)
            assert self.jobs_from(place)[:1] == following
            self.sort()

    def shift(self) -> None:
        """Let the last ones have their turns earlier, behind the others."""
        if len(self.held) > 1:
            k = int(self.chance.integers(1, len(self.held)))
            gap = int(self.time(k) - self.time(k - 1)) - 1
            if gap > 0:
                module.begin_earlier(self.turns, self.place(k), float(self.chance.integers(gap)))

    def jobs_from(self, place: int) -> list[int]:
        """The jobs from a place on, block by block."""
        turns, found = self.turns, []
        for d in range(place // BLOCK, int(turns.sizes[0].blocks)):
            slot = turns.block[d]
            begin = place % BLOCK if d == place // BLOCK else 0
            found += turns.job[slot, begin : turns.blocks[slot].count].tolist()
        return found

    def check(self) -> None:
        """Order, bounds, counts and proofs."""
        turns, length, width = self.turns, self.jobs.estimate, self.jobs.width
        listed = np.empty(len(width), np.int64)
        assert listed[: module.list_jobs(turns, listed)].tolist() == self.held
        times = module.reservations(turns)
        assert list(times) == self.held == sorted(self.held, key=lambda job: (times[job], job))
        assert turns.reserved[self.held].tolist() == list(times.values())
        assert turns.sizes[0].instants == sum(length[job] == 0 for job in self.held)
        check_blocks(turns, self.jobs)
        k = int(self.chance.integers(len(self.held) + 1))
        place = self.place(k) if k < len(self.held) else int(turns.sizes[0].blocks) * BLOCK
        wide, long = int(self.chance.integers(1, PROCESSORS + 1)), float(self.chance.integers(30))
        proofs = [j for j in self.held[:k] if width[j] <= wide and length[j] <= long]
        latest = max((times[j] for j in proofs), default=-np.inf)
        assert module.proved(turns, self.jobs, place, wide, long) == latest


def check_blocks(turns: Turns, jobs: RigidJobs) -> None:
    """Bounds hold, and no block is empty or lost."""
    sizes = turns.sizes[0]
    assert sorted(turns.block.tolist()) == list(range(len(turns.blocks)))
    for slot in turns.block[: sizes.blocks].tolist():
        block = turns.blocks[slot]
        own = turns.job[slot, : block.count]
        assert 0 < block.count <= BLOCK
        assert block.latest >= (turns.time[slot, : block.count] + jobs.estimate[own]).max()
        for width, bound in ((1, 0), (2, 1), (3, 2), (4, 3), (6, 4), (8, 5), (9, 6)):
            least = jobs.estimate[own].min(where=jobs.width[own] <= width, initial=np.inf)
            assert turns.least[slot, bound] <= least


def live(seed: int, jobs: int, rounds: int) -> None:
    """Let jobs come, move and go."""
    life = Life(seed, jobs)
    acts = (life.enter, life.leave, life.move, life.shift)
    for number in range(rounds):
        grows = number % (4 * jobs) < 2 * jobs
        odds = [0.5, 0.1, 0.3, 0.1] if grows else [0.1, 0.5, 0.3, 0.1]
        acts[life.chance.choice(4, p=odds)]()
        life.check()
    module.clear_turns(life.turns)
    life.held = []
    life.check()


@pytest.mark.parametrize("seed", range(6))
def test_turns_agree_with_a_sorted_list(seed: int) -> None:
    live(seed, 20, 200)


def test_many_blocks_agree_with_a_sorted_list() -> None:
    live(7, 4 * BLOCK, 3_000)


def test_the_plain_twin_agrees() -> None:
    with uncompiled(module):
        live(8, 2 * BLOCK, 600)
