"""Dates along axes of figures, as files have them; browsers are compared in tests/js."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import parsched as sched
from parsched.base.errors import ParameterError
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.axes import AxisLayout
from parsched.report.dates import date_ticks
from parsched.report.figure import Axis, Figure, Series, floats

HOUR, DAY = 3_600.0, 86_400.0
SPRING = Calendar(datetime(2026, 3, 28, 23, tzinfo=UTC).timestamp(), "Europe/Berlin")
"""Time 0 is the midnight before clocks went forward."""


@pytest.mark.parametrize(
    ("end", "most", "texts"),
    [
        (20, 4, ["00:00:00\n29 Mar 2026", "00:00:05", "00:00:10", "00:00:15", "00:00:20"]),
        (2 * HOUR, 4, ["00:00\n29 Mar 2026", "00:30", "01:00", "01:30", "03:00"]),
        (1.9 * DAY, 4, ["00:00\n29 Mar 2026", "12:00", "00:00\n30 Mar 2026", "12:00"]),
        (4.9 * DAY, 5, ["29 Mar\n2026", "30 Mar", "31 Mar", "1 Apr", "2 Apr"]),
        (30 * DAY, 5, ["30 Mar\n2026", "6 Apr", "13 Apr", "20 Apr", "27 Apr"]),
        (400 * DAY, 5, ["Apr\n2026", "Jul", "Oct", "Jan\n2027", "Apr"]),
        (3_000 * DAY, 5, ["2028", "2030", "2032", "2034"]),
    ],
)
def test_ticks_are_where_calendars_turn(end: float, most: int, texts: list[str]) -> None:
    assert date_ticks(SPRING, 0.0, end, most)[1] == texts


def test_midnights_are_23_hours_apart_where_clocks_go_forward() -> None:
    ticks, _ = date_ticks(SPRING, 0.0, 3 * DAY, 3)
    assert ticks == [0.0, 23 * HOUR, 47 * HOUR, 71 * HOUR]


def figure(calendar: Calendar | None) -> Figure:
    line = Series(title="EASY", algorithm="easy", x=floats([0, HOUR, 3 * DAY]), y=floats([0, 1, 0]))
    return Figure(
        key="busy",
        title="Busy",
        x=Axis(title="time", unit="s", scale="clock", calendar=calendar),
        y=Axis(title="busy processors"),
        series=(line,),
    )


def printed(path: Path, of: Figure, **options: Any) -> str:
    return of.save(path / "a.svg", **options).read_text()


def test_printed_figures_have_dates_unless_time_is_relative(tmp_path: Path) -> None:
    dated = printed(tmp_path, figure(SPRING))
    assert "time (Europe/Berlin)" in dated
    assert "30 Mar" in dated
    relative = printed(tmp_path, figure(SPRING), time="relative")
    assert relative == printed(tmp_path, figure(None))
    assert "Mar" not in relative


def test_printed_figures_say_that_the_zone_is_unknown(tmp_path: Path) -> None:
    said = printed(tmp_path, figure(replace(SPRING, zone="")), width="text")
    assert "UTC; no time zone was named" in said


def test_another_time_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="time must be one of dates, relative, got lunar"):
        printed(tmp_path, figure(SPRING), time="lunar")


def test_an_axis_comes_back_from_json_with_its_calendar() -> None:
    for calendar in (SPRING, None):
        axis = figure(calendar).x
        assert Axis.from_json(axis.as_json()) == axis
    old = figure(None).x.as_json()
    del old["calendar"]
    assert Axis.from_json(old).calendar is None


def test_only_clocks_have_dates() -> None:
    axis = AxisLayout.dated(Axis(title="wait", scale="duration", calendar=SPRING), [1.0, 5.0], 4)
    assert axis.calendar is None


def test_reports_declare_the_calendar_of_their_jobs() -> None:
    jobs = sched.generate("lublin", jobs=20, processors=8)
    dated = replace(jobs, unix_start=SPRING.unix_start, zone=SPRING.zone)
    records = sched.compare(Instance(dated, Platform.of(8)), "fcfs")
    made = sched.report("distributions", records)
    found = {figure.key: figure.x.calendar for figure in made.figures}
    assert found["utilisation"] == found["queue"] == SPRING
    assert found["wait"] is None
