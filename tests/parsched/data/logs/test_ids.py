"""Ids of jobs that stand for several, were cut off, or come again."""

from pathlib import Path

import pytest

from parsched.data.formats import read
from parsched.data.logs.declared import SOURCES
from tests.parsched.data.logs.test_known import findings, reading

HEAD = "JobID|JobIDRaw|JobName|User|Submit|Start|End|NCPUS|State"


def row(
    id: str, *, raw: str = "", name: str = "x", user: str = "ann", hour: int = 8, **changes: str
) -> str:
    """Return a row of sacct: a run of ten minutes."""
    start = changes.get("start", f"2026-02-14T{hour:02}:05:00")
    end = changes.get("end", f"2026-02-14T{hour:02}:15:00")
    state = changes.get("state", "COMPLETED")
    return f"{id}|{raw}|{name}|{user}|2026-02-14T{hour:02}:00:00|{start}|{end}|4|{state}"


def table(*rows: str) -> bytes:
    """Return a table of sacct."""
    return "\n".join((HEAD, *rows, "")).encode()


def test_arrays_that_ran_are_jobs_and_those_that_wait_are_left_out(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "20-sacct-array-range-that-ran.txt")
    ids = ["41_1", "41_2", "41_3", "41_9", "41_10", "41_11", "41_20"]
    assert found.workload.ids.tolist() == ids
    assert found.workload.runtime.tolist() == [600] * 7
    assert findings(found)["array_rest"] == 1
    assert findings(found)["array_expanded"] == 2


@pytest.mark.parametrize(
    ("rows", "ids", "rest"),
    [
        ((row("7_[1-2]", raw="9"),), ["7_1", "7_2"], 0),
        ((row("7_[1-2]"), row("7_[3-9]", start="Unknown", state="PENDING")), ["7_1", "7_2"], 1),
        ((row("7_[1-5:2]", state="CANCELLED by 5"),), ["7_1", "7_3", "7_5"], 0),
        ((row("7_[4]"), row("7_[5%2]", start="Unknown", end="Unknown", state="PD")), ["7_[4]"], 1),
        ((row("1"), row("7_[1-2]", start="None", state="CANCELLED")), ["1"], 1),
        ((row("7_1", raw="8"), row("7_[2,3]", raw="7", state="TIMEOUT")), ["8", "7_2", "7_3"], 0),
    ],
)
def test_rows_of_arrays_are_jobs_once_they_began(
    rows: tuple[str, ...], ids: list[str], rest: int
) -> None:
    found = reading(table(*rows))
    assert list(map(str, found.workload.ids.tolist())) == ids
    assert findings(found).get("array_rest", 0) == rest


def test_ids_that_were_cut_off_are_no_restarts(shared: Path) -> None:
    found = read(shared / "cases" / "outside" / "19-sacct-ids-cut-off.txt")
    assert len(found.workload) == 3
    assert findings(found)["id_cut_off"] == 2
    assert "restarted" not in findings(found)


@pytest.mark.parametrize(
    ("first", "again", "kind"),
    [
        (row("7"), row("7", hour=9), "restarted"),
        (row("7"), row("7", hour=9, user="bob"), "id_again"),
        (row("7"), row("7", hour=9, name="y"), "id_again"),
        (row("7_1"), row("7_1", hour=9, user="bob", name="y"), "id_again"),
        (row("7_1234567+"), row("7_1234567+", hour=9), "id_cut_off"),
        (row("7_1234567+"), row("7_1234567+", hour=9, user="bob"), "id_cut_off"),
    ],
)
def test_an_id_that_comes_again_belongs_to_the_same_job_or_not(
    first: str, again: str, kind: str
) -> None:
    content = table(first, again)
    found = reading(content)
    assert len(found.workload) == 2
    assert str(found.workload.ids[1]).endswith("#2")
    kinds = {"restarted", "id_again", "id_cut_off"}
    assert {key: n for key, n in findings(found).items() if key in kinds} == {kind: 1}


@pytest.mark.parametrize(("user", "jobs"), [("ann", 1), ("bob", 2)])
def test_only_runs_of_one_job_are_joined(user: str, jobs: int) -> None:
    profile = SOURCES["sacct"].mapping.within(HEAD.split("|"))
    joined = type(profile)(columns=profile.columns, restarts="joined", steps=profile.steps)
    content = table(row("7"), row("7", hour=9, user=user))
    found = reading(content, source="sacct", mapping=joined)
    assert len(found.workload) == jobs
    cut = table(row("7_1234567+"), row("7_1234567+", hour=9))
    assert len(reading(cut, source="sacct", mapping=joined).workload) == 2
