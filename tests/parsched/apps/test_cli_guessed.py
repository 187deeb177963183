"""A machine whose size is guessed is said to be, wherever it decides what is said."""

import json
from pathlib import Path

import pytest

from parsched.apps.cli import main
from tests.parsched.apps.test_cli import Output, run

LOG = """JobID|Submit|Start|End|NCPUS|State
1|2026-02-14T08:00:00|2026-02-14T08:00:10|2026-02-14T08:05:00|4|COMPLETED
2|2026-02-14T08:00:05|2026-02-14T08:01:05|2026-02-14T08:04:05|8|COMPLETED
"""


def test_a_machine_that_is_guessed_is_said_to_be(capsys: Output, tmp_path: Path) -> None:
    log, guess = tmp_path / "log.txt", "the machine is guessed: the most processors that were busy"
    log.write_text(LOG)
    assert guess in run(capsys, "read", str(log))
    assert json.loads(run(capsys, "read", str(log), "--json"))["guess"] == "busiest"
    entries = ("recorded", "easy", "fcfs")
    first, more, *table = run(capsys, "compare", "--workload", str(log), *entries).splitlines()
    assert first == (
        "With 2 jobs, easy waits 0 s, fcfs 0 s, on 12 alike processors. The machine is guessed: "
        "the most processors that were busy at once. As recorded: 35 s."
    )
    assert "recorded" not in more
    [wait] = (row for row in table if row.startswith("mean wait ("))
    assert wait.split()[-3:] == ["35", "0*", "0*"] or wait.count("*") == 0
    said = run(capsys, "compare", "--workload", str(log), "--procs", "12", *entries)
    assert said.startswith("With 2 jobs, easy waits 100 % less than what happened (35 → 0 s).")
    with pytest.raises(SystemExit):
        main(["compare", "--help"])
    help = " ".join(capsys.readouterr().out.split())
    assert "else a guess: the most that were busy at once where starts are recorded" in help


def test_a_machine_that_the_widest_job_suggests_is_guessed(capsys: Output, tmp_path: Path) -> None:
    jobs = tmp_path / "jobs.csv"
    jobs.write_text("id,procs,time\n1,4,10\n2,2,20\n")
    assert "the machine is guessed: as many processors as the widest job has" in (
        run(capsys, "read", str(jobs))
    )
