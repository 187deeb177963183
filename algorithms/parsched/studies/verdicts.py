"""The verdicts on all claims of a study, for programs and for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parsched.measure.certificates import OLDER
from parsched.report.phrases import counted, listed
from parsched.studies.cells import Cells
from parsched.studies.claims import Claim, ClaimStanding, Judgement, Verdict

WORDS = {ClaimStanding.PARTLY: "partly confirmed", ClaimStanding.OPEN: "still open"}
"""What standings are called in sentences, where that differs."""


def judged_rows(cells: Cells) -> list[dict[str, Any]]:
    """Return the claims of a study with their verdicts and standings, ready for JSON."""
    return [row_of(cells, claim, judgement) for claim, judgement in judged(cells)]


def judged(cells: Cells) -> list[tuple[Claim, Judgement]]:
    """Return the claims of a study, each with what its numbers say of it; numbers of an older
    version are not judged."""
    if cells.mark:
        none = Judgement(Verdict.NOT_JUDGED, OLDER)
        return [(claim, none) for claim in cells.study.claims]
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
        "standing": str(judgement.standing),
        "reason": " ".join(filter(None, (judgement.why_partly, known))),
        "beside": "; ".join(f"{form}: {word}" for form, word in _beside(cells, claim)),
    }


def _beside(cells: Cells, claim: Claim) -> Iterator[tuple[str, str]]:
    """Yield what a claim about methods as printed would be for their other forms, where the study
    has any."""
    for form, labels in cells.study.other_forms.items() if not cells.mark else ():
        other = claim.about(labels)
        if other is None:
            continue
        judgement = other.judged(cells)
        if judgement.verdict is not Verdict.NOT_JUDGED:
            yield form, _word(judgement.standing)


def standing_of(row: Mapping[str, Any]) -> ClaimStanding:
    """Return how a claim stands by its row; rows stored by earlier versions have verdicts alone.

    Examples
    --------
    >>> standing_of({"verdict": "partly", "standing": "open"}).value
    'open'
    >>> standing_of({"verdict": "partly"}).value
    'partly'
    """
    return ClaimStanding(row.get("standing", row["verdict"]))


def in_words(standings: Sequence[ClaimStanding]) -> str:
    """Say in a sentence what became of claims; blank where there are none.

    Examples
    --------
    >>> in_words([ClaimStanding.CONFIRMED, ClaimStanding.OPEN, ClaimStanding.OPEN])
    'Of 3 claims, 1 is confirmed and 2 are still open.'
    >>> in_words([ClaimStanding.PARTLY])
    'Its claim is partly confirmed.'
    """
    counts = {one: standings.count(one) for one in ClaimStanding if one in standings}
    if len(standings) == 1:
        return f"Its claim is {_word(standings[0])}."
    words = [f"{n} {'is' if n == 1 else 'are'} {_word(one)}" for one, n in counts.items()]
    return f"Of {counted(len(standings), 'claim')}, {listed(words)}." if words else ""


def _word(standing: ClaimStanding) -> str:
    return WORDS.get(standing, str(standing))
