"""Jobs in whole units of time, and the slots that they can be in."""

import numpy as np
import pytest

from parsched.base.errors import WorkloadError
from parsched.data.generators import generate
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.slots import Slots
from tests.parsched.factories import configured, offline


def choices(instance: DiscreteInstance, job: int) -> list[tuple[int, int]]:
    part = slice(instance.offsets[job], instance.offsets[job + 1])
    return list(zip(instance.widths[part], instance.times[part], strict=True))


def test_times_are_counted_in_their_granule() -> None:
    instance = DiscreteInstance.of(offline((1, 7.5), (3, 2.5), (2, 5.0)), 4)
    assert instance.unit == 2.5
    assert instance.times.tolist() == [3, 1, 2]
    assert instance.seconds(np.array([0, 3])).tolist() == [0.0, 7.5]


def test_dominated_configurations_are_left_out() -> None:
    """A job in 6 parts of 2 s: 4 and 5 processors are no faster than 3, and 6 are too many."""
    made = configured({1: 12, 2: 6, 3: 4, 4: 4, 5: 4, 6: 2})
    assert choices(DiscreteInstance.of(made, 5), 0) == [(1, 6), (2, 3), (3, 2)]


def test_jobs_that_can_run_in_no_time_are_left_out() -> None:
    instance = DiscreteInstance.of(configured({1: 3}, {1: 5, 2: 0, 3: 0}, {2: 0}), 4)
    assert instance.jobs.tolist() == [0]
    assert instance.fastest.tolist() == [1, 2, 2]
    assert instance.trivial_bound == 3


def test_times_without_a_granule_are_an_error() -> None:
    with pytest.raises(WorkloadError, match="whole multiples"):
        DiscreteInstance.of(offline((1, 0.1)), 4)


def test_no_jobs_need_no_time() -> None:
    instance = DiscreteInstance.of(offline(), 4)
    assert instance.trivial_bound == 0
    assert instance.columns(0) == 0


def test_the_trivial_bound_is_work_or_the_longest_job_rounded_up() -> None:
    assert DiscreteInstance.of(offline((2, 3), (3, 1), (1, 2)), 4).trivial_bound == 3
    assert DiscreteInstance.of(offline((2, 3), (3, 3), (1, 2)), 4).trivial_bound == 5


def test_the_trivial_bound_leaves_each_job_a_choice() -> None:
    """The least work of 12 fits 4 processors for 3 units, but then nothing is left for the last job
    to be faster, and it takes 4 alone."""
    jobs = configured({1: 2}, {1: 2}, {1: 4, 2: 2}, {1: 4, 2: 3})
    instance = DiscreteInstance.of(jobs, 4)
    assert instance.trivial_bound == 4
    assert set(Slots.of(instance, 4).job) == {0, 1, 2, 3}


class TestAdmitted:
    """What a schedule of given length cannot contain is left out, and nothing else."""

    JOBS = configured({1: 4, 2: 3}, {2: 2})

    def test_work_beyond_what_the_machine_can_do(self) -> None:
        """The least work is 4 + 4; running the first job on 2 processors does 2 more."""
        instance = DiscreteInstance.of(self.JOBS, 2)
        assert instance.widths[instance.admitted(4)].tolist() == [1, 2]
        assert instance.widths[instance.admitted(5)].tolist() == [1, 2, 2]

    def test_times_beyond_the_horizon(self) -> None:
        instance = DiscreteInstance.of(self.JOBS, 8)
        assert instance.times[instance.admitted(3)].tolist() == [3, 2]

    def test_columns_are_counted_without_listing_them(self) -> None:
        made = generate("cauchy", jobs=12, processors=40, params={"profile": "ceil"})
        instance = DiscreteInstance.of(made, 40)
        for horizon in range(instance.trivial_bound, instance.trivial_bound + 30, 3):
            assert instance.columns(horizon) == len(Slots.of(instance, horizon))


class TestSlots:
    """Every (job, configuration, start)."""

    SLOTS = Slots.of(DiscreteInstance.of(TestAdmitted.JOBS, 2), 5)

    def test_they_are_listed_job_after_job(self) -> None:
        s = self.SLOTS
        rows = list(zip(s.job, s.width, s.time, s.start, strict=True))
        assert rows == [
            *((0, 1, 4, t) for t in (0, 1)),
            *((0, 2, 3, t) for t in (0, 1, 2)),
            *((1, 2, 2, t) for t in (0, 1, 2, 3)),
        ]
        assert s.first.tolist() == [0, 5]

    def test_slots_of_a_shorter_schedule_are_the_slots_of_a_shorter_horizon(self) -> None:
        made = generate("gaussian", jobs=9, processors=20, params={"profile": "ceil", "seed": 3})
        instance = DiscreteInstance.of(made, 20)
        low = instance.trivial_bound
        long = Slots.of(instance, low + 12)
        for makespan in range(low, low + 13):
            inside, short = long.within(makespan), Slots.of(instance, makespan)
            for column in ("job", "choice", "width", "time", "start"):
                assert np.array_equal(getattr(long, column)[inside], getattr(short, column))

    def test_extremes_are_taken_job_by_job(self) -> None:
        values = np.array([3.0, 1, 2, 5, 4, 7, 6, 9, 8])
        assert self.SLOTS.least(values).tolist() == [1, 6]
        assert self.SLOTS.most(values).tolist() == [5, 9]
