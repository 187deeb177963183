"""The turns agree with a sorted list, in one block and in many."""

import numpy as np
import pytest

from parsched.policies.online import turns as module
from parsched.policies.online.machine import RigidJobs
from parsched.policies.online.turns import BLOCK, MERGED, Turns, new_turns
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
        self.turns, self.times = new_turns(jobs, PROCESSORS), dict[int, float]()

    @property
    def held(self) -> list[int]:
        """The jobs that hold a reservation, in turn."""
        return sorted(self.times, key=lambda job: (self.times[job], job))

    def drawn(self) -> int:
        """Draw a job in turn, often the first."""
        return int(self.chance.integers(len(self.times))) if self.chance.random() < 0.5 else 0

    def place(self, job: int) -> int:
        """The place of a job."""
        return int(module.place_for(self.turns, self.times[job], job))

    def hold(self, job: int, instant: float) -> None:
        """Let a job hold a reservation."""
        module.enter(self.turns, self.jobs, job, instant)
        self.times[job] = instant

    def enter(self) -> None:
        """Let some job hold a reservation."""
        absent = set(range(len(self.jobs.width))) - set(self.times)
        if absent:
            job = int(self.chance.choice(sorted(absent)))
            self.hold(job, float(self.chance.integers(0, 200)))

    def leave(self) -> None:
        """Take some job out."""
        if self.times:
            self.take_out(self.held[self.drawn()])

    def take_out(self, job: int) -> None:
        """Take a job out; when its reservation was stays known."""
        assert module.leave(self.turns, self.jobs, self.place(job)) == job
        assert self.turns.reserved[job] == self.times.pop(job)

    def move(self) -> None:
        """Let some job have its turn earlier."""
        if self.times:
            held, k = self.held, self.drawn()
            earlier = float(self.chance.integers(0, int(self.times[held[k]]) + 1))
            place = module.move_up(self.turns, self.jobs, self.place(held[k]), earlier)
            assert self.jobs_from(place)[:1] == held[k + 1 : k + 2]
            assert self.turns.reserved[held[k]] == earlier
            self.times[held[k]] = earlier

    def shift(self) -> None:
        """Let the last ones have their turns earlier, behind the others."""
        if len(self.times) > 1:
            held = self.held
            k = int(self.chance.integers(1, len(held)))
            gap = int(self.times[held[k]] - self.times[held[k - 1]]) - 1
            if gap > 0:
                by = float(self.chance.integers(gap))
                module.begin_earlier(self.turns, self.place(held[k]), by)
                self.times |= {job: self.times[job] - by for job in held[k:]}

    def jobs_from(self, place: int) -> list[int]:
        """The jobs from a place on, block by block."""
        turns, found = self.turns, []
        for d in range(place // BLOCK, int(turns.sizes[0].blocks)):
            slot = turns.block[d]
            begin = place % BLOCK if d == place // BLOCK else 0
            found += turns.job[slot, begin : turns.blocks[slot].count].tolist()
        return found

    def check(self) -> None:
        """Order, reservations, bounds, counts and proofs."""
        turns, length, width, held = self.turns, self.jobs.estimate, self.jobs.width, self.held
        times = [self.times[job] for job in held]
        assert list(module.reservations(turns).items()) == list(zip(held, times, strict=True))
        listed = np.empty(len(width), np.int64)
        assert listed[: module.list_jobs(turns, listed)].tolist() == held
        assert turns.reserved[held].tolist() == times
        assert turns.sizes[0].instants == sum(length[job] == 0 for job in held)
        check_blocks(turns, self.jobs)
        k = int(self.chance.integers(len(held) + 1))
        place = self.place(held[k]) if k < len(held) else int(turns.sizes[0].blocks) * BLOCK
        wide, long = int(self.chance.integers(1, PROCESSORS + 1)), float(self.chance.integers(30))
        proofs = [j for j in held[:k] if width[j] <= wide and length[j] <= long]
        latest = max((self.times[j] for j in proofs), default=-np.inf)
        assert module.proved(turns, self.jobs, place, wide, long) == latest


def check_blocks(turns: Turns, jobs: RigidJobs) -> None:
    """Bounds hold, no block is empty or lost, and no two neighbours have few jobs together."""
    sizes = turns.sizes[0]
    counts = turns.blocks["count"][turns.block[: sizes.blocks]]
    assert (counts[1:] + counts[:-1] > MERGED).all()
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
    life.times = {}
    life.check()


@pytest.mark.parametrize("seed", range(6))
def test_turns_agree_with_a_sorted_list(seed: int) -> None:
    live(seed, 20, 200)


def test_many_blocks_agree_with_a_sorted_list() -> None:
    live(7, 4 * BLOCK, 3_000)


def test_the_plain_twin_agrees() -> None:
    with uncompiled(module):
        live(8, 2 * BLOCK, 600)


def jobs_of(life: Life, d: int) -> list[int]:
    """The jobs of the d-th block."""
    slot = life.turns.block[d]
    return [int(job) for job in life.turns.job[slot, : life.turns.blocks[slot].count]]


def test_a_block_of_one_job_is_merged_when_the_one_beside_it_loses_its_own() -> None:
    """Every second block loses its jobs but for one, then the full ones between lose most; so there
    would be more blocks than room for them when all jobs are back, behind the others."""
    life, jobs = Life(9, 640), 640
    with uncompiled(module):
        for job in range(600):
            life.hold(job, float(job))
        for d in range(int(life.turns.sizes[0].blocks) - 2, -1, -2):
            absent = sorted(set(range(jobs)) - set(life.times))
            few, many = jobs_of(life, d + 1), jobs_of(life, d)
            for job in absent[: BLOCK - 1 - len(many)]:
                life.hold(job, life.times[many[0]] + 0.5)
            for job in few[1:] + jobs_of(life, d)[MERGED // 2 :]:
                life.take_out(job)
            check_blocks(life.turns, life.jobs)
        for job in sorted(set(range(jobs)) - set(life.times)):
            life.hold(job, 1_000.0 + job)
            check_blocks(life.turns, life.jobs)
    life.check()
