"""The relaxation: solved on few columns, exact over all, and its proofs."""

import time

import highspy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import Cancelled, SolverError
from parsched.data.generators import generate
from parsched.measure.time_indexed import matrix, relaxation, solver
from parsched.measure.time_indexed.bound import relaxed_makespan
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.proof import proves
from parsched.measure.time_indexed.relaxation import SplitVerdict, TimeIndexedRelaxation
from parsched.measure.time_indexed.size import Size
from parsched.measure.time_indexed.slots import Slots
from parsched.measure.time_indexed.solver import Solver
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import configured, offline
from tests.parsched.optima import optimum
from tests.parsched.strategies import moldable_cases

Case = tuple[Workload, int]
ANY = Size(10**9, 10**9, 10**9)


def silent() -> None:
    """Ignore the report."""


def jobs(
    count: int, *, processors: int = 32, profile: str = "ceil", seed: int = 1
) -> DiscreteInstance:
    params = {"profile": profile, "seed": seed}
    made = generate("paper-uniform", jobs=count, processors=processors, params=params)
    return DiscreteInstance.of(made, processors)


def feasible(slots: Slots, shares: np.ndarray) -> None:
    """Every job has shares of 1, and no processor is used twice."""
    assert shares.min() >= 0
    assert np.add.reduceat(shares, slots.first) == pytest.approx(np.ones(slots.jobs))
    for t in range(slots.horizon):
        runs = (slots.start <= t) & (t < slots.start + slots.time)
        assert slots.width[runs] @ shares[runs] <= slots.instance.processors + 1e-6


@pytest.fixture
def large_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaxation, "WRITTEN", 0)


class TestRelaxation:
    """Columns enter when they price out."""

    @pytest.mark.parametrize("crowded", [0, relaxation.CROWDED])
    @pytest.mark.parametrize("profile", ["rigid", "ceil"])
    def test_few_columns_give_the_optimum_over_all(
        self, monkeypatch: pytest.MonkeyPatch, profile: str, crowded: int
    ) -> None:
        monkeypatch.setattr(relaxation, "CROWDED", crowded)
        instance = jobs(14, profile=profile)
        slots = Slots.of(instance, instance.trivial_bound + 6)
        rng = np.random.default_rng(1)
        monkeypatch.setattr(relaxation, "WRITTEN", 0)
        few = TimeIndexedRelaxation(slots, silent)
        monkeypatch.setattr(relaxation, "WRITTEN", len(slots))
        every = TimeIndexedRelaxation(slots, silent)
        monkeypatch.setattr(relaxation, "WRITTEN", 0)
        monkeypatch.setattr(every, "_leave", lambda: None)
        low = instance.trivial_bound
        for makespan in (slots.horizon, slots.horizon - 2, low, slots.horizon - 3, slots.horizon):
            verdict = SplitVerdict.PROVED_IMPOSSIBLE if makespan == low else SplitVerdict.FITS
            assert few.limit(makespan) is every.limit(makespan) is verdict
            for _ in range(5 if verdict is SplitVerdict.FITS else 0):
                costs = rng.random(len(slots))
                one, two = few.minimise(costs), every.minimise(costs)
                feasible(slots, one)
                feasible(slots, two)
                assert costs @ one == pytest.approx(costs @ two, abs=1e-6)
                assert not one[~slots.within(makespan)].any()
                left = len(few._inside)  # noqa: SLF001
                few._leave()  # noqa: SLF001
                assert crowded or len(few._inside) < left  # noqa: SLF001

    def test_a_shorter_limit_may_be_lifted_again(self) -> None:
        instance = jobs(14)
        low = relaxed_makespan(instance, 500, silent, ANY)
        slots = Slots.of(instance, low + 5)
        lp = TimeIndexedRelaxation(slots, silent)
        verdicts = [lp.limit(makespan) for makespan in (low + 5, low - 1, low, low + 5)]
        fits, impossible = SplitVerdict.FITS, SplitVerdict.PROVED_IMPOSSIBLE
        assert verdicts == [fits, impossible, fits, fits]
        feasible(slots, lp.minimise(np.zeros(len(slots))))

    @pytest.mark.usefixtures("large_only")
    def test_columns_outside_of_the_basis_leave(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(relaxation, "CROWDED", 1)
        instance = jobs(40)
        slots = Slots.of(instance, instance.trivial_bound + 3)
        lp = TimeIndexedRelaxation(slots, silent)
        assert lp.limit(slots.horizon) is SplitVerdict.FITS
        rng, rows = np.random.default_rng(1), slots.jobs + slots.horizon
        for _ in range(8):
            shares = lp.minimise(rng.random(len(slots)))
        lp._leave()  # noqa: SLF001
        inside = lp._inside  # noqa: SLF001
        assert len(inside) <= rows
        assert set(np.flatnonzero(shares)) <= set(inside)

    @pytest.mark.usefixtures("large_only")
    def test_most_columns_never_enter(self) -> None:
        instance = jobs(40)
        slots = Slots.of(instance, instance.trivial_bound + 3)
        lp = TimeIndexedRelaxation(slots, silent)
        assert lp.limit(slots.horizon) is SplitVerdict.FITS
        lp.minimise(np.random.default_rng(1).random(len(slots)))
        assert len(lp._inside) < len(slots) / 3  # noqa: SLF001

    def test_a_solver_that_fails_decides_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(self: Solver) -> None:
            raise SolverError("out of luck")

        instance = jobs(5)
        slots = Slots.of(instance, instance.trivial_bound)
        lp = TimeIndexedRelaxation(slots, silent)
        monkeypatch.setattr(Solver, "run", fail)
        assert lp.limit(slots.horizon) is SplitVerdict.UNDECIDED


class TestProof:
    """Proofs do not depend on where the prices come from."""

    SLOTS = Slots.of(DiscreteInstance.of(offline((2, 2), (2, 2), (1, 1)), 3), 3)

    def test_two_jobs_that_cannot_overlap_need_four_units(self) -> None:
        """Both run in the middle unit: at a price there they pay 4, and 3 can be paid."""
        everywhere = np.ones(len(self.SLOTS), np.bool_)
        assert proves(self.SLOTS, everywhere, np.array([0.0, 0.3, 0.0]))

    @pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf, -1e-9, -1.0])
    def test_prices_that_are_none_prove_nothing(self, wrong: float) -> None:
        everywhere = np.ones(len(self.SLOTS), np.bool_)
        for place in range(3):
            prices = np.array([0.0, 0.3, 0.0])
            prices[place] = wrong
            assert not proves(self.SLOTS, everywhere, prices)

    def test_other_prices_prove_nothing(self) -> None:
        everywhere = np.ones(len(self.SLOTS), np.bool_)
        for prices in ([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0]):
            assert not proves(self.SLOTS, everywhere, np.array(prices))

    def test_equality_is_no_proof(self) -> None:
        slots = Slots.of(DiscreteInstance.of(offline((1, 1), (1, 1), (1, 1)), 3), 1)
        assert not proves(slots, np.ones(3, np.bool_), np.ones(1))

    @given(data=st.data(), case=moldable_cases())
    def test_no_prices_prove_what_is_possible(self, data: st.DataObject, case: Case) -> None:
        workload, processors = case
        instance = DiscreteInstance.of(workload, processors)
        best = round(optimum(workload, processors, weighted=False) / instance.unit)
        slots = Slots.of(instance, best)
        price = st.floats(0, 1e6) | st.sampled_from([0.0, 1e-300, 1 / 3])
        prices = data.draw(st.lists(price, min_size=best, max_size=best))
        assert not proves(slots, np.ones(len(slots), np.bool_), np.array(prices))

    def test_large_programs_do_not_overflow(self) -> None:
        instance = DiscreteInstance.of(offline(*[(9_999, 1)] * 999), 10_000)
        assert instance.trivial_bound == 999
        slots = Slots.of(instance, 999)
        assert not proves(slots, np.ones(len(slots), np.bool_), np.ones(999))
        fewer = slots.within(998)
        assert proves(slots, fewer, np.append(np.ones(998), 0.0))


class TestRelaxedMakespan:
    """Bisection between the trivial bound and a schedule."""

    @settings(max_examples=amount(60))
    @given(moldable_cases())
    def test_it_never_exceeds_the_optimum(self, case: Case) -> None:
        workload, processors = case
        instance = DiscreteInstance.of(workload, processors)
        best = round(optimum(workload, processors, weighted=False) / instance.unit)
        for reached in (best, best + 1, best + 7):
            assert (
                instance.trivial_bound <= relaxed_makespan(instance, reached, silent, ANY) <= best
            )

    def test_it_exceeds_the_trivial_bound(self) -> None:
        """Two jobs that hold the middle unit both, however one places them by 3 units."""
        instance = DiscreteInstance.of(offline((2, 2), (2, 2), (1, 1)), 3)
        assert instance.trivial_bound == 3
        assert relaxed_makespan(instance, 9, silent, ANY) == 4

    @pytest.mark.parametrize(("rows", "proved"), [(2, 3), (3, 4), (4, 4)])
    def test_what_is_too_large_is_not_asked(self, rows: int, proved: int) -> None:
        """That 3 units are impossible is proved by a program of 3 units."""
        instance = DiscreteInstance.of(offline((2, 2), (2, 2), (1, 1)), 3)
        assert relaxed_makespan(instance, 9, silent, ANY._replace(rows=rows)) == proved

    def test_it_lifts_the_bound_of_the_papers_workloads(self) -> None:
        lifts = []
        for seed in range(1, 9):
            instance = jobs(15, processors=64, profile="rigid", seed=seed)
            found = relaxed_makespan(instance, 500, silent, ANY)
            lifts.append(found / instance.trivial_bound)
        assert 1.02 < np.mean(lifts) < 1.15

    def test_a_schedule_that_meets_the_trivial_bound_needs_no_program(self) -> None:
        instance = DiscreteInstance.of(configured({1: 2, 2: 1}), 2)
        assert relaxed_makespan(instance, 1, silent, ANY) == 1


class TestSolver:
    """The caller may end a run."""

    def test_it_stops_soon_after_beat_raises(self) -> None:
        instance = jobs(100, processors=64)
        slots = Slots.of(instance, instance.trivial_bound)
        deadline = time.monotonic() + 0.3

        def beat() -> None:
            if time.monotonic() > deadline:
                raise Cancelled("enough")

        lp = TimeIndexedRelaxation(slots, beat)
        rng = np.random.default_rng(1)

        def work() -> None:
            while lp.limit(slots.horizon) is SplitVerdict.FITS:
                lp.minimise(rng.random(len(slots)))

        with pytest.raises(Cancelled):
            work()
        assert time.monotonic() - deadline < 3

    def test_it_ends_inside_a_program_when_beat_raises(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """At the third call during one program, whose solution is not known then."""
        instance = jobs(200, processors=64, profile="rigid")
        slots = Slots.of(instance, instance.trivial_bound)
        highs = matrix.rows_only(slots)
        matrix.append(highs, matrix.columns(slots, np.arange(len(slots))), np.zeros(len(slots)))
        calls: list[None] = []

        def beat() -> None:
            calls.append(None)
            if len(calls) == 3:
                raise Cancelled("enough")

        monkeypatch.setattr(solver, "PULSE", 0.01)
        with pytest.raises(Cancelled):
            Solver(highs, beat).run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kInterrupt

    def test_a_failure_is_told_and_no_solution_of_a_run_before_is_taken_for_its_own(self) -> None:
        class Failing(highspy.Highs):
            """Runs once."""

            def __init__(self) -> None:
                super().__init__()  # type: ignore[no-untyped-call]
                self.runs = 0

            def run(self) -> highspy.HighsStatus:
                self.runs += 1
                if self.runs == 2:
                    raise MemoryError("no room")
                return super().run()

        highs = Failing()
        highs.addConstr(highs.addVariable(0, 1) <= 1)
        failing = Solver(highs, silent)
        failing.run()
        with pytest.raises(SolverError, match="the solver failed: no room"):
            failing.run()
        failing.run()

    def test_its_effort_is_simplex_iterations_times_the_square_of_the_rows(self) -> None:
        """Two jobs that fill 2 units have 4 rows; they need an iteration each at least."""
        slots = Slots.of(DiscreteInstance.of(offline((2, 1), (2, 1)), 3), 2)
        for effort, word in ((15, "used up"), (16, "Iteration limit")):
            limited = Solver(matrix.passed(matrix.written(slots)), silent, effort)
            with pytest.raises(SolverError, match=word):
                limited.run()
        Solver(matrix.passed(matrix.written(slots)), silent, 16 * 20).run()

    def test_an_infeasible_program_is_an_error(self) -> None:
        slots = Slots.of(DiscreteInstance.of(offline((2, 1), (2, 1)), 3), 1)
        program = Solver(matrix.passed(matrix.written(slots)), silent)
        program.bound(np.arange(2), np.zeros(2))
        with pytest.raises(SolverError, match="Infeasible"):
            program.run()
