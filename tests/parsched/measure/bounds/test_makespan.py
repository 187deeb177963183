"""Lower bounds on the makespan."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import Cancelled
from parsched.measure.bounds import BOUNDS, bounds_of, makespan
from parsched.measure.bounds.registry import Condition
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.size import Size
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import moldable, offline, rigid
from tests.parsched.optima import optimum
from tests.parsched.strategies import moldable_cases, rigid_cases


def test_each_bound_by_hand() -> None:
    jobs = rigid((0, 2, 3), (4, 1, 5), (6, 4, 2))
    found = bounds_of(Instance(jobs, Platform.of(4)))["makespan"]
    assert found == {
        "area": (6 + 5 + 8) / 4,
        "longest": 5,
        "simple": 5,
        "release_length": 9,
        "release_area": 8,
        "dual": 5,
    }


def test_release_and_area_by_hand() -> None:
    jobs = rigid((0, 1, 1), (10, 4, 2), (10, 4, 3))
    assert makespan.release_area(jobs, Platform.of(4)) == 15


def test_what_only_large_sites_hold_is_theirs_alone() -> None:
    """Of sites with 1, 1 and 4, the last one alone does the work of jobs of two processors."""
    jobs, platform = offline((2, 6), (2, 6), (2, 6), (1, 1)), Platform.of(1, 4, 1)
    found = bounds_of(Instance(jobs, platform))["makespan"]
    assert found["sites"] == 36 / 4 > max(found["release_area"], found["dual"])
    assert "sites" not in bounds_of(Instance(jobs, Platform.of(6)))["makespan"]
    narrower = moldable([9, 4], [9, 4])
    assert bounds_of(Instance(narrower, Platform.of(1, 2)))["makespan"]["sites"] == 16 / 3


def test_a_moldable_job_counts_with_its_least_work_and_its_least_time() -> None:
    jobs = moldable([9, 5, 4])
    found = bounds_of(Instance(jobs, Platform.of(3)))["makespan"]
    assert (found["area"], found["longest"]) == (9 / 3, 4)


def test_the_processors_of_all_sites_share_the_work() -> None:
    assert makespan.area(offline((2, 6), (4, 3)), Platform.of(2, 4)) == 4


def test_the_dual_approximation_by_hand() -> None:
    """Three jobs of 5 on two processors need 10: more than area and longest job say."""
    jobs = offline((1, 5), (1, 5), (1, 5))
    assert 10 / 1.001 <= makespan.dual(jobs, Platform.of(2)) <= 10
    assert makespan.area(jobs, Platform.of(2)) == 7.5


def test_the_dual_approximation_of_a_grid_takes_its_sites_as_one_machine() -> None:
    jobs = moldable([8, 6, 2], [8, 6, 2])
    one = makespan.dual(jobs, Platform.of(4))
    assert 4 / 1.001 <= one <= 4, "both on three processors, one after the other, or 16/4"
    assert makespan.dual(jobs, Platform.of(2, 2)) == 6, "three processors are too many for a site"


def test_rounding_lifts_no_bound_above_what_a_schedule_reaches() -> None:
    """The sum of these times is rounded down in one order and up in another."""
    times = [0.016249184190702915, 7.584236889072469, 7.122925421011834, 1.6]
    jobs = offline(*((1, time) for time in times))
    instance = Instance(jobs, Platform.of(1))
    best = optimum(instance.jobs, 1, weighted=False)
    for value in bounds_of(instance)["makespan"].values():
        assert best * (1 - 1e-3) <= value <= best or value == instance.jobs.runtime.max()


def test_bounds_of_whole_seconds_are_exact() -> None:
    jobs = offline(*[(1, 2**40 + i) for i in range(100)])
    found = bounds_of(Instance(jobs, Platform.of(1)))["makespan"]
    assert found["area"] == found["release_area"] == 100 * 2**40 + 99 * 50


@settings(max_examples=amount(200))
@given(st.lists(st.floats(1e-3, 10), min_size=1, max_size=5), st.integers(0, 2**32))
def test_no_bound_exceeds_what_a_schedule_on_one_processor_reaches(
    times: list[float], seed: int
) -> None:
    release = np.sort(np.random.default_rng(seed).choice([0, 0.1, 5.7], len(times)))
    jobs = rigid(*((r, 1, time) for r, time in zip(release, times, strict=True)))
    instance = Instance(jobs, Platform.of(1))
    best = optimum(instance.jobs, 1, weighted=False)
    for value in bounds_of(instance)["makespan"].values():
        assert value <= best + 1e-9  # the schedule adds floats, the bound whole ticks


@settings(max_examples=amount(60))
@given(rigid_cases(released=True, jobs=5, longest=4))
def test_no_bound_exceeds_the_optimum_of_rigid_jobs(case: tuple[Workload, int]) -> None:
    workload, m = case
    if len(workload):
        best = optimum(workload, m, weighted=False)
        for value in bounds_of(Instance(workload, Platform.of(m)))["makespan"].values():
            assert value <= best + 1e-9


@settings(max_examples=amount(40))
@given(moldable_cases(jobs=3))
def test_no_bound_exceeds_the_optimum_of_moldable_jobs(case: tuple[Workload, int]) -> None:
    workload, m = case
    workload = replace(workload, release=np.arange(0.0, 2 * len(workload), 2))
    best = optimum(workload, m, weighted=False)
    for value in bounds_of(Instance(workload, Platform.of(m)))["makespan"].values():
        assert value <= best + 1e-9


@pytest.mark.parametrize("platform", [Platform.of(4), Platform.of(4, 4)])
def test_bounds_of_no_jobs_are_zero(platform: Platform) -> None:
    assert set(bounds_of(Instance(rigid(), platform))["makespan"].values()) == {0.0}


class TestLpInfeasibility:
    """The least makespan that the time-indexed linear program does not rule out."""

    MACHINE = Platform.of(3)

    def test_jobs_that_meet_in_the_middle(self) -> None:
        """Two jobs on 2 of 3 processors for 2 s cannot both end by 3 s, though the area allows."""
        workload = offline((2, 2), (2, 2), (1, 1))
        bounds = bounds_of(Instance(workload, self.MACHINE))["makespan"]
        assert bounds["lp_infeasibility"] == 4
        assert bounds["area"] == 3

    @given(moldable_cases())
    def test_it_never_exceeds_the_optimum(self, case: tuple[Workload, int]) -> None:
        workload, processors = case
        found = makespan.lp_infeasibility(workload, Platform.of(processors))
        assert found <= optimum(workload, processors, weighted=False)

    def test_it_is_in_seconds(self) -> None:
        workload = offline((2, 5), (2, 5), (1, 2.5))
        assert makespan.lp_infeasibility(workload, self.MACHINE) == 10

    @pytest.mark.parametrize(
        ("workload", "machine"),
        [
            (rigid((0, 1, 1), (1, 1, 1)), MACHINE),
            (offline((1, 0.1), (1, 2**0.5)), MACHINE),
            (offline((1, 1)), Platform.of(2, 2)),
            (offline(*[(1, 19_000 + i) for i in range(100)]), MACHINE),
            (offline((1, 3e8), (1, 3e8 - 1)), MACHINE),
            (offline(*[(1, 19_999 - i % 2) for i in range(300)]), Platform.of(300)),
            (offline(*[(1, 1)] * 1_001), MACHINE),
        ],
        ids=[
            "released",
            "no granule",
            "grid",
            "too many slots",
            "too many units",
            "too many entries",
            "too many jobs",
        ],
    )
    def test_it_is_left_out_where_it_does_not_apply(
        self, workload: Workload, machine: Platform
    ) -> None:
        assert "lp_infeasibility" not in bounds_of(Instance(workload, machine))["makespan"]

    def test_it_says_where_it_applies(self) -> None:
        limit = BOUNDS["makespan"]["lp_infeasibility"].limit
        assert limit.startswith("up to 1,000 jobs, all there at time 0, on one machine")
        assert "150,000 slots" in limit
        assert "20,000 units" in limit

    def test_a_list_far_above_the_trivial_bound_makes_no_program_larger(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Thirty jobs of 2 s on two of three processors: LTF takes 60 s, and the area says 40 s."""
        built: list[Size] = []

        def note(instance: DiscreteInstance, horizon: int) -> Slots:
            built.append(Size.of(instance, horizon))
            return of(instance, horizon)

        of = Slots.of
        monkeypatch.setattr(Slots, "of", note)
        monkeypatch.setattr(makespan, "LARGEST", Size(700, 100, 5_000))
        workload = offline(*[(2, 2)] * 30)
        found = makespan.lp_infeasibility(workload, self.MACHINE)
        assert built == [(30 * 23, 23, 30 * 24 * 2)], "units of 2 s"
        assert 40 <= found <= 48

    def test_the_serial_list_is_left_out_where_it_would_take_long(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All jobs one after the other would take 10^7 units; those below 20,000 are tried."""

        def serial(*_: object) -> None:
            raise AssertionError("too long a list")

        monkeypatch.setattr(makespan, "largest_first", serial)
        monkeypatch.setattr(makespan, "EFFORT", 0)
        workload = offline(*[(1, 19_990 + i % 3) for i in range(500)])
        assert makespan.lp_infeasibility(workload, Platform.of(1000)) == 19_992

    def test_what_takes_too_much_effort_is_not_claimed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a linear program it is the larger of area and longest job."""
        workload = offline((2, 2), (2, 2), (1, 1))
        monkeypatch.setattr(makespan, "EFFORT", 0)
        assert makespan.lp_infeasibility(workload, self.MACHINE) == 3

    def test_it_pauses_while_programs_are_solved(self) -> None:
        def pause() -> None:
            raise Cancelled("enough")

        with pytest.raises(Cancelled):
            makespan.lp_infeasibility(offline((2, 2), (2, 2), (1, 1)), self.MACHINE, pause)

    @pytest.mark.usefixtures("nothing_known")
    @pytest.mark.parametrize("where", ["applies", "compute"])
    def test_a_bound_without_memory_is_left_out(
        self, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        def fail(*_: object) -> bool:
            raise MemoryError

        declared = BOUNDS["makespan"]["lp_infeasibility"]
        if where == "compute":
            failing = replace(declared, compute=fail)
        else:
            failing = replace(declared, condition=Condition("never", fail))
        monkeypatch.setitem(BOUNDS["makespan"], "lp_infeasibility", failing)
        found = bounds_of(Instance(offline((2, 2), (2, 2), (1, 1)), self.MACHINE))
        assert "lp_infeasibility" not in found["makespan"]
        assert found["makespan"]["area"] == 3
        assert found["minsum"]

    def test_nothing_to_do_takes_no_time(self) -> None:
        assert bounds_of(Instance(offline(), self.MACHINE))["makespan"]["lp_infeasibility"] == 0
        assert (
            bounds_of(Instance(offline((1, 0)), self.MACHINE))["makespan"]["lp_infeasibility"] == 0
        )
