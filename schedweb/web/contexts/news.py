"""What goes on in a comparison, on pages that do not list it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from schedweb.runs.models import Comparison, Renewal
from schedweb.web.access import Access
from schedweb.web.contexts.comparisons import POLL_MS, stamp


@dataclass(frozen=True)
class News:
    """How many runs are done, while some are not, and how many are computed again."""

    comparison: Comparison
    done: int
    count: int
    renewed: int
    address: str

    @classmethod
    def of(cls, comparison: Comparison, access: Access) -> Self:
        """Count the runs of a comparison."""
        runs = comparison.runs.all()
        active = _active(comparison.renewals)
        address = access.comparison("comparison_news", comparison)
        return cls(comparison, sum(run.is_done for run in runs), len(runs), active, address)

    @property
    def stamp(self) -> str:
        """Fingerprint of the progress of all runs."""
        return stamp(self.comparison)

    @property
    def poll_ms(self) -> int:
        """How often the page asks."""
        return 2 * POLL_MS


def is_settled(comparison: Comparison) -> bool:
    """True when no run waits or computes, for the first time or again."""
    runs_over = all(run.is_over for run in comparison.runs.all())
    return runs_over and not _active(comparison.renewals)


def _active(renewals: Sequence[Renewal]) -> int:
    return sum(not renewal.is_over for renewal in renewals)
