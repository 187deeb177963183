"""How times are counted: in whole numbers where they have a unit, else on a grain."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem.ticks import (
    FIRST,
    MOST,
    PLACES,
    SECONDS,
    Ticks,
    after,
    apart,
    are_whole,
    halvings_of,
    places_of,
)
from tests.amount import amount

NOT_TIMES = [float("nan"), float("inf"), -float("inf")]
reals = st.floats(1e-9, 1e9, allow_nan=False)


def ticks_of(*times: float, latest: float = 1e6) -> Ticks:
    return Ticks.of([np.array(times)], latest)


class TestTheSecond:
    """How many ticks it has."""

    @pytest.mark.parametrize(
        ("times", "latest", "second"),
        [
            ([], 1e6, 1),
            ([0.0], 1e6, 1),
            ([3.0, 1.7e9], 2e9, 1),
            ([2.0**53], 2.0**53, 1),
            ([0.5, 3.0], 1e6, 2),
            ([0.75, 2.5], 1e6, 4),
            ([1 / 1024], 1e6, 1024),
            ([2.0**-20], 1e6, 2**20),
            ([0.1], 1e6, 10),
            ([0.1, 0.25], 1e6, 100),
            ([0.5, 0.3], 1e6, 10),
            ([0.001, 12.0], 1e6, 1000),
            ([1e-9], 1e6, 10**9),
            ([0.123456789, 5.0], 1e6, 10**9),
            ([1_700_000_000.123456, 1_700_000_000.000003], 1.8e9, 10**6),
            ([1_700_000_000.1, 1_700_000_000.7], 1.8e9, 10),
        ],
    )
    def test_it_has_as_many_as_all_times_need(
        self, times: list[float], latest: float, second: int
    ) -> None:
        assert Ticks.of([np.array(times)], latest) == Ticks(float(second))

    def test_columns_count_together_and_whole_ones_add_nothing(self) -> None:
        columns = [np.array([1.0, 7.0]), np.array([0.5]), np.array([0.25, 0.1])]
        assert Ticks.of(columns, 1e6) == Ticks(100.0)
        assert Ticks.of(columns[:2], 1e6) == Ticks(2.0)
        assert Ticks.of(columns[:1], 1e6) == SECONDS
        assert Ticks.of([], 1e6) == SECONDS

    @pytest.mark.parametrize("value", NOT_TIMES)
    def test_what_is_no_time_has_no_say(self, value: float) -> None:
        assert ticks_of(value, 2.0) == SECONDS
        assert ticks_of(0.1, value) == Ticks(10.0)
        counted = Ticks(10.0).counted(np.array([0.3, value]))
        assert counted[0] == 3
        assert np.array_equal(counted[1:], [value], equal_nan=True)

    def test_negative_times_count_like_others(self) -> None:
        assert ticks_of(-0.1, 2.0) == Ticks(10.0)
        assert Ticks(10.0).counted(np.array([-0.3])).tolist() == [-3]

    def test_a_late_time_is_not_missed(self) -> None:
        times = np.full(FIRST, 0.5)
        assert Ticks.of([np.append(times, 0.1)], 1e6) == Ticks(10.0)
        assert not are_whole(np.append(np.ones(FIRST), 0.5))
        assert halvings_of(np.append(times, 0.1)) is None
        assert places_of(np.append(times, 1 / 3)) is None

    def test_there_are_no_more_ticks_than_can_be_told_apart(self) -> None:
        limit = MOST / 10**6
        assert ticks_of(0.000001, latest=limit) == Ticks(10.0**6)
        assert not ticks_of(0.000001, latest=limit * 1.01).are_whole
        assert ticks_of(0.5, latest=MOST / 2) == Ticks(2.0)
        assert not ticks_of(0.5, latest=MOST).are_whole


class TestDecimals:
    """Sums of decimals without their errors."""

    @pytest.mark.parametrize(
        ("total", "tidy"),
        [
            (0.1 + 0.2, 0.3),
            (0.1 + 0.7, 0.8),
            (1.1 + 2.2, 3.3),
            (sum([0.1] * 10), 1.0),
            (0.3 - 0.1, 0.2),
            (0.001 + 0.002 + 0.003, 0.006),
        ],
    )
    def test_a_sum_counts_as_the_decimal_that_was_meant(self, total: float, tidy: float) -> None:
        found = ticks_of(total, 0.001)
        assert found == Ticks(1000.0)
        assert found.rounded(np.array([total])).tolist() == [tidy]
        assert found.has(np.array([tidy]))

    @given(st.integers(0, PLACES), st.lists(st.integers(0, 2 * 10**6), min_size=1, max_size=8))
    def test_decimals_are_whole_ticks_and_come_back(self, places: int, units: list[int]) -> None:
        times = np.array(units) / 10.0**places
        found = Ticks.of([times], 1e4 if places == PLACES else 1e6)
        exact = [Fraction(unit, 10**places) * Fraction(found.second) for unit in units]
        if found.second >= 10**places or all(part.denominator == 1 for part in exact):
            assert found.counted(times).tolist() == [float(part) for part in exact]
        assert found.are_whole
        assert np.array_equal(found.rounded(times), times)

    def test_dates_with_microseconds_add_up(self) -> None:
        dates = np.array([1_700_000_000.000001, 1_700_000_000.123456])
        lengths = np.array([0.1, 3600.654321])
        assert after(dates, lengths).tolist() == [1_700_000_000.100001, 1_700_003_600.777777]
        assert apart(after(dates, lengths), dates).tolist() == lengths.tolist()

    def test_a_value_is_tidied_only_where_it_is_off_by_rounding(self) -> None:
        tenths = Ticks(10.0)
        assert tenths.tidy(0.1 + 0.2) == 0.3
        assert tenths.tidy(0.33) == 0.33
        assert SECONDS.tidy(0.1 + 0.2) == 0.1 + 0.2


class TestRealNumbers:
    """They are rounded to a grain, on which sums are exact."""

    @given(st.lists(reals, min_size=2, max_size=9))
    def test_sums_in_any_order_are_equal(self, drawn: list[float]) -> None:
        times = np.array([*drawn, 1 / 3])
        found = Ticks.of([times], float(times.sum()))
        counted = found.counted(times)
        assert len({float(np.cumsum(order)[-1]) for order in (counted, counted[::-1])}) == 1
        assert sum(map(Fraction, counted.tolist())) == Fraction(float(counted.sum()))

    @given(st.lists(reals, min_size=1, max_size=9))
    def test_a_time_moves_by_less_than_2_to_the_minus_49_of_the_latest(
        self, drawn: list[float]
    ) -> None:
        times = np.array([*drawn, 1 / 3])
        latest = float(times.sum())
        found = Ticks.of([times], latest)
        assert np.abs(found.rounded(times) - times).max() <= latest * 2.0**-49
        assert found.has(found.rounded(times))

    @given(st.lists(reals, min_size=1, max_size=9))
    def test_no_time_that_counts_is_less_than_a_tick(self, drawn: list[float]) -> None:
        times = np.array([*drawn, 1 / 3])
        found = Ticks.of([times], float(times.sum()))
        counted = found.counted(times)
        assert (counted[counted > 0] >= 1).all()
        assert not found.are_whole

    @pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-20, 1e20, 1e200, 1e300])
    def test_tiny_and_huge_numbers_keep_their_digits(self, scale: float) -> None:
        times = np.array([1 / 3, 2 / 3, 0.1]) * scale
        found = Ticks.of([times], float(times.sum()))
        assert found.rounded(times) == pytest.approx(times, rel=1e-14, abs=0)
        assert np.isfinite(found.counted(times)).all()

    def test_the_least_number_above_0_is_not_lost_on_its_own(self) -> None:
        least = np.array([5e-324])
        found = Ticks.of([least], 5e-324)
        assert found.rounded(least).tolist() == [5e-324]

    def test_what_is_far_below_the_grain_takes_one_grain(self) -> None:
        found = ticks_of(1e-200, 1 / 3, latest=1.0)
        assert found.counted(np.array([0.0, 1e-200])).tolist() == [0, found.grain]


class TestParts:
    """Instants between ticks, where deployments end."""

    @pytest.mark.parametrize("second", [1.0, 10.0, 1000.0, 2.0**10])
    def test_they_are_down_to_a_millionth_and_few_enough(self, second: float) -> None:
        for latest in (1.0, 1e6, 1e9, 1e12):
            found = Ticks(second).parted(latest)
            assert found.second == second
            assert 2.0**-20 <= found.grain <= 1
            assert found.grain == 1 or latest * second / found.grain < 2.0**50

    def test_real_numbers_have_their_own(self) -> None:
        found = ticks_of(2**0.5)
        assert found.parted(1.0) is found


class TestSums:
    """`after` and `apart`, of seconds."""

    def test_an_early_instant_stays_what_it_is_next_to_a_late_one(self) -> None:
        start, length = np.array([0.1, 1e10 + 0.1]), np.array([0.0, 1 / 3])
        assert after(start, length)[0] == 0.1
        assert apart(start + length, start)[0] == 0

    def test_real_numbers_on_a_grain_are_not_taken_for_decimals(self) -> None:
        tenth = np.rint(0.1 * 2.0**48) / 2.0**48
        assert after(np.array([tenth]), np.array([tenth])).tolist() == [2 * tenth]

    @pytest.mark.parametrize("value", NOT_TIMES)
    def test_what_did_not_happen_has_no_end(self, value: float) -> None:
        found = after(np.array([0.1, value]), np.array([0.2, 1.0]))
        assert found[0] == 0.3
        assert np.array_equal(found[1:], [value], equal_nan=True)
        waited = apart(np.array([0.3, value]), np.array([0.1, 1.0]))
        assert waited[0] == 0.2
        assert np.array_equal(waited[1:], [value], equal_nan=True)

    def test_no_times_have_no_sums(self) -> None:
        assert after(np.empty(0), np.empty(0)).tolist() == []
        assert apart(np.empty(0), np.empty(0)).tolist() == []

    def test_random_tenths_equal_whole_numbers(self) -> None:
        chance = np.random.default_rng(1)
        for _ in range(amount(50)):
            whole = chance.integers(0, 10**6, (2, 20)).astype(np.float64)
            assert np.array_equal(after(*(whole / 10)), whole.sum(axis=0) / 10)
            assert np.array_equal(apart(*(whole / 10)), (whole[0] - whole[1]) / 10)
