"""The command line works end to end, and its errors are one sentence with exit code 2."""

import csv
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parsched import __version__
from parsched.apps import cli
from parsched.apps.cli import comparing
from parsched.base.program import INTERRUPTED, PIPE_CLOSED
from parsched.data.formats import read, write
from parsched.data.generators import GENERATORS, generate
from parsched.measure.metrics import METRICS
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.examples.jobs import provable

ROOT = Path(__file__).parents[3]
EIGHT = str(ROOT / "tests" / "data" / "eight-jobs.swf")
MOLDABLE = str(ROOT / "tests" / "data" / "every-kind-of-job.json")
Output = pytest.CaptureFixture[str]


def run(capsys: Output, *argv: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    assert cli.main(argv) == 0, capsys.readouterr().err
    out, err = capsys.readouterr()
    assert err == ""
    return out


def run_json(capsys: Output, *argv: str) -> Any:
    """Run a command with --json."""
    return json.loads(run(capsys, *argv, "--json"))


def fail(capsys: Output, *argv: str) -> str:
    """Run a command that must fail, and return its sentence."""
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    return err.strip()


def program(*argv: str) -> subprocess.CompletedProcess[str]:
    """Run the program itself."""
    command = [sys.executable, "-m", "parsched", *argv]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_grids_tell_their_sites_and_what_to_beware_of(capsys: Output) -> None:
    given = ["--workload", EIGHT, "--procs", "128,32,32"]
    trapped = ["--algorithm", "grid", "--param", "admissible=0.1"]
    text = run(capsys, "run", *given, *trapped)
    warning = "Site 3 (32 processors) is admissible to no job with a = 0.1 and at-least: "
    assert warning in text
    by_site, sets = text.split("\n\n")[-2:]
    assert [line.split(maxsplit=2) for line in sets.splitlines()] == [
        ["processors", "jobs", "admissible"],
        ["1–32", "8", "site 2"],
        ["33–128", "0", "site 1"],
    ]
    head, *sites = by_site.splitlines()
    assert head.split()[:4] == ["site", "processors", "jobs", "share"]
    assert [line.split()[2] for line in sites] == ["128", "32", "32"]
    assert sites[2].split()[3] == "0"
    found = run_json(capsys, "run", *given, *trapped)
    assert [site["processors"] for site in found["sites"]] == [128, 32, 32]
    assert found["warnings"][0].startswith(warning)
    assert found["admissible_sets"] == [
        {"narrowest": 1, "widest": 32, "jobs": 8, "sites": [2]},
        {"narrowest": 33, "widest": 128, "jobs": 0, "sites": [1]},
    ]
    whole = run_json(capsys, "run", *given, "--algorithm", "grid")
    assert whole["admissible_sets"] == []
    alone = run_json(capsys, "run", *given[:3], "128", *trapped)
    assert "admissible_sets" not in alone
    several = run(capsys, "compare", *given, "grid:admissible=0.1", "grid:admissible=0.1,seed=2")
    assert several.count(warning) == 1
    assert "admissible to no job" not in run(capsys, "compare", *given, "grid", "grid:seed=2")


def test_the_program_lists_everything() -> None:
    done = program("list")
    assert (done.returncode, done.stderr) == (0, "")
    for key in (*ALGORITHMS, *GENERATORS, *METRICS):
        assert f"  {key} " in done.stdout


def test_the_program_fails_with_one_sentence() -> None:
    done = program("run", "--workload", "none.swf", "--procs", "4", "--algorithm", "easy")
    sentence = "none.swf: the file cannot be read: No such file or directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_a_terminal_without_greek_letters_is_no_obstacle() -> None:
    command = [sys.executable, "-m", "parsched", "list"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "parsched", "list"]
    with os.fdopen(writer, "wb") as stdout:
        done = subprocess.run(
            command, cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, "")


def test_interruption_is_one_line(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(comparing, "solve", interrupt)
    argv = ("run", "--workload", EIGHT, "--procs", "6", "--algorithm", "fcfs")
    assert cli.console(argv) == INTERRUPTED
    assert capsys.readouterr() == ("", "Interrupted.\n")


def test_list_as_json_has_the_declarations(capsys: Output) -> None:
    found = run_json(capsys, "list")
    assert [algorithm["key"] for algorithm in found["algorithms"]] == list(ALGORITHMS)
    easy = next(a for a in found["algorithms"] if a["key"] == "easy")
    ltf = next(a for a in found["algorithms"] if a["key"] == "ltf")
    assert ltf["params"]["properties"]["placement"]["enum"] == ["graham", "serial"]
    assert easy["supports"]["online"] is True
    assert easy["references"][0]["bibtex"].startswith("@")
    assert [metric["key"] for metric in found["metrics"]] == list(METRICS)
    assert {"makespan", "minsum"} <= set(found["bounds"])
    assert [generator["key"] for generator in found["generators"]] == list(GENERATORS)


def test_run_as_json_has_the_promised_keys(capsys: Output) -> None:
    argv = ("run", "--workload", EIGHT, "--procs", "6", "--algorithm", "easy")
    found = run_json(capsys, *argv, "--estimates", "kill", "--deploy", "200:100")
    assert found["algorithm"] == "easy"
    assert found["version"] == ALGORITHMS["easy"].version
    assert found["params"] == {}
    assert set(found["instance"]) == {"digest", "rules", "deployment", "systems"}
    assert re.fullmatch("[0-9a-f]{64}", found["instance"]["digest"])
    assert found["instance"]["rules"] == {"estimates": "kill", "events": "batch"}
    assert found["instance"]["deployment"] == {"seconds": 200, "extra": 100}
    assert found["status"] == "finished"
    assert found["seconds"] > 0
    assert set(found["metrics"]) == set(METRICS)
    assert found["bounds"]["makespan"]["longest"] == 10
    assert found["bounds"]["minsum"]["release_length"] > 0
    assert found["ratios"]["makespan"]["value"] >= 1
    assert found["dropped"] == 0
    assert found["workload"] == {"name": "eight-jobs", "jobs": 8}
    assert found["processors"] == [6]


def test_run_for_people_shows_every_metric(capsys: Output) -> None:
    out = run(capsys, "run", "--workload", EIGHT, "--procs", "6", "--algorithm", "fcfs")
    assert out.startswith("eight-jobs (a machine for teachers): 8 jobs on 6 processors\n")
    for metric in METRICS.values():
        assert metric.title in out


def test_what_was_left_out_stands_above_the_table(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "jobs.swf"
    path.write_text(Path(EIGHT).read_text() + "9 13 -1 -1 1 -1 -1 1 3 -1 1 1 1 -1 1 -1 -1 -1\n")
    out = run(capsys, "run", "--workload", str(path), "--procs", "6", "--algorithm", "fcfs")
    assert out.startswith(
        "jobs (a machine for teachers): 8 jobs (1 left out) on 6 processors\n"
        "Run time (field 4) must be 0"
    )


def test_too_wide_jobs_are_refused_or_left_out(capsys: Output) -> None:
    argv = ("run", "--workload", EIGHT, "--procs", "5", "--algorithm", "easy")
    sentence = "job 5 (line 15) asks for 6 processors, more than the 5 of the machine"
    assert fail(capsys, *argv) == sentence
    found = run_json(capsys, *argv, "--too-wide", "drop")
    assert (found["dropped"], found["workload"]["jobs"]) == (1, 7)


def test_a_schedule_that_was_written_passes_the_check(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    argv = ("--workload", EIGHT, "--procs", "6", "--schedule", str(path))
    run(capsys, "run", *argv, "--algorithm", "easy", "--estimates", "kill")
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["final_state"] for row in rows].count("COMPLETED_WALLTIME_REACHED") == 1
    assert run(capsys, "check", *argv).startswith("feasible: 8 jobs, makespan ")
    found = run_json(capsys, "check", *argv)
    assert found["feasible"] is True
    assert found["metrics"]["makespan"] == max(float(row["finish_time"]) for row in rows)


def test_a_mutilated_schedule_fails_the_check(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    argv = ("--workload", EIGHT, "--procs", "6", "--schedule", str(path))
    run(capsys, "run", *argv, "--algorithm", "easy")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    assert fail(capsys, "check", *argv) == "infeasible schedule: job 8 is not scheduled"


def test_a_schedule_may_be_swf(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "out.swf.gz"
    argv = ("run", "--workload", EIGHT, "--procs", "6", "--algorithm", "fcfs")
    run(capsys, *argv, "--schedule", str(path))
    assert b"; MaxProcs: 6\n" in gzip.decompress(path.read_bytes())


def test_compare_prints_a_table_that_marks_the_best(capsys: Output) -> None:
    argv = ("compare", "--workload", EIGHT, "--procs", "6")
    out = run(capsys, *argv, "--estimates", "kill", "--events", "sequential", "fcfs", "easy")
    answer, _, _, head, _, titles, *rows = out.splitlines()
    assert answer == "With 8 jobs, no other run has a lower mean wait than easy."
    rules = "estimates=kill, events=sequential"
    assert head == f"eight-jobs (a machine for teachers): 8 jobs on 6 processors, {rules}"
    assert titles.split() == ["fcfs", "easy"]
    (mean_wait,) = (row for row in rows if row.startswith("mean wait ("))
    assert mean_wait.endswith("*")
    assert mean_wait.count("*") == 1
    assert any(row.startswith("makespan / bound ") for row in rows)


@pytest.fixture
def provable_file(tmp_path: Path) -> str:
    """Six jobs: LTF takes 12 s, the bounds say 10 s, and exact search proves 11 s the least."""
    write(provable(), path := tmp_path / "provable.json")
    return str(path)


def test_compare_lets_the_proof_of_one_run_count_for_all(
    capsys: Output, provable_file: str
) -> None:
    argv = ("compare", "--workload", provable_file, "--procs", "4", "ltf", "exact:seconds=1")
    rows = run(capsys, *argv).splitlines()
    (ratios,) = (row for row in rows if row.startswith("makespan / bound proved"))
    assert ratios.split()[-2:] == ["1.091", "1"]
    (told,) = (row for row in rows if row.startswith("makespan is"))
    assert "within 9.1 % of the optimum" in told
    assert told.endswith("proved optimal")
    ltf, exact = run_json(capsys, *argv)["results"]
    assert (ltf["proved"], exact["proved"]) == (None, 11)
    assert ltf["ratios"]["makespan"] == {"bound": "proved", "value": 12 / 11}
    assert ltf["certificates"]["makespan"]["text"] == "within 9.1 % of the optimum"


@pytest.mark.usefixtures("nothing_known")
def test_alone_a_run_has_its_own_proofs_only(capsys: Output, provable_file: str) -> None:
    argv = ("run", "--workload", provable_file, "--procs", "4", "--algorithm")
    found = run_json(capsys, *argv, "ltf")
    assert found["certificates"]["makespan"]["text"] == "within 20 % of the optimum"
    assert (found["unit"], found["helper_memory"]) == (1, 0)


def test_compare_as_json_has_a_result_per_entry(capsys: Output) -> None:
    argv = ("compare", "--workload", EIGHT, "--procs", "6")
    found = run_json(capsys, *argv, "fcfs", "easy", "conservative")
    labels = ["fcfs", "easy", "conservative"]
    assert [result["label"] for result in found["results"]] == labels
    assert set(found["results"][0]["metrics"]) == set(METRICS)
    assert set(found["best"]["mean_wait"]) <= set(labels)
    assert found["dropped"] == 0


RIGID = [key for key in GENERATORS if generate(key, jobs=1, processors=2).is_rigid]
WRITTEN = [
    *((key, name) for key in GENERATORS for name in ("jobs.json", "jobs.json.gz")),
    *((key, name) for key in RIGID for name in ("jobs.swf", "jobs.swf.gz")),
]


@pytest.mark.parametrize(("model", "name"), WRITTEN)
def test_generated_workloads_are_written_and_repeatable(
    capsys: Output, tmp_path: Path, model: str, name: str
) -> None:
    paths = [tmp_path / folder / name for folder in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        argv = ("generate", model, "--jobs", "50", "--procs", "16", "--seed", "7")
        out = run(capsys, *argv, "--param", "load=0.5", "--out", str(path))
        assert out.startswith(f"50 jobs written to {path}")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    found = read(paths[0])
    assert len(found.workload) == 50
    assert found.workload.widest <= 16


RUN = ("run", "--workload", EIGHT, "--procs", "6")
GENERATE = ("generate", "uniform", "--jobs", "5", "--procs", "4", "--out")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ((), "arguments are required: COMMAND"),
        (("fly",), "invalid choice: 'fly'"),
        (("run", "--workload", EIGHT), "arguments are required: --algorithm"),
        ((*RUN, "--algorithm", "none"), "no algorithm is called 'none'; there are: "),
        ((*RUN, "--algorithm", "ltf"), "Largest task first schedules off-line"),
        ((*RUN[:-1], "6,6", "--algorithm", "easy"), "one site only, and the machine has 2"),
        (
            (*RUN[:-1], "0", "--algorithm", "easy"),
            "--procs: must be integers from 1 to 2,147,483,647",
        ),
        ((*RUN[:-1], "six", "--algorithm", "easy"), "with commas between, got 'six'"),
        ((*RUN[:-1], "9" * 20, "--algorithm", "easy"), f"integers from 1 to {2**31 - 1:,} with"),
        ((*RUN, "--algorithm", "easy", "--param", "x=1"), "x is not a parameter"),
        ((*RUN, "--algorithm", "easy", "--param", "x"), "must be given as name=value, got 'x'"),
        ((*RUN, "--algorithm", "easy", "--events", "9"), "--events: invalid choice: '9'"),
        ((*RUN, "--algorithm", "easy", "--bounds", "x"), "no bound is called 'x'; there are: area"),
        (
            (*RUN, "--algorithm", "easy", "--deploy", "1:x"),
            "two numbers from 0 to 1,000,000, got '1:x'",
        ),
        ((*RUN, "--algorithm", "grid", "--events", "sequential"), "events must be batch"),
        ((*RUN, "--algorithm", "easy", "--seed", "1"), "easy uses no random numbers"),
        ((*RUN, "--algorithm", "easy", "--schedule", "/none/x.csv"), "there is no folder /none"),
        ((*RUN, "--algorithm", "easy", "--too-wide", "cut"), "--too-wide: invalid choice: 'cut'"),
        (("run", "--workload", MOLDABLE, "--procs", "9", "--algorithm", "easy"), "moldable"),
        (
            (*RUN, "--algorithm", "online-batch", "--param", "algorithm.depth=1"),
            "algorithm.depth is not a parameter here; known are: compaction",
        ),
        (
            (*RUN, "--algorithm", "online-batch", "--param", "algorithm=sequential"),
            "On-line batching runs Sequential, which runs every job on one processor",
        ),
        (("run", "--workload", "/", "--procs", "9", "--algorithm", "easy"), "Is a directory"),
        (("compare", *RUN[1:], "easy", "fcfs:a=1"), "a is not a parameter"),
        (
            ("check", *RUN[1:], "--schedule", EIGHT),
            "says of no job when it starts: it is a workload",
        ),
        ((*GENERATE, "x.doc"), "its name must end in .json, .gwf, .csv, .swf"),
        ((*GENERATE, "x.swf", "--seed", "-1"), "seed must be an integer from 0 to"),
        ((*GENERATE, "x.swf", "--seed", "1", "--param", "seed=2"), "seed is given twice"),
        ((*GENERATE, "x.swf", "--jobs", "-1"), "jobs must be at least 1, got -1"),
        ((*GENERATE, "x.swf", "--jobs", "0"), "jobs must be at least 1, got 0"),
        ((*GENERATE, "x.swf", "--jobs", "many"), "--jobs: invalid int value: 'many'"),
        (("generate", "none", *GENERATE[2:], "x.swf"), "no generator is called 'none'"),
    ],
)
def test_every_error_is_one_sentence(capsys: Output, argv: tuple[str, ...], sentence: str) -> None:
    assert sentence in fail(capsys, *argv)


@pytest.mark.parametrize("algorithm", ["grid", "conservative", "fcfs"])
def test_the_largest_machine_that_is_allowed_needs_no_memory(
    capsys: Output, algorithm: str
) -> None:
    procs = ",".join([str(MAX_PROCESSORS)] * (3 if algorithm == "grid" else 1))
    out = run(capsys, *RUN[:-1], procs, "--algorithm", algorithm)
    assert "makespan" in out


def test_the_version_is_told(capsys: Output) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out.strip() == __version__


def test_kth_gives_the_published_mean_wait(capsys: Output, shared: Path) -> None:
    log = str(shared / "traces" / "KTH-SP2-1996-2.1-cln.swf.gz")
    argv = ("run", "--workload", log, "--procs", "100", "--algorithm", "easy")
    found = run_json(capsys, *argv, "--estimates", "kill")
    assert (found["workload"]["jobs"], found["dropped"]) == (28_475, 1)
    assert round(found["metrics"]["mean_wait"], 2) == 6837.23
    assert round(found["metrics"]["mean_bounded_slowdown"], 3) == 92.870


def test_a_grid_is_given_by_the_sizes_of_its_sites(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "grid.csv"
    argv = ("--workload", EIGHT, "--procs", "4,8,8,16,32", "--algorithm", "grid")
    settings = ("--param", "strategy=mst", "--param", "admissible=0.5", "--schedule", str(path))
    out = run(capsys, "run", *argv, *settings)
    assert "on 4 + 8 + 8 + 16 + 32 processors" in out
    found = json.loads(run(capsys, "run", *argv, "--seed", "3", "--json"))
    assert found["processors"] == [4, 8, 8, 16, 32]
    assert found["params"]["seed"] == 3
    checked = run(capsys, "check", *argv[:4], "--schedule", str(path))
    assert checked.startswith("feasible: ")
