"""The verdicts on all claims of a study."""

from typing import Any

from algorithms.studies.cells import Cells
from algorithms.studies.claims import Claim, Judgement


def judged_rows(cells: Cells) -> list[dict[str, Any]]:
    """Return the claims of a study with their verdicts, ready for JSON."""
    return [row_of(cells, claim, judgement) for claim, judgement in judged(cells)]


def judged(cells: Cells) -> list[tuple[Claim, Judgement]]:
    """Return the claims of a study, each with what its numbers say of it."""
    return [(claim, claim.judged(cells)) for claim in cells.study.claims]


def row_of(cells: Cells, claim: Claim, judgement: Judgement) -> dict[str, Any]:
    """Return a claim with its verdict, ready for JSON."""
    known = claim.reason if judgement.is_refuted else ""
    return {
        "key": claim.key,
        "paper": cells.study.paper,
        "where": claim.where,
        "claim": claim.whole,
        "published": claim.published,
        "ours": judgement.ours,
        "verdict": str(judgement.verdict),
        "reason": " ".join(filter(None, (judgement.why_partly, known))),
    }
