"""Dependencies are left out on request, by whatever a file is read with."""

from pathlib import Path
from typing import Any

import pytest

from parsched.apps import cli
from parsched.model.problem.unmodelled import DEPENDENCIES
from tests.parsched.apps.test_cli import Output, run, run_json
from tests.parsched.data.doubts.files import as_json, doubts, given, swf, table

LEFT_OUT = "dependencies_left_out"
CHAIN = swf([{"id": n, "submit": 0, "run": 10, "before": n - 1} for n in range(1, 5)], 8)
"""Four jobs, one after the other."""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chain.swf", CHAIN),
        ("circle.swf", swf([{"id": n, "submit": 0, "before": n and 3 - n % 2} for n in (1, 2, 3)])),
        ("two.csv", "id,procs,time,after\n1,1,9,\n2,1,9,1\n"),
        ("free.csv", "job,ncpus,elapsed,depends_on\n1,1,9,\n2,1,9,afterok:1\n"),
        (
            "two.json",
            as_json(
                [
                    {"id": "1", "procs": 1, "time": 9},
                    {"id": "2", "procs": 1, "time": 9, "after": ["1"]},
                ]
            ),
        ),
        (
            "tasks.gwf",
            "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n"
            "0,1,0,10,1,1,\n0,2,0,10,1,1,1\n",
        ),
    ],
)
def test_no_job_waits_and_the_workload_is_marked(name: str, content: str) -> None:
    kept = given(content, name)
    assert kept.workload.after is not None
    assert LEFT_OUT not in doubts(kept)
    found = given(content, name, leave_dependencies_out=True)
    assert (found.workload.after, found.workload.unmodelled) == (None, (DEPENDENCIES,))
    told = doubts(found)
    assert told[LEFT_OUT].count == kept.workload.after.waiting
    assert {"own_predecessor", "circular_dependency", "unknown_predecessor"}.isdisjoint(told)


def test_files_without_dependencies_are_as_before() -> None:
    content = table([{"id": 1, "procs": 1, "time": 9}])
    found = given(content, "one.csv", leave_dependencies_out=True)
    assert (found.workload.unmodelled, found.report.findings) == ((), ())


@pytest.fixture
def chain(tmp_path: Path) -> str:
    path = tmp_path / "chain.swf"
    path.write_text(CHAIN)
    return str(path)


def makespan(told: dict[str, Any]) -> float:
    return float(told["metrics"]["makespan"])


def test_commands_take_the_switch(capsys: Output, chain: str) -> None:
    switch = "--leave-dependencies-out"
    one = ("run", "--workload", chain, "--algorithm", "easy")
    assert makespan(run_json(capsys, *one)) == 40
    told = run_json(capsys, *one, switch)
    assert makespan(told) == 10
    assert told["unmodelled"] == [DEPENDENCIES]
    both = ("compare", "--workload", chain, "fcfs", "easy")
    rows = run_json(capsys, *both, switch)["results"]
    assert [makespan(row) for row in rows] == [10, 10]
    assert "nothing is proved" not in run(capsys, *both)
    assert "nothing is proved of how far from optimal they are" in run(capsys, *both, switch)
    said = run(capsys, "read", chain, switch)
    assert "Dependencies are left out, as was asked for; 3 × waits for no other job (line 3" in said
    assert "dependencies of jobs that are not kept" in said


def test_a_refusal_says_what_was_not_believed(capsys: Output, tmp_path: Path) -> None:
    rows = [{"id": n, "submit": 0, "wait": 0, "procs": 8} for n in range(1, 4)]
    path = tmp_path / "log.swf"
    path.write_text(swf(rows, 12))
    for told in (["compare", "what-happened"], ["run", "--algorithm", "recorded"]):
        assert cli.main([told[0], "--workload", str(path), *told[1:]]) == 2
        assert "24 processors would be busy at once on a machine of 12" in capsys.readouterr().err
