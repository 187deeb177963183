"""What files say of dates: read, written, and refused where it is no date or zone."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import Reading, read, read_schedule, write, write_schedule
from parsched.model.problem.calendar import zone_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.factories import rigid

JOB = "1 7 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1"
START = 1_774_746_000
"""2026-03-29 01:00:00 UTC, when clocks go forward in Europe."""


def reading(content: str, name: str = "a.swf") -> Reading:
    return read(io.BytesIO(content.encode()), name=name)


def swf(*header: str, job: str = JOB) -> Reading:
    return reading("".join(f"; {line}\n" for line in header) + job + "\n")


def calendar(found: Reading) -> tuple[float | None, str]:
    return found.workload.unix_start, found.workload.zone


def kinds(found: Reading) -> set[str]:
    return {finding.kind.key for finding in found.report.findings}


def dated(zone: str = "Europe/Berlin") -> Workload:
    return replace(rigid((0, 1, 5), (3_600, 2, 7)), unix_start=START, zone=zone)


def test_swf_headers_date_their_times() -> None:
    found = swf(f"UnixStartTime: {START}", "TimeZone: 3600", "TimeZoneString: Europe/Berlin # CET")
    assert calendar(found) == (START, "Europe/Berlin")
    assert found.workload.release.tolist() == [7]
    assert not kinds(found) & {"no_date", "no_such_zone"}


@pytest.mark.parametrize("told", ["0", "-1", "unknown", ""])
def test_a_header_that_says_nothing_gives_no_date(told: str) -> None:
    found = swf(f"UnixStartTime: {told}")
    assert calendar(found) == (None, "")
    assert "no_date" not in kinds(found)


@pytest.mark.parametrize("told", ["-5", "999999999999999", "221845392001"])
def test_an_absurd_beginning_is_left_out_and_said(told: str) -> None:
    found = swf(f"UnixStartTime: {told}")
    assert calendar(found) == (None, "")
    [finding] = [f for f in found.report.findings if f.kind.key == "no_date"]
    assert finding.sentence == (
        "The Unix time of time 0 must be from 1 to 221845392000, the years 1970 to 9000; not used: "
        f"times are shown without dates ({told})"
    )


def test_a_zone_that_is_none_is_left_out_and_said() -> None:
    found = swf(f"UnixStartTime: {START}", "TimeZoneString: Mars/Olympus")
    assert calendar(found) == (START, "")
    [finding] = [f for f in found.report.findings if f.kind.key == "no_such_zone"]
    assert finding.sentence.endswith('dates are shown as UTC ("Mars/Olympus")')
    other = swf("TimeZoneString: Mars/Olympus", "TimeZone: -18000 # DEPRECATED")
    assert calendar(other) == (None, "-18000")


def test_submit_times_that_count_from_1970_date_themselves() -> None:
    job = JOB.replace(" 7 ", f" {START} ", 1)
    assert calendar(swf(job=job)) == (START, "")
    assert calendar(swf(f"UnixStartTime: {START - 60}", job=job)) == (START, "")


def test_late_submit_times_of_a_log_with_a_beginning_count_from_there() -> None:
    late = 120_000_000
    found = swf(f"UnixStartTime: {START}", job=JOB.replace(" 7 ", f" {late} ", 1))
    assert calendar(found) == (START + late, "")
    assert found.workload.release.tolist() == [0]


@pytest.mark.parametrize("key", ["swf", "gwf", "json"])
@pytest.mark.parametrize("zone", ["", "Europe/Berlin", "-18000", "+05:30"])
def test_what_is_written_is_read_again(key: str, zone: str) -> None:
    stream = io.BytesIO()
    write(dated(zone), stream, format=key)
    found = reading(stream.getvalue().decode(), f"a.{key}")
    assert calendar(found) == (START, zone)
    assert kinds(found) <= {"no_estimate"}


def test_comments_of_gwf_say_when_time_0_was_up_to_the_first_job() -> None:
    job = "1\t0\t0\t5" + "\t-1" * 25 + "\n"
    head = f"# TimeZoneString: Europe/Berlin\n#MaxProcs: 64\n# UnixStartTime: {START}\n"
    job = job.replace("\t5\t-1", "\t5\t2", 1)
    found = reading(head + job, "a.gwf")
    assert calendar(found) == (START, "Europe/Berlin")
    assert found.processors == 64
    assert calendar(reading(job + head, "a.gwf")) == (None, "")


@pytest.mark.parametrize("key", ["swf", "gwf"])
def test_what_these_formats_cannot_hold_is_said(key: str) -> None:
    """A wait of −1 s, which means unknown."""
    jobs = rigid((1, 1, 5), (3_600, 2, 7))
    stream = io.BytesIO()
    write(replace(dated(), release=jobs.release, recorded=jobs.release - 1), stream, format=key)
    text = stream.getvalue().decode()
    assert "2 jobs started 1 s before their releases: their starts are not kept" in text


@pytest.mark.parametrize("name", ["localtime", "Factory"])
def test_the_zone_of_the_reader_is_no_zone(name: str) -> None:
    assert zone_of(name) is None


def test_json_says_when_time_0_was() -> None:
    stream = io.BytesIO()
    write(dated(), stream, format="json")
    document = json.loads(stream.getvalue())
    assert (document["unix_start"], document["zone"]) == (START, "Europe/Berlin")


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"unix_start": "now"}, 'unix_start must be a number of seconds, got "now"'),
        ({"unix_start": True}, "unix_start must be a number of seconds, got True"),
        ({"zone": 5}, "zone must be a name such as Europe/Berlin, got 5"),
    ],
)
def test_json_refuses_what_is_no_calendar(more: dict[str, object], rule: str) -> None:
    with pytest.raises(FormatError, match=rule):
        reading(json.dumps(_document() | more), "a.json")


@pytest.mark.parametrize("start", [-4, 10**400, 1e30])
def test_json_leaves_out_a_beginning_without_a_date(start: float) -> None:
    found = reading(json.dumps(_document() | {"unix_start": start, "zone": "Mars"}), "a.json")
    assert calendar(found) == (None, "")
    assert kinds(found) == {"no_date", "no_such_zone"}


def _document() -> dict[str, object]:
    job = {"id": "1", "procs": 1, "time": 5}
    return {"format": "schedweb-workload", "version": 1, "jobs": [job]}


def test_csv_has_dates_that_say_when_time_0_was() -> None:
    stream = io.BytesIO()
    write(dated(), stream, format="csv")
    assert stream.getvalue().decode() == (
        "id,release,procs,time,submit_date,zone\n"
        "1,0,1,5,2026-03-29T03:00:00+02:00,Europe/Berlin\n"
        "2,3600,2,7,2026-03-29T04:00:00+02:00,Europe/Berlin\n"
    )
    found = reading(stream.getvalue().decode(), "a.csv")
    assert calendar(found) == (START, "Europe/Berlin")
    assert not found.report.findings


def test_csv_says_where_its_first_date_is_none() -> None:
    found = reading("release,procs,time,submit_date\n5,1,1,yesterday\n", "a.csv")
    assert calendar(found) == (None, "")
    [finding] = found.report.findings
    assert finding.sentence.endswith('times are shown without dates (line 2: "yesterday")')
    alone = reading("procs,time,submit_date\n1,1,2026-03-29\n", "a.csv")
    assert kinds(alone) == {"unknown_column"}


def test_schedules_have_dates_behind_all_other_columns() -> None:
    result = solve(Instance(dated(), Platform.of(2)), "easy")
    stream = io.BytesIO()
    write_schedule(stream, result.workload, result.platform, result.schedule)
    head, first, second = stream.getvalue().decode().splitlines()
    assert head.endswith("backfilled,submission_date,starting_date,finish_date")
    dates = "2026-03-29T04:00:00+02:00,2026-03-29T04:00:00+02:00,2026-03-29T04:00:07+02:00"
    assert second.endswith(dates)
    assert first.endswith("2026-03-29T03:00:05+02:00")
    again = read_schedule(io.BytesIO(stream.getvalue()), result.workload, result.platform)
    assert np.array_equal(again.schedule.start, result.schedule.start)


def test_schedules_without_a_calendar_are_as_before() -> None:
    result = solve(Instance(rigid((0, 1, 5)), Platform.of(2)), "easy")
    stream = io.BytesIO()
    write_schedule(stream, result.workload, result.platform, result.schedule)
    assert stream.getvalue().decode().splitlines()[0].endswith(",backfilled")
