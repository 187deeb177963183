"""The verdicts on all claims of a study."""

from typing import Any

from algorithms.studies.cells import Cells
from algorithms.studies.claims import Verdict


def judged_rows(cells: Cells) -> list[dict[str, Any]]:
    """Return the claims of a study with their verdicts, ready for JSON."""
    rows = []
    for claim in cells.study.claims:
        judgement = claim.judged(cells)
        is_open = judgement.verdict in (Verdict.CONFIRMED, Verdict.NOT_JUDGED)
        rows.append(
            {
                "key": claim.key,
                "paper": cells.study.paper,
                "where": claim.where,
                "claim": claim.text,
                "published": claim.published,
                "ours": judgement.ours,
                "verdict": str(judgement.verdict),
                "reason": "" if is_open else claim.reason,
            }
        )
    return rows
