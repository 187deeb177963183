"""Claims of declared studies with the verdicts that are kept of them, as pages tell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parsched.studies.claims import Claim, ClaimStanding
from parsched.studies.kept_verdicts import KeptVerdict, kept_verdicts, why_older
from parsched.studies.study import Study
from parsched.studies.verdicts import in_words


@dataclass(frozen=True)
class KeptClaim:
    """A claim with the verdict that is kept of it, None for none; `older` says what has changed
    since, blank where nothing has."""

    claim: Claim
    kept: KeptVerdict | None = None
    older: str = ""

    @property
    def is_present(self) -> bool:
        """True where a verdict is kept that nothing has changed since."""
        return self.kept is not None and not self.older

    @property
    def verdict(self) -> str:
        """How the claim stands, in words: an older verdict is said to be one."""
        if self.kept is None:
            return str(ClaimStanding.NOT_JUDGED)
        return f"{'older: ' if self.older else ''}{self.kept.standing}"

    @property
    def size(self) -> str:
        """The day of the verdict, and how much it was judged by; blank for none."""
        return f"{self.kept.ran.day}, {self.kept.size}" if self.kept else ""

    def as_json(self) -> dict[str, Any]:
        """Return it ready for JSON; what a claim lacks is None or blank."""
        kept, claim = self.kept, self.claim
        return {
            "key": claim.key,
            "where": claim.where,
            "claim": claim.whole,
            "published": claim.published,
            "ours": kept.ours if kept else "",
            "standing": str(kept.standing if kept else ClaimStanding.NOT_JUDGED),
            "reason": kept.reason if kept else "",
            "changed_since": self.older,
            "is_full_size": kept.is_full if kept else None,
            "instances": kept.instances if kept else 0,
            "date": kept.ran.date if kept else None,
            "machine": kept.ran.machine if kept else "",
        }


def kept_claims(study: Study, folder: Path | None = None) -> list[KeptClaim]:
    """Return the claims of a study with the verdicts that are kept; raises as `kept_verdicts`.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> len(kept_claims(find_study("demt"))) == len(find_study("demt").claims)
    True
    """
    kept = kept_verdicts(study, folder)
    return [
        KeptClaim(claim, found, why_older(study, claim, found))
        if (found := kept.get(claim.key)) is not None
        else KeptClaim(claim)
        for claim in study.claims
    ]


def summed_up(claims: Sequence[KeptClaim]) -> list[str]:
    """Say in sentences how claims stand by what is kept, and when, where and by how much that was
    found; nothing where nothing is kept."""
    kept = [one.kept for one in claims if one.kept is not None]
    if not kept:
        return []
    counts = {
        "Not of full size": sum(not one.is_full for one in kept),
        "Older than the study as it is now": sum(bool(one.older) for one in claims),
        "Without a verdict": len(claims) - len(kept),
    }
    return [
        in_words([one.kept.standing for one in claims if one.kept and one.is_present]),
        *dict.fromkeys(f"Computed {one.ran.words}." for one in kept),
        *(f"{words}: {count}." for words, count in counts.items() if count),
    ]
