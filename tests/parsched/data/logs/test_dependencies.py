"""What logs say of the jobs that one waits for."""

import io
import json
from typing import Any

import pytest

from parsched.data.formats import Reading, read
from parsched.data.logs.dependencies import told
from parsched.model.problem.unmodelled import DEPENDENCIES

HEAD = "JobID|Submit|Start|End|NCPUS|State|Dependency\n"
ROW = "{}|2025-03-01T00:00:00|2025-03-01T00:05:00|2025-03-01T00:06:00|1|COMPLETED|{}\n"


def sacct(*cells: str) -> Reading:
    """Jobs 1, 2, … as sacct prints them, with these dependencies."""
    rows = "".join(ROW.format(number, cell) for number, cell in enumerate(cells, 1))
    return read(io.BytesIO((HEAD + rows).encode()), name="a.txt")


def pairs(found: Reading) -> list[tuple[int, int, float]]:
    after = found.workload.after
    if after is None:
        return []
    columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize(
    ("cell", "ids", "says_more"),
    [
        ("afterok:12", ("12",), False),
        ("afterok:12:13,afterany:14_2(unfulfilled)", ("12", "13", "14_2"), False),
        ("afternotok:12,aftercorr:13", ("12", "13"), False),
        ("after:12", (), True),
        ("after:12+5,afterok:13", ("13",), True),
        ("afterok:12?afterok:13", (), True),
        ("singleton", (), True),
        ("afterok:12,singleton", ("12",), True),
        ("afterok:12.pbs-1.example.org", ("12",), False),
        ("beforeok:12", (), True),
        ("done(12) && ended(13)", ("12", "13"), False),
        ("done(12) || ended(13)", (), True),
        ("started(12)", (), True),
        ("12", ("12",), False),
        ("12, 13;14", ("12", "13", "14"), False),
    ],
)
def test_words_of_batch_systems(cell: str, ids: tuple[str, ...], says_more: bool) -> None:
    assert told(cell) == (ids, says_more)


def test_jobs_of_slurm_wait_for_the_ends_of_others() -> None:
    found = sacct("", "afterok:1", "afterany:1:2")
    assert pairs(found) == [(1, 0, 0), (2, 0, 0), (2, 1, 0)]
    assert found.workload.unmodelled == ()


@pytest.mark.parametrize("cell", ["after:1", "singleton", "afterok:1?afterok:2"])
def test_what_means_something_else_is_told_and_not_kept(cell: str) -> None:
    found = sacct("", "", cell)
    assert (pairs(found), found.workload.unmodelled) == ([], (DEPENDENCIES,))
    (finding,) = (f for f in found.report.findings if f.kind.key == "other_dependency")
    assert str(finding.examples[0]) == f'line 4: "{cell}"'


def test_jobs_that_are_not_there_are_told() -> None:
    found = sacct("", "afterok:9")
    assert (pairs(found), found.workload.unmodelled) == ([], (DEPENDENCIES,))
    assert "unknown_predecessor" in {f.kind.key for f in found.report.findings}


def test_tables_may_have_think_times() -> None:
    text = "id;cores;runtime;submit;depends on;think_time\n1;2;9;0;;\n2;2;9;5;1;30\n"
    found = read(io.BytesIO(text.encode()), name="a.csv")
    assert pairs(found) == [(1, 0, 30.0)]


def test_batsim_names_jobs_by_themselves_or_with_their_workload() -> None:
    profiles: dict[str, Any] = {"p": {"type": "delay", "delay": 5}}
    jobs = [
        {"id": "w0!1", "subtime": 0, "res": 1, "profile": "p"},
        {"id": "2", "subtime": 0, "res": 1, "profile": "p", "dependencies": ["w0!1"]},
        {"id": 3, "subtime": 0, "res": 1, "profile": "p", "dependencies": [1, 2]},
    ]
    text = json.dumps({"nb_res": 4, "jobs": jobs, "profiles": profiles})
    found = read(io.BytesIO(text.encode()), name="a.json")
    assert pairs(found) == [(1, 0, 0), (2, 0, 0), (2, 1, 0)]
    assert found.workload.unmodelled == ()
