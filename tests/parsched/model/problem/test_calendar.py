"""Dates and hours of seconds after time 0."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from parsched.base.errors import ParameterError, WorkloadError
from parsched.model.problem.calendar import LATEST, Calendar, away, zone_of
from tests.parsched.factories import rigid

HOUR, DAY = 3_600.0, 86_400.0
SPRING = Calendar(datetime(2026, 3, 29, tzinfo=UTC).timestamp(), "Europe/Berlin")
"""Time 0 is one hour before clocks went forward, at 2:00."""
AUTUMN = Calendar(datetime(2026, 10, 25, tzinfo=UTC).timestamp(), "Europe/Berlin")
"""Time 0 is one hour before clocks went back, at 3:00."""


@pytest.mark.parametrize(
    ("calendar", "texts"),
    [
        (SPRING, ("01:00:00 CET", "01:59:59 CET", "03:00:00 CEST")),
        (AUTUMN, ("02:00:00 CEST", "02:59:59 CEST", "02:00:00 CET")),
    ],
)
def test_hours_jump_where_clocks_change(calendar: Calendar, texts: tuple[str, ...]) -> None:
    found = [calendar.text(seconds).partition(" ")[2] for seconds in (0.0, HOUR - 1, HOUR)]
    assert tuple(found) == texts


def test_iso_dates_of_both_sides_of_a_change_equal_the_standard_librarys() -> None:
    times = np.array([0.0, HOUR - 1, HOUR, DAY, 300 * DAY])
    for calendar in (SPRING, AUTUMN, Calendar(1e9, "Australia/Lord_Howe"), Calendar(1e9, "-12600")):
        expected = [
            datetime.fromtimestamp(calendar.unix_start + at, calendar.tzinfo).isoformat()
            for at in times.tolist()
        ]
        assert calendar.iso(times) == expected


def test_parts_of_seconds_stay_in_iso_dates_and_leave_texts() -> None:
    assert SPRING.iso(np.array([0.25])) == ["2026-03-29T01:00:00.250000+01:00"]
    assert SPRING.text(0.75) == "2026-03-29 01:00:00 CET"


def test_what_has_no_date_is_blank() -> None:
    late = Calendar(LATEST)
    assert late.iso(np.array([np.nan, np.inf, 2.0**53])) == ["", "", ""]
    assert [late.text(at) for at in (np.nan, np.inf, 2.0**53, -(2.0**53))] == [""] * 4
    assert late.iso(np.array([0.0])) == [late.text(0).replace(" UTC", "+00:00").replace(" ", "T")]


def test_offsets_begin_at_time_0_and_name_every_change() -> None:
    offsets = SPRING.offsets(250 * DAY)
    assert [(each.begin, each.seconds, each.name) for each in offsets] == [
        (0, 3_600, "CET"),
        (HOUR, 7_200, "CEST"),
        (AUTUMN.unix_start - SPRING.unix_start + HOUR, 3_600, "CET"),
    ]
    assert SPRING.offsets(HOUR - 2) == offsets[:1]


def test_every_hour_of_forty_years_has_the_offset_of_the_standard_library() -> None:
    calendar = Calendar(1e8, "America/Sao_Paulo")
    offsets = calendar.offsets(40 * 365 * DAY)
    begins = np.array([each.begin for each in offsets])
    for at in np.arange(0, 40 * 365 * DAY, 97 * HOUR).tolist():
        moment = datetime.fromtimestamp(calendar.unix_start + at, calendar.tzinfo)
        offset = offsets[int(np.searchsorted(begins, at, side="right")) - 1]
        assert away(offset.seconds) == moment.isoformat()[-6:]


@pytest.mark.parametrize("name", ["", "Mars", "../x", "+25:00", "90000", "europe/berlin"])
def test_an_unknown_zone_is_shown_as_utc_and_said(name: str) -> None:
    calendar = Calendar(1e9, name)
    assert zone_of(name) is None
    assert calendar.text(0) == "2001-09-09 01:46:40 UTC"
    assert calendar.note == "UTC; no time zone was named"


@pytest.mark.parametrize(
    ("name", "note", "text"),
    [
        ("3600", "UTC+01:00", "02:46:40 UTC+01:00"),
        ("-18000", "UTC-05:00", "20:46:40 UTC-05:00"),
        ("+05:30", "UTC+05:30", "07:16:40 UTC+05:30"),
        ("US/Eastern", "US/Eastern", "21:46:40 EDT"),
        ("UTC", "UTC", "01:46:40 UTC"),
    ],
)
def test_zones_have_names_or_distances_from_greenwich(name: str, note: str, text: str) -> None:
    calendar = Calendar(1e9, name)
    assert calendar.note == note
    assert calendar.text(0).partition(" ")[2] == text


@pytest.mark.parametrize("start", [0.0, -1.0, -1e300, 3e11, np.inf, np.nan])
def test_absurd_beginnings_have_no_calendar(start: float) -> None:
    with pytest.raises(ParameterError, match="unix_start must be from 1 to 221845392000"):
        Calendar(start)


def test_a_workload_has_a_calendar_where_its_time_0_has_a_date() -> None:
    jobs = rigid((0, 1, 1), (5, 1, 1))
    assert Calendar.of(jobs) is None
    assert Calendar.of(replace(jobs, unix_start=-7.0)) is None
    assert Calendar.of(replace(jobs, unix_start=1e9, zone="UTC")) == Calendar(1e9, "UTC")
    with pytest.raises(WorkloadError, match="unix_start must be finite, got inf"):
        replace(jobs, unix_start=np.inf)


def test_dates_stay_when_jobs_are_taken_and_clocks_moved() -> None:
    jobs = replace(rigid((0, 1, 1), (5, 1, 1), (9, 1, 1)), unix_start=1e9)
    taken = jobs.take(slice(1, None))
    moved = taken.since(5.0)
    assert (taken.release.tolist(), taken.unix_start) == ([5, 9], 1e9)
    assert (moved.release.tolist(), moved.unix_start) == ([0, 4], 1e9 + 5)


def test_dates_are_found_again_by_what_people_type() -> None:
    assert SPRING.seconds_of(datetime(2026, 3, 29, 3, 0)) == HOUR
    assert SPRING.seconds_of(datetime(2026, 3, 29, 1, 0, tzinfo=UTC)) == HOUR
