"""The options that keep to the printed text: what the programs find, and nothing else."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import NoScheduleError, TimeLimitReached
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits, largest_first
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.model.search_trace import MOST_POINTS
from parsched.model.stop import Stop
from parsched.policies.successive_lp import reading, search
from parsched.policies.successive_lp.parameters import SlpParams
from parsched.run.request import requests
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline
from tests.parsched.optima import optimum
from tests.parsched.policies.successive_lp.test_search import Case, find, ltf, published
from tests.parsched.strategies import moldable_cases

WORKLOAD, PROCESSORS = published(12, 32, seed=4), 32
"""LTF takes 42, and the programs prove 35; the longest job and work/m are 24 and 31.9 at most."""
MACHINE = Platform.of(PROCESSORS)
INSTANCE = DiscreteInstance.of(WORKLOAD, PROCESSORS)
LTF = largest_first(INSTANCE)
both = pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])


class Reader:
    """Finds nothing that is shorter than `from_on`; delays LTF's schedule to the makespan tried."""

    def __init__(self, from_on: float) -> None:
        self.from_on = from_on
        self.asked: list[int] = []

    def __call__(self, slots: Any, shares: Any, makespan: int) -> PlacedUnits | None:
        self.asked.append(makespan)
        if makespan < self.from_on:
            return None
        return PlacedUnits(LTF.chosen, LTF.start + makespan - LTF.makespan, makespan)


def tried(reader: Reader, stop: Stop | None = None, **params: Any) -> Schedule:
    asked = SlpParams(max_iterations=2, **params)
    return find(Instance(WORKLOAD, MACHINE), asked, stop or Stop(), reader)


class TestNoFallback:
    def test_what_is_found_when_T_grows_is_the_schedule_though_ltf_is_shorter(self) -> None:
        found = tried(Reader(44), fallback="none")
        assert found.end.max() == 44 > LTF.makespan

    def test_a_schedule_as_long_as_ltfs_is_found_not_taken(self) -> None:
        reader = Reader(LTF.makespan)
        assert tried(reader, fallback="none").end.max() == LTF.makespan
        assert sorted(set(reader.asked)) == [41, 42]

    def test_where_nothing_is_found_the_error_says_what_was_tried(self) -> None:
        stop = Stop()
        with pytest.raises(NoScheduleError) as caught:
            tried(Reader(np.inf), stop, fallback="none")
        assert str(caught.value) == (
            "12 linear programs for makespans from 42 to 47 s found no schedule; fallback=ltf "
            "returns LTF's, of 42 s"
        )
        assert stop.best is None

    def test_the_schedule_of_ltf_is_not_left_behind_by_a_run_that_is_stopped(self) -> None:
        stop = Stop(time_limit=-1.0)
        with pytest.raises(TimeLimitReached):
            tried(Reader(np.inf), stop, fallback="none")
        assert stop.best is None

    def test_programs_that_are_too_large_are_said_to_be(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "LARGEST", search.LARGEST._replace(rows=30))  # type: ignore[attr-defined]
        with pytest.raises(NoScheduleError, match="too large for every makespan up to LTF's"):
            tried(Reader(0), fallback="none")

    def test_an_earlier_attempt_counts_as_found(self) -> None:
        first = tried(Reader(39), fallback="none")
        reader = Reader(np.inf)
        again = tried(reader, Stop(initial=first), fallback="none")
        assert set(reader.asked) == {38}
        assert again.end.max() == 39
        grown = tried(Reader(44), fallback="none")
        assert tried(Reader(0), Stop(initial=grown), fallback="none").end.max() == 44

    @both
    @settings(max_examples=amount(40))
    @given(case=moldable_cases())
    def test_it_is_never_below_the_optimum_and_needs_a_program(self, key: str, case: Case) -> None:
        workload, processors = case
        instance = Instance(workload, Platform.of(processors))
        asked = {"fallback": "none", "max_iterations": 30}
        try:
            result = solve(instance, key, asked, bounds=())
        except NoScheduleError:
            return
        assert result.metrics["makespan"] >= optimum(workload, processors, weighted=False)
        assert result.search["lps"] >= 1

    def test_no_jobs_need_no_program(self) -> None:
        nothing = Instance(offline((1, 0)), Platform.of(1))
        assert solve(nothing, "slp-pure", {"fallback": "none"}).schedule.end.tolist() == [0]


class TestGrowth:
    @pytest.mark.parametrize(("growth", "end"), [("unbounded", 60), ("bounded", 42)])
    def test_T_grows_to_what_is_found_only_if_it_is_unbounded(self, growth: str, end: int) -> None:
        """With the fallback, LTF's stays the best; without, 60 is what was found."""
        reader = Reader(60)
        assert tried(reader, growth=growth).end.max() == 42
        assert sorted(set(reader.asked)) == list(range(42, 61 if growth == "unbounded" else 48))
        if growth == "unbounded":
            assert tried(Reader(60), growth=growth, fallback="none").end.max() == end

    def test_it_grows_to_twice_as_much_and_says_so_to_studies(self) -> None:
        reader = Reader(np.inf)
        with pytest.raises(NoScheduleError, match="from 42 to 84 s") as caught:
            tried(reader, growth="doubled", fallback="none")
        assert sorted(set(reader.asked)) == list(range(42, 85))
        assert caught.value.tried == 84

    def test_it_ends_with_the_largest_program_that_is_built(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "LARGEST", search.LARGEST._replace(rows=55))  # type: ignore[attr-defined]
        reader = Reader(np.inf)
        with pytest.raises(NoScheduleError, match="from 42 to 55 s"):
            tried(reader, growth="unbounded", fallback="none")
        assert sorted(set(reader.asked)) == list(range(42, 56))


class TestLowerBound:
    def test_as_printed_no_program_is_solved_for_the_bound_and_T_is_above_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def never(*_: object, **__: object) -> int:
            raise AssertionError("nothing is proved first")

        monkeypatch.setattr(search, "relaxed_makespan", never)
        work = int((WORKLOAD.width * WORKLOAD.runtime).sum())
        lowest = max(int(WORKLOAD.runtime.max()), work // PROCESSORS) + 1
        reader = Reader(0)
        tried(reader, lower_bound="printed")
        feasible = range(35, 43)
        assert INSTANCE.above_printed_bound == lowest <= 35
        assert reader.asked == list(reversed(feasible)), "below 35 no program has a solution"

    @pytest.mark.parametrize(("time", "least"), [((5, 4, 3), 7), ((5, 4, 2), 6)])
    def test_T_equal_to_the_bound_is_never_tried(self, time: tuple[int, ...], least: int) -> None:
        """The work of 12 on two processors takes 6, which is not above 6; 11 takes 5.5."""
        discrete = DiscreteInstance.of(offline(*((1, t) for t in time)), 2)
        assert discrete.above_printed_bound == least

    def test_where_ltf_meets_it_the_printed_loop_returns_its_schedule(self) -> None:
        """`while T > lb`: nothing is solved."""
        instance = Instance(offline((1, 4), (1, 4)), Platform.of(2))
        [request] = requests(["slp-pure:printed"])
        result = solve(instance, "slp-pure", request.params)
        assert result.metrics["makespan"] == 4
        assert result.search == {}


@pytest.mark.parametrize(("placement", "first"), [("serial", 43), ("graham", 31), ("best", 31)])
def test_the_placement_of_ltf_is_the_first_makespan_tried(placement: str, first: int) -> None:
    asked: list[int] = []

    def never(slots: Any, shares: Any, makespan: int) -> None:
        asked.append(makespan)

    workload = published(16, 32, seed=1)
    params = SlpParams(max_iterations=1, placement=placement)
    found = find(Instance(workload, MACHINE), params, Stop(), never)
    assert asked[0] == found.end.max() == first


class TestAsPrinted:
    @both
    def test_one_word_asks_for_it(self, key: str) -> None:
        [request] = requests([f"{key}:printed"])
        assert request.params.changed() == {
            "gradient": "literal",
            "restarts": 0,
            "placement": "serial",
            "lower_bound": "printed",
            "fallback": "none",
            "growth": "unbounded",
        }

    def test_the_hybrid_form_beats_ltf_on_average_and_stays_above_the_optimum(self) -> None:
        [request] = requests(["slp-hybrid:printed,max_iterations=50"])
        ratios = []
        for seed in range(4):
            workload = published(14, 64, seed=seed)
            result = solve(Instance(workload, Platform.of(64)), "slp-hybrid", request.params)
            assert result.ratios["makespan"].value >= 1
            ratios.append(result.metrics["makespan"] / ltf(workload, 64))
        assert np.mean(ratios) < 1


@both
def test_the_totals_are_of_all_programs(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More programs than a trace keeps points of: their mean share is exact."""
    shares: list[float] = []
    read = getattr(reading, key.removeprefix("slp-"))

    def note(slots: Any, values: Any, makespan: int) -> PlacedUnits | None:
        shares.append(float(reading.exact(slots, values).mean()))
        return read(slots, values, makespan)  # type: ignore[no-any-return]

    monkeypatch.setattr(reading, key.removeprefix("slp-"), note)
    params = {"gradient": "literal", "max_iterations": 300}
    result = solve(Instance(WORKLOAD, MACHINE), key, params)
    assert len(shares) > MOST_POINTS or key == "slp-hybrid"
    assert result.search == {"lps": len(shares), "exact_share": pytest.approx(np.mean(shares))}
    assert result.record().search == result.search
