"""Serial placement in whole units of time."""

import numpy as np
import pytest
from hypothesis import given

from parsched.data.generators import generate
from parsched.measure.time_indexed import insertion
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import event_list, largest_first, serial
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from tests.parsched.factories import configured
from tests.parsched.optima import earliest
from tests.parsched.strategies import moldable_cases, rigid_cases
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

Case = tuple[Workload, int]
Placement = tuple[int, list[int], list[int]]


def placed(instance: DiscreteInstance, horizon: int) -> Placement:
    """Makespan, configurations and starts of all jobs in order."""
    jobs = len(instance.jobs)
    chosen, start = np.zeros((2, jobs), np.int64)
    free = np.full(horizon, instance.processors)
    makespan = insertion.insert_all(
        np.arange(jobs), instance.offsets, instance.widths, instance.times, free, chosen, start
    )
    return makespan, chosen.tolist(), start.tolist()


def naive(instance: DiscreteInstance) -> Placement:
    """The same by a list of all possible (end, work, width)."""
    rows: list[tuple[float, float, int]] = []
    chosen, starts = [], []
    for job in range(len(instance.jobs)):
        options = []
        for c in range(int(instance.offsets[job]), int(instance.offsets[job + 1])):
            width, time = int(instance.widths[c]), int(instance.times[c])
            start = int(earliest(rows, 0, width, time, instance.processors))
            options.append((start + time, width * time, width, c, start))
        end, _, width, c, start = min(options)
        rows.append((start, end, width))
        chosen.append(c)
        starts.append(start)
    return int(max((end for _, end, _ in rows), default=0)), chosen, starts


@given(moldable_cases(jobs=7) | rigid_cases())
def test_each_job_takes_the_least_end_then_work_then_processors(case: Case) -> None:
    instance = DiscreteInstance.of(*case)
    horizon = int(instance.times.sum())
    expected = naive(instance)
    assert placed(instance, horizon) == expected
    with uncompiled(insertion):
        assert placed(instance, horizon) == expected
    assert placed(instance, expected[0]) == expected
    if len(instance.jobs):
        assert placed(instance, expected[0] - 1)[0] == -1


def test_equal_ends_and_works_go_to_the_fewest_processors() -> None:
    """The second job ends at 2 on 1 processor from 0, or on 2 from 1; both do 2."""
    instance = DiscreteInstance.of(configured({1: 1}, {1: 2, 2: 1}), 2)
    assert placed(instance, 9) == (2, [0, 1], [0, 0])


class TestLargestFirst:
    """LTF of both placements."""

    def test_either_placement_may_be_the_better(self) -> None:
        better = set()
        for seed in range(1, 40):
            params = {"seed": seed, "max_width": 12}
            made = generate("paper-uniform", jobs=12, processors=16, params=params)
            instance = DiscreteInstance.of(made, 16)
            order = np.argsort(-instance.least_work, kind="stable")
            one, two = serial(instance, order).makespan, event_list(instance, order).makespan
            assert largest_first(instance).makespan == min(one, two)
            better.add(np.sign(one - two))
        assert better == {-1, 0, 1}

    @given(moldable_cases(jobs=7) | rigid_cases())
    def test_it_is_a_schedule(self, case: Case) -> None:
        workload, processors = case
        instance = DiscreteInstance.of(workload, processors)
        found = largest_first(instance)
        schedule = found.schedule(instance, workload)
        schedule.check(workload, Platform.of(processors))
        assert schedule.end.max(initial=0) == found.makespan * instance.unit
