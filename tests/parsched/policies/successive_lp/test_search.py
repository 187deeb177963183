"""The search: repairs of the printed algorithm, proofs, and what it leaves when stopped."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import Cancelled, SolverError
from parsched.data.generators import generate
from parsched.measure.time_indexed import bound
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits, largest_first
from parsched.measure.time_indexed.relaxation import TimeIndexedRelaxation
from parsched.measure.time_indexed.solver import Solver
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.successive_lp import search
from parsched.policies.successive_lp.descent import reweighted
from parsched.policies.successive_lp.parameters import LARGEST, SlpParams
from parsched.policies.successive_lp.search import Read
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline
from tests.parsched.optima import optimum
from tests.parsched.strategies import moldable_cases

Case = tuple[Workload, int]
both = pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])


def published(jobs: int, processors: int, profile: str = "rigid", seed: int = 1) -> Workload:
    params = {"profile": profile, "seed": seed}
    return generate("paper-uniform", jobs=jobs, processors=processors, params=params)


def run(
    workload: Workload, processors: int, key: str, stop: Stop | None = None, **params: Any
) -> Result:
    return solve(Instance(workload, Platform.of(processors)), key, params, stop=stop)


def find(instance: Instance, params: SlpParams, stop: Stop, read: Read) -> Schedule:
    """Search with a reader that a test makes."""
    return search.search(instance, params, stop, reweighted(params), read)


def ltf(workload: Workload, processors: int) -> float:
    instance = DiscreteInstance.of(workload, processors)
    return largest_first(instance).makespan * instance.unit


@both
@settings(max_examples=amount(40))
@given(case=moldable_cases())
def test_no_schedule_is_below_the_optimum_and_no_bound_above(key: str, case: Case) -> None:
    workload, processors = case
    best = optimum(workload, processors, weighted=False)
    stop = Stop()
    result = run(workload, processors, key, stop, max_iterations=30)
    assert stop.bound is not None
    assert stop.bound <= best <= result.metrics["makespan"] <= ltf(workload, processors)


@both
@pytest.mark.parametrize(
    ("processors", "jobs", "profile", "seed", "best"),
    [(32, 12, "rigid", 1, 25), (32, 12, "ceil", 4, 35), (64, 14, "ceil", 6, 39)],
)
def test_it_finds_and_proves_the_optimum_where_ltf_does_not(
    key: str, processors: int, jobs: int, profile: str, seed: int, best: int
) -> None:
    workload = published(jobs, processors, profile, seed)
    result = run(workload, processors, key, max_iterations=200)
    assert result.metrics["makespan"] == best < ltf(workload, processors)
    assert result.certificates["makespan"].text == "proved optimal"


class TestGradient:
    """The default must drive shares to 0 and 1; the printed gradient flees its own solution."""

    @pytest.mark.parametrize(
        ("jobs", "seed", "best"), [pytest.param(14, 6, 39, marks=pytest.mark.night), (16, 5, 30)]
    )
    def test_the_default_finds_in_few_programs_what_the_literal_one_does_not(
        self, jobs: int, seed: int, best: int
    ) -> None:
        workload = published(jobs, 64, seed=seed)
        default = run(workload, 64, "slp-pure", max_iterations=60)
        assert default.params["gradient"] == "smoothed"
        assert default.metrics["makespan"] == best
        literal = run(workload, 64, "slp-pure", max_iterations=300, gradient="literal")
        assert literal.metrics["makespan"] == ltf(workload, 64) > best


class TestRepairs:
    """Where the printed algorithm goes wrong."""

    def test_the_bound_itself_is_tried(self) -> None:
        """Printed, T = lb is never tried; 35 is proved, and 42 is LTF's."""
        workload = published(12, 32, seed=4)
        listed = largest_first(DiscreteInstance.of(workload, 32))
        asked: list[int] = []

        def exactly(slots: Any, shares: Any, makespan: int) -> PlacedUnits:
            asked.append(makespan)
            return PlacedUnits(listed.chosen, listed.start, makespan)

        find(Instance(workload, Platform.of(32)), SlpParams(), Stop(), exactly)
        assert asked == [42, 41, 40, 39, 38, 37, 36, 35]

    def test_when_ltf_is_not_reached_T_grows_and_ltf_stays_the_best(self) -> None:
        """A reader that finds only what is longer than LTF."""
        workload = published(12, 32, seed=4)
        instance = DiscreteInstance.of(workload, 32)
        listed = largest_first(instance)
        asked: list[int] = []

        def late(slots: Any, shares: Any, makespan: int) -> PlacedUnits | None:
            asked.append(makespan)
            if makespan < listed.makespan + 2:
                return None
            return PlacedUnits(listed.chosen, listed.start + 2, listed.makespan + 2)

        stop, params = Stop(), SlpParams(max_iterations=3)
        found = find(Instance(workload, Platform.of(32)), params, stop, late)
        assert found.end.max() == listed.makespan
        steps = sorted(set(asked))
        assert steps == [listed.makespan, listed.makespan + 1, listed.makespan + 2]
        assert asked == sorted(asked)

    def test_T_does_not_grow_for_ever(self) -> None:
        workload = published(12, 32, seed=4)
        asked: list[int] = []

        def never(slots: Any, shares: Any, makespan: int) -> None:
            asked.append(makespan)

        params = SlpParams(max_iterations=2)
        found = find(Instance(workload, Platform.of(32)), params, Stop(), never)
        listed = ltf(workload, 32)
        assert found.end.max() == listed
        assert listed == 42
        assert max(asked) == 47, "46.2, rounded up"

    def test_T_grows_where_a_tenth_is_no_unit(self) -> None:
        """LTF takes 7 units where 6 are enough; one that finds nothing tries 8 as well."""
        workload = offline((1, 3), (1, 3), (1, 2), (1, 2), (1, 2))
        asked: list[int] = []

        def never(slots: Any, shares: Any, makespan: int) -> None:
            asked.append(makespan)

        params = SlpParams(max_iterations=2)
        find(Instance(workload, Platform.of(2)), params, Stop(), never)
        assert sorted(set(asked)) == [7, 8]

    @pytest.mark.parametrize(("rows", "steps"), [(47, 47), (44, 44), (42, 42)])
    def test_T_does_not_grow_beyond_what_is_built(
        self, rows: int, steps: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = self._asked(rows, monkeypatch)
        assert sorted(set(asked)) == list(range(42, steps + 1))

    def test_T_begins_with_the_longest_that_is_built(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert set(self._asked(39, monkeypatch)) == {39}
        assert not self._asked(34, monkeypatch), "35 is proved"

    def _asked(self, rows: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Return the makespans that a search tries that finds nothing: LTF takes 42."""
        monkeypatch.setattr(search, "LARGEST", LARGEST._replace(rows=rows))
        asked: list[int] = []

        def never(slots: Any, shares: Any, makespan: int) -> None:
            asked.append(makespan)
            assert slots.horizon <= rows

        params = SlpParams(max_iterations=2)
        found = find(Instance(published(12, 32, seed=4), Platform.of(32)), params, Stop(), never)
        assert found.end.max() == 42
        return asked

    def test_T_falls_to_one_unit_below_what_was_found(self) -> None:
        """Shorter than T is read as at most T: T itself counts as found."""
        workload = published(12, 32, seed=4)
        listed = largest_first(DiscreteInstance.of(workload, 32))
        asked: list[int] = []

        def exactly(slots: Any, shares: Any, makespan: int) -> PlacedUnits | None:
            asked.append(makespan)
            return PlacedUnits(listed.chosen, listed.start, makespan) if makespan > 39 else None

        params = SlpParams(max_iterations=2)
        find(Instance(workload, Platform.of(32)), params, Stop(), exactly)
        assert asked == [42, 41, 40, 39, 39]

    def test_a_solver_that_fails_ends_the_search_with_the_best(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(self: TimeIndexedRelaxation, costs: Any) -> Any:
            raise SolverError("out of luck")

        workload = published(12, 32, seed=4)
        monkeypatch.setattr(TimeIndexedRelaxation, "minimise", fail)
        result = run(workload, 32, "slp-hybrid")
        assert result.status is Status.FINISHED
        assert result.metrics["makespan"] == ltf(workload, 32)


@both
@pytest.mark.parametrize("runs", [0, 1, 8, 30])
def test_a_solver_that_fails_later_costs_no_schedule(
    key: str, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [runs]

    def fail_later(self: Solver) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise SolverError("out of luck")
        run_once(self)

    run_once = Solver.run
    monkeypatch.setattr(Solver, "run", fail_later)
    result = run(published(12, 32, seed=4), 32, key)
    assert left[0] < 0
    assert result.status is Status.FINISHED
    assert 35 <= result.metrics["makespan"] <= 42


class TestStopping:
    """A search that is stopped leaves its best schedule and what it proved."""

    LARGE = published(100, 64, "ceil")

    @both
    def test_a_cancel_during_a_program_is_obeyed_within_seconds(self, key: str) -> None:
        moments: list[float] = []

        def listen(progress: Progress) -> None:
            if progress.message.startswith("lower bound"):
                return
            moments.append(progress.seconds)
            if progress.seconds > 1.5:
                raise Cancelled("cancelled")

        stop = Stop(listener=listen, interval=0)
        result = run(self.LARGE, 64, key, stop)
        assert result.status is Status.STOPPED_EARLY
        assert result.metrics["makespan"] <= ltf(self.LARGE, 64)
        assert stop.bound is not None
        assert result.seconds - moments[-1] < 5
        assert np.diff(moments).max() < 2

    def test_the_time_limit_of_the_parameters_ends_it(self) -> None:
        result = run(self.LARGE, 64, "slp-pure", time_limit=0.5)
        assert result.status is Status.STOPPED_EARLY
        assert result.seconds < 4

    def test_the_best_only_gets_better_and_the_bound_only_grows(self) -> None:
        stop = Stop()
        result = run(published(18, 64, "ceil", 2), 64, "slp-hybrid", stop)
        for key, sign in (("best", -1), ("bound", 1)):
            values = [p.values[key] for p in result.trace if key in p.values]
            assert len(values) > 1
            assert (np.diff(values) * sign >= 0).all()
        last = result.trace[-1].values
        assert last["best"] == result.metrics["makespan"]
        assert last["bound"] == max(stop.known, stop.bound or 0.0)
        assert 0 <= last["exact_share"] <= 1


@both
def test_a_known_bound_that_ltf_meets_leaves_no_program_to_solve(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job on all 5 processors for 2 s, another for 4 s, and 1 s more beside it: 6 s."""

    def program(*_: object) -> None:
        raise AssertionError("LTF meets the bound")

    workload, stop = offline((1, 1), (5, 2), (3, 4)), Stop()
    monkeypatch.setattr(bound, "TimeIndexedRelaxation", program)
    monkeypatch.setattr(search, "TimeIndexedRelaxation", program)
    stop.begin(6.0)
    declared = algorithm(key)
    found = declared.schedule(Instance(workload, Platform.of(5)), declared.params(), stop)
    assert found.end.max() == stop.bound == 6
    with pytest.raises(AssertionError):
        declared.schedule(Instance(workload, Platform.of(5)), declared.params(), Stop())


def test_no_makespan_below_a_known_bound_is_tried() -> None:
    """The programs prove 35; here 38 is known from elsewhere."""
    workload = published(12, 32, seed=4)
    listed = largest_first(DiscreteInstance.of(workload, 32))
    asked: list[int] = []

    def exactly(slots: Any, shares: Any, makespan: int) -> PlacedUnits:
        asked.append(makespan)
        return PlacedUnits(listed.chosen, listed.start, makespan)

    stop = Stop()
    stop.begin(37.5)
    find(Instance(workload, Platform.of(32)), SlpParams(), stop, exactly)
    assert asked == [42, 41, 40, 39, 38]


@both
def test_another_seed_searches_another_way(key: str) -> None:
    workload = published(14, 64, seed=4)
    traces = [
        [dict(p.values) for p in run(workload, 64, key, seed=seed, max_iterations=40).trace]
        for seed in (1, 1, 2)
    ]
    assert traces[0] == traces[1]
    assert traces[0] != traces[2]


@both
def test_half_seconds_are_searched_in_half_seconds(key: str) -> None:
    whole = published(12, 32, seed=1)
    half = offline(*zip(whole.width, whole.runtime / 2, strict=True))
    one, two = (run(w, 32, key, max_iterations=40).metrics["makespan"] for w in (whole, half))
    assert one == 2 * two


def test_progress_of_a_makespan_that_is_not_found_comes_to_its_end() -> None:
    """One makespan is tried below LTF's 7: 6, which is not found here."""
    fractions: list[float] = []
    workload = offline((1, 3), (1, 3), (1, 2), (1, 2), (1, 2))
    instance = DiscreteInstance.of(workload, 2)
    listed = largest_first(instance)

    def first(slots: Any, shares: Any, makespan: int) -> PlacedUnits | None:
        return listed if makespan == listed.makespan else None

    stop = Stop(listener=lambda progress: fractions.append(progress.fraction), interval=0)
    params = SlpParams(max_iterations=10_000, restarts=5)
    find(Instance(workload, Platform.of(2)), params, stop, first)
    assert max(f for f in fractions if f < 1) > 0.7
