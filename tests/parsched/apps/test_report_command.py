"""The command `report` writes each report as text, file or pictures, and refuses in a sentence."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from parsched.apps import cli
from tests.parsched.apps.test_cli import EIGHT, Output, run

JOBS = ("--workload", EIGHT, "--procs", "128")


def test_without_entries_it_runs_what_suits(capsys: Output) -> None:
    text = run(capsys, "report", "results", *JOBS)
    rows = [line.split(" ")[0] for line in text.splitlines()]
    assert {"fcfs", "easy", "conservative"} <= {*rows}


def test_options_follow_the_key_and_may_have_commas(capsys: Output) -> None:
    told = run(
        capsys, "report", "results:metrics=makespan,mean_wait,baseline=fcfs", *JOBS, "easy", "fcfs"
    )
    head = next(line for line in told.splitlines() if line.startswith("algorithm "))
    assert "makespan" in head
    assert "mean wait" in head
    assert "max wait" not in head


def test_labels_with_commas_are_names_of_runs(capsys: Output) -> None:
    labels = "grid:admissible=0.1,seed=2", "grid:admissible=0.5,seed=2"
    asked = ("--workload", EIGHT, "--procs", "128,32,32", "--as", "csv", *labels, "grid")
    told = run(capsys, "report", f"distributions:runs={','.join(labels)}", *asked)
    head, *rows = csv.reader(io.StringIO(told))
    assert {row[head.index("run")] for row in rows} == {*labels}


@pytest.mark.parametrize("ending", ["csv", "tex", "md", "json", "html"])
def test_files_are_what_is_printed(capsys: Output, tmp_path: Path, ending: str) -> None:
    asked = ("report", "results", *JOBS, "easy", "fcfs", "--as", ending)
    printed = run(capsys, *asked).splitlines()
    path = tmp_path / "x"
    assert run(capsys, *asked, "--out", str(path)) == ""
    written = path.read_text(encoding="utf-8").splitlines()  # computing times differ
    assert (len(written), written[0]) == (len(printed), printed[0])


def test_json_is_all_of_it(capsys: Output) -> None:
    told = json.loads(run(capsys, "report", "ranking", *JOBS, "easy", "fcfs", "--json"))
    assert told["key"] == "ranking"
    assert told["sentences"]


def test_charts_are_one_figure_over_a_range_of_time(capsys: Output, tmp_path: Path) -> None:
    asked = ("report", "gantt:colour=wait,start=0,end=100,runs=fcfs", *JOBS, "easy", "fcfs")
    path = tmp_path / "charts.svg"
    assert run(capsys, *asked, "--as", "svg", "--caption", "--out", str(path)) == ""
    svg = path.read_text(encoding="utf-8")
    assert ">wait:<" in svg
    assert "Runs: fcfs." in " ".join(re.findall(r">([^<>]+)</", svg))
    head, *rows = csv.reader(io.StringIO(run(capsys, *asked, "--as", "csv")))
    assert head[-1] == "wait"
    assert {row[0] for row in rows} == {"fcfs"}
    assert all(float(row[head.index("start")]) < 100 for row in rows)


def test_the_numbers_of_a_figure_are_a_csv(capsys: Output) -> None:
    both = "distributions:runs=easy,fcfs"
    asked = ("report", both, *JOBS, "easy", "fcfs", "--as", "csv", "--figure", "wait")
    head, *rows = csv.reader(io.StringIO(run(capsys, *asked)))
    assert head == ["series", "wait of a job [s]", "share of jobs [fraction]"]
    assert {row[0] for row in rows} == {"easy", "fcfs"}
    assert [row[2] for row in rows if row[0] == "easy"][-1] == "1.0"


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_figures_are_files_in_a_folder_and_one_is_a_file(
    capsys: Output, tmp_path: Path, ending: str
) -> None:
    asked = ("report", "distributions", *JOBS, "easy", "fcfs", "--as", ending)
    folder, one = tmp_path / "figures" / "of jobs", tmp_path / "wait"
    look = ("--width", "text", "--theme", "dark", "--font-size", "10", "--caption", "Waits")
    assert run(capsys, *asked, "--out", str(folder), *look) == ""
    found = sorted(path.name for path in folder.iterdir())
    keys = ("flow", "queue", "slowdown", "utilisation", "wait")
    assert found == [f"distributions-{key}.{ending}" for key in keys]
    assert run(capsys, *asked, "--figure", "wait", "--out", str(one), *look) == ""
    assert one.read_bytes() == (folder / f"distributions-wait.{ending}").read_bytes()


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (["none"], "no report is called 'none'; there are: results"),
        (["results:metrics=none"], "metrics must be among"),
        (["results:baseline=none,of,them"], "must be a run with a result, got none,of,them"),
        (["distributions:runs=easy,none"], "must be runs with a result, got none"),
        (["results:x=1"], "x is not a parameter"),
        (["sites"], "no report sites"),
        (["results", "--table", "none"], "results has no table 'none'; there are: results"),
        (["results", "--table", "results", "--json"], "JSON has all tables"),
        (
            ["results", "--out", "/none/x.csv"],
            "--out cannot be '/none/x.csv': there is no folder /none",
        ),
        (["distributions", "--as", "pdf"], "--out says into which file or folder the pdf goes"),
        (["distributions", "--as", "pdf", "--out", "x.pdf"], "choose one of wait, flow, slowdown"),
        (["distributions", "--as", "pdf", "--out", EIGHT], "it is what is read"),
        (
            ["distributions", "--as", "pdf", "--figure", "wait", "--out", "x.svg"],
            "a pdf file must not end in .svg",
        ),
        (
            ["distributions", "--as", "pdf", "--figure", "none", "--out", "x.pdf"],
            "distributions has no figure 'none'; there are: wait, flow",
        ),
        (["results", "--as", "svg", "--out", "x.svg"], "results has no figures here"),
        (["gantt"], "gantt has only figures and tables for programs here: --as csv, json, or pdf"),
        (["gantt:colour=site", "--as", "pdf", "--out", "x.pdf"], "colour must be one of runtime, "),
        (["gantt:start=9,end=5", "--as", "csv"], "end must be after start, 9 s, got 5"),
        (["gantt:question=partition:7", "--as", "csv"], "question: At character"),
        (["gantt:pick=x", "--as", "csv"], "pick must be names that jobs have, got x"),
        (["distributions", "--as", "csv", "--width", "text"], "--width is about figures: choose"),
        (["distributions", "--font-size", "9"], "--font-size is about figures: choose --as svg"),
        (["results", "--as", "svg", "--out", "x", "--table", "y"], "svg files have figures"),
    ],
)
def test_what_cannot_be_is_a_sentence(capsys: Output, asked: list[str], rule: str) -> None:
    key, *rest = asked
    assert cli.main(["report", key, *JOBS, "easy", "fcfs", *rest]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert rule in err


def test_what_was_left_out_of_a_file_is_said_beside_the_report(
    capsys: Output, tmp_path: Path
) -> None:
    jobs = tmp_path / "jobs.csv"
    jobs.write_text("procs,time\n2,10\n0,20\n1,5\n")
    assert cli.main(["report", "results", "--workload", str(jobs), "--procs", "4", "lpt"]) == 0
    out, err = capsys.readouterr()
    assert "lpt" in out
    assert "left out (line 3" in err


def test_a_report_of_figures_alone_says_what_it_can_be_written_as(
    capsys: Output, tmp_path: Path
) -> None:
    out = str(tmp_path / "out")
    for more in ((), ("--out", out)):
        assert cli.main(["report", "distributions", *JOBS, "easy", *more]) == 2
        assert "has only figures and tables for programs here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
