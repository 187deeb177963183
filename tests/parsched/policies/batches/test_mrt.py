"""MRT: three shelves of at most 3/2 of an accepted guess."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import DualApproximation, approximate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.batches import three_shelves
from parsched.policies.batches.mrt import MrtParams
from parsched.policies.batches.three_shelves import build
from parsched.policies.catalogue import algorithm
from tests.amount import amount
from tests.parsched.factories import moldable, offline
from tests.parsched.optima import optimum
from tests.parsched.profiles import Case, monotone_cases
from tests.parsched.strategies import moldable_cases, rigid_cases
from tests.twins import uncompiled


def run(workload: Workload, processors: int, compaction: str = "shelves") -> Schedule:
    """Schedule, and let the checker agree."""
    platform = Platform.of(processors)
    params = MrtParams(compaction=compaction)
    schedule = algorithm("mrt").schedule(Instance(workload, platform), params, Stop())
    schedule.check(workload, platform)
    return schedule


def approximated(workload: Workload, processors: int) -> DualApproximation:
    return approximate(Choices.of(workload, processors), processors)


def built(
    workload: Workload, processors: int, guess: float, shelf: list[int]
) -> tuple[list[int], list[float]] | None:
    """Widths and starts of three shelves, each job on the narrowest choice for its shelf."""
    choices = Choices.of(workload, processors)
    limits = np.where(np.array(shelf) == 1, guess, guess / 2)
    chosen = np.array(
        [
            next(c for c in range(*choices.offsets[i : i + 2]) if choices.times[c] <= limit)
            for i, limit in enumerate(limits)
        ]
    )
    placed = build(choices, processors, guess, chosen, np.array(shelf, np.int8))
    if placed is None:
        return None
    return choices.widths[placed.chosen].tolist(), placed.start.tolist()


def test_shelf_two_ends_at_three_halves() -> None:
    """For λ = 12: 12 s and 10 s on shelf 1 leave no processor idle, so 6 and 5 s end at 18."""
    jobs = offline((2, 12), (1, 10), (2, 6), (1, 5))
    assert built(jobs, 3, 12, [1, 1, 2, 2]) == ([2, 1, 2, 1], [0, 0, 12, 13])


def test_a_short_parallel_job_of_shelf_one_gives_a_processor_back() -> None:
    """Two jobs of 9 s on two processors take 16 on one, less than 18: two processors are free."""
    jobs = moldable([16, 9], [16, 9])
    assert built(jobs, 4, 12, [1, 1]) == ([1, 1], [0, 0])


def test_two_short_sequential_jobs_of_shelf_one_follow_each_other() -> None:
    """The third job then has the second processor."""
    jobs = moldable([9], [8], [12])
    assert built(jobs, 2, 12, [1, 1, 1]) == ([1, 1, 1], [0, 9, 0])


def test_a_last_short_sequential_job_follows_the_shortest_on_shelf_one() -> None:
    """It follows the job of 10 s; that leaves the third processor to the job of 6 s, which needs
    two on shelf 2 and takes 12 on one."""
    jobs = moldable([8], [11], [10], [12, 6])
    assert built(jobs, 3, 12, [1, 1, 1, 2]) == ([1, 1, 1, 1], [10, 0, 0, 0])


def test_a_job_of_shelf_two_moves_to_idle_processors() -> None:
    """Of three processors shelf 1 uses one: the job of 6 s on three takes 17 on one."""
    jobs = moldable([12], [17, 9, 6])
    assert built(jobs, 3, 12, [1, 2]) == ([1, 1], [0, 0])


def test_small_jobs_go_between_the_shelves() -> None:
    """The processors are free from 10 to 12, not at all, and from 11 to 13."""
    jobs = offline((1, 10), (1, 12), (1, 11), (2, 6), (1, 5), (1, 0.5), (1, 2), (1, 1.5))
    starts = [0, 0, 0, 12, 13, 12.5, 10, 11]
    assert built(jobs, 3, 12, [1, 1, 1, 2, 2, 0, 0, 0]) == ([1, 1, 1, 2, 1, 1, 1, 1], starts)


def test_a_small_job_without_room_is_no_schedule() -> None:
    jobs = offline((1, 10), (1, 6), (1, 3))
    assert built(jobs, 1, 12, [1, 2, 0]) is None


def test_a_second_shelf_that_stays_too_wide_is_no_schedule() -> None:
    assert built(offline((2, 6), (2, 6), (2, 6)), 2, 12, [1, 2, 2]) is None


def test_rigid_jobs_that_fit_no_two_shelves_are_listed() -> None:
    """Four jobs as wide as the machine stand in no two shelves, whatever the guess."""
    jobs = offline(*[(2, 3)] * 4)
    schedule = run(jobs, 2)
    assert sorted(schedule.start.tolist()) == [0, 3, 6, 9]


@st.composite
def geometric_cases(draw: Any) -> Case:
    """Monotone jobs that know few numbers of processors, each about 1.4 times the one before."""
    processors = draw(st.integers(1, 200))
    count = draw(st.integers(1, 40))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    widths = np.unique(np.geomspace(1, processors, 1 + 2 * processors.bit_length()).astype(int))
    times = [chance.uniform(1, 10) * widths ** -chance.uniform(0, 1) for _ in range(count)]
    workload = moldable(*[[1]] * count)
    profiles = Profiles.of([(widths, t) for t in times])
    return Workload(
        name="geometric", ids=workload.ids, release=workload.release, profiles=profiles
    ), processors


@settings(max_examples=amount(2_000))
@given(monotone_cases(jobs=30, largest=24))
def test_monotone_jobs_end_by_three_halves_of_the_guess(case: Case) -> None:
    workload, m = case
    found = approximated(workload, m)
    choices = Choices.of(workload, m)
    placed = build(choices, m, found.accepted, found.chosen, found.shelf)
    assert placed is not None
    assert (placed.start + choices.times[placed.chosen]).max() <= 1.5 * found.accepted
    assert run(workload, m).end.max() <= 1.5 * found.accepted * (1 + 1e-12)


@settings(max_examples=amount(300))
@given(monotone_cases(jobs=4, largest=4))
def test_monotone_jobs_end_by_three_halves_of_the_optimum(case: Case) -> None:
    workload, m = case
    best = optimum(workload, m, weighted=False)
    assert run(workload, m).end.max() <= 1.5 * 1.001 * best * (1 + 1e-9)


@settings(max_examples=amount(500))
@given(st.one_of(moldable_cases(jobs=20), rigid_cases(jobs=30), geometric_cases()))
def test_other_jobs_end_by_what_any_list_guarantees(case: Case) -> None:
    workload, m = case
    limit = (2 - 1 / m) * approximated(workload, m).accepted
    assert run(workload, m).end.max(initial=0) <= limit * (1 + 1e-9)


@settings(max_examples=amount(500))
@given(st.one_of(monotone_cases(jobs=20), moldable_cases(jobs=12), rigid_cases(jobs=20)))
def test_conservative_compaction_delays_no_job(case: Case) -> None:
    shelves, moved = run(*case), run(*case, compaction="conservative")
    assert moved.width.tolist() == shelves.width.tolist()
    assert (moved.start <= shelves.start).all()


@pytest.mark.usefixtures("may_compile")
@settings(max_examples=amount(100))
@given(st.one_of(monotone_cases(jobs=12, largest=8), rigid_cases(jobs=12)))
def test_the_kernels_equal_their_plain_twins(case: Case) -> None:
    compiled = run(*case)
    with uncompiled(three_shelves):
        plain = run(*case)
    assert plain.start.tolist() == compiled.start.tolist()
    assert plain.width.tolist() == compiled.width.tolist()


@pytest.mark.parametrize("compaction", ["shelves", "conservative"])
def test_jobs_that_take_no_time_are_done_at_once(compaction: str) -> None:
    assert run(offline((4, 0), (4, 2), (1, 0)), 4, compaction).start.tolist() == [0, 0, 0]
