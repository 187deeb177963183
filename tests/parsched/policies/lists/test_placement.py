"""Both placements do what they say, whatever the list."""

from collections.abc import Callable, Sequence
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import Cancelled, TimeLimitReached
from parsched.data.generators import generate
from parsched.measure.bounds import makespan
from parsched.model.placing import earliest_fit, graham_placement
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.lists.placement import ListParams, decreasing, place
from tests.amount import amount
from tests.parsched.factories import offline
from tests.parsched.optima import place as place_serially
from tests.parsched.policies.lists.textbook import plain_graham
from tests.parsched.strategies import rigid_cases
from tests.twins import uncompiled

GRAHAM = ListParams(placement="graham")
SERIAL = ListParams(placement="serial")


def starts(
    workload: Workload, m: int, params: ListParams, order: Sequence[int] | None = None
) -> list[float]:
    """Place the jobs in the order given, or as they come."""
    chosen = np.arange(len(workload)) if order is None else np.array(order, np.intp)
    schedule = place(chosen, workload, Platform.of(m), params, Stop())
    return [float(s) for s in schedule.start]


def test_graham_starts_what_fits_at_each_event() -> None:
    jobs = offline((3, 4), (3, 2), (1, 5), (2, 1))
    assert starts(jobs, 4, GRAHAM) == [0, 4, 0, 6]


def test_serial_never_delays_a_job_that_is_placed() -> None:
    jobs = offline((3, 4), (4, 2), (1, 5), (1, 4))
    assert starts(jobs, 4, SERIAL) == [0, 4, 6, 0]
    assert starts(jobs, 4, GRAHAM) == [0, 8, 0, 4]


def test_equal_jobs_keep_their_order() -> None:
    assert decreasing(np.array([3, 5, 3, 5, 4])).tolist() == [1, 3, 4, 0, 2]


def test_the_list_decides_not_the_job_order() -> None:
    jobs = offline((2, 1), (2, 1), (2, 1))
    assert starts(jobs, 2, GRAHAM, [2, 0, 1]) == [1, 2, 0]
    assert starts(jobs, 2, SERIAL, [2, 0, 1]) == [1, 2, 0]


@pytest.mark.parametrize("params", [GRAHAM, SERIAL], ids=lambda p: str(p.placement))
def test_zero_length_jobs_need_free_processors_for_an_instant(params: ListParams) -> None:
    jobs = offline((4, 3), (4, 0), (1, 0), (4, 2))
    assert starts(jobs, 4, params) == [0, 3, 3, 3]


@given(rigid_cases())
def test_graham_equals_the_textbook(case: tuple[Workload, int]) -> None:
    workload, m = case
    with_zeros = workload.runtime.min(initial=1) == 0
    found = starts(workload, m, GRAHAM)
    if not with_zeros:
        assert found == plain_graham(workload, m)
    ends = np.array(found) + workload.runtime
    area, longest = workload.least_work.sum() / m, workload.runtime.max(initial=0)
    assert ends.max(initial=0) <= (2 - 1 / m) * max(area, longest) + 1e-9


@given(rigid_cases(jobs=20))
def test_serial_equals_placing_one_by_one(case: tuple[Workload, int]) -> None:
    workload, m = case
    configuration = tuple(zip(workload.width.tolist(), workload.runtime.tolist(), strict=True))
    ends = place_serially(workload, configuration, tuple(range(len(workload))), m)
    expected = np.array(ends) - workload.runtime
    lasting = workload.runtime > 0
    found = np.array(starts(workload, m, SERIAL))
    assert found[lasting].tolist() == expected[lasting].tolist()


@pytest.mark.usefixtures("may_compile")
@given(rigid_cases(jobs=40, longest=30), st.integers(4, 7), st.integers(2, 4))
def test_the_size_of_blocks_does_not_matter(
    case: tuple[Workload, int], steps: int, blocks: int
) -> None:
    workload, m = case
    expected = starts(workload, m, SERIAL)
    profile = earliest_fit.idle_profile(m, len(workload), m, steps, blocks)
    found = np.empty(len(workload))
    earliest_fit.serial(workload.width, workload.runtime, found, profile, 0, len(workload))
    assert found.tolist() == expected


Run = Callable[[Workload, int, int], Floats]


def run_graham(workload: Workload, m: int, budget: int) -> Floats:
    """Run the kernel in portions."""
    start, state, done = np.empty(len(workload)), graham_placement.machine(workload.width, m), 0
    while done < len(workload):
        done = graham_placement.graham(workload.width, workload.runtime, start, state, budget)
    return start


def run_serial(workload: Workload, m: int, budget: int) -> Floats:
    """Run the kernel in portions."""
    start, state = np.empty(len(workload)), earliest_fit.idle_profile(m, len(workload), m)
    done = 0
    while done < len(workload):
        done = earliest_fit.serial(workload.width, workload.runtime, start, state, done, budget)
    return start


@pytest.mark.usefixtures("may_compile")
@pytest.mark.parametrize(
    ("run", "module"), [(run_graham, graham_placement), (run_serial, earliest_fit)]
)
@settings(max_examples=amount(50))
@given(case=rigid_cases(jobs=30), budget=st.integers(1, 31))
def test_portions_and_plain_twins_give_the_same_starts(
    run: Run, module: ModuleType, case: tuple[Workload, int], budget: int
) -> None:
    workload, m = case
    whole = run(workload, m, 10**6)
    assert run(workload, m, budget).tolist() == whole.tolist()
    with uncompiled(module):
        assert run(workload, m, budget).tolist() == whole.tolist()


@pytest.mark.parametrize("params", [GRAHAM, SERIAL], ids=lambda p: str(p.placement))
def test_thousands_of_jobs_are_placed_feasibly(params: ListParams) -> None:
    workload = generate("uniform", jobs=5_000, processors=64, params={"max_time": 500})
    schedule = place(decreasing(workload.runtime), workload, Platform.of(64), params, Stop())
    schedule.check(workload, Platform.of(64))
    assert schedule.end.max() <= 1.1 * makespan.area(workload, Platform.of(64))


@pytest.mark.parametrize("params", [GRAHAM, SERIAL], ids=lambda p: str(p.placement))
class TestStop:
    """Both placements hear the order to stop, and tell how far they are."""

    @pytest.fixture(autouse=True)
    def _small_portions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("parsched.policies.lists.placement.CHUNK", 10)
        monkeypatch.setattr("parsched.model.placing.earliest_fit.STEPS", 1_000)

    jobs = offline(*[(1, 1)] * 100)

    def run(self, params: ListParams, stop: Stop) -> None:
        place(np.arange(100), self.jobs, Platform.of(4), params, stop)

    def test_progress_rises(self, params: ListParams) -> None:
        heard: list[Progress] = []
        self.run(params, Stop(listener=heard.append, interval=0))
        fractions = [p.fraction for p in heard]
        assert fractions == sorted(fractions)
        assert len(fractions) == 10
        assert heard[1].message.startswith("10 of 100 jobs")

    def test_a_cancel_ends_the_run(self, params: ListParams) -> None:
        def cancel(progress: Progress) -> None:
            if progress.fraction > 0.5:
                raise Cancelled("cancelled")

        with pytest.raises(Cancelled):
            self.run(params, Stop(listener=cancel, interval=0))

    def test_a_time_limit_ends_the_run(self, params: ListParams) -> None:
        with pytest.raises(TimeLimitReached):
            self.run(params, Stop(time_limit=-1.0))
