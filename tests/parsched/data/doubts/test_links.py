"""Columns of dependencies that were filled in by hand, or that recorded starts contradict."""

from typing import Any

import pytest

from parsched import Instance, Platform, solve
from parsched.data.formats import Reading
from parsched.model.problem.unmodelled import DEPENDENCIES
from tests.parsched.data.doubts.files import SAME_PREDECESSOR, as_json, doubts, given, swf, table

FILLED_IN, CONTRADICTED = "filled_in_dependencies", "contradicted_dependencies"
JOBS = range(1, 7)


def rows(**columns: Any) -> list[dict[str, Any]]:
    """Six jobs, a minute apart, whose columns depend on their number."""
    return [{name: of(n) for name, of in columns.items()} for n in JOBS]


def as_table(before: Any, start: Any = None, between: str = ",") -> str:
    columns: dict[str, Any] = {
        "id": lambda n: n,
        "release": lambda n: 60 * n,
        "procs": lambda n: 1,
        "time": lambda n: 1000,
        "after": before,
    }
    return table(rows(**columns | ({"start": start} if start else {})), between)


def all_believed(found: Reading) -> bool:
    return {FILLED_IN, CONTRADICTED}.isdisjoint(doubts(found))


def test_the_same_job_in_every_line_is_a_filler() -> None:
    found = given(SAME_PREDECESSOR)
    jobs = found.workload
    assert jobs.after is None
    assert jobs.unmodelled == (DEPENDENCIES,)
    told = doubts(found)
    assert told["own_predecessor"].examples[0].line == 2
    assert told[FILLED_IN].count == 11
    assert str(told[FILLED_IN].examples[0]) == "line 3: 1"
    instance = Instance(jobs, Platform.of(found.processors))
    waits = solve(instance, "recorded", bounds=frozenset()).metrics["mean_wait"]
    assert waits == pytest.approx(55 / 12)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("same.csv", as_table(lambda n: 1)),
        ("itself.csv", as_table(lambda n: 1 if n == 2 else n)),
        ("last.csv", as_table(lambda n: 6)),
        (
            "usual.csv",
            table(
                rows(
                    jobid=lambda n: n,
                    submit=lambda n: 60 * n,
                    ncpus=lambda n: 1,
                    elapsed=lambda n: 1000,
                    dependency=lambda n: "afterany:1",
                ),
                "|",
            ),
        ),
        ("same.swf", swf(rows(id=lambda n: n, submit=lambda n: n, before=lambda n: 3))),
        (
            "tasks.gwf",
            "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n"
            + "".join(f"0,{n},{n},10,1,1,2\n" for n in JOBS),
        ),
    ],
)
def test_fillers_in_other_formats(name: str, content: str) -> None:
    found = given(content, name)
    assert (found.workload.after, found.workload.unmodelled) == (None, (DEPENDENCIES,))
    assert FILLED_IN in doubts(found)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chain.csv", as_table(lambda n: n - 1 if n > 1 else "", lambda n: 61 * n)),
        ("star.csv", as_table(lambda n: 1 if n > 1 else "", lambda n: 61 * n)),
        (
            "chain.json",
            as_json(
                [
                    {
                        "id": str(n),
                        "release": 60 * n,
                        "start": 61 * n,
                        "procs": 1,
                        "time": 1000,
                        "after": [str(n - 1)] if n > 1 else [],
                    }
                    for n in JOBS
                ]
            ),
        ),
        (
            "chain.swf",
            swf(
                rows(
                    id=lambda n: n,
                    submit=lambda n: 60 * n,
                    wait=lambda n: n,
                    run=lambda n: 1000,
                    before=lambda n: n - 1,
                )
            ),
        ),
        (
            "usual.csv",
            table(
                rows(
                    jobid=lambda n: n,
                    submit=lambda n: 60 * n,
                    start=lambda n: 61 * n,
                    ncpus=lambda n: 1,
                    elapsed=lambda n: 1000,
                    dependency=lambda n: f"afterok:{n - 1}" if n > 1 else "",
                ),
                "|",
            ),
        ),
    ],
)
def test_starts_contradict_most_dependencies(name: str, content: str) -> None:
    found = given(content, name)
    assert (found.workload.after, found.workload.unmodelled) == (None, (DEPENDENCIES,))
    assert found.workload.recorded is not None
    told = doubts(found)[CONTRADICTED]
    assert told.count == 5
    assert "starts at 122 s, job 1 ends at 1061 s" in told.sentence


@pytest.mark.parametrize(
    ("before", "start"),
    [
        pytest.param(lambda n: 1 if n > 1 else "", None, id="a star, without starts"),
        pytest.param(lambda n: n - 1 if n > 1 else "", lambda n: 1000 * n, id="kept"),
        pytest.param(
            lambda n: n - 1 if n > 1 else "",
            lambda n: 1000 * n if n < 5 else 61 * n + n,
            id="most are kept",
        ),
        pytest.param(
            lambda n: n - 1 if n > 1 else "", lambda n: "" if n % 2 else 70 * n, id="unknown"
        ),
        pytest.param(
            lambda n: 2 if n == 1 else "", lambda n: 5000 if n == 1 else 70 * n, id="one pair"
        ),
    ],
)
def test_what_may_be_true_is_kept(before: Any, start: Any) -> None:
    found = given(as_table(before, start), "jobs.csv")
    assert all_believed(found)
    assert found.workload.after is not None
    assert found.workload.unmodelled == ()


def test_of_equal_waits_and_dependencies_the_waits_are_the_filler() -> None:
    """A workflow without recorded starts: the column of waits is 0."""
    jobs = rows(
        id=lambda n: n,
        submit=lambda n: 0,
        wait=lambda n: 0,
        run=lambda n: 9,
        before=lambda n: n - 1,
    )
    found = given(swf(jobs))
    assert found.workload.recorded is None
    assert found.workload.after is not None
    assert len(found.workload.after) == 5
    assert found.workload.unmodelled == ()
    assert found.processors == 1, "not the 6 that such starts would keep busy"
    told = doubts(found)["impossible_waits"].sentence
    assert "though most jobs would start before the end of those that they wait for" in told


def test_nothing_is_called_optimal_without_them() -> None:
    found = given(as_table(lambda n: n - 1 if n > 1 else "", lambda n: 61 * n), "chain.csv")
    best = solve(Instance(found.workload, Platform.of(8)), "fcfs").certificates["makespan"]
    assert not best.is_proof
    assert "dependencies of the jobs are not kept" in best.reason


@pytest.mark.parametrize("jobs", [2, 3, 4])
def test_a_job_that_names_itself_beside_another_keeps_the_other(jobs: int) -> None:
    """All jobs but the first wait for it, and one of them names itself, too: it is believed,
    whatever the number of jobs."""
    before = ["-1", "1&2", *["1"] * (jobs - 2)]
    lines = (
        f"{n} {n} -1 10 1 -1 -1 1 -1 -1 1 1 1 1 1 1 {link} -1\n"
        for n, link in enumerate(before, start=1)
    )
    found = given("".join(lines))
    assert all_believed(found)
    assert found.workload.after is not None
    assert found.workload.after.before.tolist() == [0] * (jobs - 1)
