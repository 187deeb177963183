"""What stands beside a verdict: why it is partly, what is known, and how a claim was read."""

from dataclasses import replace

import pytest

from parsched.studies import Cells
from parsched.studies.claims import STRADDLES, ClaimStanding, Judgement, Verdict
from parsched.studies.findings import BETWEEN, FEW, LEAST, UNFINISHED, StudyFinding
from parsched.studies.report import REPORTS
from parsched.studies.verdicts import judged_rows, row_of
from tests.parsched.studies.small import STUDY, computed


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([StudyFinding("a", True), StudyFinding("b", False)], "Some of it holds, some does not."),
        ([StudyFinding("a", True), StudyFinding("b", None)], f"Some is open: {STRADDLES}."),
        ([StudyFinding("a", True), StudyFinding("b", None, FEW)], "Some is open: too few runs."),
        (
            [StudyFinding("a", False), StudyFinding("b", None, UNFINISHED)],
            "Some of it does not hold; some is open: not all runs are computed.",
        ),
        (
            [StudyFinding("a", None, FEW), StudyFinding("b", None, FEW)],
            "All is open: too few runs.",
        ),
        (
            [StudyFinding("a", None, f"{FEW}{BETWEEN}{LEAST}"), StudyFinding("b", None, FEW)],
            f"All is open: {FEW}; {LEAST}.",
        ),
        ([StudyFinding("a", True)], ""),
        ([StudyFinding("a", False)], ""),
    ],
)
def test_partly_says_which_of_its_meanings_it_has(
    findings: list[StudyFinding], expected: str
) -> None:
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
        ([True, True], ClaimStanding.CONFIRMED),
        ([True, False], ClaimStanding.PARTLY),
        ([True, None], ClaimStanding.PARTLY),
        ([None, None], ClaimStanding.OPEN),
        ([False, None], ClaimStanding.NOT_CONFIRMED),
        ([False, False], ClaimStanding.NOT_CONFIRMED),
        ([], ClaimStanding.NOT_JUDGED),
    ],
)
def test_people_read_partly_only_where_something_holds(
    holds: list[bool | None], expected: ClaimStanding
) -> None:
    assert Judgement.of([StudyFinding("x", one) for one in holds]).standing is expected


def test_claims_with_only_open_parts_are_partly_for_programs_and_open_for_people() -> None:
    parts = tuple(replace(part, repetitions=1) for part in STUDY.parts)
    cells = computed(replace(STUDY, parts=parts))
    assert {row["verdict"] for row in judged_rows(cells)} == {Verdict.PARTLY}
    assert {row["standing"] for row in judged_rows(cells)} == {ClaimStanding.OPEN}
    report = REPORTS["verdicts"].of(cells)
    assert report.sentences[0] == "Of 2 claims, 2 are still open."
    [table] = report.tables
    place = [column.key for column in table.columns].index("verdict")
    assert [(row[place].text, row[place].value) for row in table.rows] == 2 * [("open", "partly")]
    assert "partly" not in report.as_text()
