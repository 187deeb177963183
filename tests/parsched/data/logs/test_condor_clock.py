"""Event logs of HTCondor whose dates have no year: which year they are of."""

import pytest

from parsched.data.logs.families.condor_clock import YearlessClock
from tests.parsched.data.logs.test_known import findings, reading

HOUR, DAY = 3_600, 86_400


def events(*lines: tuple[str, int, str]) -> bytes:
    """Return events, each with its code, the number of the job, and its date."""
    return "".join(
        f"{code} ({job:03}.000.000) {date} x\n...\n" for code, job, date in lines
    ).encode()


def job(number: int, *dates: str) -> list[tuple[str, int, str]]:
    """Return the events of a job from its submission to its end."""
    return [(code, number, date) for code, date in zip(("000", "001", "005"), dates, strict=True)]


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (("07/01", "01/05"), 188),
        (("11/20", "06/02"), 194),
        (("12/31", "07/05"), 186),
        (("03/01", "01/01"), 306),
        (("01/20", "01/02"), 347),
        (("01/20", "01/06"), -14),
        (("01/01", "12/31"), -1),
        (("01/01", "12/31", "01/02"), 1),
        (("01/10", "12/31"), -10),
        (("01/01", "12/01"), 334),
        (("06/30", "02/29", "03/01"), 245),
        (("12/31", "02/29"), 60),
        (("02/28", "03/01", "02/29"), 0),
        (("02/28", "03/01", "02/29", "03/01"), 1),
        (("02/28", "02/29", "03/01", "12/31", "01/01", "12/31"), 307),
    ],
)
def test_the_day_of_a_date_after_others(dates: tuple[str, ...], days: int) -> None:
    clock = YearlessClock()
    told = [clock.seconds(date[:2], date[3:], "08:00:00") for date in dates]
    assert told[-1] == days * DAY


def test_a_job_after_a_long_quiet_time_is_of_the_next_year() -> None:
    first = job(10, "11/20 10:00:00", "11/20 10:01:00", "11/20 10:03:00")
    other = job(11, "06/02 09:00:00", "06/02 10:01:00", "06/02 10:03:00")
    jobs = reading(events(*first, *other)).workload
    assert jobs.release.tolist() == [0, 194 * DAY - HOUR]
    assert jobs.runtime.tolist() == [120, 120]


def test_a_job_may_wait_for_half_a_year() -> None:
    lines = job(10, "07/01 23:59:00", "01/05 00:01:00", "01/05 00:03:00")
    jobs = reading(events(*lines)).workload
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [187 * DAY + 120]


def test_an_event_of_december_may_come_after_one_of_january() -> None:
    first = job(10, "01/01 00:00:01", "01/01 00:01:00", "01/01 00:03:00")
    late = job(11, "12/31 23:59:59", "01/01 00:01:00", "01/01 00:03:00")
    found = reading(events(first[0], late[0], *first[1:], *late[1:]))
    assert found.workload.ids.tolist() == ["11.0", "10.0"]
    assert found.workload.release.tolist() == [0, 2]
    assert found.workload.runtime.tolist() == [120, 120]
    assert found.report.dropped == 0


def test_a_leap_day_that_comes_late_is_told() -> None:
    first = job(1, "02/28 10:00:00", "03/01 10:00:00", "03/01 11:00:00")
    late = job(2, "02/29 12:00:00", "03/01 12:00:00", "03/01 13:00:00")
    found = reading(events(*first[:2], late[0], first[2], *late[1:]))
    assert found.workload.runtime.tolist() == [HOUR, HOUR]
    assert findings(found)["late_leap_day"] == 1
    in_order = reading(events(first[0], late[0], *first[1:], *late[1:]))
    assert in_order.workload.recorded is not None
    assert in_order.workload.recorded.tolist() == [2 * DAY, 2 * DAY + 2 * HOUR]
    assert "late_leap_day" not in findings(in_order)
