"""Environments on the command line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parsched.apps.cli import main
from parsched.apps.cli.texts import written_text
from parsched.model.problem.workload import Labels
from parsched.run.ready_made import READY_MADE
from tests.parsched.policies.groups.loads import environed

Output = pytest.CaptureFixture[str]
DEPLOY = ("--deploy", "200:100")


@pytest.fixture
def jobs(tmp_path: Path) -> str:
    """A file of sixty jobs with environments, for 20 processors."""
    path = str(tmp_path / "jobs.json")
    assert main(["generate", "environments", "--jobs", "60", "--procs", "20", "--out", path]) == 0
    return path


@pytest.fixture
def traced(tmp_path: Path) -> str:
    """Two jobs in two queues."""
    path = tmp_path / "jobs.swf"
    line = "{0} 0 0 9 2 -1 -1 2 9 -1 1 7 1 3 {0} 1 -1 -1\n"
    path.write_text(line.format(1) + line.format(2))
    return str(path)


def run(capsys: Output, *args: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main([*args]) == code
    out, err = capsys.readouterr()
    return err if code else out


def result(capsys: Output, *args: str) -> Any:
    return json.loads(run(capsys, *args, "--json"))


def test_the_front_is_printed(capsys: Output, jobs: str) -> None:
    out = run(capsys, "front", "--workload", jobs, "--procs", "20")
    assert "* env-" in out or "* gls-plus" in out
    assert "No schedule takes less than " in out
    assert "On the front of makespan and deployments (*) are " in out
    assert " of 52 schedules; on the front of these and Σ C " in out
    assert "Deployments do not take" not in out


def test_equal_schedules_are_counted_as_one_trade_off(capsys: Output, jobs: str) -> None:
    given = ("front", "--workload", jobs, "--procs", "20")
    both = run(capsys, *given, "gls", "gls:lam=1")
    assert both.count("* gls") == 1
    assert both.endswith(
        "On the front of makespan and deployments (*) is 1 trade-off, made by 2 of 2 schedules; on "
        "the front of these and Σ C 1, made by 2.\n"
    )
    assert "is 1 trade-off, made by 1 of 1 schedule; " in run(capsys, *given, "gls")


def test_the_front_says_how_long_deployments_take(capsys: Output, jobs: str) -> None:
    given = ("front", "--workload", jobs, "--procs", "20", *DEPLOY, "gls:lam=4")
    lines = run(capsys, *given, "lpt").splitlines()
    assert lines[0].endswith(" on 20 processors, deployments of 200–300 s")
    assert lines[-2].startswith("No schedule takes less than ")


def test_the_front_as_json_has_every_point(capsys: Output, jobs: str) -> None:
    given = ("front", "--workload", jobs, "--procs", "20", *DEPLOY)
    found = result(capsys, *given, "gls:lam=1|2", "env-blind", "lpt")
    labels = [point["label"] for point in found["points"]]
    assert labels == ["gls:lam=1.0", "gls:lam=2.0", "env-blind", "lpt"]
    assert found["deployment"] == {"seconds": 200, "extra": 100}
    assert 200 < found["least_makespan"] <= min(p["makespan"] for p in found["points"])
    assert found["least_deployments"] <= min(p["deployments"] for p in found["points"])


def test_every_algorithm_pays_for_deployments(capsys: Output, jobs: str) -> None:
    given = ("compare", "--workload", jobs, "--procs", "20", "env-blind", "lpt", "fcfs", "mrt")
    free, slow = (result(capsys, *given, *more)["results"] for more in ((), DEPLOY))
    for one, other in zip(free, slow, strict=True):
        assert other["metrics"]["makespan"] >= one["metrics"]["makespan"] + 200
        assert other["bounds"]["makespan"]["work_deployments"] > 200


def test_arriving_jobs_have_a_front_of_batches(capsys: Output, tmp_path: Path) -> None:
    path = str(tmp_path / "late.json")
    made = ("generate", "environments", "--jobs", "30", "--procs", "20", "--param", "load=0.7")
    run(capsys, *made, "--out", path)
    given = ("front", "--workload", path, "--procs", "20")
    plain, slow = result(capsys, *given), result(capsys, *given, *DEPLOY)
    entries = READY_MADE["trade-offs-on-line"].requests
    assert [point["label"] for point in plain["points"]] == [entry.label for entry in entries]
    assert [point["label"] for point in slow["points"]] == [entry.label for entry in entries]
    assert all(
        b["makespan"] > a["makespan"] for a, b in zip(plain["points"], slow["points"], strict=True)
    )


def test_moldable_jobs_have_a_front_of_what_takes_them(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "moldable.json"
    times = {"times": [9, 5, 4], "environment": "a"}
    rows = [{"id": "1", **times}, {"id": "2", "procs": 3, "time": 7, "environment": "b"}]
    path.write_text(json.dumps({"format": "schedweb-workload", "version": 1, "jobs": rows}))
    given = ("front", "--workload", str(path), "--procs", "4")
    found = result(capsys, *given, "mrt", "demt")
    assert [point["target"] for point in found["points"]] == [None, None]
    assert (found["least_target"], found["least_deployments"]) == (7.5, 1 + 3)
    told = run(capsys, *given, code=2)
    assert told.endswith("schedules rigid jobs only, and 1 job is moldable\n")


def test_a_ready_made_comparison_is_compared_by_its_key(capsys: Output, jobs: str) -> None:
    given = ("compare", "--workload", jobs, "--procs", "20", *DEPLOY, "ltf", "trade-offs")
    found = result(capsys, *given)["results"]
    assert len(found) == 1 + len(READY_MADE["trade-offs"].requests)
    assert {row["grouping"]["deploy_extra"] for row in found} == {100}


def test_ready_made_comparisons_are_listed(capsys: Output) -> None:
    assert "trade-offs: Trade-offs between makespan and deployments." in run(capsys, "list")
    rows = result(capsys, "list")["ready_made"]
    assert [(row["key"], row["runs"]) for row in rows] == [
        (ready.key, len(ready.requests)) for ready in READY_MADE.values()
    ]
    assert rows[0]["entries"][4]["vary"]["lam"][0] == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            ("gls:lam=1|x",),
            "lam must be a number of at least 1 × the minimum and at most "
            "1,000,000,000,000,000, got 'x'",
        ),
        (("gls:lam=0.5",), "needs λ (lam) of at least the minimum, "),
        (("gls:lambdas",), "one of its sweeps, lambda, got 'lambdas'"),
        (
            ("--deploy=-1",),
            "--deploy: must be SECONDS or SECONDS:EXTRA, two numbers from 0 to 1,000,000, got '-1'",
        ),
        (("gls:deploy_seconds=1",), "given as --deploy SECONDS[:EXTRA] on the command line"),
    ],
)
def test_bad_values_are_told(
    capsys: Output, jobs: str, given: tuple[str, ...], sentence: str
) -> None:
    arguments = ("front", "--workload", jobs, "--procs", "20", *given)
    assert sentence in run(capsys, *arguments, code=2)


def test_jobs_without_environments_have_no_such_front(capsys: Output, traced: str) -> None:
    said = run(capsys, "front", "--workload", traced, "--procs", "4", code=2)
    assert said == "The front is one of jobs with environments, and these have none\n"


def test_a_schedule_is_checked_with_the_time_of_its_deployments(
    capsys: Output, jobs: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "schedule.csv")
    given = ("--workload", jobs, "--procs", "20")
    run(capsys, "run", *given, "--algorithm", "gls", *DEPLOY, "--schedule", out)
    found = result(capsys, "check", *given, "--schedule", out, *DEPLOY)
    assert found["feasible"]
    count = found["metrics"]["deployments"]
    told = run(capsys, "check", *given, "--schedule", out, *DEPLOY)
    assert told.startswith("feasible: 60 jobs, makespan ")
    assert told.endswith(f" s, {count:g} deployments\n")
    longer = ("--deploy", "210")
    told = run(capsys, "check", *given, "--schedule", out, *longer, code=2)
    assert "were not idle for the 210 s" in told


def test_what_has_no_environments_is_checked_without_deployments(
    capsys: Output, traced: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "schedule.csv")
    given = ("--workload", traced, "--procs", "4")
    run(capsys, "run", *given, "--algorithm", "fcfs", "--schedule", out)
    assert run(capsys, "check", *given, "--schedule", out) == "feasible: 2 jobs, makespan 9 s\n"


def test_swf_keeps_environments(capsys: Output, jobs: str, tmp_path: Path) -> None:
    out = str(tmp_path / "jobs.swf")
    made = ("generate", "environments", "--jobs", "60", "--procs", "20", "--out")
    assert run(capsys, *made, out) == f"60 jobs written to {out}\n"
    given = ("--procs", "20", "--algorithm", "gls")
    first = result(capsys, "run", "--workload", jobs, *given)
    again = result(capsys, "run", "--workload", out, *given)
    assert again["metrics"] == first["metrics"]
    assert run(capsys, *made, jobs) == f"60 jobs written to {jobs}\n"


def test_environments_that_swf_loses_are_told() -> None:
    jobs = environed((1, 1.0, "a"), (1, 1.0, "a"), (1, 1.0, "b"))
    others = Labels.of(["x", "y", "y"])
    assert written_text(replace(jobs, executable=others), "x.swf.gz") == (
        "written to x.swf.gz; as SWF, environments of jobs are not kept"
    )
    assert written_text(replace(jobs, user=Labels.of(["u", "u", "v"])), "x.gwf") == (
        "written to x.gwf; as GWF, names of environments are not kept: "
        "names of users stand for them"
    )
    assert written_text(replace(jobs, user=jobs.environment), "x.gwf") == "written to x.gwf"
    assert written_text(replace(jobs, environment=None), "x.swf") == "written to x.swf"


def test_queues_of_a_trace_may_be_environments(capsys: Output, traced: str) -> None:
    given = ("--workload", traced, "--procs", "4", "--algorithm", "gls")
    assert result(capsys, "run", *given)["metrics"]["deployments"] is None
    named = result(capsys, "run", *given, "--environment-from", "queue")
    assert named["metrics"]["deployments"] == 4


def test_a_run_prints_what_each_environment_was_given(capsys: Output, jobs: str) -> None:
    given = ("run", "--workload", jobs, "--procs", "20", "--algorithm", "gls")
    lines = run(capsys, *given).splitlines()
    found = result(capsys, *given)
    begin = next(i for i, line in enumerate(lines) if line.startswith("environment "))
    assert "work (processor·s)" in lines[begin]
    assert "share of deployments (%)" in lines[begin]
    listed = [line.split()[0] for line in lines[begin + 1 :]]
    names = sorted(found["environments"], key=lambda row: -row["work"])
    assert listed == [*(row["name"] for row in names), "all"]
    assert found["grouping"]["deploy_seconds"] == 0
    assert found["grouping"]["target"] > 0


def test_of_many_environments_those_with_most_work_are_printed(
    capsys: Output, tmp_path: Path
) -> None:
    path = tmp_path / "many.json"
    rows = [{"id": f"{i}", "procs": 1, "time": i, "environment": f"e{i}"} for i in range(1, 32)]
    content = {"format": "schedweb-workload", "version": 1, "jobs": rows}
    path.write_text(json.dumps(content))
    given = ("run", "--workload", str(path), "--procs", "4", "--algorithm", "gls")
    *_, first, last, more = run(capsys, *given).splitlines()
    assert first.split()[0] == "e12"
    assert last.startswith("all environments")
    assert more == "… and 11 more with less work (--json has all)"
    assert len(result(capsys, *given)["environments"]) == 31


def test_jobs_without_environments_print_no_such_table(capsys: Output, traced: str) -> None:
    given = ("run", "--workload", traced, "--procs", "4", "--algorithm", "fcfs")
    assert "all environments" not in run(capsys, *given)
    assert result(capsys, *given)["grouping"] == {}
