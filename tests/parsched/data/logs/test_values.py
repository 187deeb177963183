"""Cells as numbers: durations, instants, counts."""

from datetime import UTC, datetime, timedelta
from math import inf, isnan
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.files.mapping import SourceColumn
from parsched.data.logs.values import cells_of, durations, instants, numbers, seconds_in

PLAIN = SourceColumn("x")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("1.5", 1.5),
        ("00:00:07", 7),
        ("15:00", 900),
        ("02:00:00", 7_200),
        ("1-00:00:30", 86_430),
        ("2-03", 183_600),
        ("1-02:30", 95_400),
        ("01:59:56.250", 7_196.25),
        ("1 day, 2:00:00", 93_600),
        ("0 days 01:00:00", 3_600),
        ("PT1H30M", 5_400),
        ("P1DT5S", 86_405),
        ("P2W", 1_209_600),
        ("1h 30m", 5_400),
        ("45 minutes", 2_700),
        ("1:30", 90),
        ("100:00:00", 360_000),
    ],
)
def test_durations_of_all_forms(text: str, seconds: float) -> None:
    assert seconds_in(text) == seconds
    assert durations(pa.array([text, None]), PLAIN)[0] == seconds


@pytest.mark.parametrize("text", ["", "UNLIMITED", "Partition_Limit", "Unknown", "-1", "N/A", "-"])
def test_no_duration(text: str) -> None:
    assert isnan(seconds_in(text))


@pytest.mark.parametrize("text", ["x", "1:2:3:4", "P", "5 parsecs", "1e400x", "--", "1;2", "٣"])
def test_what_is_no_duration_is_told(text: str) -> None:
    assert seconds_in(text) == inf


CLOCKS = st.from_regex(
    r"([0-9]{1,10}-)?[0-9]{1,10}:[0-9]{1,3}(:[0-9]{1,3}(\.5)?)?\Z", fullmatch=True
)


@given(st.lists(CLOCKS | st.sampled_from(("", "-1", "UNLIMITED", "x", " 1-0:0:1 ", "٣:00:00"))))
def test_columns_of_durations_are_read_as_their_cells_are(cells: list[str]) -> None:
    read = durations(pa.array(cells, pa.string()), PLAIN)
    assert np.array_equal(read, [seconds_in(cell) for cell in cells], equal_nan=True)


@given(st.integers(0, 10**7))
def test_the_durations_of_slurm_come_back(seconds: int) -> None:
    days, rest = divmod(seconds, 86_400)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    assert seconds_in(f"{days}-{clock}" if days else clock) == seconds
    assert seconds_in(str(timedelta(seconds=seconds))) == seconds


def test_plain_numbers_have_the_unit_of_their_column() -> None:
    minutes = SourceColumn("x", unit="min")
    assert durations(pa.array(["10", "00:00:10", "UNLIMITED"]), minutes)[:2].tolist() == [600, 10]
    assert durations(pa.array([10, -1]), minutes)[0] == 600
    assert isnan(durations(pa.array([10, -1]), minutes)[1])
    assert durations(pa.array([timedelta(hours=1)]), minutes).tolist() == [3_600]


@given(
    st.datetimes(datetime(1975, 1, 1), datetime(2037, 1, 1)).map(
        lambda at: at.replace(microsecond=0)
    ),
    st.sampled_from(["UTC", "Europe/Berlin", "America/Denver", "Asia/Kolkata"]),
)
def test_local_times_are_in_the_zone(at: datetime, zone: str) -> None:
    of = ZoneInfo(zone)
    told, is_local, _ = instants(pa.array([at.isoformat(), "Unknown"]), PLAIN, of)
    assert is_local
    assert isnan(told.first[1])
    there = at.replace(tzinfo=of)
    if there.astimezone(UTC).astimezone(of).replace(tzinfo=None) == at:  # the clock showed it
        assert told.first[0] == there.timestamp()


@pytest.mark.parametrize(
    ("cells", "seconds"),
    [
        (["2025-03-01T00:00:10+00:00"], 1_740_787_210),
        (["2025-03-01 01:00:10+01:00", ""], 1_740_787_210),
        (["2025-03-01T00:00:10Z"], 1_740_787_210),
        (["1740787210"], 1_740_787_210),
        ([1_740_787_210], 1_740_787_210),
        (["1740787210.5"], 1_740_787_210.5),
        (["2025-03-01 00:00:10 UTC"], 1_740_787_210),
    ],
)
def test_times_that_name_their_zone_need_none(cells: list[object], seconds: float) -> None:
    told, is_local, _ = instants(pa.array(cells), PLAIN, ZoneInfo("Asia/Tokyo"))
    assert (told.first[0], is_local) == (seconds, False)


def test_dates_of_other_forms_are_read_one_by_one() -> None:
    cells = ["03/01/2025 00:00:10", "2025-03-01 00:00:10", "Sat Mar  1 00:00:10 2025", "nonsense"]
    told, is_local, _ = instants(pa.array(cells), PLAIN, UTC)
    assert told.first.tolist() == [1_740_787_210] * 3 + [inf]
    assert is_local


@pytest.mark.parametrize(
    "cell",
    [
        *("29.03.2026 10:30", "2026/03/29 10:30", "03/29/2026 10:30", "29 Mar 2026 10:30"),
        *("03/29/2026 10:30:00 AM", "29-Mar-2026 10:30", "Mar 29 2026 10:30"),
    ],
)
def test_usual_dates_are_read(cell: str) -> None:
    order = "day first" if cell.startswith("29.") else "month first"
    assert instants(pa.array([cell]), PLAIN, UTC, order)[0].first.tolist() == [1_774_780_200]


def test_the_day_comes_first_where_that_is_said() -> None:
    cells = pa.array(["05/03/2026", "29/03/2026"])
    days = [1_772_668_800, 1_774_742_400]
    assert instants(cells, SourceColumn("x", unit="day first"), UTC)[0].first.tolist() == days
    assert instants(cells, PLAIN, UTC, "day first")[0].first.tolist() == days
    may = datetime(2026, 5, 3, tzinfo=UTC).timestamp()
    month_first = SourceColumn("x", unit="month first")
    assert instants(cells, month_first, UTC)[0].first.tolist() == [may, inf]


@pytest.mark.parametrize("form", ["2025-10-26 02:30:00", "26.10.2025 02:30:00"])
def test_an_hour_that_comes_twice_is_the_first_or_the_second(form: str) -> None:
    berlin, cells = ZoneInfo("Europe/Berlin"), pa.array([form])
    told, _, _ = instants(cells, PLAIN, berlin, "day first")
    assert (told.first[0], told.second[0] - told.first[0]) == (1_761_438_600, 3_600)


@pytest.mark.parametrize("form", ["2026-03-29 02:30:00", "29.03.2026 02:30:00"])
def test_an_hour_that_never_was_is_the_instant_of_the_leap(form: str) -> None:
    told, _, _ = instants(pa.array([form]), PLAIN, ZoneInfo("Europe/Berlin"), "day first")
    assert (told.first.tolist(), told.leapt.tolist()) == ([1_774_746_000], [True])


def test_milliseconds() -> None:
    told, _, _ = instants(pa.array([1_740_787_210_000]), SourceColumn("x", unit="ms"), UTC)
    assert told.first.tolist() == [1_740_787_210]


def test_counts_are_taken_out_of_what_a_job_was_given() -> None:
    cells = pa.array(["billing=8,cpu=16,gres/gpu:a100=4,mem=2G", "cpu=1", "mem=3G", None])
    found = numbers(cells, SourceColumn("x", unit="cpu"))
    assert found[:2].tolist() == [16, 1]
    assert np.isnan(found[2:]).all()
    assert cells_of(cells, SourceColumn("x", unit="gres/gpu")).to_pylist()[0] == "4"
    assert cells_of(cells, SourceColumn("x", unit="mem")).to_pylist() == ["2G", None, "3G", None]


def test_numbers_beside_missing_ones_are_whole() -> None:
    assert cells_of(pa.array([7.0, None]), PLAIN).to_pylist() == ["7", None]
    assert cells_of(pa.array([7.5]), PLAIN).to_pylist() == ["7.5"]
