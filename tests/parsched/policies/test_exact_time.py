"""Times in decimals: what whole seconds get, every unit gets, worked out by hand."""

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import parsched as sched
from parsched.data.formats import read
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import Ticks
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.solve import solve
from tests.parsched.factories import offline, rigid, waiting

HOLE = rigid((0, 1, 0.3, 0.3), (0.05, 2, 100, 100), (0.1, 1, 0.2, 0.2))
"""On two processors, the third job fits exactly into the hole before the second one begins."""
OVERTAKING = ("easy", "conservative", "easy-sjbf", "first-fit", "maui", "grid")


def starts(jobs: Workload, processors: int, key: str = "easy", **params: object) -> list[float]:
    """Run an algorithm."""
    found = solve(Instance(jobs, Platform.of(processors)), key, params)
    return [float(at) for at in found.schedule.start]


def scaled(jobs: Workload, by: float) -> Workload:
    """The same jobs in another unit; quotients are the float64 nearest to the decimals."""
    profiles = replace(jobs.profiles, times=np.round(jobs.profiles.times * 100) / by)
    release, estimate = np.round(jobs.release * 100) / by, np.round(jobs.estimate * 100) / by
    return replace(jobs, release=release, estimate=estimate, profiles=profiles)


class TestTheHole:
    """0.1 + 0.2 is 0.3."""

    @pytest.mark.parametrize("key", OVERTAKING)
    def test_a_job_fits_into_it(self, key: str) -> None:
        jobs = HOLE if key != "grid" else replace(HOLE, ids=np.array([1, 2, 3]))
        assert starts(jobs, 2, key) == [0.0, 0.3, 0.1]

    @pytest.mark.parametrize("per_second", [100.0, 1e3, 1e5, 1e6, 1e9, 800.0, 1.0])
    def test_it_does_in_any_unit(self, per_second: float) -> None:
        expected = [0.0, 30 / per_second, 10 / per_second]
        assert starts(scaled(HOLE, per_second), 2) == expected
        assert starts(scaled(HOLE, per_second), 2, "conservative") == expected

    @pytest.mark.parametrize("begin", [1_000, 1_700_000_000, 86_400.5])
    def test_it_does_at_any_date(self, begin: float) -> None:
        jobs = replace(HOLE, release=np.array([begin, begin + 0.05, begin + 0.1]))
        assert starts(jobs, 2) == [begin, begin + 0.3, begin + 0.1]

    @pytest.mark.parametrize("events", ["batch", "sequential"])
    @pytest.mark.parametrize("estimates", ["raise", "kill", "overrun"])
    def test_it_does_under_all_rules(self, events: str, estimates: str) -> None:
        rules = Rules(events=events, estimates=estimates)
        for key in ("easy", "conservative"):
            found = solve(Instance(HOLE, Platform.of(2), rules), key)
            assert found.schedule.start.tolist() == [0.0, 0.3, 0.1]

    def test_its_waits_are_measured_and_explained(self) -> None:
        found = solve(Instance(HOLE, Platform.of(2)), "easy")
        assert found.schedule.wait(HOLE).tolist() == [0.0, 0.25, 0.0]
        assert found.metrics["mean_wait"] == pytest.approx(0.25 / 3)
        assert found.metrics["max_wait"] == 0.25
        why = sched.explain(found, 2)
        assert (why.released, why.start, why.possible, why.bound) == (0.05, 0.3, 0.3, "full")
        assert why.simulated
        assert sched.explain(found, 3).wait == 0

    def test_estimates_in_decimals_fill_it_as_well(self) -> None:
        jobs = rigid((0, 1, 0.25, 0.7), (0.1, 2, 9, 9), (0.2, 1, 0.1, 0.5))
        assert starts(jobs, 2) == [0.0, 0.3, 0.2]

    def test_delays_of_dependencies_are_decimals(self) -> None:
        """The second job is released at 0.1 + 0.2 s, when the third one arrives."""
        jobs = waiting(rigid((0, 1, 0.1), (0, 1, 5), (0.3, 1, 5)), (1, 0, 0.2))
        assert starts(jobs, 1, "fcfs") == [0.0, 0.3, 5.3]

    def test_files_of_it_are_read_and_done_right(self, shared: Path) -> None:
        folder = shared / "cases" / "outside-2"
        jobs = read(str(folder / "02-decimal-hole.csv")).workload
        ten = read(str(folder / "02-decimal-hole-x10.csv")).workload
        for key in ("easy", "conservative"):
            assert starts(jobs, 2, key) == [0.0, 0.3, 0.1]
            assert starts(ten, 2, key) == [0.0, 3.0, 1.0]


class TestThirds:
    """Fractions that have no decimals are exact as well."""

    def test_three_thirds_are_one(self) -> None:
        jobs = rigid((0, 1, 1), (0, 1, 1 / 3), (0, 2, 9), (0, 1, 1 / 3), (0, 1, 1 / 3))
        assert starts(jobs, 2) == [0.0, 0.0, 1.0, 1 / 3, 2 / 3]

    @pytest.mark.parametrize("parts", [3, 7, 12, 60, 360, 999])
    def test_the_hole_is_filled_in_any_parts(self, parts: int) -> None:
        expected = [0.0, 30 / parts, 10 / parts]
        assert starts(scaled(HOLE, parts), 2) == expected

    def test_thirds_beside_tenths_have_a_unit(self) -> None:
        jobs = rigid((0, 1, 0.1), (0, 1, 1 / 3), (0, 1, 0.5))
        assert Instance(jobs, Platform.of(1)).ticks.second == 30.0


class TestSums:
    """What comes of adding decimals is a decimal."""

    def test_no_wait_is_left_of_rounding(self) -> None:
        found = solve(
            Instance(rigid((0, 1, 0.1), (0.1, 1, 0.2), (0.3, 1, 5)), Platform.of(1)), "easy"
        )
        assert found.schedule.end.tolist() == [0.1, 0.3, 5.3]
        assert found.metrics["max_wait"] == 0
        assert found.longest_waiting == ""
        assert found.schedule.to_frame(found.workload)["wait"].tolist() == [0, 0, 0]

    def test_totals_have_the_digits_of_the_times(self) -> None:
        found = solve(Instance(offline((1, 0.1), (1, 0.2), (1, 0.3)), Platform.of(3)), "ltf")
        assert 0.1 + 0.2 + 0.3 != 0.6
        assert found.metrics["sum_completion"] == 0.6

    def test_a_bound_is_met_exactly(self) -> None:
        """Three jobs of 0.1 s, one after the other, take 0.3 s, and no schedule is shorter."""
        found = solve(Instance(offline(*[(1, 0.1)] * 3), Platform.of(1)), "ltf")
        assert found.metrics["makespan"] == 0.3
        assert found.bounds["makespan"]["area"] == 0.3
        assert found.certificates["makespan"].is_proof

    def test_sums_in_floats_are_understood(self) -> None:
        """0.1 + 0.2 of a schedule made elsewhere is 0.3, when another job holds the processor."""
        jobs = rigid((0, 1, 0.1), (0, 1, 0.2), (0, 1, 0.4))
        sums = np.array([0.0, 0.1, 0.1 + 0.2])
        instance = Instance(jobs, Platform.of(1))
        sched.check(instance, Schedule.of(jobs, sums))
        given = sched.judge(instance, Schedule.of(jobs, sums))
        assert given.violations == ()
        assert given.schedule.start.tolist() == [0.0, 0.1, 0.3]

    def test_a_true_overlap_in_decimals_is_found(self) -> None:
        jobs = rigid((0, 1, 0.3), (0, 1, 0.2))
        given = sched.judge(
            Instance(jobs, Platform.of(1)), Schedule.of(jobs, np.array([0.0, 0.299]))
        )
        assert given.violation_count == 1
        assert "0.299 s" in given.violations[0]

    def test_instants_between_the_ticks_of_the_jobs_are_kept(self) -> None:
        """Jobs in whole seconds may be started at any time by a program outside."""
        jobs = rigid((0, 1, 3), (0, 1, 2))
        given = sched.judge(
            Instance(jobs, Platform.of(1)), Schedule.of(jobs, np.array([0.25, 3.25]))
        )
        assert given.violations == ()
        assert given.schedule.start.tolist() == [0.25, 3.25]


class TestShortJobs:
    """Below a second, too, short comes before long."""

    JOBS = rigid((0, 1, 1), (0, 1, 0.003), (0, 1, 0.001), (0, 1, 0.002))

    def test_the_shortest_is_first_in_milliseconds(self) -> None:
        assert starts(self.JOBS, 1, "queue", order="sjf") == [0.006, 0.003, 0.0, 0.001]

    def test_the_expansion_factor_counts_them(self) -> None:
        """When the first job ends, 0.1 s have made 101 times of the third, and 11 of the second."""
        jobs = rigid((0, 1, 0.1), (0, 1, 0.01), (0, 1, 0.001))
        assert starts(jobs, 1, "queue", order="xf") == [0.0, 0.101, 0.1]

    def test_a_job_of_no_length_counts_as_one_unit(self) -> None:
        jobs = rigid((0, 1, 0.002), (0, 1, 0.0), (0, 1, 0.001))
        assert starts(jobs, 1, "queue", order="ljf")[0] == 0.0

    def test_learned_predictions_are_whole_units(self) -> None:
        """The mean of 3 and 4 ms is 3 ms, as the mean of 3 and 4 s is 3 s."""
        rows = [(0, 1, 3, 9), (0, 1, 4, 9), (7, 2, 5, 5), (7, 1, 3, 9), (7, 1, 9, 9)]
        params = {"predict": "average-2", "correct": "doubling"}
        whole = rigid(*rows, users=["a"] * 5)
        milli = rigid(*((r / 1000, q, p / 1000, e / 1000) for r, q, p, e in rows), users=["a"] * 5)
        expected = [at / 1000 for at in starts(whole, 2, "queue", **params)]
        assert starts(milli, 2, "queue", **params) == expected

    def test_slowdowns_count_them_as_long_as_they_are(self) -> None:
        """Of two jobs of 0.5 s one waits for the other: it takes twice its time."""
        found = solve(Instance(offline((1, 0.5), (1, 0.5)), Platform.of(1)), "fcfs")
        assert found.metrics["mean_slowdown"] == 1.5

    def test_whole_seconds_keep_a_floor_of_one(self) -> None:
        found = solve(Instance(offline((1, 1), (1, 0)), Platform.of(1)), "fcfs")
        assert found.metrics["mean_slowdown"] == 1.0

    def test_constants_in_seconds_stay_what_they_are(self) -> None:
        """A window of 2 s is 2 s in tenths."""
        jobs = rigid((0, 2, 1.5, 1.5), (0.1, 2, 1, 1), (0.2, 1, 9.5, 9.5))
        assert starts(jobs, 2, "queue", reservations=2, window=2.0) == [0.0, 1.5, 2.5]

    @pytest.mark.parametrize(("longer", "expected"), [(0, 111.0), (0.1, 170.0)])
    def test_corrected_predictions_grow_by_minutes(self, longer: float, expected: float) -> None:
        """Job 3 is believed to run 10 s, and at 110 to run 70 s: job 5, which would end at 170,
        overtakes job 4; one that takes a tenth longer does not."""
        jobs = rigid(
            *((0, 1, 10, 10), (10, 1, 10, 10), (100, 3, 900, 1_000), (101, 4, 5, 5)),
            *((111, 1, 59 + longer, 59 + longer), (5_000, 1, 0.1, 0.1)),
            users=["a", "a", "a", "b", "b", "b"],
        )
        found = starts(jobs, 4, "queue", predict="average-2", correct="increments")
        assert found[4] == expected


class TestBounds:
    """Every unit gets the bounds that whole seconds get."""

    @pytest.mark.parametrize("per_second", [1, 10, 1000, 8, 10**6, 10**9])
    def test_none_is_missing_and_all_scale(self, per_second: int) -> None:
        rows = [(2, 7), (1, 9), (3, 4), (2, 5), (1, 11)]
        whole = solve(Instance(offline(*rows), Platform.of(3)), "ltf")
        parts = offline(*((q, p / per_second) for q, p in rows))
        found = solve(Instance(parts, Platform.of(3)), "ltf")
        for criterion in ("makespan", "minsum"):
            expected = whole.bounds[criterion]
            assert found.bounds[criterion].keys() == expected.keys()
            for key, value in expected.items():
                assert found.bounds[criterion][key] * per_second == pytest.approx(value, rel=1e-9)
        assert "lp_infeasibility" in found.bounds["makespan"]
        assert found.unit == pytest.approx(1 / per_second)


class TestRealNumbers:
    """Numbers without a unit: instants nearer than the grain are one instant."""

    def test_the_same_times_in_another_order_end_at_one_instant(self) -> None:
        """√2 + √3 + √5, whichever comes first: the wide job waits for both rows."""
        two, three, five = math.sqrt(2), math.sqrt(3), math.sqrt(5)
        rows = (two, five, three, three, five, two)
        jobs = rigid(*((0, 1, time) for time in rows), (0, 2, 1), (0, 1, 0.1))
        found = starts(jobs, 2, "fcfs")
        assert found[6] == pytest.approx(two + three + five)
        assert found[7] == pytest.approx(two + three + five + 1)

    def test_random_numbers_are_scheduled_checked_and_explained(self) -> None:
        chance = Random(7)
        for _ in range(20):
            rows = sorted(
                (chance.uniform(0, 20), chance.randint(1, 4), chance.uniform(0, 9), 12.0)
                for _ in range(15)
            )
            instance = Instance(rigid(*rows), Platform.of(4))
            for key in ("fcfs", "easy", "conservative"):
                found = solve(instance, key)
                sched.check(instance, found.schedule)
                found.schedule.check(instance.workload, instance.platform)
                assert sched.judge(instance, found.schedule).violations == ()
                assert sched.explain(found, 15).unknown == ""

    def test_the_grain_is_a_tiny_part_of_the_latest_instant(self) -> None:
        ticks = Ticks.of([np.array([math.pi, 700.5])], latest=1_000.0)
        assert not ticks.are_whole
        assert ticks.grain / ticks.second <= 1_000 * 2.0**-49


@pytest.mark.parametrize("key", [key for key, one in ALGORITHMS.items() if one.supports.online])
def test_what_a_log_recorded_is_what_the_policy_did(key: str) -> None:
    """Starts that were made in tenths, taken for recorded ones, break no rule."""
    if ALGORITHMS[key].is_given or ALGORITHMS[key].runs_commands:
        return
    chance = Random(3)
    rows = sorted(
        (chance.randint(0, 40) / 10, chance.randint(1, 4), chance.randint(0, 30) / 10)
        for _ in range(30)
    )
    instance = Instance(rigid(*rows), Platform.of(4))
    made = solve(instance, key)
    logged = Instance(replace(instance.workload, recorded=made.schedule.start), Platform.of(4))
    found = solve(logged, "recorded")
    assert found.violations == ()
    assert found.metrics["mean_wait"] == made.metrics["mean_wait"]
    assert found.schedule.start.tolist() == made.schedule.start.tolist()


class TestProofs:
    """What is proved is no more than true: bounds are handed on in ticks without rounding."""

    @pytest.mark.parametrize(
        "times",
        [
            (0.07, 0.03, 0.04),
            (0.55, 0.25, 0.3),
            (0.19, 0.01, 0.55),
            (0.27, 0.55, 0.01, 0.13, 0.16),
            (0.01, 0.03, 0.52, 0.02, 0.51),
            (1.001, 0.5, 0.501),
        ],
    )
    def test_no_search_proves_more_than_the_least_makespan(self, times: tuple[float, ...]) -> None:
        """0.07 · 100 is more than 7 in binary."""
        instance = Instance(offline(*((1, time) for time in times)), Platform.of(2))
        best = min(
            max(part, sum(times) - part)
            for chosen in range(2 ** len(times))
            for part in [sum(time for k, time in enumerate(times) if chosen >> k & 1)]
        )
        for key in ("local-search", "exact", "slp-hybrid", "widest", "ltf"):
            found = solve(instance, key, ALGORITHMS[key].params().brief())
            assert (found.proved or 0.0) <= best + 1e-9
            if found.certificates["makespan"].is_proof:
                assert found.metrics["makespan"] == pytest.approx(best)

    def test_random_hundredths_are_proved_truly(self) -> None:
        chance = Random(11)
        for _ in range(60):
            times = [chance.randint(1, 60) / 100 for _ in range(chance.randint(2, 5))]
            self.test_no_search_proves_more_than_the_least_makespan(tuple(times))

    def test_delays_are_multiples_of_the_unit(self) -> None:
        """A job of 2 s may end at 5 s, 1 s after another one: 6 s are not the least."""
        jobs = waiting(rigid((0, 1, 2), (0, 1, 2)), (1, 0, 1))
        instance = Instance(jobs, Platform.of(2))
        assert instance.unit == 1.0
        given = sched.judge(instance, Schedule.of(jobs, np.array([0.0, 4.0])))
        assert not given.certificates["makespan"].is_proof

    @pytest.mark.parametrize("estimate", [1e10, 1e15, 9e15])
    def test_estimates_without_end_leave_times_as_they_are(self, estimate: float) -> None:
        jobs = rigid(*((0, 1, 0.3), (0.1, 2, 100), (0.2, 1, 0.2), (0.3, 1, 1)))
        jobs = replace(jobs, estimate=np.array([np.nan, np.nan, np.nan, estimate]))
        instance = Instance(jobs, Platform.of(2))
        assert instance.ticks.second == 10
        assert instance.jobs.runtime.tolist() == [0.3, 100.0, 0.2, 1.0]

    def test_no_run_time_is_rounded_to_nothing(self) -> None:
        jobs = offline((1, math.pi), (1, 1e-30))
        assert Instance(jobs, Platform.of(1)).jobs.runtime.min() > 0


def test_times_of_other_clocks_are_moved_in_decimals() -> None:
    """Whole seconds have no halves, and half seconds are not lost in them."""
    assert not Ticks().has(np.array([0.5]))
    assert Instance(rigid((0, 1, 3)), Platform.of(1)).ticks_of(np.array([0.5])).second == 2.0
