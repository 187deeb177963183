"""Only the jobs that differ between two schedules."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report import declared_report
from parsched.report.differences import Difference
from parsched.report.records import Records
from parsched.report.registry import Report
from parsched.run.given import judge
from parsched.run.solve import solve
from tests.parsched.factories import moldable, rigid

JOBS = rigid((0, 2, 10), (5, 4, 10), (6, 2, 4))
ON = Instance(JOBS, Platform.of(4))
ONCE = ("run time", "processors")


def records(start: list[float], *, tolerance: float = 0.0) -> Records:
    """FCFS, EASY and a schedule from elsewhere that begins jobs at these times."""
    theirs = judge(ON, Schedule.of(JOBS, np.array(start)), made_by="pyss", tolerance=tolerance)
    ours = [(key, solve(ON, key)) for key in ("fcfs", "easy")]
    return Records.of([*ours, ("theirs", theirs)])


def shown(found: Records, **options: object) -> Report:
    """The report on records."""
    return declared_report("differences").of(found, options)


def test_equal_schedules_have_no_differing_job() -> None:
    found = shown(records([0, 10, 6]), first="easy")
    assert found.sentences[0].startswith("0 of 3 jobs differ between easy and theirs: all start")
    assert found.tables[0].rows == ()


def test_only_the_jobs_that_differ_are_listed_the_farthest_first() -> None:
    found = shown(records([0, 20, 10]), first="easy")
    assert found.sentences == (
        "2 of 3 jobs differ between easy and theirs: 2 start later under theirs.",
    )
    cells = [[cell.text for cell in row] for row in found.tables[0].rows]
    assert cells == [
        ["2", "10 s later", "10", "20", "10", "4"],
        ["3", "4 s later", "6", "10", "4", "2"],
    ]


def test_what_both_runs_say_alike_stands_once_and_twice_in_files() -> None:
    found = shown(records([0, 20, 10]), first="easy")
    titles = [column.title for column in found.tables[0].columns]
    assert titles == ["job", "start moved", "start, easy", "start, theirs", *ONCE]
    assert [row[4].value for row in found.tables[0].rows] == [10.0, 4.0]
    [heads] = [row for row in csv.reader(io.StringIO(found.write("csv"))) if row[:1] == ["job"]]
    assert [head for head in heads if head.startswith("run time")] == [
        "run time, easy [s]",
        "run time, theirs [s]",
    ]


def test_a_quantity_that_differs_in_one_row_stands_under_both_runs() -> None:
    on = Instance(moldable([8, 5], [4, 3]), Platform.of(4))
    results = {
        key: judge(on, Schedule.of(on.jobs, np.array([0.0, start]), width=np.array([1, width])))
        for key, start, width in (("one", 0, 1), ("two", 1, 2))
    }
    [table] = shown(Records.of(list(results.items()))).tables
    titles = [column.title for column in table.columns[4:]]
    assert titles == ["run time, one", "run time, two", "processors, one", "processors, two"]
    assert [cell.text for cell in table.rows[0][4:]] == ["4", "3", "1", "2"]


def test_a_question_is_asked_of_the_second_run_beside_the_first() -> None:
    later = records([0, 20, 10])
    found = shown(later, first="easy", question="moved>5s")
    assert found.sentences == (
        "1 job that matches moved>5s differs between easy and theirs: 1 start later under theirs.",
    )
    assert [row[0].text for row in found.tables[0].rows] == ["2"]
    [head, row] = [r for r in csv.reader(io.StringIO(found.write("csv"))) if len(r) > 3]
    assert (head[0], row[0]) == ("job", "2")
    assert shown(later, first="easy", question="wait>4s width<3").tables[0].rows == ()
    none = "No job that matches id:1 differs between easy and theirs."
    assert shown(later, first="easy", question="id:1").sentences == (none,)


@pytest.mark.parametrize("question", ["width", "user:x"])
def test_what_is_no_question_to_jobs_that_differ_is_refused(question: str) -> None:
    with pytest.raises(ParameterError) as caught:
        shown(records([0, 20, 10]), question=question)
    assert "question" in caught.value.errors


def test_starts_are_dates_where_the_jobs_have_a_calendar() -> None:
    dated = Instance(replace(JOBS, unix_start=1_774_742_400.0, zone="Europe/Berlin"), ON.platform)
    found = shown(Records.of([(key, solve(dated, key)) for key in ("fcfs", "easy")]), first="fcfs")
    columns = found.tables[0].columns
    assert [(c.title, c.unit) for c in columns[2:5]] == [
        ("start, fcfs", ""),
        ("start, easy", ""),
        ("run time", "s"),
    ]
    [[job, moved, first, second, *_]] = found.tables[0].rows
    assert (job.text, moved.text) == ("3", "14 s earlier")
    assert (first.text, first.value) == ("2026-03-29 01:00:20 CET", 20.0)
    assert second.text == "2026-03-29 01:00:06 CET"
    [row] = csv.DictReader(io.StringIO(found.write("csv")))
    assert row["start, fcfs [s]"] == "20.0", "programs read seconds"


def test_long_times_have_units_and_words_say_which_way_a_start_moved() -> None:
    found = shown(records([1_000_000, 10, 0]), first="easy")
    table = found.tables[0]
    assert [(column.title, column.unit) for column in table.columns[1:4]] == [
        ("start moved", ""),
        ("start, easy", "minutes"),
        ("start, theirs", "minutes"),
    ]
    assert [[cell.text for cell in row[:4]] for row in table.rows] == [
        ["1", "11.57 d later", "0", "16,667"],
        ["3", "6 s earlier", "0.1000", "0"],
    ]
    rows = list(csv.DictReader(io.StringIO(found.write("csv"))))
    assert [row["starts later by [s]"] for row in rows] == ["1000000.0", "-6.0"]


def test_files_have_all_jobs_and_the_page_the_first_of_them() -> None:
    found = shown(records([0, 20, 10]), first="easy", rows=1)
    assert len(found.tables[0].rows) == 1
    assert "The 1 that are farthest apart are listed; files have all." in found.notes
    written = list(csv.reader(io.StringIO(found.write("csv"))))
    assert [row[0] for row in written if row and row[0] in ("2", "3")] == ["2", "3"]


def test_by_default_the_baseline_is_held_against_what_was_made_elsewhere() -> None:
    assert "between easy and theirs" in shown(records([0, 10, 6])).sentences[0]


def test_rounded_times_of_a_schedule_made_elsewhere_are_equal() -> None:
    assert "0 of 3" in shown(records([0, 10.01, 6], tolerance=0.02), first="easy").sentences[0]


def test_times_within_a_tolerance_are_equal() -> None:
    rows = records([0, 10.4, 6])
    assert shown(rows, first="easy").sentences[0].startswith("1 of 3")
    assert shown(rows, first="easy", within=0.5).sentences[0].startswith("0 of 3")


def test_a_job_that_only_one_has_differs_and_one_that_neither_has_does_not() -> None:
    found = shown(records([0, np.nan, 6]), first="easy")
    assert found.sentences[0].endswith("theirs: 1 only under one of them.")
    assert [cell.text for cell in found.tables[0].rows[0]][:4] == ["2", "–", "10", "–"]
    lacking = Schedule.of(JOBS, np.array([0, np.nan, 6]))
    assert not len(Difference.of(lacking, lacking).jobs)


def test_width_and_site_count_and_processors_do_not() -> None:
    grid = Schedule.of(JOBS, np.zeros(3))
    other = Schedule.of(JOBS, np.zeros(3), site=np.array([0, 1, 0]))
    assert Difference.of(grid, other).jobs.tolist() == [1]
    wide = Schedule.of(JOBS, np.zeros(3), width=np.array([2, 4, 3]))
    assert Difference.of(grid, wide).jobs.tolist() == [2]
    placed = grid.with_processors(Platform.of(8))
    assert not len(Difference.of(grid, placed).jobs)


@pytest.mark.parametrize(
    ("options", "field"),
    [({"first": "none"}, "first"), ({"second": "none"}, "second")],
)
def test_runs_that_are_not_there_are_named(options: dict[str, str], field: str) -> None:
    with pytest.raises(ParameterError) as caught:
        shown(records([0, 10, 6]), **options)
    assert field in caught.value.errors


def test_a_run_differs_from_another_one_only() -> None:
    with pytest.raises(ParameterError, match="must be another run than first"):
        shown(records([0, 10, 6]), first="easy", second="easy")
