"""Dates in browsers equal the library's, also where clocks change."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from parsched.model.problem.calendar import Calendar
from parsched.report.dates import date_ticks
from tests.js.engine import ask

MODULE = Path(__file__).resolve().parents[2] / "static" / "js" / "calendar.js"
HOUR, DAY = 3_600.0, 86_400.0
END = 4_000 * DAY


def at(*moment: int) -> float:
    return datetime(*moment, tzinfo=UTC).timestamp()  # type: ignore[arg-type,misc]


CALENDARS = (
    Calendar(at(2026, 3, 28, 22), "Europe/Berlin"),
    Calendar(at(2026, 10, 24, 22), "Europe/Berlin"),
    Calendar(at(1992, 10, 24, 3), "America/Sao_Paulo"),  # whose clocks change at midnight
    Calendar(at(2001, 9, 9, 1), "Australia/Lord_Howe"),  # by half an hour
    Calendar(at(1999, 12, 31, 20) + 0.25, "-18000"),
    Calendar(at(2000, 2, 28)),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[MiniRacer]:
    """A JavaScript engine with the module's functions and the calendars as globals."""
    engine = MiniRacer()
    engine.eval(re.sub(r"^export ", "", MODULE.read_text(), flags=re.MULTILINE))
    tables = json.dumps([calendar.table(END) for calendar in CALENDARS])
    engine.eval(f"const calendars = {tables}.map((table) => new Calendar(table))")
    yield engine
    engine.close()


@pytest.mark.parametrize("index", range(len(CALENDARS)))
@pytest.mark.parametrize("span", [0.05, 7, 90, HOUR, 9 * HOUR, 2 * DAY, 9 * DAY, 80 * DAY, END])
def test_ticks_of_browsers_and_of_files_are_the_same(
    browser: MiniRacer, index: int, span: float
) -> None:
    for begin in (0.0, 2.5 * HOUR, 3 * HOUR + 7):
        ticks, texts = date_ticks(CALENDARS[index], begin, begin + span, 6)
        found = ask(browser, f"calendars[{index}].ticks({begin}, {begin + span}, 6)")
        assert [text for _, text in found] == texts
        assert [place for place, _ in found] == pytest.approx(ticks, abs=1e-6)
        assert 0 < len(ticks) <= 8


@pytest.mark.parametrize("index", range(len(CALENDARS)))
def test_texts_of_browsers_equal_the_librarys(browser: MiniRacer, index: int) -> None:
    times = [0, 0.5, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 100 * DAY, 200 * DAY + 59]
    found = ask(browser, f"{json.dumps(times)}.map((at) => calendars[{index}].text(at))")
    assert found == [CALENDARS[index].text(time) for time in times]


@pytest.mark.parametrize(
    ("typed", "begin", "end"),
    [
        ("2026-03-29", (2026, 3, 28, 23), (2026, 3, 29, 22)),  # a day of 23 hours
        ("2026-03-29 01", (2026, 3, 29, 0), (2026, 3, 29, 1)),
        ("2026-03-29T03:30", (2026, 3, 29, 1, 30), (2026, 3, 29, 1, 31)),
        (" 2026-04 ", (2026, 3, 31, 22), (2026, 4, 30, 22)),
        ("2026-12-31 23:59:59", (2026, 12, 31, 22, 59, 59), (2026, 12, 31, 23)),
    ],
)
def test_what_is_typed_is_a_span_of_time(
    browser: MiniRacer, typed: str, begin: tuple[int, ...], end: tuple[int, ...]
) -> None:
    expected = [at(*moment) - CALENDARS[0].unix_start for moment in (begin, end)]
    assert ask(browser, f"calendars[0].parse({json.dumps(typed)})") == expected


@pytest.mark.parametrize("typed", ["", "7", "2026", "2026-13", "2026-02-30", "2026-03-29 24", "x"])
def test_what_is_no_date_is_none(browser: MiniRacer, typed: str) -> None:
    assert ask(browser, f"calendars[0].parse({json.dumps(typed)})") is None


def test_axes_of_a_day_tell_hours_and_name_the_date_where_it_changes(browser: MiniRacer) -> None:
    found = ask(browser, f"calendars[0].ticks(0, {DAY}, 4)")
    texts = ["00:00\n29 Mar 2026", "06:00", "12:00", "18:00", "00:00\n30 Mar 2026"]
    assert [text for _, text in found] == texts


def test_an_hour_that_comes_twice_has_its_ticks_twice(browser: MiniRacer) -> None:
    found = ask(browser, f"calendars[1].ticks({2 * HOUR}, {4 * HOUR}, 4)")
    assert [text for _, text in found] == [
        *("02:00\n25 Oct 2026", "02:30", "02:00", "02:30", "03:00"),
    ]


@pytest.mark.parametrize(
    "text",
    ["29.03.2026", "29/3/26", "3/29/2026 10:30 AM", "29 Mar 2026", "march 2026", "Mar 29, 05:00"],
)
def test_a_date_of_another_form_is_answered_by_an_example(browser: MiniRacer, text: str) -> None:
    said = ask(browser, f"calendars[0].hint({json.dumps(text)}, 0)")
    assert said == "Dates are written 2026-03-28, 2026-03 or 2026-03-28 23:00."
    for example in ("2026-03-28", "2026-03", "2026-03-28 23:00"):
        assert ask(browser, f"calendars[0].parse({json.dumps(example)})") is not None


@pytest.mark.parametrize(
    "text", ["7", "job7", "wait>1h", "submit>=2026-03-29", "marina", "7_1", "a-1"]
)
def test_what_looks_like_no_date_has_no_hint(browser: MiniRacer, text: str) -> None:
    assert ask(browser, f"calendars[0].hint({json.dumps(text)}, 0)") == ""


def test_a_time_without_a_date_is_no_example(browser: MiniRacer) -> None:
    assert ask(browser, "calendars[0].hint('29.03.2026', 1e15)") == ""
