"""What clocks show, against the standard library."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.model.problem.wall_clock import instants_of

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC")


def stamp(at: datetime) -> float:
    return at.timestamp()


@example(datetime(2026, 10, 25, 2, 30), "Europe/Berlin")
@example(datetime(2026, 10, 25, 2), "Europe/Berlin")
@example(datetime(2026, 10, 25, 3), "Europe/Berlin")
@example(datetime(2026, 3, 29, 2), "Europe/Berlin")
@example(datetime(2026, 3, 29, 3), "Europe/Berlin")
@example(datetime(2026, 4, 5, 1, 45), "Australia/Lord_Howe")
@example(datetime(2025, 12, 31, 23, 59), "America/New_York")
@given(
    st.datetimes(datetime(1975, 1, 1), datetime(2060, 1, 1)).map(
        lambda at: at.replace(microsecond=0)
    ),
    st.sampled_from(ZONES),
)
def test_instants_equal_the_standard_librarys(at: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    found = instants_of(np.array([stamp(at.replace(tzinfo=UTC))]), zone)
    early, late = (at.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    first, second = early.timestamp(), late.timestamp()
    if first > second:  # no clock showed it
        before, after = datetime.fromtimestamp(second, zone), datetime.fromtimestamp(first, zone)
        assert found.leapt[0]
        assert second < found.first[0] <= first
        leap = datetime.fromtimestamp(found.first[0] - 1, zone)
        assert leap.utcoffset() == before.utcoffset() != after.utcoffset()
        return
    assert (found.first[0], bool(found.leapt[0])) == (first, False)
    assert np.isnan(found.second[0]) if first == second else found.second[0] == second


def test_times_of_many_years_equal_each_years() -> None:
    years = range(1980, 2120, 7)
    shown = [datetime(year, 7, 1, 12, tzinfo=UTC).timestamp() for year in years]
    found = instants_of(np.array([*shown, np.nan, np.inf, -np.inf]), ZoneInfo("Europe/Berlin"))
    summer = [datetime(y, 7, 1, 12, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() for y in years]
    assert found.first[: len(summer)].tolist() == summer
    assert not np.isfinite(found.first[len(summer) :]).any()
