"""What stands beside a verdict: why it is partly, what is known, and how a claim was read."""

from dataclasses import replace

import pytest

from algorithms.studies import Cells
from algorithms.studies.claims import STRADDLES, Judgement
from algorithms.studies.findings import FEW, UNFINISHED, Finding
from algorithms.studies.verdicts import row_of
from tests.algorithms.studies.small import STUDY


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
