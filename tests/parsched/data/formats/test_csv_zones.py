"""The time zone of dates in CSV."""

import io
from dataclasses import replace

from parsched.data.formats import write
from tests.parsched.data.formats.lines import findings
from tests.parsched.data.formats.test_jobs_csv import reading


def test_the_name_of_the_zone_comes_back_with_the_dates() -> None:
    given = reading("procs,time,release\n1,1,1774746005\n1,1,1774746000\n").workload
    stream = io.BytesIO()
    write(replace(given, zone="Europe/Berlin"), stream, format="csv")
    lines = stream.getvalue().decode().splitlines()
    assert lines[0].endswith("submit_date,zone")
    assert lines[1].endswith("2026-03-29T03:00:00+02:00,Europe/Berlin")
    again = reading(stream.getvalue().decode()).workload
    assert (again.zone, again.unix_start) == ("Europe/Berlin", 1_774_746_000)
    unknown = reading(stream.getvalue().decode().replace("Europe/Berlin", "Mars"))
    assert unknown.workload.zone == ""
    assert "no_such_zone" in findings(unknown)


def test_a_column_called_zone_without_dates_means_nothing() -> None:
    found = reading("procs,time,release,zone\n1,1,0,Europe/Berlin\n")
    assert found.workload.zone == ""
    assert findings(found)["unknown_column"].examples[0].value == '"zone"'
