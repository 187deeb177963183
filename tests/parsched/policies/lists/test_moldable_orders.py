"""The lists of moldable jobs: which processors, which order, and what is proven about them."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.declare.parameters import Params
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import DualApproximation, approximate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.gang import gang
from parsched.policies.lists.list_graham import list_graham
from parsched.policies.lists.lpt import lpt
from parsched.policies.lists.lptf import lptf
from parsched.policies.lists.placement import ListParams
from parsched.policies.lists.saf import saf
from parsched.policies.lists.sequential import sequential
from parsched.policies.lists.smith import smith
from tests.amount import amount
from tests.parsched.factories import configured, counted, moldable, offline
from tests.parsched.optima import optimum, place
from tests.parsched.policies.lists.textbook import plain_graham
from tests.parsched.profiles import monotone_cases
from tests.parsched.strategies import rough_cases

Case = tuple[Workload, int]
Solver = Callable[[Instance, Params, Stop], Schedule]
ALLOTTED: dict[str, Solver] = {
    "list-graham": list_graham,
    "lptf": lptf,
    "saf": saf,
    "smith": smith,
}
every_list = pytest.mark.parametrize("key", ALLOTTED)


def run(solver: Solver, workload: Workload, processors: int) -> Schedule:
    schedule = solver(Instance(workload, Platform.of(processors)), Params(), Stop())
    schedule.check(workload, Platform.of(processors))
    return schedule


def starts(solver: Solver, workload: Workload, processors: int) -> list[float]:
    return [float(s) for s in run(solver, workload, processors).start]


def end(schedule: Schedule) -> float:
    return float(schedule.end.max(initial=0))


def weighted(workload: Workload, *weights: float) -> Workload:
    profiles = [workload.profiles.job(i) for i in range(len(workload))]
    jobs = [dict(zip(w.tolist(), t.tolist(), strict=True)) for w, t in profiles]
    return configured(*jobs, weight=weights)


class TestGang:
    """One job at a time, on the widest choice that helps."""

    jobs = moldable([8, 4, 3, 2], [4, 2, 2, 2], [3], weight=[1, 4, 3])
    """On four processors they take 2, 2 and 3 s, so w/p is 1/2, 2 and 1."""

    def test_the_order_follows_smiths_rule(self) -> None:
        schedule = run(gang, self.jobs, 4)
        assert schedule.start.tolist() == [5, 0, 2]
        assert schedule.width.tolist() == [4, 2, 1]

    def test_no_jobs_share_the_machine_although_it_has_room(self) -> None:
        assert starts(gang, offline((1, 2), (1, 2), (1, 1)), 8) == [1, 3, 0]

    def test_widths_beyond_the_machine_and_slower_ones_are_not_taken(self) -> None:
        jobs = configured({1: 5, 3: 4, 4: 6, 16: 1})
        assert run(gang, jobs, 8).width.tolist() == [3]

    @settings(max_examples=amount(50))
    @given(
        jobs=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 5)), min_size=1, max_size=3),
        m=st.integers(1, 3),
    )
    def test_it_is_optimal_for_linear_speed_up(self, jobs: list[tuple[int, int]], m: int) -> None:
        times = [[6 * work / k for k in range(1, m + 1)] for work, _ in jobs]
        workload = moldable(*times, weight=[weight for _, weight in jobs])
        schedule = run(gang, workload, m)
        assert end(schedule) == pytest.approx(optimum(workload, m, weighted=False))
        total = float(workload.weight @ schedule.end)
        assert total == pytest.approx(optimum(workload, m, weighted=True))

    @settings(max_examples=amount(50))
    @given(rough_cases(jobs=3))
    def test_it_takes_at_most_m_times_the_optimum(self, case: Case) -> None:
        workload, m = case
        assert end(run(gang, workload, m)) <= m * optimum(workload, m, weighted=False) + 1e-9


class TestSequential:
    """LPT on one processor each."""

    def test_grahams_worst_case_on_two_processors(self) -> None:
        jobs = moldable([2, 1], [2], [2, 2], [3, 1], [3])
        schedule = run(sequential, jobs, 2)
        assert schedule.start.tolist() == [3, 3, 5, 0, 0]
        assert schedule.width.tolist() == [1] * 5

    @given(monotone_cases())
    def test_it_is_lpt_of_the_jobs_on_one_processor(self, case: Case) -> None:
        workload, m = case
        alone = offline(
            *((1, float(t)) for t in workload.profiles.times[workload.profiles.widths == 1])
        )
        expected = lpt(Instance(alone, Platform.of(m)), ListParams(), Stop())
        assert np.array_equal(run(sequential, workload, m).start, expected.start)

    @settings(max_examples=amount(50))
    @given(times=st.lists(st.integers(0, 9), min_size=1, max_size=5), m=st.integers(1, 3))
    def test_it_keeps_grahams_guarantee(self, times: list[int], m: int) -> None:
        jobs = offline(*((1, t) for t in times))
        one = tuple((1, float(t)) for t in times)
        best = min(max(place(jobs, one, order, m)) for order in permutations(range(len(times))))
        assert end(run(sequential, jobs, m)) <= (4 / 3 - 1 / (3 * m)) * best + 1e-9


class TestWorkedExamples:
    """Rigid jobs on four processors, so that the allotment is clear: λ is 6."""

    shelves = offline((1, 2), (3, 3), (2, 6))
    """A small job, one that runs within λ/2, and one that does not."""

    def test_grahams_list_takes_the_first_shelf_before_the_second(self) -> None:
        assert starts(list_graham, self.shelves, 4) == [0, 6, 0]

    def test_grahams_list_takes_the_second_shelf_before_small_jobs(self) -> None:
        assert starts(list_graham, offline((1, 2), (2, 3), (2, 6)), 4) == [3, 0, 0]

    def test_lptf_takes_long_jobs_of_little_weight_first(self) -> None:
        """p/w is 2, 3/4 and 1."""
        jobs = weighted(offline((4, 2), (4, 3), (4, 6)), 1, 4, 6)
        assert starts(lptf, jobs, 4) == [0, 8, 2]

    def test_smith_takes_the_same_jobs_the_other_way_round(self) -> None:
        jobs = weighted(offline((4, 2), (4, 3), (4, 6)), 1, 4, 6)
        assert starts(smith, jobs, 4) == [9, 0, 3]

    def test_saf_goes_by_the_area_whatever_weight_and_time(self) -> None:
        """The areas are 8, 9 and 6; all need more than half of the machine."""
        jobs = weighted(offline((4, 2), (3, 3), (3, 2)), 9, 9, 1)
        assert starts(saf, jobs, 4) == [2, 4, 0]

    @every_list
    def test_ties_are_broken_by_job_order(self, key: str) -> None:
        assert starts(ALLOTTED[key], offline((2, 1), (2, 1), (2, 1)), 2) == [0, 1, 2]


def key_of(key: str, dual: DualApproximation, choices: Choices, workload: Workload) -> list[float]:
    """Return what a list sorts by, as the papers say it."""
    width, time = choices.taken(dual.chosen)
    by_key: dict[str, Floats] = {
        "list-graham": np.select([dual.shelf == 1, dual.shelf == 2], [0.0, 1.0], 2.0),
        "lptf": -time / workload.weight,
        "saf": width * time,
        "smith": -workload.weight / time,
    }
    return [float(value) for value in by_key[key]]


@every_list
@settings(max_examples=amount(50))
@given(case=monotone_cases())
def test_they_are_textbook_lists_on_the_processors_of_the_dual_approximation(
    key: str, case: Case
) -> None:
    workload, m = counted(*case), case[1]
    choices = Choices.of(workload, m)
    dual = approximate(choices, m)
    width, time = choices.taken(dual.chosen)
    rank = key_of(key, dual, choices, workload)
    order = sorted(range(len(workload)), key=lambda i: rank[i])
    listed = offline(*((int(width[i]), float(time[i])) for i in order))
    schedule = run(ALLOTTED[key], workload, m)
    assert schedule.width.tolist() == width.tolist()
    assert schedule.start[order].tolist() == plain_graham(listed, m)


@every_list
@given(case=rough_cases())
def test_they_take_at_most_twice_the_accepted_length_whatever_the_profiles(
    key: str, case: Case
) -> None:
    workload, m = case
    accepted = approximate(Choices.of(workload, m), m).accepted
    assert end(run(ALLOTTED[key], workload, m)) <= (2 - 1 / m) * accepted * (1 + 1e-9)


@every_list
@settings(max_examples=amount(60))
@given(case=monotone_cases(jobs=3, largest=4))
def test_they_keep_their_guarantee_on_monotone_jobs(key: str, case: Case) -> None:
    workload, m = case
    best = optimum(workload, m, weighted=False)
    assert end(run(ALLOTTED[key], workload, m)) <= 1.001 * (2 - 1 / m) * best * (1 + 1e-9)


@every_list
def test_thousands_of_jobs_are_placed_feasibly(key: str) -> None:
    chance = np.random.default_rng(1)
    widths = np.array([1, 2, 3, 5, 8, 16, 64])
    alone, share = chance.uniform(1, 10, (2, 5_000, 1))
    times = alone * (share + (10 - share) / widths) / 10
    workload = Workload(
        name="",
        ids=np.arange(5_000),
        release=np.zeros(5_000),
        profiles=Profiles.of([(widths, t) for t in times]),
        weight=chance.uniform(1, 10, 5_000),
    )
    area = workload.least_work.sum() / 64
    assert end(run(ALLOTTED[key], workload, 64)) <= 1.05 * area
