"""One job is one job, one processor one processor: on the command line, in reprs and reports."""

import re
from pathlib import Path

import numpy as np
import pytest

import parsched as sched
from parsched.base.digits import counted
from parsched.base.errors import InfeasibleError, ParameterError, WorkloadError
from parsched.data.formats import read
from parsched.data.what_if import without_largest_users
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from tests.parsched.apps.test_cli import Output, run
from tests.parsched.factories import rigid

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


def test_reading_counts_one_processor_and_one_job(capsys: Output, tmp_path: Path) -> None:
    log = tmp_path / "one.swf"
    log.write_text(ONE)
    text = run(capsys, "read", str(log))
    assert "up to 1 processor wide, on" in text
    assert not WRONG.search(text)


def test_violations_and_refusals_count_one_processor_and_one_job() -> None:
    wide = rigid((0, 2, 10))
    schedule = Schedule.of(wide, np.zeros(1), width=np.ones(1, np.int64))
    with pytest.raises(InfeasibleError, match=r"job 1 may not run on 1 processor\b"):
        schedule.check(wide, Platform.of(2))
    with pytest.raises(WorkloadError, match="the workload has 1 job, and the schedule 2"):
        Schedule.of(rigid((0, 1, 1), (0, 1, 1)), np.zeros(2)).to_frame(wide)
    with pytest.raises(ParameterError, match="at most the 1 processor of the machine"):
        sched.generate("uniform", jobs=1, processors=1, params={"max_width": 2})
    with pytest.raises(WorkloadError, match="1 user is known"):
        without_largest_users(rigid((0, 1, 1), users=["ann"]), 2)
