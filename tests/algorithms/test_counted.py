"""One job is one job, one processor one processor: on the command line, in reprs and reports."""

import re
from pathlib import Path

import pytest

import algorithms as sched
from algorithms.digits import counted
from algorithms.formats import read
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from tests.algorithms.test_cli import Output, run

WRONG = re.compile(r"(?<![\d.,])1 (jobs|processors|runs|deployments|schedules)\b")
ONE = "1 0 0 10 1 -1 -1 1 20 -1 1 3 1 -1 1 -1 -1 -1\n"


@pytest.mark.parametrize("processors", [1, 128])
@pytest.mark.parametrize("command", [("compare", "fcfs", "easy"), ("run", "--algorithm", "easy")])
def test_commands_count_one_job(
    capsys: Output, tmp_path: Path, command: tuple[str, ...], processors: int
) -> None:
    log = tmp_path / "one.swf"
    log.write_text(ONE)
    name, *rest = command
    text = run(capsys, name, "--workload", str(log), "--procs", str(processors), *rest)
    assert f"1 job on {counted(processors, 'processor')}" in text
    assert not WRONG.search(text)


def test_reports_and_reprs_count_one_job(tmp_path: Path) -> None:
    log = tmp_path / "one.swf"
    log.write_text(ONE)
    found = read(log)
    records = sched.compare(Instance(found.workload, Platform.of(1)), "fcfs", "easy")
    told = [repr(found), repr(records), repr(records.about), *records.about.provenance]
    told += [sched.report("results", records).as_text(), found.report.summary]
    assert [text for text in told if WRONG.search(text)] == []
