"""Dates far outside the others: such jobs are named and set apart, and move no time 0."""

import io
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

from parsched import Workload
from parsched.base.errors import FormatError, ImplausibleWarning
from parsched.data.doubts.far_dates import far_from_others
from parsched.data.files.refusals import BadLines
from parsched.data.formats import Reading, ReadOptions, read
from tests.parsched.data.logs.test_known import findings

OUTSIDE = Path(__file__).parents[5] / "shared" / "cases" / "outside"
NOW = 1_771_056_000
"""2026-02-14 08:00 UTC."""
YEAR = 31_557_600

SACCT = """JobID|User|Submit|Start|End|Elapsed|NCPUS|State
1|ann|{}|2026-02-14T08:10:00|2026-02-14T08:20:00|00:10:00|4|COMPLETED
2|ann|2026-02-14T08:00:00|{}|2026-02-14T08:10:00|00:10:00|8|COMPLETED
3|bob|2026-02-14T08:05:00|2026-02-14T08:10:00|{}|{}|4|COMPLETED
4|bob|2026-02-14T08:06:00|2026-02-14T08:10:00|2026-02-14T08:30:00|00:20:00|4|COMPLETED
"""
USUAL = ("2026-02-14T08:00:00", "2026-02-14T08:00:00", "2026-02-14T08:30:00", "00:20:00")


def reading(text: str, name: str = "jobs.txt", bad_lines: BadLines = "drop") -> Reading:
    """Read a text as a file."""
    return read(io.BytesIO(text.encode()), name=name, options=ReadOptions(bad_lines=bad_lines))


def apart(found: Reading) -> list[int]:
    """Return the lines of the jobs that were set apart."""
    told = [one for one in found.report.findings if one.kind.key == "far_date"]
    return [each.line for one in told for each in one.examples]


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ({0: "1970-01-01T01:00:00"}, 2),
        ({0: "1971-06-01T00:00:00"}, 2),
        ({0: "2612-01-09T05:14:41"}, 2),
        ({1: "1971-01-01T00:00:00"}, 3),
        ({1: "2126-02-14T08:00:00"}, 3),
        ({2: "2126-02-14T08:30:00", 3: ""}, 4),
    ],
)
def test_a_job_of_another_time_is_set_apart(cells: dict[int, str], line: int) -> None:
    found = reading(SACCT.format(*(cells.get(i, usual) for i, usual in enumerate(USUAL))))
    assert apart(found) == [line]
    assert (len(found.workload), found.report.dropped) == (3, 1)
    assert found.workload.unix_start == NOW
    assert str(line - 1) not in [str(id) for id in found.workload.ids]
    assert found.workload.recorded is not None
    assert np.nanmax(found.workload.recorded - found.workload.release) <= 600
    assert "unsorted" not in findings(found)


def test_the_beginning_of_1970_is_no_start() -> None:
    found = reading(SACCT.format(USUAL[0], "1970-01-01T01:00:00", *USUAL[2:]))
    assert len(found.workload) == 4
    assert findings(found)["start_of_1970"] == 1
    assert found.workload.recorded is not None
    assert found.workload.recorded[1] == 0, "its end and its run time tell"


def swf(submits: list[float]) -> str:
    """Return a log in SWF."""
    row = "{} {} 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
    return "".join(row.format(i, int(at)) for i, at in enumerate(submits, 1))


def gwf(submits: list[float]) -> str:
    """Return a log in GWF."""
    row = "{} {} 0 60 4 -1 -1 4 60 -1 1 u g a q p o o j u -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
    return "# x\n" + "".join(row.format(i, int(at)) for i, at in enumerate(submits, 1))


def csv(submits: list[float]) -> str:
    """Return a workload in CSV."""
    return "id,procs,time,release\n" + "".join(f"{i},4,60,{at}\n" for i, at in enumerate(submits))


def table(submits: list[float]) -> str:
    """Return a table in an unknown format."""
    rows = (f"{i};4;60;{at}\n" for i, at in enumerate(submits))
    return "jobid;cores;run_s;arrival\n" + "".join(rows)


def json(submits: list[float]) -> str:
    """Return a workload in JSON."""
    return as_json([{"release": at, "procs": 4, "time": 60} for at in submits])


def moldable(submits: list[float]) -> str:
    """Return moldable jobs in JSON."""
    return as_json([{"release": at, "times": [100, 60]} for at in submits])


def as_json(jobs: list[dict[str, Any]], **about: Any) -> str:
    """Return a workload in JSON."""
    jobs = [{"id": i, **job} for i, job in enumerate(jobs, 1)]
    return dumps({"format": "schedweb-workload", "version": 1, **about, "jobs": jobs})


NAMES: dict[Callable[[list[float]], str], str] = {
    swf: "a.swf",
    gwf: "a.gwf",
    csv: "a.csv",
    table: "a.txt",
    json: "a.json",
    moldable: "a.json",
}


@pytest.mark.parametrize("write", NAMES)
@pytest.mark.parametrize("far", [3_600.0, 1e8, 20_260_214_081_500.0 / 1e3])
def test_all_formats_set_apart_what_is_far(write: Callable[[list[float]], str], far: float) -> None:
    found = reading(write([NOW, far, NOW + 60, NOW + 120]), NAMES[write])
    assert (len(found.workload), len(apart(found))) == (3, 1)
    assert found.workload.release.tolist() == [0, 60, 120]
    assert found.workload.unix_start == NOW
    assert "unsorted" not in findings(found)
    with pytest.raises(FormatError, match="must not be far outside the dates"):
        reading(write([NOW, far, NOW + 60]), NAMES[write], bad_lines="error")


@pytest.mark.parametrize(
    ("times", "far"),
    [
        ([NOW], []),
        ([0, NOW], [0]),
        ([0, 0, NOW], []),
        ([0, 300, 600], []),
        ([0, 300, 1e9], []),
        ([NOW + i for i in range(20)] + [NOW - 20 * YEAR], [20]),
        ([NOW + i for i in range(20)] + [NOW - 4 * YEAR], []),
        ([NOW + i for i in range(20)] + [NOW - 20 * YEAR] * 3, []),
        ([NOW - i * YEAR for i in range(12)], []),
        ([NOW, np.nan, np.inf, NOW + 60, 5e9], [4]),
        ([], []),
    ],
)
def test_what_is_far(times: list[float], far: list[int]) -> None:
    assert np.flatnonzero(far_from_others(np.array(times, np.float64))).tolist() == far


OLD = NOW - 36 * YEAR


@pytest.mark.parametrize("write", NAMES)
@pytest.mark.parametrize(
    ("submits", "kept", "told"),
    [
        ([NOW, OLD, NOW + 60], [0, 60], set()),
        ([OLD, NOW, NOW + 60], [0, 60], set()),
        ([NOW, NOW + 60, 2**32 - 1], [0, 60], set()),
        ([NOW, NOW + 60, NOW + 120, NOW + 180, OLD], [0, 60, 120, 180], set()),
        ([NOW, 0, NOW + 60], [0, 60], set()),
        ([NOW, 0], [0], set()),
        ([NOW, 2**32 - 1], [0], set()),
        ([OLD, NOW], [0, NOW - OLD], {"dates_years_apart"}),
        ([OLD, OLD + 9, NOW, NOW + 60], [0, 9, NOW - OLD, NOW + 60 - OLD], {"dates_years_apart"}),
        ([OLD], [0], set()),
        ([NOW], [0], set()),
        ([2**32 - 1], [0], {"dates_of_no_machine"}),
        ([NOW, NOW + 4 * YEAR], [0, 4 * YEAR], set()),
        ([NOW, NOW + 60, NOW + 4 * YEAR], [0, 60, 4 * YEAR], set()),
        ([0, 60, 36 * YEAR], [0, 60, 36 * YEAR], set()),
    ],
)
def test_few_jobs_are_doubted_as_many_are(
    write: Callable[[list[float]], str], submits: list[float], kept: list[float], told: set[str]
) -> None:
    found = reading(write(submits), NAMES[write])
    assert found.workload.release.tolist() == kept
    assert len(apart(found)) == len(submits) - len(kept)
    assert findings(found).keys() & {"dates_years_apart", "dates_of_no_machine"} == told


@pytest.mark.parametrize(
    ("jobs", "lines"),
    [
        # Submission, start and end of each job, years before now.
        ([(36, 0, 0), (0, 0, 0)], [2]),
        ([(0, 0, 0), (36, 36, 36), (0, 0, 0)], [3]),
        ([(0, 0, 0), (0, 0, 0), (36, 0, 0)], [4]),
        ([(36, 36, 36), (0, 0, 0)], []),
        ([(36, 0, 0)], []),
        ([(0, 0, 0)] * 3, []),
    ],
)
def test_submissions_starts_and_ends_count_together(
    jobs: list[tuple[int, int, int]], lines: list[int]
) -> None:
    def day(years: int, minute: int) -> str:
        return f"{2026 - years}-02-14T08:{minute:02}:00"

    rows = [
        f"{i}|ann|{day(a, 0)}|{day(b, 10)}|{day(c, 20)}|00:10:00|4|COMPLETED\n"
        for i, (a, b, c) in enumerate(jobs, 1)
    ]
    found = reading(SACCT.partition("\n")[0] + "\n" + "".join(rows))
    assert apart(found) == lines
    is_open = not lines and len(set(jobs)) + len(set(jobs[0])) > 2
    assert ("dates_years_apart" in findings(found)) == is_open


def test_dates_years_apart_are_told_with_their_lines() -> None:
    [told] = [
        each
        for each in reading(swf([OLD, NOW]), "a.swf").report.findings
        if each.kind.key == "dates_years_apart"
    ]
    assert [each.line for each in told.examples] == [1, 2]
    assert "1990-02-14" in told.sentence


def test_who_waits_for_a_job_that_is_set_apart_waits_no_more() -> None:
    rows = [(1, NOW, -1), (2, 5, -1), (3, NOW + 60, 2), (4, NOW + 70, 1)]
    row = "{} {} 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 {} 5\n"
    text = "".join(row.format(*cells) for cells in rows)
    found = reading(text, "a.swf")
    assert found.workload.ids.tolist() == [1, 3, 4]
    assert found.workload.after is not None
    assert (found.workload.after.job.tolist(), found.workload.after.before.tolist()) == ([2], [0])
    assert "dependencies" in found.workload.unmodelled


def test_dates_without_a_far_one_are_as_they_were() -> None:
    found = reading(SACCT.format(*USUAL))
    assert (len(found.workload), apart(found)) == (4, [])
    assert found.workload.unix_start == datetime(2026, 2, 14, 8, tzinfo=UTC).timestamp()


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="shared/cases/outside is missing")
def test_the_case_from_outside() -> None:
    found = read(str(OUTSIDE / "40-sacct-epoch-zero.txt"))
    assert (apart(found), len(found.workload), found.workload.unix_start) == ([2], 2, NOW)
    assert found.workload.recorded is not None
    assert (found.workload.recorded - found.workload.release).tolist() == [0, 300]


@pytest.mark.parametrize("many", [3, 12_000])
def test_json_names_the_job_and_lets_go_of_who_waits_for_it(many: int) -> None:
    # Large files are read by whole columns.
    jobs: list[dict[str, Any]] = [{"release": NOW + i, "procs": 1, "time": 60} for i in range(many)]
    jobs[1] |= {"release": 3_600}
    jobs[2] |= {"after": [{"job": 2}]}
    jobs[0] |= {"user": "x" * 60}
    found = reading(as_json(jobs), "a.json")
    [told] = [one for one in found.report.findings if one.kind.key == "far_date"]
    assert told.sentence.endswith("(job 2: 1970-01-01 01:00:00 UTC)")
    assert (len(found.workload), found.report.dropped) == (many - 1, 1)
    assert found.workload.unix_start == NOW
    assert found.workload.release[:2].tolist() == [0, 2]
    assert found.workload.after is None
    assert "dependencies" in found.workload.unmodelled


@pytest.mark.parametrize("start", [0, NOW, -100.5])
def test_json_that_says_its_time_0_has_no_dates(start: float) -> None:
    times = [{"release": at, "procs": 1, "time": 60} for at in (NOW, 3_600, NOW + 60)]
    found = reading(as_json(times, unix_start=start), "a.json")
    assert (len(found.workload), apart(found)) == (3, [])


def test_a_far_start_in_json_is_told() -> None:
    times = [{"release": NOW + i, "procs": 1, "time": 60, "start": NOW + i} for i in range(3)]
    times[1]["start"] = NOW + 200 * YEAR
    found = reading(as_json(times), "a.json")
    assert found.workload.ids.tolist() == [1, 3]


DATES = pandas.to_datetime(["2026-02-14 08:00", "1970-01-01 01:00", "2026-02-14 08:02"])


@pytest.mark.filterwarnings("ignore::parsched.base.errors.EpochTimesWarning")
@pytest.mark.parametrize(
    "columns",
    [
        {"release": [NOW, 3_600, NOW + 120]},
        {"release": DATES},
        {"submit_date": DATES},
        {"release": [NOW, NOW + 60, NOW + 120], "start": [NOW, NOW + 200 * YEAR, NOW + 130]},
        {"release": [NOW, 5e9, NOW + 120], "user": ["ann", "bob", "ann"]},
    ],
)
def test_data_frames_set_apart_what_is_far_and_warn(columns: dict[str, Any]) -> None:
    with pytest.warns(ImplausibleWarning, match=r"must not be far .*\(job 2: .*: set apart"):
        jobs = Workload.from_frame(pandas.DataFrame({"procs": 1, "time": 60, **columns}))
    assert (jobs.ids.tolist(), jobs.release.tolist()) == ([1, 3], [0, 120])
    assert jobs.unix_start == NOW


def test_data_frames_of_other_times_are_as_they_were() -> None:
    frame = pandas.DataFrame({"release": [0, 300, 1e9], "procs": 1, "time": 60})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(Workload.from_frame(frame)) == 3


ELIGIBLE = """JobID|User|Submit|Eligible|Start|End|Elapsed|NCPUS|State|Dependency
1|ann|1970-01-01T01:00:00|2026-02-14T08:00:00|2026-02-14T08:10:00|2026-02-14T08:20:00|00:10:00|4|COMPLETED|
2|ann|2026-02-14T08:00:00|2026-02-14T08:09:00|2026-02-14T08:10:00|2026-02-14T08:20:00|00:10:00|8|COMPLETED|
3|bob|2026-02-14T08:01:00|2026-02-14T08:05:00|2026-02-14T08:10:00|2026-02-14T08:20:00|00:10:00|4|COMPLETED|
4|bob|2026-02-14T08:02:00|2026-02-14T08:02:00|2026-02-14T08:10:00|2026-02-14T08:20:00|00:10:00|4|COMPLETED|
5|bob|2026-02-14T08:03:00|2026-02-14T08:20:00|2026-02-14T08:20:00|2026-02-14T08:30:00|00:10:00|4|COMPLETED|afterok:3
6|ann|2612-02-14T08:03:00|2026-02-14T08:01:00|2026-02-14T08:20:00|2026-02-14T08:30:00|00:10:00|4|COMPLETED|
"""
"""Jobs 1 and 6 were submitted at another time; 5 waits for 3, so that its submission counts."""


def test_jobs_stand_in_order_of_eligibility_without_those_set_apart() -> None:
    found = reading(ELIGIBLE)
    jobs = found.workload
    assert sorted(apart(found)) == [2, 7]
    assert jobs.ids.tolist() == [4, 5, 3, 2]
    assert jobs.release.tolist() == [0, 60, 180, 420]
    assert jobs.width.tolist() == [4, 4, 4, 8]
    assert jobs.submitted is not None
    assert (jobs.release - jobs.submission).tolist() == [0, 0, 240, 540]
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [2])
    assert found.lines is not None
    assert found.lines.tolist() == [5, 6, 4, 3]


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2026-02-01 10:10:00", "1926-02-01 10:20:00", "1926-02-01 10:20:00"),
        ("1926-02-01 10:10:00", "2026-02-01 10:20:00", "1926-02-01 10:10:00"),
        ("2026-02-01 10:10:00", "1900-01-01 00:00:00", "1900-01-01 00:00:00"),
        ("1969-12-01 10:10:00", "2026-02-01 10:20:00", "1969-12-01 10:10:00"),
        ("1926-02-01 10:10:00", "1926-02-01 10:20:00", "1926-02-01 10:10:00"),
    ],
)
def test_a_date_before_1970_is_named(start: str, end: str, shown: str) -> None:
    rows = ((start, end), ("2026-02-01 10:10:00", "2026-02-01 10:20:00"))
    lines = "".join(f"2026-02-01 10:00:00,{first},{last},2\n" for first, last in rows)
    found = reading(f"submit,start,end,procs\n{lines}")
    assert len(found.workload) == 1
    [told] = [each for each in found.report.findings if each.kind.drops]
    assert told.kind.key == "early_date"
    assert f'line 2: "{shown}"' in told.sentence
