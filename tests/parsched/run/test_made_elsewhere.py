"""Schedules from files, judged: round trips of real traces, published starts, broken rules."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.apps import cli
from parsched.data.formats import read, write_schedule
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report.differences import Difference
from parsched.run.given import judge
from parsched.run.made_elsewhere import UNKNOWN_MAKER, MadeElsewhere, read_result
from parsched.run.result import finite
from parsched.run.solve import solve
from tests.parsched.factories import moldable, rigid

HEAD = "job_id,submission_time,starting_time,execution_time,width"
JOBS = rigid((0, 2, 10), (1, 1, 4), (2, 1, 5))
Output = pytest.CaptureFixture[str]


def made(text: str, instance: Instance | None = None, **options: Any) -> MadeElsewhere:
    """Read and judge a file."""
    on = instance or Instance(JOBS, Platform.of(3))
    return read_result(io.BytesIO(text.encode()), on, name="x.csv", **options)


def test_a_feasible_schedule_is_measured_and_has_its_maker() -> None:
    result = made(f"{HEAD}\n1,0,0,10,2\n2,1,1,4,1\n3,2,5,5,1\n", made_by="a student").result
    assert (result.violations, result.made_by, result.algorithm) == ((), "a student", "given")
    assert result.metrics["makespan"] == 10
    assert result.certificates["makespan"].is_proof
    assert result.remarks == ("Read from Batsim jobs.csv: 3 jobs matched by id.",)
    assert made(f"{HEAD}\n1,0,0,10,2\n").result.made_by == UNKNOWN_MAKER


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("1,0,0,10,2\n2,1,1,4,1\n", "job 3 is not scheduled"),
        ("1,0,0,10,2\n2,1,1,4,1\n3,2,1,5,1\n", "job 3 starts at 1 s, before its release at 2 s"),
        ("1,0,0,10,2\n2,1,1,4,1\n3,2,5,6,1\n", "job 3 runs 6 s instead of 5 s"),
        ("1,0,0,10,2\n2,1,1,4,1\n3,2,5,5,2\n", "job 3 may not run on 2 processors"),
        ("1,0,0,10,2\n2,1,1,4,1\n3,2,4,5,1\n", "job 3 starts at 4 s on 1 processor when 0 of 3"),
        (
            "1,0,0,10,2\n2,1,1,4,1\n3,2,5,5,1\n3,2,7,5,1\n",
            "job 3 has rows that contradict each other",
        ),
    ],
)
def test_each_rule_that_is_broken_names_its_job(rows: str, sentence: str) -> None:
    result = made(f"{HEAD}\n{rows}").result
    assert sentence in "\n".join(result.violations)
    assert result.violation_count >= 1
    assert (result.ratios, result.certificates["makespan"].gap) == ({}, None)
    if sentence != "job 3 is not scheduled":
        assert result.schedule.broken is not None
        assert result.schedule.broken.tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("processors", "sentence"),
    [
        (("0-1", "1", "2"), "processor 1"),
        (("0-1", "2", "5"), "holds processors that its site does not have"),
        (("0-1", "2", "0 2"), "holds 2 processors instead of 1"),
    ],
)
def test_processors_of_the_file_are_checked(processors: tuple[str, ...], sentence: str) -> None:
    rows = zip(("1,0,0,10,2", "2,1,1,4,1", "3,2,5,5,1"), processors, strict=True)
    text = "\n".join(f"{row},{held}" for row, held in rows)
    assert sentence in "\n".join(made(f"{HEAD},allocated_resources\n{text}\n").result.violations)


def test_a_site_that_the_machine_does_not_have_is_a_broken_rule() -> None:
    on = Instance(JOBS, Platform.of(3, 3))
    text = f"{HEAD},site\n1,0,0,10,2,0\n2,1,1,4,1,1\n3,2,5,5,1,7\n"
    assert "job 3 is on site 7, of 2" in made(text, on).result.violations


def test_several_jobs_with_rows_that_contradict_each_other_are_counted() -> None:
    rows = "".join(f"{i},0,{s},1,1\n" for i in range(1, 6) for s in (0, i))
    jobs = rigid(*[(0, 1, 1)] * 5)
    result = made(f"{HEAD}\n{rows}", Instance(jobs, Platform.of(5))).result
    assert result.violations == (
        "5 jobs have rows that contradict each other: job 1, job 2, job 3, …",
    )
    assert result.violation_count == 5


def test_rounded_decimals_are_no_broken_rule() -> None:
    jobs = rigid((0, 1, 1 / 3), (0, 1, 2 / 3))
    text = "job_id,starting_time,execution_time,width\n1,0,0.33,1\n2,0.33,0.67,1\n"
    found = made(text, Instance(jobs, Platform.of(1)))
    assert found.result.violations == ()
    assert found.imported.tolerance == pytest.approx(0.01)


def test_moldable_jobs_are_held_against_the_profile_at_their_width() -> None:
    on = Instance(moldable([9, 5, 4]), Platform.of(4))
    head = "job_id,starting_time,execution_time,width"
    assert made(f"{head}\n1,0,4,3\n", on).result.violations == ()
    assert made(f"{head}\n1,0,5,3\n", on).result.violations == ("job 1 runs 5 s instead of 4 s",)


@pytest.mark.parametrize("ending", ["csv", "swf", "csv.gz"])
def test_the_recorded_schedule_of_a_trace_comes_back_with_identical_metrics(
    shared: Path, tmp_path: Path, ending: str
) -> None:
    trace = shared / "traces" / "SDSC-SP2-1998-4.2-cln.swf.gz"
    if not trace.exists():
        pytest.skip(f"{trace.name} is not there")
    workload = read(trace).workload
    with gzip.open(trace, "rt", encoding="latin-1") as lines:
        fields = [line.split() for line in lines if not line.startswith(";")]
    waits = {int(f[0]): float(f[2]) for f in fields}
    start = workload.release + np.array([waits[i] for i in workload.ids.tolist()])
    instance = Instance(workload, Platform.of(128), Rules(estimates="overrun"))
    recorded = judge(instance, Schedule.of(workload, start), made_by="SDSC SP2", bounds=())
    path = tmp_path / f"recorded.{ending}"
    write_schedule(path, instance.jobs, instance.platform, recorded.schedule)
    found = read_result(path, instance, made_by="SDSC SP2", bounds=())
    theirs, ours = (
        {key: finite(value) for key, value in result.metrics.items() if key != "backfilled"}
        for result in (found.result, recorded)
    )
    assert theirs == ours
    assert found.imported.report.kept == len(workload)
    assert found.imported.tolerance == 0
    if not ending.startswith("swf"):
        assert found.result.violation_count == recorded.violation_count


@pytest.mark.parametrize("case", ["lublin1000_m64", "ties2000_m128"])
def test_published_starts_of_easy_beside_ours_differ_in_no_job(shared: Path, case: str) -> None:
    folder = shared / "cases"
    if not folder.exists():
        pytest.skip("the published cases are not there")
    workload = read(folder / f"{case}.swf").workload
    header, *lines = (folder / f"{case}.starts.csv").read_text().splitlines()
    column = header.split(",").index("start_easy_raise")
    processors = int(case.rpartition("_m")[2])
    instance = Instance(workload, Platform.of(processors))
    jobs = instance.jobs
    starts = {line.split(",")[0]: line.split(",")[column] for line in lines}
    rows = [
        f"{i},{starts[str(i)]},{took:.0f},{width}"
        for i, took, width in zip(
            jobs.ids.tolist(), jobs.runtime.tolist(), jobs.width.tolist(), strict=True
        )
    ]
    text = "job_id,starting_time,execution_time,width\n" + "\n".join(rows)
    theirs = made(text, instance, made_by="pyss").result
    ours = solve(instance, "easy", bounds=())
    assert theirs.violations == ()
    assert len(Difference.of(ours.schedule, theirs.schedule).jobs) == 0
    differing = solve(instance, "fcfs", bounds=())
    assert len(Difference.of(differing.schedule, theirs.schedule).jobs) > 0


def run(capsys: Output, *argv: str) -> tuple[int, str, str]:
    """Run a command."""
    code = cli.main(argv)
    out, err = capsys.readouterr()
    return code, out, err


EIGHT = str(Path(__file__).parents[2] / "data" / "eight-jobs.swf")
ON = ("--workload", EIGHT, "--procs", "6")


@pytest.fixture
def theirs(tmp_path: Path, capsys: Output) -> str:
    """EASY's schedule of eight jobs, as a file."""
    path = str(tmp_path / "theirs.csv")
    assert run(capsys, "run", *ON, "--algorithm", "easy", "--schedule", path)[0] == 0
    return path


def test_a_schedule_is_imported_on_the_command_line(theirs: str, capsys: Output) -> None:
    code, out, err = run(capsys, "import-schedule", theirs, *ON, "--by", "pyss", "--label", "Mine")
    assert (code, err) == (0, "")
    assert "Read from SchedWeb CSV: 8 jobs matched by id." in out
    assert "Mine was made elsewhere by pyss" in out
    code, out, _ = run(capsys, "import-schedule", theirs, *ON, "--json", "--as", "batsim")
    found = json.loads(out)
    assert (code, found["label"], found["kind"]) == (0, "theirs.csv", "batsim")
    assert (found["made_by"], found["violation_count"]) == (UNKNOWN_MAKER, 0)
    assert (found["tolerance"], found["report"]["kept"]) == (0, 8)


def test_a_schedule_that_breaks_rules_is_told_and_ends_with_an_error(
    theirs: str, capsys: Output
) -> None:
    lines = Path(theirs).read_text().splitlines()
    Path(theirs).write_text("\n".join(lines[:-1]))
    code, out, err = run(capsys, "import-schedule", theirs, *ON)
    assert code == 2
    assert err == "infeasible schedule: job 8 is not scheduled\n"
    assert "theirs.csv breaks rules: job 8 is not scheduled" in out
    code, out, _ = run(capsys, "import-schedule", theirs, *ON, "--json")
    assert (code, json.loads(out)["violations"]) == (2, ["job 8 is not scheduled"])


def test_schedules_stand_beside_algorithms(theirs: str, capsys: Output) -> None:
    code, out, _ = run(capsys, "compare", *ON, "fcfs", "easy", "--schedule", theirs, "--by", "pyss")
    assert code == 0
    assert "theirs.csv was made elsewhere by pyss" in out
    code, out, _ = run(
        capsys, "report", "differences:first=easy", *ON, "fcfs", "easy", "--schedule", theirs
    )
    assert code == 0
    assert "0 of 8 jobs differ between easy and theirs.csv" in out
    code, out, _ = run(
        capsys, "report", "results", *ON, "easy", "--schedule", theirs, "--as", "tex"
    )
    assert "made elsewhere by somebody else" in out


def test_what_breaks_rules_is_best_at_nothing(theirs: str, capsys: Output) -> None:
    lines = Path(theirs).read_text().splitlines()
    Path(theirs).write_text("\n".join(lines[:3]))
    _, out, _ = run(capsys, "compare", *ON, "fcfs", "easy", "--schedule", theirs, "--json")
    best = json.loads(out)["best"]
    assert not any("theirs.csv" in labels for labels in best.values())


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("import-schedule", EIGHT, *ON), "says of no job when it starts"),
        (("import-schedule", "none.csv", *ON), "No such file"),
        (("import-schedule", EIGHT, *ON, "--as", "doc"), "invalid choice: 'doc'"),
        (("compare", *ON, "easy", "--schedule", EIGHT), "says of no job when it starts"),
    ],
)
def test_errors_are_one_sentence(argv: tuple[str, ...], sentence: str, capsys: Output) -> None:
    code, out, err = run(capsys, *argv)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
