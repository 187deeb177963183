"""The picture of a wait, and its tables."""

from xml.etree import ElementTree

from parsched.model.problem.calendar import Calendar
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.explain import Explanation, explain, strip, tables_of
from parsched.run.solve import solve
from tests.parsched.factories import rigid


def why(job: int) -> Explanation:
    """A job of three under first fit."""
    jobs = rigid((0, 3, 10), (1, 4, 5), (2, 1, 12))
    return explain(solve(Instance(jobs, Platform.of(4)), "first-fit", bounds=()), job)


def test_the_picture_has_a_block_for_each_step_and_a_line_for_the_need() -> None:
    drawn = ElementTree.fromstring(strip(why(2)))
    kinds = {path.get("class"): path.get("d", "") for path in drawn.iter("path")}
    assert set(kinds) == {"short", "need", "base"}
    # 1 free until 2 s, none until 10 s, 3 until 14 s, of 13 s that are 720 wide.
    assert kinds["short"].count("Z") == 3
    assert f"H{720 / 13:.2f}" in kinds["short"]
    assert drawn.get("aria-label") == (
        "Free processors while job 2 waited: it needs 4 of 4; too few were free for 13 s of 13 s."
    )


def test_a_job_that_did_not_wait_has_no_picture() -> None:
    assert strip(why(1)) == ""
    assert why(1).sentences[0].endswith("it did not wait.")


def test_tables_have_dates_where_there_is_a_calendar() -> None:
    dated = Calendar(1_774_742_400, "Europe/Berlin")
    tables = {table.key: table for table in tables_of(why(2), dated)}
    assert set(tables) == {"overtakers", "holders", "chain"}
    [row] = tables["overtakers"].rows
    assert [cell.text for cell in row[2:]] == [
        "2026-03-29 01:00:02 CET",
        "2026-03-29 01:00:02 CET",
        "2026-03-29 01:00:14 CET",
        "4 s earlier",
    ]
