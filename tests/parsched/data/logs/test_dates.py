"""Dates as people and programs write them: what they mean, in which order, and when they are
refused."""

from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pytest

from parsched.base.errors import FormatError
from parsched.data.files.mapping import Mapping, SourceColumn
from parsched.data.formats import Reading, Severity
from parsched.data.logs.date_orders import OrderEvidence
from parsched.data.logs.guess import guesses
from parsched.data.logs.tables import table
from parsched.data.logs.values import InstantColumn, instants
from tests.parsched.data.logs.test_known import findings, reading

OUTSIDE = Path(__file__).parents[5] / "shared" / "cases" / "outside"
BERLIN = ZoneInfo("Europe/Berlin")

DAY_FIRST = """job_id;ncpus;submit_time;start_time;end_time
1;4;03/02/2026 08:00:00;03/02/2026 09:00:00;03/02/2026 10:00:00
2;4;05/02/2026 08:00:00;05/02/2026 09:00:00;05/02/2026 10:00:00
3;4;14/02/2026 08:00:00;14/02/2026 09:00:00;14/02/2026 10:00:00
4;4;27/02/2026 08:00:00;27/02/2026 09:00:00;27/02/2026 10:00:00
"""
COMPACT = """job_id,ncpus,submit_time,start_time,end_time
1,4,20260214081500,20260214082000,20260214092000
2,8,20260214081700,20260214092000,20260214093000
"""
FORMS = """job_id|ncpus|submit_time|start_time|end_time
1|4|02/14/26 08:15|02/14/26 08:20|02/14/26 09:20
2|4|Sat Feb 14 08:17:00 UTC 2026|Sat Feb 14 09:20:00 UTC 2026|Sat Feb 14 09:30:00 UTC 2026
3|4|Sat, 14 Feb 2026 09:18:00 +0100|Sat, 14 Feb 2026 09:20:00 Z|14 Feb 2026 09:30:00 GMT
4|4|Feb 14, 2026 8:19:00 AM|Feb 14, 2026 9:20:00 AM|Feb 14, 2026 9:30:00 AM
5|4|2026-02-14 09:19:30 CET|2026-02-14 10:20:00 CET|2026-02-14 10:30:00 CET
"""


def at(text: str) -> float:
    """Return the Unix time of a date of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def read_cell(cell: str, zone: tzinfo = UTC, unit: str = "") -> InstantColumn:
    """Read one cell, in the order that it has by itself."""
    cells, evidence = pa.array([cell]), OrderEvidence()
    evidence.add(cells)
    return instants(cells, SourceColumn("x", unit), zone, evidence.order)


def dated(cells: list[str]) -> Reading:
    """Read a table of jobs that come at some dates."""
    rows = [f"{i}|1|{cell}|60\n" for i, cell in enumerate(cells)]
    return reading("".join(["id|cpus|submit_time|run_time\n", *rows]).encode())


@pytest.mark.parametrize(
    ("cell", "instant"),
    [
        ("02/14/26 08:15", "2026-02-14 08:15"),
        ("14.02.26 8:15", "2026-02-14 08:15"),
        ("14.02.2026 08.15", "2026-02-14 08:15"),
        ("14-FEB-26 08.15.00", "2026-02-14 08:15"),
        ("Sat Feb 14 08:17:00 CET 2026", "2026-02-14 07:17"),
        ("Sat 14 Feb 2026 08:17:00 PM CEST", "2026-02-14 18:17"),
        ("Sat, 14 Feb 2026 08:18:00 +0100", "2026-02-14 07:18"),
        ("14 February 2026, 08:15:00 GMT+1", "2026-02-14 07:15"),
        ("Feb 14, 2026 12:30:00 AM", "2026-02-14 00:30"),
        ("Saturday, February 14, 2026 at 8:15 p.m. EDT", "2026-02-15 00:15"),
        ("14th Feb 2026", "2026-02-14"),
        ("14/Feb/2026:08:15:00 +0100", "2026-02-14 07:15"),
        ("2026-02-14 08:19:30 CET", "2026-02-14 07:19:30"),
        ("Sat 2026-02-14 08:15:00 JST", "2026-02-13 23:15"),
        ("2026-02-14 08:15:00 Europe/Berlin", "2026-02-14 07:15"),
        ("2026-02-14T08:15:00,5+01:00", "2026-02-14 07:15:00.500"),
        ("2026-02-14 24:00:00", "2026-02-15"),
        ("2026/2/4 8:05", "2026-02-04 08:05"),
        ("20260214T081500Z", "2026-02-14 08:15"),
        ("20260214 08:15:00", "2026-02-14 08:15"),
        ("20260214081500", "2026-02-14 08:15"),
        ("202602140815", "2026-02-14 08:15"),
        ("02/14/2026 8:15:00AM", "2026-02-14 08:15"),
        ("99/02/14", "1999-02-14"),
    ],
)
def test_dates_of_many_forms(cell: str, instant: str) -> None:
    assert read_cell(cell).instants.first.tolist() == [at(instant)]


@pytest.mark.parametrize(
    "cell",
    [
        *("Feb 14 08:15", "14 Feb 08:15", "31/02/2026", "2026-02-30", "14/02/2026 25:00"),
        *("14/02/2026 13:30 PM", "14/02/2026 08:61", "2026-02-14 08:15 XYZ", "14 févr. 2026"),
        *("now", "2026-02-14 24:00:01", "14/02/226", "٢٠٢٦-٠٢-١٤", "32 May 2026"),
    ],
)
def test_what_is_no_date_is_told(cell: str) -> None:
    assert read_cell(cell).instants.first.tolist() == [np.inf]


def test_what_was_made_of_digits_that_are_no_date_is_no_date() -> None:
    assert read_cell("20261414081500").instants.first[0] == 20261414081500
    assert read_cell("20261414081500", unit="digits of a date").instants.first[0] == np.inf
    assert read_cell("20260214", unit="digits of a date").instants.first[0] == at("2026-02-14")
    assert read_cell("20260214").instants.first[0] == 20260214, "seconds, unless the column tells"
    assert read_cell("20260214081500", unit="ms").instants.first[0] == 20260214081.5, "as is said"


def test_an_abbreviation_means_what_it_does_where_the_log_is() -> None:
    cell = "2026-02-14 08:15:00 CST"
    chicago = read_cell(cell)
    assert chicago.instants.first[0] == at("2026-02-14 14:15")
    assert chicago.is_guessed is not None
    assert chicago.is_guessed.tolist() == [True]
    shanghai = read_cell(cell, ZoneInfo("Asia/Shanghai"))
    assert shanghai.instants.first[0] == at("2026-02-14 00:15")
    assert shanghai.is_guessed is None


@pytest.mark.parametrize(("zone", "instant"), [("CEST", "00:30"), ("CET", "01:30")])
def test_the_zone_of_a_cell_says_which_of_two_hours_it_is(zone: str, instant: str) -> None:
    told = read_cell(f"Sun Oct 26 02:30:00 {zone} 2025", BERLIN)
    assert told.instants.first[0] == at(f"2025-10-26 {instant}")
    assert np.isnan(told.instants.second[0])


def test_columns_with_the_day_first_are_recognised() -> None:
    found = reading(DAY_FIRST.encode())
    days = [0, 2, 11, 24]
    assert found.workload.unix_start == at("2026-02-03 08:00")
    assert found.workload.release.tolist() == [day * 86_400 for day in days]
    assert found.workload.runtime.tolist() == [3_600] * 4
    assert "guessed_order" not in findings(found)
    assert found.mapping is not None
    assert found.mapping.columns["submit"] == (SourceColumn("submit_time", "day first"),)


@pytest.mark.parametrize(
    ("cells", "days", "is_guess"),
    [
        (["03/02/2026", "14/02/2026"], [0, 11], False),
        (["02/03/2026", "02/14/2026"], [0, 11], False),
        (["03-02-2026 08:00", "14-02-2026 08:00"], [0, 11], False),
        (["03.02.2026", "05.02.2026"], [0, 2], False),
        (["02/03/26", "02/14/26"], [0, 11], False),
        (["03/02/26", "14/02/26"], [0, 11], False),
        (["97-02-03", "97-02-14"], [0, 11], False),
        (["26-02-13", "26-02-14"], [0, 1], True),
        (["03/02/2026", "05/02/2026"], [0, 2], True),
        (["02/03/2026", "02/05/2026"], [0, 2], True),
        (["03/02/2026 9:00 AM", "05/02/2026 9:00 AM", "11/02/2026 9:00 AM"], [0, 2, 8], True),
        (["2026/02/03", "2026/02/05"], [0, 2], False),
    ],
)
def test_the_order_is_proved_or_said_to_be_a_guess(
    cells: list[str], days: list[int], is_guess: bool
) -> None:
    found = dated(cells)
    assert found.workload.release.tolist() == [day * 86_400 for day in days]
    assert ("guessed_order" in findings(found)) == is_guess


def test_a_cell_that_does_not_fit_the_order_is_refused_by_name() -> None:
    found = dated(["03/02/2026", "14/02/2026", "27/02/2026", "02/28/2026"])
    [wrong] = [each for each in found.report.findings if each.severity == Severity.ERROR]
    assert wrong.sentence.startswith(
        'Submit time in column "submit_time" must be written like 2026'
    )
    assert wrong.sentence.endswith('left out (line 5: "02/28/2026")')


def test_one_column_proves_the_order_of_the_others() -> None:
    rows = "1|4|11/02/2026 08:00|11/02/2026 09:00|13/02/2026 08:00\n"
    found = reading(f"id|cpus|submit|start|end\n{rows}".encode())
    assert found.workload.runtime.tolist() == [47 * 3_600]
    assert found.report.summary.startswith("1 job kept, 0 left out")


def test_an_order_that_is_proved_late_holds_for_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ROWS", 2)  # of a batch of records
    cells = ["03/02/2026", "05/02/2026", "06/02/2026", "07/02/2026", "14/02/2026"]
    lines = [f'{{"id": {i}, "cpus": 1, "submit": "{c}", "run": 9}}' for i, c in enumerate(cells)]
    found = reading("\n".join(lines).encode(), "jobs.jsonl")
    assert found.workload.release.tolist() == [day * 86_400 for day in (0, 2, 3, 4, 11)]


def test_what_is_said_of_an_order_holds() -> None:
    said = Mapping.from_json(
        {
            "columns": {
                "id": "id",
                "processors": "cpus",
                "submit": {"column": "submit_time", "unit": "month first"},
                "run": "run_time",
            }
        }
    )
    content = b"id,cpus,submit_time,run_time\n1,1,03/02/2026,9\n2,1,05/02/2026,9\n"
    found = reading(content, mapping=said)
    assert found.workload.release.tolist() == [0, 61 * 86_400]
    assert "guessed_order" not in findings(found)


def test_digits_that_are_a_date_are_one() -> None:
    found = reading(COMPACT.encode())
    assert found.workload.unix_start == at("2026-02-14 08:15")
    assert found.workload.runtime.tolist() == [3_600, 600]
    assert findings(found)["guessed_unit_digits_of_a_date"] == 3


@pytest.mark.parametrize(
    ("cells", "unit"),
    [
        (["20260214081500", "20260214081700"], "digits of a date"),
        (["202602140815", "202602140817"], "digits of a date"),
        (["20260214", "20260215"], "digits of a date"),
        (["20260214", "20269999"], ""),
        (["1771056900000", "1771056900001"], "ms"),
        (["20260214081500", "20990214086500"], "ms"),
        (["1771056900", "1771056901"], ""),
        (["0", "300"], ""),
    ],
)
def test_units_of_plain_numbers_are_guessed(cells: list[str], unit: str) -> None:
    [guess] = guesses(["submit_time"], {"submit_time": cells})
    assert (guess.unit, guess.is_unit_guessed) == (unit, bool(unit))


def test_minutes_that_were_guessed_are_said() -> None:
    found = reading(b"id,cpus,submit,run,timelimit\n1,4,0,60,10\n2,4,5,60,20\n")
    assert found.workload.estimate.tolist() == [600, 1_200]
    [said] = [each for each in found.report.findings if each.kind.key == "guessed_unit_min"]
    assert said.sentence.endswith('read as minutes, a guess ("timelimit")')
    clear = reading(b"id,cpus,submit,run,timelimit\n1,4,0,60,00:10:00\n")
    assert "guessed_unit_min" not in findings(clear)
    named = reading(b"id,cpus,submit,run,timelimit_min\n1,4,0,60,10\n")
    assert "guessed_unit_min" not in findings(named)


def test_dates_of_mixed_forms_are_read_in_one_column() -> None:
    found = reading(FORMS.encode())
    assert found.report.dropped == 0
    assert found.workload.unix_start == at("2026-02-14 08:15")
    assert found.workload.release.tolist() == [0, 120, 180, 240, 270]
    assert found.workload.runtime.tolist() == [3_600, 600, 600, 600, 600]


def test_dates_that_cannot_be_read_name_cell_column_and_forms() -> None:
    with pytest.raises(FormatError) as error:
        dated(["Feb 14 08:15", "Feb 14 08:20"])
    for part in ('"submit_time"', '"Feb 14 08:15"', "14 Feb 2026 08:15 CET", "line 2"):
        assert part in str(error.value)


def test_a_time_that_a_job_can_do_without_is_unknown_and_said() -> None:
    found = reading(b"id,cpus,submit,start,run\n1,4,2026-02-14,soon,60\n2,4,2026-02-14,later,60\n")
    assert found.workload.runtime.tolist() == [60, 60]
    assert found.workload.recorded is None
    [said] = [each for each in found.report.findings if each.severity == Severity.REPAIRED]
    assert said.sentence.endswith('2 × taken as unknown (line 2: "soon", line 3: "later")')


@pytest.mark.parametrize(
    ("elapsed", "run"), [("01:30:00", 5_400), ("00:30:00", 1_800), ("02:30:00", 9_000)]
)
def test_elapsed_says_which_hour_is_meant_where_a_clock_was_set_back(
    elapsed: str, run: float
) -> None:
    start, end = {
        5_400: ("01:30:00", "02:00:00"),
        1_800: ("02:15:00", "02:45:00"),
        9_000: ("01:15:00", "02:45:00"),
    }[int(run)]
    for form in ("2025-10-26T{}", "26.10.2025 {}", "Oct 26, 2025 {}"):
        cells = "|".join(form.format(clock) for clock in ("01:00:00", start, end))
        content = f"JobID|NCPUS|Submit|Start|End|Elapsed\n1|4|{cells}|{elapsed}\n".encode()
        found = reading(content, mapping=_sacct_in_berlin())
        assert found.workload.runtime.tolist() == [run]
        assert "suspended" not in findings(found)
        assert ("shown_twice" in findings(found)) != ("shown_twice_open" in findings(found))


def _sacct_in_berlin() -> Mapping:
    return Mapping.from_json(
        {
            "zone": "Europe/Berlin",
            "columns": {
                "id": "JobID",
                "processors": "NCPUS",
                "submit": "Submit",
                "start": "Start",
                "end": "End",
                "run": "Elapsed",
            },
        }
    )


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="shared/cases/outside is missing")
def test_the_cases_from_outside() -> None:
    eight, nine, ten = (
        reading(next(OUTSIDE.glob(f"{number}-*")).read_bytes()) for number in ("08", "09", "10")
    )
    assert (len(eight.workload), eight.workload.unix_start) == (7, at("2026-02-03 08:00"))
    assert eight.workload.release[-1] == 24 * 86_400
    assert (nine.workload.unix_start, nine.workload.runtime.tolist()) == (
        at("2026-02-14 08:15"),
        [3_600, 600],
    )
    assert (len(ten.workload), ten.report.dropped) == (5, 0)
