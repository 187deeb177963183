"""Lists are placed as list scheduling does, on memory that is used again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.lists.placement import ListParams, place
from parsched.policies.search import decoding
from parsched.policies.search.decoding import (
    DecodingTask,
    ListedSchedule,
    MoldableJobs,
    decode,
    room,
)
from tests.parsched.factories import counted
from tests.parsched.strategies import rigid_cases, rough_cases
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

cases = rigid_cases(jobs=20) | rough_cases()
both = pytest.mark.parametrize("serial", [False, True], ids=["graham", "serial"])


def task(case: tuple[Workload, int], *, serial: bool, target: float = 0.0) -> DecodingTask:
    workload, processors = case
    choices = Choices.of(workload, processors)
    return DecodingTask(
        MoldableJobs(choices.offsets, choices.widths, choices.times), processors, serial, target
    )


def listing(jobs: MoldableJobs, seed: int) -> ListedSchedule:
    """A random order, and random choices."""
    chance, count = np.random.default_rng(seed), len(jobs.offsets) - 1
    chosen = chance.integers(jobs.offsets[:-1], jobs.offsets[1:]) if count else np.empty(0, int)
    return ListedSchedule(chance.permutation(count), chosen, np.full(count, np.nan))


@both
@given(case=cases, seed=st.integers(0, 99))
def test_a_list_is_placed_as_the_list_algorithms_do(
    serial: bool, case: tuple[Workload, int], seed: int
) -> None:
    case = counted(*case), case[1]
    given_task = task(case, serial=serial)
    jobs, processors, *_ = given_task
    found = listing(jobs, seed)
    _, makespan = decode(given_task, found, room(len(found.order)), np.inf)
    taken = jobs.widths[found.chosen], jobs.times[found.chosen]
    params = ListParams(placement="serial" if serial else "graham")
    machine = Platform.of(processors)
    expected = place(found.order, case[0], machine, params, Stop(), taken=taken)
    assert found.start.tolist() == expected.start.tolist()
    assert makespan == expected.end.max(initial=0.0)


@both
@given(case=cases, seed=st.integers(0, 99), target=st.integers(0, 60))
def test_the_overhang_is_the_work_after_the_target(
    serial: bool, case: tuple[Workload, int], seed: int, target: float
) -> None:
    given_task = task(case, serial=serial, target=target)
    jobs, found = given_task.jobs, listing(given_task.jobs, seed)
    overhang, _ = decode(given_task, found, room(len(found.order)), np.inf)
    end = found.start + jobs.times[found.chosen]
    after = jobs.widths[found.chosen] * np.maximum(0.0, end - target)
    assert overhang == pytest.approx(after.sum())


@both
@given(case=cases, seed=st.integers(0, 99), share=st.floats(0, 2))
def test_a_list_is_given_up_exactly_if_it_hangs_over_too_much(
    serial: bool, case: tuple[Workload, int], seed: int, share: float
) -> None:
    given_task = task(case, serial=serial)
    found = listing(given_task.jobs, seed)
    memory = room(len(found.order))
    overhang, makespan = decode(given_task, found, memory, np.inf)
    again, length = decode(given_task, found, memory, share * overhang)
    assert (again > share * overhang) == (overhang > share * overhang)
    assert again <= overhang
    if overhang <= share * overhang:
        assert (again, length) == (overhang, makespan)


@both
@given(case=cases, seed=st.integers(0, 99), most=st.just(np.inf) | st.floats(0, 50))
def test_compiled_and_plain_decoding_agree(
    serial: bool, case: tuple[Workload, int], seed: int, most: float
) -> None:
    given_task = task(case, serial=serial, target=5.0)
    one, two = (listing(given_task.jobs, seed) for _ in range(2))
    compiled = decode(given_task, one, room(len(one.order)), most)
    with uncompiled(decoding):
        plain = decoding.decode(given_task, two, room(len(two.order)), most)
    assert compiled == plain
    assert np.array_equal(one.start, two.start, equal_nan=True)
