"""What stands beside a verdict: why it is partly, what is known, and how a claim was read."""

from dataclasses import replace

import pytest

from parsched.studies import Cells
from parsched.studies.claims import STRADDLES, Judgement, Standing, Verdict
from parsched.studies.findings import FEW, UNFINISHED, Finding
from parsched.studies.report import REPORTS
from parsched.studies.verdicts import judged_rows, row_of
from tests.parsched.studies.small import STUDY, computed


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([Finding("a", True), Finding("b", False)], "Some of it holds, some does not."),
        ([Finding("a", True), Finding("b", None)], f"Some is open: {STRADDLES}."),
        ([Finding("a", True), Finding("b", None, FEW)], "Some is open: too few runs."),
        (
            [Finding("a", False), Finding("b", None, UNFINISHED)],
            "Some of it does not hold; some is open: not all runs are computed.",
        ),
        ([Finding("a", None, FEW), Finding("b", None, FEW)], "All is open: too few runs."),
        ([Finding("a", True)], ""),
        ([Finding("a", False)], ""),
    ],
)
def test_partly_says_which_of_its_meanings_it_has(findings: list[Finding], expected: str) -> None:
    judgement = Judgement.of(findings)
    assert judgement.why_partly == expected
    claim = replace(STUDY.claims[0], reason="Known.", reading="at least 7")
    row = row_of(Cells(replace(STUDY, claims=(claim,))), claim, judgement)
    known = "Known." if any(one.holds is False for one in findings) else ""
    assert row["reason"] == " ".join(filter(None, [expected, known]))
    assert row["claim"].endswith("Our reading: at least 7.")


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ([True, True], Standing.CONFIRMED),
        ([True, False], Standing.PARTLY),
        ([True, None], Standing.PARTLY),
        ([None, None], Standing.OPEN),
        ([False, None], Standing.NOT_CONFIRMED),
        ([False, False], Standing.NOT_CONFIRMED),
        ([], Standing.NOT_JUDGED),
    ],
)
def test_people_read_partly_only_where_something_holds(
    holds: list[bool | None], expected: Standing
) -> None:
    assert Judgement.of([Finding("x", one) for one in holds]).standing is expected


def test_claims_with_only_open_parts_are_partly_for_programs_and_open_for_people() -> None:
    parts = tuple(replace(part, repetitions=1) for part in STUDY.parts)
    cells = computed(replace(STUDY, parts=parts))
    assert {row["verdict"] for row in judged_rows(cells)} == {Verdict.PARTLY}
    assert {row["standing"] for row in judged_rows(cells)} == {Standing.OPEN}
    report = REPORTS["verdicts"].of(cells)
    assert report.sentences[0] == "Of 2 claims, 2 are still open."
    [table] = report.tables
    place = [column.key for column in table.columns].index("verdict")
    assert [(row[place].text, row[place].value) for row in table.rows] == 2 * [("open", "partly")]
    assert "partly" not in report.as_text()
